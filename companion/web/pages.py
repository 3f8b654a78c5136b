"""What a game offers to the pages of all games: one frozen record, with its empty score sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Generic

from flask import Blueprint, current_app
from markupsafe import Markup

from companion.rules.ruleset import Event, Event_co, Game_co, Ruleset, State
from companion.rules.seats import Seat
from companion.service import May
from companion.tables import Game, Happened, Listed, Table
from companion.web.current import held_tables, judge_any
from companion.web.parts import People
from companion.web.reader import Reader
from companion.web.start import Box, WayBack, Ways
from companion.web.told import Told


@dataclass(frozen=True, slots=True)
class BlankRow:
    """What is written down in a row: a drawing and its sprite, or "", what it is and what each is worth."""

    icon: str
    sprite: str
    label: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """The score sheet of a game: rows in parts, and for how many it can be, with royal goods or without."""

    parts: tuple[tuple[BlankRow, ...], ...]
    seats: Sequence[int]
    has_royal_goods: bool = False


def last_box(mine: Ruleset[Game_co, Event]) -> Box | None:
    """The box of this phone's newest table, if it is another game's than `mine` and can be chosen."""
    newest = next(iter(held_tables().tables), None)
    return None if newest is None or newest.rules is mine else pages_by(newest.rules).ways().box


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. If the page that asks has expired, `over` says why and `onward` is where it leads.
    If it shows something outdated, `changed` is a button that redraws it, and `said` a token for what it
    would show; it goes to the address `elsewhere` at once if it is a check or a result of what no longer
    stands. `more` is whatever else on it is new.
    """

    game: str
    sentence: Markup
    over: Markup | str = ""
    onward: str = ""
    changed: Markup | str = ""
    said: str = ""
    more: Markup | str = ""
    elsewhere: str = ""


def _never_over(_table: object, _sheet: str) -> str:
    return ""


def _nowhere(_table: object, _name: str) -> str:
    return ""


def _untold(_table: object) -> None:
    return None


def _unshown(_table: object) -> Markup:
    return Markup()


@dataclass(frozen=True, slots=True, eq=False)
class Pages(Generic[Game_co, Event_co]):
    """The pages of one game, and what it says on those that all games share.

    - `rules`: the game; `blueprints`: every address of its own.
    - `ways`: the links to it on the first page and on a home screen.
    - `way_back`: what the first page shows of one of its tables, beside names and winners.
    - `again`: the address of the form that opens a rematch of this table.
    - `board`: the page of the board, with the form's errors, after the entry that this phone just booked
      (None or -1 for none); it extends base.html and passes the table's id to it as `game_path`.
    - `whole_board`: the board as a live update brings it.
    - `news`: what a live update brings to the page that asks, which its request names.
    - `words`: names the players in these seats, and tells refusals.
    - `told`: what everybody is told of an evening that is over; None as long as there is nothing to tell.
      Where there is something, `shown` is its result and its story, for whoever only reads.
    - `blank`: an empty score sheet for so many players, with royal goods or not; None for a game that has
      none.
    - `result`: the view of a result; "" for a game whose board is its result.
    - `judge`: who may have an action booked, as the service asks within the write.
    - `over`: why nothing can be done any more on a sheet of it, by the end of its address; "" where it can.
    - `comes_late`: where the bank gives somebody of this name a seat at a table without a free one; "" where
      there is none for them any more.
    - `deeds`: the lines that tell what somebody did: their words, whether each is a part of the line before
      it, and the word of the number in what its rules tell.
    - `menu`: the view that leads to the phones and to moving the bank; `changes` the one where the table is
      changed, `check` the one where all that lies there is checked.
    """

    rules: Ruleset[Game_co, Event_co]
    blueprints: tuple[Blueprint, ...]
    ways: Callable[[], Ways]
    way_back: Callable[[Listed], WayBack]
    again: Callable[[str], str]
    board: Callable[[Table[Game_co, Event_co], Reader, int | None], str]
    whole_board: Callable[[Table[Game_co, Event_co], int | None], Markup]
    news: Callable[[Table[Game_co, Event_co]], News]
    words: Callable[[tuple[Seat, ...]], People] = People
    told: Callable[[Table[Game_co, Event_co]], Told | None] = _untold
    shown: Callable[[Table[Game_co, Event_co]], Markup] = _unshown
    blank: Callable[[int, bool], Blank] | None = None
    result: str = ""
    judge: Callable[[Table[Game_co, Event_co], Any], May] = judge_any
    over: Callable[[Table[Game_co, Event_co], str], Markup | str] = _never_over
    comes_late: Callable[[Table[Game_co, Event_co], str], str] = _nowhere
    deeds: tuple[tuple[str, bool, str], ...] = ()
    menu: str = "table.board"
    changes: str = "table.board"
    check: str = "table.board"


AnyPages = Pages[State, Event]


def blueprints_in(package: str) -> tuple[Blueprint, ...]:
    """Every blueprint of a game, from the modules of its pages."""
    names = (found.name for found in iter_modules(import_module(package).__path__, f"{package}."))
    return tuple(module.blueprint for module in map(import_module, names) if hasattr(module, "blueprint"))


def every_game() -> tuple[AnyPages, ...]:
    """The pages of every game that this application plays, in their order."""
    found: dict[object, AnyPages] = current_app.extensions["pages"]
    return tuple(found.values())


def pages_of(table: Table[Game, Happened]) -> Pages[Game, Happened]:
    """The pages of the game that is played at a table."""
    return pages_by(table.rules)


def pages_by(rules: Ruleset[Game, Happened]) -> Pages[Game, Happened]:
    """The pages of the game with these rules."""
    found: dict[object, Pages[Game, Happened]] = current_app.extensions["pages"]
    return found[rules]
