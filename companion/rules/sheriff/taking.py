"""What all cards that count at the end have in common when somebody takes them (E21)."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.rules.ledger import Goods
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import Correctable, Correction, Game, Recorder, ThisRound
from companion.rules.sheriff.refusals import NotCorrectable


@dataclass(frozen=True, slots=True)
class CardWords:
    """What is said of one sort of card: the `name` of a card, what is told of a player who has `taken` it,
    and what is told to its `owner`.
    """

    name: str
    taken: str
    owner: str


class TakeCard(Correction):
    """A player takes a card that prints this much `gold`; only a correction says 0: it was never taken. A
    card `for_bag` of this round cannot be taken later.
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
        """Decide another card, or none."""
        if not isinstance(was, CardTaken):
            raise NotCorrectable
        return was.never() if self.is_nothing else self.decide(then)


class CardTaken(Correctable):
    """A player took a card that prints this much `gold`; with 0 it was never taken. Accounts hold such cards
    under words that begin with `head` and go on with its `parts`, the fields that say which card it is.
    `takes` is the command, `option` the field of `Options` that has such cards played. `printed` is every
    card there is; () if it can be any, by its name.
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
        """Whether its taker's bag met the card's condition."""
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
        """This card without what was turned over for it."""
        return replace(self, told=Goods()) if self.told else self

    def never(self) -> Self:
        """This card as if it was never taken, with nothing turned over for it."""
        return replace(self.untold(), gold=0, moves=())

    def told_by(self, seat: int) -> Goods:
        """What was turned over for it (E20, E23)."""
        return self.told if seat == self.seat else Goods()
