"""An evening that is over in a few words, whatever was played: what is handed on of it is made of these."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.rules.ruleset import State
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, ngettext
from companion.web.parts import Seat, seat_of

_NAME = re.compile(r"(<bdi.*?</bdi>)")
ISOLATE, ISOLATED = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class BoardGame:
    """A game as other programs list it: its name, what we call it there, its number at BoardGameGeek."""

    name: str
    word: str
    bgg: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A player, `named` unless only a shield is known, who `wins`, and began if it `starts`."""

    seat: Seat
    named: bool
    rank: int
    total: int
    wins: bool
    starts: bool


@dataclass(frozen=True, slots=True)
class Praise:
    """An honour, who has it, and for what, without markup."""

    title: str
    seats: tuple[Seat, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """An evening: what the `box` is called here and elsewhere, what was played with besides, the players by
    rank, how long it took, the honours, and `why` some won who tied with others, "" if nobody did.
    """

    box: str
    game: BoardGame
    board: str
    players: tuple[Placed, ...]
    minutes: int = 0
    praises: tuple[Praise, ...] = ()
    why: str = ""

    @property
    def outcome(self) -> str:
        """Who wins, or how many do."""
        first, *others = (player for player in self.players if player.wins)
        if not others:
            return _("%(name)s wins with %(total)s", name=isolated(first.seat.name), total=first.total)
        return ngettext(
            "%(num)s player shares the victory with %(total)s",
            "%(num)s players share the victory with %(total)s",
            len(others) + 1,
            total=first.total,
        )

    @property
    def standing(self) -> str:
        """Everybody's total, in a line."""
        return ", ".join(f"{isolated(player.seat.name)} {player.total}" for player in self.players)


def placed(game: State, counted: Any, first: int | None = None) -> tuple[Placed, ...]:  # noqa: ANN401 - of any game
    """The players of a result by rank; `first` began, if anybody knows who did."""
    players = (
        Placed(
            seat_of(game, seat),
            game.seats[seat].named,
            player.rank,
            player.total,
            wins=seat in counted.winners,
            starts=seat == first,
        )
        for seat, player in enumerate(counted.players)
    )
    return tuple(sorted(players, key=lambda player: player.rank))


def took(minutes: int) -> str:
    """How long an evening took; "" if that is not known."""
    return ngettext("%(num)s minute", "%(num)s minutes", minutes) if minutes else ""


def told_when(told: Told, when: str) -> str:
    """The box, the day and the time that it took."""
    return " · ".join(filter(None, (told.box, when, took(told.minutes))))


def as_text(told: Told, when: str, link: str) -> str:
    """The evening as a message, with its link if it has one."""
    return "\n".join(_lines(told, when, link))


def _lines(told: Told, when: str, link: str) -> Iterator[str]:
    yield told_when(told, when)
    yield told.outcome
    if told.why:
        yield told.why
    for player in told.players:
        yield f"{player.rank}. {isolated(player.seat.name)} {player.total}"
    if told.praises:
        yield ""
    for praise in told.praises:
        names = listed([isolated(seat.name) for seat in praise.seats])
        sentence = _("%(title)s: %(names)s. %(sentence)s.")
        yield sentence % {"title": praise.title, "names": names, "sentence": praise.sentence}
    if link:
        yield ""
        yield link


def unmarked(sentence: Markup | str) -> str:
    """A sentence without markup, its names isolated."""
    parts = (Markup(part) for part in _NAME.split(sentence))  # noqa: S704 - as it was
    return "".join(
        isolated(part.striptags()) if part.startswith("<bdi") else part.unescape() for part in parts
    )


def isolated(name: str) -> str:
    """A name among other words, where there is no markup: one that is written from right to left would take
    the number after it along.
    """
    is_leftward = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"{ISOLATE}{name}{ISOLATED}" if is_leftward else name
