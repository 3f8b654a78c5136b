"""The small things many screens show: seats, stocks, tallies, choices."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.goods import Goods
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.events import Event
from companion.rules.sheriff.game import Game
from companion.tables import Table
from companion.web.http.language import language

View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a form or a title names one."""

    number: int
    name: str
    charge: str


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards of one good on a stand."""

    word: str
    number: int
    kind: str


@dataclass(frozen=True, slots=True)
class Tally:
    """A number field for one good: its value, its maximum, what each card is worth in gold."""

    word: str
    kind: str
    number: int
    most: int = 99
    each: int = 0


@dataclass(frozen=True, slots=True)
class Timer:
    """The inspection clock, in seconds: "ready", "running", "paused" or "over"; `mine` if this phone may
    start and stop it.
    """

    state: str
    remaining: int
    whole: int
    mine: bool = False

    @property
    def is_over(self) -> bool:
        """Whether time is up."""
        return self.state == "over"

    @property
    def runs(self) -> bool:
        """Whether it counts down."""
        return self.state == "running"

    @property
    def was_started(self) -> bool:
        """Whether it runs, or ran."""
        return self.state != "ready"


@dataclass(frozen=True, slots=True)
class Link:
    """Where a tap leads, or a form is sent: a view by its name, and what its address says besides the table.
    A screen knows no request, so the template makes the address.
    """

    view: str
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """How something stands, in a word and perhaps an icon."""

    words: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option in a list of choices."""

    value: str
    label: str


def shared(table: Table, name: str, make: Callable[[Table], View]) -> View:
    """What is the same on all of a table's phones in one language, made once: they all ask at once."""
    key = name, language()
    if key not in table.views:
        table.views[key] = make(table)
    view: View = table.views[key]
    return view


def link(view: str, **values: int | str) -> Link:
    """Where a tap leads."""
    return Link(view, tuple(values.items()))


def seat_of(game: Game, number: int) -> Seat:
    """One player's seat."""
    who = game.seats[number]
    return Seat(number, who.name, who.shield)


def purpose_of(table: Table, seat: int) -> str:
    """A word that changes with every entry about a seat, taken back or not, and with the round: whatever is
    half filled in on the seat's sheet is then obsolete.
    """
    entries = (line.seq for line in reversed(table.lines) if seat in _about(line.event))
    return f"{table.game.round}.{next(entries, 0)}"


def _about(event: Event) -> tuple[int | None, int | None]:
    return getattr(event, "merchant", None), getattr(event, "seat", None)


def seats_of(game: Game, numbers: Iterable[int] | None = None) -> tuple[Seat, ...]:
    """These players' seats, or everybody's."""
    return tuple(seat_of(game, number) for number in (range(len(game.seats)) if numbers is None else numbers))


def kind_of(game: Game, word: str) -> str:
    """What sort of card a good is; a face-down card is a sort of its own."""
    return FACE_DOWN if word == FACE_DOWN else game.cards.good(word).kind.value


def stocks(game: Game, goods: Goods) -> tuple[Stock, ...]:
    """Cards in display order: legal goods, face-down cards, told contraband."""
    words = (*game.legal_goods, FACE_DOWN, *game.contraband)
    return tuple(Stock(word, goods[word], kind_of(game, word)) for word in words if word in goods)


def tallies(game: Game, chosen: Goods, most: Mapping[str, int]) -> tuple[Tally, ...]:
    """A field for each available good, in the order of the card tables."""
    words = [word for word in (*game.legal_goods, FACE_DOWN, *game.contraband) if word in most]
    return tuple(
        Tally(word, kind_of(game, word), chosen.get(word, 0), most[word], worth_of(game, word))
        for word in words
    )


def worth_of(game: Game, word: str) -> int:
    """What one card is worth, in gold; nobody knows for a face-down card."""
    return 0 if word == FACE_DOWN else game.cards.good(word).value
