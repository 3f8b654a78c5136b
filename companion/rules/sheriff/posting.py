"""Moves as they are decided, each one checked against what those before it left and what the box has."""

from collections.abc import Mapping

from companion.rules import ledger
from companion.rules.ledger import BANK, BOX, GOLD, HIGHEST_GOLD, Account, Balances, Goods, Move, purse, stand
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.refusals import PurseTooLarge, PurseTooSmall, StandTooSmall


def check_in_play(game: Game, goods: Goods) -> None:
    """Refuse a good that is not in play at this table."""
    for word in goods:
        if word != FACE_DOWN and word not in game.box.copies:
            raise no.GoodNotInPlay(word)


def check_supply(game: Game, balances: Balances, in_bag: Goods | None = None) -> None:
    """Refuse more cards on stands, in an open bag and out of the game than the box has for so many (E20)."""
    shown = ledger.outside(balances) + (in_bag or Goods())
    box = game.box
    gone = ledger.gone(balances)
    for word, count in shown.items():
        if word not in {GOLD, FACE_DOWN} and count > box.copies.get(word, 0):
            if word in gone:
                raise no.GoneExceedsSupply(word, count - gone[word], box.copies[word], gone[word])
            raise no.SupplyExceeded(word, count, box.copies.get(word, 0))
    contraband = shown.get(FACE_DOWN, 0) + sum(shown.get(word, 0) for word in box.contraband)
    copies = sum(box.copies[word] for word in box.contraband)
    if contraband > copies:
        raise no.ContrabandExceeded(contraband, copies)


Side = int | Account | None
"""The giver or the receiver: a seat, the Booty, or None for the bank and the box."""


class Posting:
    """Collects the moves of one event; refuses any that a purse or a stand cannot cover (D5, I6), or hold."""

    def __init__(self, game: Game) -> None:
        """Start from the game's balances."""
        self.game = game
        self.balances = game.balances
        self._moves: list[Move] = []

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far, in order."""
        return tuple(self._moves)

    def mark(self) -> tuple[Balances, int]:
        """The moves so far, to come `back` to."""
        return self.balances, len(self._moves)

    def back(self, mark: tuple[Balances, int]) -> None:
        """Forget the moves since a mark."""
        self.balances, kept = mark
        del self._moves[kept:]

    def gold(self, seat: int) -> int:
        """The gold left in a purse after the moves so far."""
        return ledger.gold(self.balances, seat)

    def stand(self, seat: int) -> Goods:
        """The cards on a stand after the moves so far."""
        return ledger.on_stand(self.balances, seat)

    def pay(self, giver: Side, receiver: Side, amount: int) -> None:
        """Move gold between purses and Booty; None is the bank. Where a table keeps its coins, none (T7)."""
        if not self.game.options.coins_on_table:
            self.bank(giver, receiver, amount)

    def bank(self, giver: Side, receiver: Side, amount: int) -> None:
        """Move gold, even at a table that keeps its coins."""
        if isinstance(giver, int) and self.gold(giver) < amount:
            raise PurseTooSmall(giver, self.gold(giver), amount)
        self._post(ledger.pay(_purse(giver), _purse(receiver), amount))
        if amount and isinstance(receiver, int) and self.gold(receiver) > HIGHEST_GOLD:
            raise PurseTooLarge(receiver, HIGHEST_GOLD)

    def give(self, giver: Side, receiver: Side, goods: Mapping[str, int]) -> None:
        """Move cards between stands and the Booty; None is the box."""
        if isinstance(giver, int):
            held = self.stand(giver)
            for word, count in goods.items():
                if held.get(word, 0) < count:
                    raise StandTooSmall(giver, word, held.get(word, 0), count)
        self._post(ledger.carry(_stand(giver), _stand(receiver), goods))

    def move(self, source: Account, target: Account, things: Mapping[str, int]) -> None:
        """Move things between accounts that are not purses and are known to hold them."""
        self._post(ledger.carry(source, target, things))

    def tell(self, seat: int, goods: Goods) -> None:
        """Turn face-down cards into the kinds they are."""
        self.give(seat, None, {FACE_DOWN: goods.total})
        self.give(None, seat, goods)

    def _post(self, moves: tuple[Move, ...]) -> None:
        self.balances = ledger.post(self.balances, moves)
        self._moves.extend(moves)


def _purse(side: Side) -> Account:
    if side is None:
        return BANK
    return purse(side) if isinstance(side, int) else side


def _stand(side: Side) -> Account:
    if side is None:
        return BOX
    return stand(side) if isinstance(side, int) else side
