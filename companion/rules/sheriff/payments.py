"""Gold and goods moved by hand, with a reason."""

from dataclasses import replace

from companion.rules.goods import Goods
from companion.rules.ledger import BOOTY
from companion.rules.refusals import CountIsClosed, Refusal, allow
from companion.rules.sheriff.booty import may_put_there
from companion.rules.sheriff.commands import Pay
from companion.rules.sheriff.events import Paid
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.guards import check_gold, may_hold
from companion.rules.sheriff.posting import Posting, Side
from companion.rules.sheriff.refusals import (
    BootyGivesNothing,
    DealWithOneself,
    NoCoinsHere,
    NothingMoved,
    ReasonTooLong,
)
from companion.rules.sheriff.supply import check_in_play, check_supply
from companion.rules.stages import Stage

LONGEST_REASON = 140


def may_pay(game: Game) -> Refusal | None:
    """Whether gold and goods can still be moved by hand."""
    return CountIsClosed() if game.stage is Stage.CLOSED else None


def pay(game: Game, command: Pay) -> Paid:
    """Move gold and goods between two players, between a player and the bank or box, or onto the Booty. In a
    trade both sides give of what they had before.
    """
    check_reason(command.reason)
    _check_sides(game, command)
    if (command.gold or command.back_gold) and game.options.coins_on_table:
        raise NoCoinsHere
    check_gold(command.gold, command.back_gold)
    if not command.gold and not command.goods:
        raise NothingMoved
    check_in_play(game, command.goods)
    check_in_play(game, command.back_goods)
    _give_back(Posting(game), command)
    posting = Posting(game)
    receiver: Side = BOOTY if command.onto_booty else command.receiver
    posting.pay(command.giver, receiver, command.gold)
    posting.give(command.giver, receiver, command.goods)
    _give_back(posting, command)
    check_supply(game, posting.balances)
    return Paid(
        command.giver,
        command.receiver,
        command.gold,
        command.goods,
        command.reason,
        posting.moves,
        command.back_gold,
        command.back_goods,
        command.onto_booty,
    )


def never_paid(was: Paid, command: Pay) -> Paid:
    """What a payment is corrected to that never happened: between the same two, and nothing moved."""
    return replace(
        was, gold=0, goods=Goods(), reason=command.reason, moves=(), back_gold=0, back_goods=Goods()
    )


def _give_back(posting: Posting, command: Pay) -> None:
    posting.pay(command.receiver, command.giver, command.back_gold)
    posting.give(command.receiver, command.giver, command.back_goods)


def check_reason(reason: str) -> None:
    """Refuse a reason that is longer than a line."""
    if len(reason) > LONGEST_REASON:
        raise ReasonTooLong(LONGEST_REASON)


def _check_sides(game: Game, command: Pay) -> None:
    if command.onto_booty:
        allow(may_put_there(game))
        if command.trades:
            raise BootyGivesNothing
    elif command.giver == command.receiver:
        raise DealWithOneself
    for seat in (command.giver, command.receiver):
        if seat is not None:
            allow(may_hold(game, seat))
