"""Evenings for spreadsheets: a line a player, or a line a bag, by names that never change (docs/files.md).

By RFC 4180, in UTF-8 with the mark at its beginning by which spreadsheets know that. A text that one of them
would take for a formula begins with an apostrophe instead.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from companion.games import Games
from companion.records import GameRecord

MARK = "\ufeff"
ISO = "%Y-%m-%dT%H:%M:%SZ"
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
EVENING = ("evening", "game", "edition", "opened_at", "closed_at", "minutes", "rounds", "counted", "person")
Filed = tuple[GameRecord, Mapping[str, Any]]
"""A game, and what files tell of it."""


def evenings(games: Games, of: Iterable[Filed]) -> Iterator[str]:
    """A line for each player of each evening; the first has the names of the columns."""
    kinds = (files.player for rules in games.every if (files := rules.files))
    return _lines((*EVENING, *_columns(kinds)), _rows("players", of))


def bags(games: Games, of: Iterable[Filed]) -> Iterator[str]:
    """A line for each bag, likewise; none for a game without any."""
    kinds = (files.bag for rules in games.every if (files := rules.files) and files.bag)
    return _lines((*EVENING[:4], *_columns(kinds)), _rows("bags", of))


Spreadsheet = Callable[[Games, Iterable[Filed]], Iterator[str]]


def _columns(kinds: Iterable[type[Any]]) -> Iterable[str]:
    return dict.fromkeys(field.name for kind in kinds for field in fields(kind))


def _rows(what: str, of: Iterable[Filed]) -> Iterator[Mapping[str, Any]]:
    for record, told in of:
        head = {
            **told,
            "evening": record.id,
            "opened_at": _time(record.opened_at),
            "closed_at": _time(record.closed_at),
        }
        yield from ({**head, "person": line.get("player"), **line} for line in told.get(what, ()))


def _lines(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    names = tuple(columns)
    yield MARK + _line(names)
    for row in rows:
        yield _line(_cell(row.get(name)) for name in names)


def _line(cells: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def _cell(value: Any) -> str | int:  # noqa: ANN401 - whatever a line has
    match value:
        case None:
            return ""
        case int():
            return int(value)
        case str():
            return f"'{value}" if value.startswith(FORMULAS) else value
        case Mapping():
            return "; ".join(f"{word} {count}" for word, count in value.items())
        case _:
            return _cell("; ".join(value))


def _time(moment: int | None) -> str:
    return "" if moment is None else datetime.fromtimestamp(moment // 1000, UTC).strftime(ISO)
