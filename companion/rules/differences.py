"""What differs between two sets of moves, as moves: what a correction books."""

from collections import Counter
from collections.abc import Iterable

from companion.rules.ledger import Account, Move


def net(moves: Iterable[Move]) -> Counter[tuple[Account, str]]:
    """By how much each account has more or less of each thing after the moves."""
    changed: Counter[tuple[Account, str]] = Counter()
    for move in moves:
        changed[move.source, move.what] -= move.amount
        changed[move.target, move.what] += move.amount
    return changed


def difference(was: Iterable[Move], now: Iterable[Move]) -> tuple[Move, ...]:
    """The moves that turn one set of moves into the other, straight from where there is too much."""
    change = Counter({key: -amount for key, amount in net(was).items()})
    change.update(net(now))
    whats = dict.fromkeys(what for _, what in change)
    return tuple(move for what in whats for move in _evened(what, change))


def _evened(what: str, change: Counter[tuple[Account, str]]) -> Iterable[Move]:
    givers = {account: -amount for (account, word), amount in change.items() if word == what and amount < 0}
    takers = {account: amount for (account, word), amount in change.items() if word == what and amount > 0}
    for giver, surplus in givers.items():
        left = surplus
        for taker, wanted in takers.items():
            amount = min(left, wanted)
            if amount:
                yield Move(giver, taker, what, amount)
            takers[taker] = wanted - amount
            left -= amount
