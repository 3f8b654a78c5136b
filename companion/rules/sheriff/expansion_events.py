"""What happened with the cards of an expansion: some count at the end, others are a round's laws."""

from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.ledger import Move

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class MarketCardTaken:
    """A merchant took a card from this good's pile of the Black Market. The cards `told` for it were turned
    over; all three left the game (E19, E20). With 0 gold it was never taken.
    """

    seat: int
    good: str
    gold: int
    told: Goods
    moves: Moves

    @property
    def is_nothing(self) -> bool:
        """Whether it turned out that no card was taken."""
        return not self.gold


@dataclass(frozen=True, slots=True)
class OrderFilled:
    """A bag that passed filled a special order, and its merchant took the card. What was `told` for it stays
    on the stand (E22, E23). With 0 gold it was never filled.
    """

    seat: int
    good: str
    contraband: str
    gold: int
    told: Goods
    moves: Moves

    @property
    def is_nothing(self) -> bool:
        """Whether it turned out that no order was filled."""
        return not self.gold


@dataclass(frozen=True, slots=True)
class OtherCardTaken:
    """A player has another card that counts at the end, by its name (E24). With 0 gold it never was there."""

    seat: int
    card: str
    gold: int
    moves: Moves

    @property
    def is_nothing(self) -> bool:
        """Whether it turned out that there was no such card."""
        return not self.gold


CardTaken = MarketCardTaken | OrderFilled | OtherCardTaken


@dataclass(frozen=True, slots=True)
class LawsProclaimed:
    """These are the laws of the round; none: those of before stand no longer (E26)."""

    laws: tuple[str, ...]
    moves: Moves = ()
