"""The count of a table: the loot, to be compared with the real cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.game import Game
from companion.web.forms import put_right
from companion.web.phone.nottingham.table import Table


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A field for the loot cards of one object."""

    word: str
    number: int
    most: int


@dataclass(frozen=True, slots=True)
class CheckSeat:
    """A player's loot as it is booked, `seen` in a word, and a field for every object."""

    number: int
    name: str
    charge: str
    loot: tuple[CheckItem, ...]
    cards: int
    items: tuple[CheckItem, ...]
    seen: str
    open: bool


@dataclass(frozen=True, slots=True)
class Check:
    """What nottingham/end/_check.html shows; `may_close` if this phone may close the count."""

    game: str
    seats: tuple[CheckSeat, ...]
    may_close: bool


def check(table: Table, typed: Mapping[int, Goods], allowed: Iterable[int], *, may_close: bool) -> Check:
    """The loot of each player whose loot this phone may correct, as booked; `typed` is what a refused form
    said.
    """
    return Check(table.id, tuple(_seat(table.game, seat, typed) for seat in allowed), may_close)


def _seat(game: Game, seat: int, typed: Mapping[int, Goods]) -> CheckSeat:
    who, booked = game.seats[seat], game.loot(seat)
    fields = typed.get(seat, booked)
    return CheckSeat(
        number=seat,
        name=who.name,
        charge=who.shield,
        loot=tuple(_item(word, booked) for word in BOX.item_words if word in booked),
        cards=booked.total,
        items=tuple(_item(word, fields) for word in BOX.item_words),
        seen=put_right.stamp(booked),
        open=seat in typed,
    )


def _item(word: str, loot: Goods) -> CheckItem:
    return CheckItem(word, loot.get(word, 0), BOX.copies)
