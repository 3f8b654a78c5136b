"""The small things many screens show: stocks, tallies, cards, the clock."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.ledger import NO_GOODS, Goods
from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.game import FACE_DOWN, Entry, Game
from companion.rules.sheriff.scoring import Bonus
from companion.web.http.language import gettext as _
from companion.web.parts import Choice, People, say
from companion.web.sheriff.glossary import king_of, queen_of
from companion.web.sheriff.table import Table


@dataclass(frozen=True, slots=True)
class Crown:
    """A title that a player would have now, its icon "crown" or "queen", and what it would be paid."""

    icon: str
    title: str
    worth: int


@dataclass(frozen=True, slots=True)
class Stock:
    """Cards of one good on a stand; a `crown` where the table shows who leads it."""

    word: str
    number: int
    kind: str
    crown: Crown | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """A number field for one good: what it holds, at most how many, what each is worth in gold."""

    word: str
    kind: str
    number: int
    most: int = 99
    each: int = 0


@dataclass(frozen=True, slots=True)
class Timer:
    """The inspection clock, in seconds: "ready", "running", "paused" or "over"; `mine` if this phone may
    start and stop it; it `lets_pass` what the Sheriff has not decided on when it ends; it is `over_for` so
    many milliseconds.
    """

    state: str
    remaining: int
    whole: int
    mine: bool = False
    lets_pass: bool = False
    over_for: int = 0

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


def purpose_of(table: Table, seat: int) -> str:
    """A token that changes with every entry about a seat, taken back or not, and with every round: anything
    half-filled on its sheet is then obsolete.
    """
    entries = (line.seq for line in reversed(table.lines) if seat in _about(line.event))
    return f"{table.game.round}.{next(entries, 0)}"


def _about(event: Entry) -> tuple[int | None, int | None]:
    return getattr(event, "merchant", None), getattr(event, "seat", None)


def kind_of(game: Game, word: str) -> str:
    """What sort of card a good is; a card face down is its own sort."""
    return FACE_DOWN if word == FACE_DOWN else game.cards.good(word).kind.value


def stocks(game: Game, goods: Goods) -> tuple[Stock, ...]:
    """Cards in the order of the card tables: legal goods, cards face down, contraband that is told."""
    box = game.box
    words = (*box.legal, FACE_DOWN, *box.contraband)
    return tuple(Stock(word, goods[word], kind_of(game, word)) for word in words if word in goods)


def tallies(game: Game, chosen: Goods, most: Mapping[str, int]) -> tuple[Tally, ...]:
    """A field for each good there is any of, in the order of the card tables."""
    words = [word for word in (*game.legal_goods, FACE_DOWN, *game.contraband) if word in most]
    return tuple(
        Tally(word, kind_of(game, word), chosen.get(word, 0), most[word], worth_of(game, word))
        for word in words
    )


def worth_of(game: Game, word: str) -> int:
    """What one card is worth, in gold; 0 for a face-down card, which nobody knows."""
    return 0 if word == FACE_DOWN else game.cards.good(word).value


def crowns(titles: Iterable[Bonus], seat: int) -> dict[str, Crown]:
    """A seat's titles as things stand, by the good's word. One who is paid nothing keeps the rank (S5)."""
    return {
        bonus.good: Crown("crown", king_of(bonus.good), dict(bonus.paid).get(seat, 0))
        if seat in bonus.king
        else Crown("queen", queen_of(bonus.good), dict(bonus.paid).get(seat, 0))
        for bonus in titles
        if seat in {*bonus.king, *bonus.queen}
    }


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies open; `out` if it went to a discard pile or the Sheriff's hand. Its `key` stays while
    it lies there.
    """

    key: str
    word: str
    kind: str
    out: bool = False


def key_of_bag(game: Game, merchant: int) -> str:
    """The key of a bag's cards: those of an opened bag stay the same ones when it is booked."""
    return f"bag-{game.round}-{merchant}"


def shown_cards(game: Game, key: str, goods: Goods, lost: Goods = NO_GOODS) -> Iterator[Card]:
    """The cards one by one, with those that were `lost` last of their kind."""
    number = 0
    for word, count in goods.items():
        kept = count - lost.get(word, 0)
        for index in range(count):
            yield Card(f"{key}-{number}", word, kind_of(game, word), index >= kept)
            number += 1


BOTH = "both"
"""What says that both Deputies act; a seat's number says who acts alone."""


def who_acts(game: Game, other: int | None = None) -> tuple[Choice, ...]:
    """The choices of who acts: both Deputies or one alone, on a phone of their own without the `other`; empty
    for a single Sheriff.
    """
    people = People(game.seats)
    if other is not None:
        own = next(seat for seat in game.deputies if seat != other)
        without = say(_("without %(name)s"), name=people.name(other))
        return (Choice(BOTH, _("both of us")), Choice(str(own), without))
    alone = (Choice(str(seat), say(_("%(name)s alone"), name=people.name(seat))) for seat in game.deputies)
    return (Choice(BOTH, _("both")), *alone) if game.deputies else ()


def plays_with_extras(game: Game) -> bool:
    """Whether the table plays with any cards that count at the end."""
    return any(getattr(game.options, card.option) for card in CARDS.values())
