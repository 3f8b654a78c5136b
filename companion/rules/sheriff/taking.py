"""What all cards that count at the end have in common, as somebody takes them (E21)."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.goods import Goods
from companion.rules.sheriff.bases import Correctable, Correction, Recorder
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import NotCorrectable
from companion.rules.sheriff.this_round import ThisRound


@dataclass(frozen=True, slots=True)
class CardWords:
    """What is said of one sort of cards: the `name` of a card, what is told of somebody who has `taken` it,
    and what to its `owner`.
    """

    name: str
    taken: str
    owner: str


class TakeCard(Correction):
    """A player takes a card that prints so much gold; 0 in a correction alone: it was never taken. Whether
    it is `for_bag` of this round: later is too late.
    """

    __slots__ = ()
    for_bag: ClassVar[bool] = True
    recorder = Recorder.SEAT
    seat: int
    gold: int

    @property
    def is_nothing(self) -> bool:
        """Whether no card was taken."""
        return not self.gold

    @abstractmethod
    def decide(self, game: Game, /) -> "CardTaken":
        """As for any command."""

    def instead_of(self, was: Correctable, then: Game) -> "CardTaken":
        """Another card, or none."""
        if not isinstance(was, CardTaken):
            raise NotCorrectable
        return was.never() if self.is_nothing else self.decide(then)


class CardTaken(Correctable):
    """A player took a card that prints so much gold; with 0 it was never taken. Accounts call such cards by
    words that begin with `head` and go on with its `parts`, the fields that say which card it is. Somebody
    `takes` it by that command; tables play with them where the `Options` have `option`. `printed` is every
    card there is, () where it can be any, by its name.
    """

    __slots__ = ()
    head: ClassVar[str]
    said: ClassVar[CardWords]
    takes: ClassVar[type[TakeCard]]
    parts: ClassVar[tuple[str, ...]] = ()
    option: ClassVar[str]
    printed: ClassVar[tuple[Extra, ...]]
    recorder = Recorder.SEAT
    seat: int
    gold: int
    told: Goods

    @property
    def is_nothing(self) -> bool:
        """Whether it turned out that no card was taken."""
        return not self.gold

    @property
    def what(self) -> str:
        """What the card is, whatever it prints."""
        return ":".join((self.head, *(getattr(self, part) for part in self.parts)))

    def is_due(self, _this_round: ThisRound, /) -> bool:
        """Whether the bag of its taker was as it asks for."""
        return True

    @staticmethod
    def cost(_what: str) -> Goods:
        """What leaves the game for such a card, whoever has it."""
        return Goods()

    @property
    def given(self) -> Goods:
        """What left the game for it."""
        return self.cost(self.what)

    @property
    def shown(self) -> Goods:
        """What lay face up for it, whether or not it was turned over for that."""
        return self.given

    def untold(self) -> Self:
        """The same card, without what was turned over for it."""
        return replace(self, told=Goods()) if self.told else self

    def never(self) -> Self:
        """The same card as it was never taken: nothing was turned over either."""
        return replace(self.untold(), gold=0, moves=())

    def told_by(self, seat: int) -> Goods:
        """What was turned over for it (E20, E23)."""
        return self.told if seat == self.seat else Goods()
