"""Corrections: an older bag or payment was different, and the difference is booked now."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from companion.rules import ledger
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import BANK, BOX, Account, Move, Place, purse
from companion.rules.refusals import CountIsClosed, Refusal, allow
from companion.rules.seats import Presence
from companion.rules.sheriff.commands import Correct, OpenBag, PassBag, Pay
from companion.rules.sheriff.events import BagOpened, BagPassed, EntryCorrected, Event, Paid
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.inspection import open_bag, pass_bag
from companion.rules.sheriff.payments import check_reason, pay
from companion.rules.sheriff.refusals import (
    CorrectionBreaksPurse,
    CorrectionBreaksStand,
    NotCorrectable,
    NothingMoved,
)
from companion.rules.sheriff.supply import check_supply
from companion.rules.stages import Stage

Correctable = BagPassed | BagOpened | Paid


def may_correct(game: Game, was: Event) -> Refusal | None:
    """Whether an entry can still be corrected."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if isinstance(was, Correctable) else NotCorrectable()


def correct(game: Game, before: Game, was: Correctable, command: Correct) -> EntryCorrected:
    """The correction of an entry: decided as things were `before` it, booked on `game` as things are now."""
    allow(may_correct(game, was))
    check_reason(command.reason)
    now = _as_it_was(before, was, command.command)
    if _is_same(was, now):
        raise NothingMoved
    moves = difference(_as_held(game, was.moves), _as_held(game, now.moves))
    check_supply(game, _posted(game, moves))
    return EntryCorrected(command.seq, before.round, command.reason, was, now, moves)


def _as_it_was(before: Game, was: Correctable, command: PassBag | OpenBag | Pay) -> Correctable:
    if isinstance(was, Paid) != isinstance(command, Pay):
        raise NotCorrectable
    if isinstance(command, Pay):
        return pay(before, command)
    if isinstance(was, Paid) or command.merchant != was.merchant:
        raise NotCorrectable
    return pass_bag(before, command) if isinstance(command, PassBag) else open_bag(before, command)


def _is_same(was: Correctable, now: Correctable) -> bool:
    """Whether both say the same; the order in which goods were named does not matter."""
    return replace(now, moves=was.moves) == was and not difference(was.moves, now.moves)


def _as_held(game: Game, moves: Iterable[Move]) -> Iterable[Move]:
    """The moves, with the bank and the box in place of players who left with nothing: it all went there."""
    gone = {seat for seat, who in enumerate(game.seats) if who.presence is Presence.GONE}
    stand_in = {Place.PURSE: BANK, Place.STAND: BOX}
    for move in moves:
        source, target = (
            stand_in[account.place] if account.seat in gone else account
            for account in (move.source, move.target)
        )
        yield Move(source, target, move.what, move.amount)


def difference(was: Iterable[Move], now: Iterable[Move]) -> tuple[Move, ...]:
    """The moves that turn one set of moves into the other, straight from where there is too much."""
    change: Counter[tuple[str, Account]] = Counter()
    for moves, sign in ((was, -1), (now, 1)):
        for move in moves:
            change[move.what, move.source] -= sign * move.amount
            change[move.what, move.target] += sign * move.amount
    whats = dict.fromkeys(what for what, _ in change)
    return tuple(move for what in whats for move in _evened(what, change))


def by_hand(event: Correctable) -> tuple[Move, ...]:
    """The gold that hands moved at a table that keeps its coins: its entries name it but move none (T7)."""
    if isinstance(event, Paid) or any(move.what == GOLD for move in event.moves):
        return ()
    paid = [(deal.giver, deal.receiver, deal.gold) for deal in event.deals]
    if isinstance(event, BagOpened):
        paid.append((event.fine.payer, event.fine.receiver, event.coins))
    return tuple(
        move for giver, receiver, gold in paid for move in ledger.pay(purse(giver), purse(receiver), gold)
    )


def _evened(what: str, change: Counter[tuple[str, Account]]) -> Iterable[Move]:
    givers = {account: -amount for (word, account), amount in change.items() if word == what and amount < 0}
    takers = {account: amount for (word, account), amount in change.items() if word == what and amount > 0}
    for giver, surplus in givers.items():
        left = surplus
        for taker, wanted in takers.items():
            amount = min(left, wanted)
            if amount:
                yield Move(giver, taker, what, amount)
            takers[taker] = wanted - amount
            left -= amount


def _posted(game: Game, moves: tuple[Move, ...]) -> ledger.Balances:
    """The balances with the correction; refused where a purse or a stand would fall below zero."""
    for account in dict.fromkeys(move.source for move in moves):
        if account not in {BANK, BOX}:
            _check_account(game, account, moves)
    return ledger.post(game.balances, moves)


def _check_account(game: Game, account: Account, moves: tuple[Move, ...]) -> None:
    taken = Goods()
    for move in moves:
        if move.source == account:
            taken += {move.what: move.amount}
    held = game.balances.get(account, Goods())
    for what, amount in taken.items():
        if held.get(what, 0) < amount:
            seat = account.seat or 0
            if account.place is Place.PURSE:
                raise CorrectionBreaksPurse(seat, amount - held.get(what, 0))
            raise CorrectionBreaksStand(seat, what)
