"""Handfuls of cards, accounts and moves: value is moved from one account to another and never set."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

GOLD = "gold"
HIGHEST_GOLD = 9_999
"""More gold than any purse ever holds."""


class Goods(dict[str, int]):
    """An immutable multiset of cards: a good's word -> how many, always at least 1."""

    __slots__ = ()

    def __init__(self, counts: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        """Keep the given order, leave out zeros, refuse negative counts."""
        super().__init__({word: count for word, count in dict(counts).items() if count})
        if min(self.values(), default=0) < 0:
            raise ValueError(self)

    def _fixed(self, *_args: object, **_counts: object) -> NoReturn:
        raise TypeError(self)

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _fixed

    def __hash__(self) -> int:  # type: ignore[override] # a dict has none, because it changes
        """Equal handfuls hash alike, whatever their order."""
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        """The handful as it would be written in code."""
        return f"Goods({super().__repr__()})"

    @property
    def total(self) -> int:
        """How many cards there are in all."""
        return sum(self.values())

    def cards(self) -> Iterator[str]:
        """Each card's word, one by one."""
        return (word for word, count in self.items() for _ in range(count))

    def __add__(self, other: Mapping[str, int]) -> "Goods":
        """Both handfuls together."""
        return Goods(self | {word: self.get(word, 0) + count for word, count in other.items()})

    def __sub__(self, other: Mapping[str, int]) -> "Goods":
        """What is left after taking the other handful out; a ValueError if it is not all there."""
        return Goods(self | {word: self.get(word, 0) - count for word, count in other.items()})

    def __le__(self, other: Mapping[str, int]) -> bool:
        """Whether every card of this handful is also in the other one."""
        return all(count <= other.get(word, 0) for word, count in self.items())

    def overlap(self, other: Mapping[str, int]) -> "Goods":
        """The cards that are in both."""
        return Goods({word: min(count, other.get(word, 0)) for word, count in self.items()})


NO_GOODS = Goods()


class Place(StrEnum):
    """Where gold and cards can be; a purse, a stand and what counts at the end belong to a seat."""

    BANK = "bank"
    BOX = "box"
    BOOTY = "booty"
    PURSE = "purse"
    STAND = "stand"
    EXTRAS = "extras"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Account:
    """One place that holds gold or cards: the bank, the box, what lies between players, what left the game; a
    seat's purse, its stand, its cards that count at the end.
    """

    place: Place
    seat: int | None = None


BANK = Account(Place.BANK)
BOX = Account(Place.BOX)
"""Every card that is not on a stand: piles, hands and bags."""
BOOTY = Account(Place.BOOTY)
"""Gold and cards that two players have yet to share."""
ENDLESS = frozenset({BANK, BOX})
"""The accounts whose remaining content nobody counts."""
GONE = Account(Place.GONE)
"""The cards that left the game for good, and are in no pile."""


def purse(seat: int) -> Account:
    """The gold of a seat."""
    return Account(Place.PURSE, seat)


def stand(seat: int) -> Account:
    """The cards in front of a seat."""
    return Account(Place.STAND, seat)


def extras(seat: int) -> Account:
    """A seat's cards that are not goods but count at the end."""
    return Account(Place.EXTRAS, seat)


@dataclass(frozen=True, slots=True)
class Move:
    """An amount of gold, or a number of cards of one good, from one account to another; at least 1."""

    source: Account
    target: Account
    what: str
    amount: int


Balances = Mapping[Account, Goods]
"""What each account holds, except the bank and the box, which hold the rest; gold is under the word `gold`.
"""


class OverdrawnError(ValueError):
    """A move takes more than an account holds: a bug or a bad file, never a player's mistake."""


def post(balances: Balances, moves: Iterable[Move]) -> Balances:
    """The balances after the moves, in this order. Raises OverdrawnError if an account would fall below 0."""
    held = dict(balances)
    for move in moves:
        if move.amount < 1:
            raise OverdrawnError(move)
        for account, change in ((move.source, -move.amount), (move.target, move.amount)):
            if account.seat is not None or account not in ENDLESS:  # most are a seat's: no look-up
                held[account] = _changed(held.get(account, NO_GOODS), move, change)
    return held


def _changed(holding: Goods, move: Move, change: int) -> Goods:
    after = holding.get(move.what, 0) + change
    if after < 0:
        raise OverdrawnError(move)
    return Goods({**holding, move.what: after})


def outside(balances: Balances) -> Goods:
    """All gold and goods that have left the bank and the box."""
    total: dict[str, int] = {}
    for account, holding in balances.items():
        if account.place is not Place.EXTRAS:
            for word, count in holding.items():
                total[word] = total.get(word, 0) + count
    return Goods(total)


def gold(balances: Balances, seat: int) -> int:
    """The gold in a seat's purse."""
    return balances.get(purse(seat), NO_GOODS).get(GOLD, 0)


def on_stand(balances: Balances, seat: int) -> Goods:
    """The cards on a seat's stand, those face down under FACE_DOWN."""
    return balances.get(stand(seat), NO_GOODS)


def on_booty(balances: Balances) -> Goods:
    """What lies in the Booty: gold under its word, cards face down under FACE_DOWN."""
    return balances.get(BOOTY, NO_GOODS)


def gone(balances: Balances) -> Goods:
    """The cards that left the game for good."""
    return balances.get(GONE, NO_GOODS)


def in_extras(balances: Balances, seat: int) -> Goods:
    """The cards of a seat that count at the end, by their words."""
    return balances.get(extras(seat), NO_GOODS)


def carry(source: Account, target: Account, goods: Mapping[str, int]) -> tuple[Move, ...]:
    """The moves that carry these goods, or this gold, from one account to another."""
    return tuple(Move(source, target, word, amount) for word, amount in goods.items() if amount)


def pay(source: Account, target: Account, amount: int) -> tuple[Move, ...]:
    """The move that pays this much gold; none if it is 0."""
    return carry(source, target, {GOLD: amount})


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
