"""What an app has stored, beside what it shows."""

import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from companion.journal.sqlite import SqliteStore
from companion.machine.databases import DATABASE
from companion.membership import Membership
from companion.rules.sheriff.talk import Talk
from companion.service import Service
from companion.tables import talk_kept
from companion.web.sheriff.table import Table
from tests.web.phone import Phone

WRITE = SqliteStore.writing.__wrapped__.__code__  # type: ignore[attr-defined]  # what contextmanager wraps


def database_of(app: Flask) -> Path:
    """The file that an app writes."""
    return Path(app.instance_path) / DATABASE


def later(monkeypatch: pytest.MonkeyPatch, milliseconds: int, *machines: Flask) -> None:
    """So much time goes by on all of them at once, and their clocks go on."""
    for keeper in map(membership_of, machines):
        now: Callable[[], int] = keeper._monotonic  # noqa: SLF001 - the clock of this membership is set
        monkeypatch.setattr(keeper, "_monotonic", partial(lambda now: now() + milliseconds, now))


def service_of(app: Flask) -> Service:
    """The service of an app."""
    found: Service = app.extensions["service"]
    return found


def membership_of(app: Flask) -> Membership:
    """Membership of an app."""
    found: Membership = app.extensions["membership"]
    return found


def table_of(phone: Phone) -> Table:
    """The table whose page a phone shows, as it is stored."""
    return service_of(phone.client.application).current(phone.page.game)


def talk_of(phone: Phone) -> Talk:
    """What was said at the table whose page a phone shows."""
    there = membership_of(phone.client.application).look(phone.page.game)
    talk: Talk = talk_kept(table_of(phone), there.room, there.seats)
    return talk


@contextmanager
def unchanged(app: Flask) -> Iterator[None]:
    """Nothing is written to the database meanwhile: SQLite counts what others commit."""
    with closing(sqlite3.connect(database_of(app))) as file:
        before = file.execute("PRAGMA data_version").fetchone()
        yield
        assert file.execute("PRAGMA data_version").fetchone() == before


def come_to_their_writes(threads: Iterable[threading.Thread]) -> None:
    """Wait until each of them waits for its turn to write, or is through without writing."""
    for thread in threads:
        while thread.is_alive() and not _waits_to_write(thread):
            time.sleep(0.001)


def _waits_to_write(thread: threading.Thread) -> bool:
    frame = sys._current_frames().get(thread.ident or 0)  # noqa: SLF001 - Python's own name for it
    return frame is not None and frame.f_code is WRITE
