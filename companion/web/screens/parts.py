"""The small things many screens show: seats and choices."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

from companion.places import MINUTE, Silence
from companion.rules.ruleset import State
from companion.tables import Game, Happened, Table
from companion.web.http.language import clock_time, language
from companion.web.http.language import gettext as _

View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a form or a title names one."""

    number: int
    name: str
    charge: str


@dataclass(frozen=True, slots=True)
class Link:
    """Where a tap leads, or a form is sent: a view by its name, and what its address says besides the table.
    A screen knows no request, so the template makes the address.
    """

    view: str
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """A status, as a word and perhaps an icon."""

    words: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option in a list of choices."""

    value: str
    label: str


def shared(table: Table[Game, Happened], name: str, make: Callable[[Table[Game, Happened]], View]) -> View:
    """What all phones of a table show alike in one language: made once, since they all ask at the same
    moment.
    """
    key = name, language()
    if key not in table.views:
        table.views[key] = make(table)
    view: View = table.views[key]
    return view


def link(view: str, **values: int | str) -> Link:
    """Where a tap leads."""
    return Link(view, tuple(values.items()))


def seat_of(game: State, number: int) -> Seat:
    """One player's seat."""
    who = game.seats[number]
    return Seat(number, who.name, who.shield)


def how_many_here(game: State, held: AbstractSet[int]) -> str:
    """How many of the players are here with a phone, in words."""
    return _("%(here)s of %(all)s here", here=len(held & {*game.here}), all=len(game.here))


def how_phone_is(silence: Silence | None) -> str:
    """How a player's own phone is, as a word for styles."""
    return "here" if silence is None else "gone" if silence.gone else "asleep"


def said_of_phone(silence: Silence | None) -> str:
    """How a player's own phone is, in words."""
    if silence is None:
        return _("here")
    return _("away since %(time)s", time=clock_time(silence.since)) if silence.gone else _("asleep")


def from_clock(moment: int) -> str:
    """The first minute of the day at which a moment (milliseconds since 1970) is over; "" for none."""
    return clock_time(moment + MINUTE - 1) if moment else ""


def seats_of(game: State, numbers: Iterable[int]) -> tuple[Seat, ...]:
    """These players' seats."""
    return tuple(seat_of(game, number) for number in numbers)
