"""Accounts and moves: value is moved from one account to another and never set."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.rules.goods import GOLD, Goods


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
                held[account] = _changed(held.get(account, Goods()), move, change)
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
    return balances.get(purse(seat), Goods()).get(GOLD, 0)


def on_stand(balances: Balances, seat: int) -> Goods:
    """The cards on a seat's stand, those face down under FACE_DOWN."""
    return balances.get(stand(seat), Goods())


def on_booty(balances: Balances) -> Goods:
    """What lies on the Booty: gold under its word, cards face down under FACE_DOWN."""
    return balances.get(BOOTY, Goods())


def gone(balances: Balances) -> Goods:
    """The cards that left the game for good."""
    return balances.get(GONE, Goods())


def in_extras(balances: Balances, seat: int) -> Goods:
    """The cards of a seat that count at the end, by their words."""
    return balances.get(extras(seat), Goods())


def carry(source: Account, target: Account, goods: Mapping[str, int]) -> tuple[Move, ...]:
    """The moves that carry these goods, or this gold, from one account to another."""
    return tuple(Move(source, target, word, amount) for word, amount in goods.items() if amount)


def pay(source: Account, target: Account, amount: int) -> tuple[Move, ...]:
    """The move that pays this much gold; none if it is 0."""
    return carry(source, target, {GOLD: amount})
