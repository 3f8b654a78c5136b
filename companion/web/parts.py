"""What screens of any game show: seats, rows, links, the next step."""

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TypeVar

from markupsafe import Markup

from companion.places import MINUTE, Silence
from companion.rules.names import folded
from companion.rules.ruleset import State
from companion.tables import Game, Happened, Table
from companion.web.here import Here
from companion.web.http.language import clock_time, language
from companion.web.http.language import gettext as _
from companion.web.people import name_of

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
    """A status, as a word and perhaps an icon; `tone` names how it looks, if that is a matter of its own."""

    words: str
    icon: str = ""
    tone: str = ""


LONG, LONGEST = 70, 170
"""Sentences longer than this are written smaller, so that they fit."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the table view says; the `size` of its letters is "", "long" or "longest"."""

    words: Markup
    size: str
    answer: Status | None = None


def sized(
    words: Markup, answer: Status | None = None, *, long: int = LONG, longest: int = LONGEST
) -> Sentence:
    """A sentence in letters that fit: smaller ones if it has more than `long` or `longest` letters."""
    length = len(words.striptags())
    return Sentence(words, "longest" if length > longest else "long" if length > long else "", answer)


@dataclass(frozen=True, slots=True)
class Choice:
    """One option in a list of choices."""

    value: str
    label: str


def shared(table: Table[Game, Happened], name: str, make: Callable[[Table[Game, Happened]], View]) -> View:
    """A view for all phones of a table in one language: made once, because they all ask at once."""
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
    return Seat(number, name_of(who), who.shield)


def seat_named(game: State, name: str) -> int | None:
    """The seat of the player of this name, who may have gone home; None if there is none."""
    return next((seat for seat, who in enumerate(game.seats) if folded(who.name) == folded(name)), None)


def group_name(name: str) -> str:
    """What a group is called; one that nobody has named is called the same everywhere."""
    return name or _("Our group")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player's row. `link` is where a tap leads this phone, which holds the seat if it is `mine`. If
    several phones take part, `phone` is the state of the player's own, `said` that state in words, and
    `since` the time from which it is gone. `in_lobby` while others are still to come in.
    """

    number: int
    name: str
    charge: str
    gone: bool
    mine: bool = False
    link: Link | None = None
    phone: str = ""
    said: str = ""
    since: str = ""
    in_lobby: bool = False

    @property
    def is_marked(self) -> bool:
        """Whether the drawn row shows its phone: if it is here and, in the lobby, if there is none."""
        return self.phone == "here" or (self.in_lobby and self.phone == "free")

    @property
    def is_asleep(self) -> bool:
        """Whether its phone is asleep or gone."""
        return self.phone in {"asleep", "gone"}

    @property
    def is_silent(self) -> bool:
        """Whether its sleep is shown beside the name; in the lobby it is shown in place of the stand."""
        return self.is_asleep and not self.in_lobby


AnyRow = TypeVar("AnyRow", bound=Row)


def with_phones(rows: Iterable[AnyRow], phone: Here, *, in_lobby: bool) -> Iterator[AnyRow]:
    """The rows, with how each player's own phone is."""
    for row in rows:
        mine = row.number in phone.me.seats
        if not phone.is_shared or row.gone:
            yield replace(row, mine=True) if mine else row
            continue
        silence = None if mine else phone.silent.get(row.number)
        yield replace(
            row,
            mine=mine,
            phone=how_phone_is(silence) if row.number in phone.phones else "free",
            said=said_of_phone(silence) if row.number in phone.phones else _("free"),
            since=clock_time(silence.since) if silence and silence.gone else "",
            in_lobby=in_lobby,
        )


@dataclass(frozen=True, slots=True)
class NextButton:
    """What board/_next.html draws: without a `link` a line about what is waited for, else a link, or a form
    that `sends` its `fields` there. A link that `waits` looks like waiting, because others come first.
    `under` is more text, which may be hidden where there is little room; `besides` is text that may not. If
    it `is_live`, the words say that the screen shows what happens, and a script keeps that true. One that is
    `held` takes more than a tap.
    """

    words: Markup | str
    under: Markup | str = ""
    besides: Markup | str = ""
    is_live: bool = False
    icon: str = ""
    link: Link | None = None
    sends: bool = False
    fields: tuple[tuple[str, int | str], ...] = ()
    waits: bool = False
    held: bool = False
