"""What screens of any game show: seats, rows, links, the next step; how sentences name a table's players, and
say why something is refused.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import TypeVar

from markupsafe import Markup, escape

from companion.places import MINUTE, Silence
from companion.rules.kinds import Renamed
from companion.rules.names import folded
from companion.rules.refusals import Refusal
from companion.rules.ruleset import State
from companion.rules.seats import Seat as Player
from companion.tables import Game, Happened, Table
from companion.web.here import Here
from companion.web.http.language import clock_time, fitted, gettext, language, listed, ngettext
from companion.web.http.language import gettext as _


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a word for the catalogue."""
    return sentence


def NP_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as N_
    """Mark a word and its plural for the catalogue."""
    return one, many


_SHIELDS = {
    "leaf": N_("Leaf"),
    "stag": N_("Stag"),
    "arrow": N_("Arrow"),
    "tower": N_("Tower"),
    "bell": N_("Bell"),
    "key": N_("Key"),
    "swan": N_("Swan"),
}


def shield_name(charge: str) -> str:
    """A shield's charge in a word."""
    return gettext(_SHIELDS[charge])


LONGEST_USUAL = 12  # letters of a name that needs not be cut short
SHORTEST = 7  # letters that are left of one, more if another name begins like it
KEPT = 256  # tables whose names are kept as they are written
_GOES_ON = {"Mn", "Me", "Mc", "Cf", "Sk"}
_JOINER = "\N{ZERO WIDTH JOINER}"
"""What belongs to the letter before it, and what joins the one after it to that."""
QUOTED = re.compile("(?:“|„|«\N{NO-BREAK SPACE})%\\((\\w+)\\)s")


def say(sentence: str, /, **values: object) -> Markup:
    """A translated sentence with its values escaped; quotes within quotes are the language's inner ones."""
    for quoted in QUOTED.finditer(sentence):
        values[quoted[1]] = _within_quotes(escape(values[quoted[1]]), quoted[0][0])
    return Markup(fitted(sentence, values)) % values  # noqa: S704 - sentences come from the catalogue, values are escaped


def _within_quotes(said: Markup, outer: str) -> Markup:
    if outer == "“":
        return said.replace("“", "‘").replace("”", "’")
    if outer == "„":
        return said.replace("„", "\N{SINGLE LOW-9 QUOTATION MARK}").replace("“", "‘")
    return said.replace("«\N{NO-BREAK SPACE}", "“").replace("\N{NO-BREAK SPACE}»", "”")


def series(parts: Iterable[Markup | str]) -> Markup:
    """Names, cards or sums as a list in a sentence; what is not markup yet is escaped."""
    return Markup(listed([escape(part) for part in parts]))  # noqa: S704 - all escaped


def joined(sentences: Iterable[Markup | str]) -> Markup:
    """Sentences one after the other."""
    return Markup(" ").join(filter(None, sentences))


def capitalized(sentence: Markup) -> Markup:
    """The sentence with a capital, also where it begins with “the bank”; a player's name stays as written."""
    return Markup(sentence[:1].upper()) + sentence[1:]  # noqa: S704 - one letter of a sentence


def written(name: str, others: Iterable[str] | None = None) -> Markup:
    """A name, or other words that were typed, in a sentence, whatever direction they are written in. What can
    be left out of a long name where there is no room is marked: its beginning tells it from the `others`.
    """
    if others is None or len(name) <= LONGEST_USUAL:
        return Markup("<bdi translate=no>{}</bdi>").format(name)
    alike = (takewhile(lambda pair: len({*pair}) == 1, zip(name, other, strict=False)) for other in others)
    cut = 1 + max((SHORTEST - 1, *(len([*letters]) for letters in alike)))
    while unicodedata.category(name[cut : cut + 1] or " ") in _GOES_ON or name[cut - 1 : cut] == _JOINER:
        cut += 1
    if len(name) <= cut + 1:
        return Markup("<bdi translate=no>{}</bdi>").format(name)
    return Markup("<bdi class=long translate=no>{}<span>{}</span></bdi>").format(name[:cut], name[cut:])


def name_of(seat: Player) -> str:
    """A player's name; until somebody gives them one, what is on the shield, in the reader's language."""
    return seat.name if seat.named else shield_name(seat.shield)


def named(seat: Player, others: Iterable[Player] = ()) -> Markup:
    """A player's name in a sentence, short where it must be without being one of the `others`."""
    return written(name_of(seat), (name_of(other) for other in others if other is not seat))


@lru_cache(KEPT)
def _names(_reader: str, seats: tuple[Player, ...]) -> tuple[Markup, ...]:
    return tuple(named(seat, seats) for seat in seats)


class People:
    """Speaks of the players of one table, by the names that they have now."""

    def __init__(self, seats: tuple[Player, ...]) -> None:
        self._names = _names(language(), seats)

    def name(self, seat: int | None) -> Markup:
        """A player's name; “the bank” for None."""
        return escape(_("the bank")) if seat is None else self._names[seat]

    def called(self, name: str) -> Markup:
        """What a player is or was called, in a sentence."""
        return written(name)

    def names(self, seats: Iterable[int]) -> Markup:
        """Several players in a sentence."""
        return series(self._names[seat] for seat in seats)

    def each(self, numbers: Mapping[int, int]) -> Markup:
        """Each player's name with their number."""
        return series(
            say("%(name)s\N{NO-BREAK SPACE}%(number)s", name=self.name(seat), number=number)
            for seat, number in numbers.items()
        )

    def recorder(self, by: Iterable[int] | None) -> Markup | str:
        """Who recorded an entry, by the seats of the phone; "" where that goes without saying."""
        if by is None:
            return ""
        seats = [seat for seat in by if seat < len(self._names)]
        return self.names(seats) if seats else capitalized(self.name(None))

    def outcome(self, winners: tuple[int, ...]) -> Markup:
        """Who wins."""
        sentence = ngettext(
            "%(names)s wins.", "%(names)s share the victory.", len(winners), names="%(names)s"
        )
        return say(sentence, names=self.names(winners))

    def renamed(self, event: Renamed) -> Markup:
        """What a player is called now."""
        if not event.was:
            return say(_("%(name)s sits down."), name=self.called(event.name))
        sentence = _("%(was)s is now called %(name)s.")
        return say(sentence, was=self.called(event.was), name=self.called(event.name))

    def refusal(self, refusal: Refusal, me: int | None = None, **values: object) -> Markup:
        """A refusal's sentence with the players by name, as the player `me` reads it; `values` replace what a
        game calls differently.
        """
        said = {key: self._value(key, value) for key, value in refusal.values.items()}
        is_mine = me is not None and refusal.values.get("player") == me
        return say(_((is_mine and refusal.own) or refusal.sentence), **{**said, **values})

    def _value(self, key: str, value: object) -> object:
        match key, value:
            case "player" | "other", int(seat):
                return self.name(seat)
            case "players", tuple(seats):
                return self.names(seats)
            case _:
                return value


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
            said=said_of_phone(silence) if row.number in phone.phones else _("without a phone"),
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
