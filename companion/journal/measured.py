"""A database that somebody measures: how long it takes, and what it stored."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, cast

from sqlalchemy import ClauseElement

from companion.journal.storage import Rows, Transaction
from companion.journal.store import Store


class Meter(Protocol):
    """Who measures."""

    def took(self, kind: str, seconds: float) -> None:
        """A `read` of one statement, or a `write` with the wait for its turn, took so long."""

    def stored(self) -> None:
        """A write has added to a log."""


class _Measured:
    """Does what the store does, and tells the meter."""

    def __init__(self, store: Store, meter: Meter) -> None:
        self._store = store
        self._meter = meter

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else a store has
        return getattr(self._store, name)

    def rows(self, statement: ClauseElement, **values: object) -> Rows:
        """All rows of one reading statement."""
        with self._timed("read"):
            return self._store.rows(statement, **values)

    @contextmanager
    def writing(self, *games: str, opening: str = "") -> Iterator[Transaction]:
        """One write."""
        with self._timed("write"), self._store.writing(*games, opening=opening) as transaction:
            yield transaction
        if transaction.added:
            self._meter.stored()

    @contextmanager
    def _timed(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self._meter.took(kind, time.perf_counter() - began)


def measured(store: Store, meter: Meter | None) -> Store:
    """The store, measured if there is a meter."""
    return cast("Store", _Measured(store, meter)) if meter else store
