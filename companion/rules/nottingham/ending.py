"""The count: loot put right, present sums, the result (N19, N21)."""

from companion.rules import ledger
from companion.rules.differences import difference
from companion.rules.goods import Goods
from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Balances, carry, stand
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.commands import CheckLoot
from companion.rules.nottingham.events import CountClosed, LootChecked
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.guards import may_be
from companion.rules.nottingham.refusals import LootExceeded, UnknownItem
from companion.rules.nottingham.scoring import Result, count
from companion.rules.refusals import CountIsClosed, NotInCount, Refusal
from companion.rules.stages import Stage


def may_check(game: Game, seat: int) -> Refusal | None:
    """Whether a player's loot can be put right by the real cards: only during the count, whoever it is."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return NotInCount() if game.stage is Stage.ROUNDS else may_be(game, seat)


def check_loot(game: Game, command: CheckLoot) -> LootChecked:
    """The loot becomes what the real cards are; the difference goes to the box or comes from it (N21)."""
    if any(word not in BOX.item_words for word in command.loot):
        raise UnknownItem
    lies = stand(command.seat)
    moves = difference(carry(REST, lies, game.loot(command.seat)), carry(REST, lies, command.loot))
    check_supply(ledger.post(game.balances, moves))
    return LootChecked(command.seat, command.loot, moves)


def check_supply(balances: Balances) -> None:
    """Refuse more loot of an object than it has cards (N1)."""
    lying = ledger.outside(balances)
    for word in BOX.item_words:
        if lying.get(word, 0) > BOX.copies:
            raise LootExceeded(word, lying[word], BOX.copies)


def may_close(game: Game) -> Refusal | None:
    """Whether the count can be closed: nothing has to be typed for it."""
    return None if game.stage is Stage.COUNT else NotInCount()


def sums(game: Game) -> Result:
    """Everybody's present sum, with every line (N14, N21); whether it is shown, the table says (N19)."""
    seats = range(len(game.seats))
    loot: list[Goods] = [game.loot(seat) for seat in seats]
    return count(loot, [game.missions(seat) for seat in seats], game.numbers)


def close(game: Game) -> CountClosed:
    """The result, with every line of every sum (N21)."""
    return CountClosed(sums(game))
