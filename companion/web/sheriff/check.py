"""The end: stands checked, contraband revealed player by player, Feast Plates, coins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.ledger import Goods
from companion.rules.sheriff import debts, ending
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.ending import ContrabandRevealed
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.web.parts import Seat, seat_of, seats_of
from companion.web.reader import as_seen
from companion.web.sheriff.bag import Group
from companion.web.sheriff.stocks import Stock, Tally, kind_of, purpose_of, stocks
from companion.web.sheriff.table import Table
from companion.web.undone import Undone


@dataclass(frozen=True, slots=True)
class CheckSeat:
    """A stand as booked, also in a word as `seen`; a field for every good that may be on it; and as `extras`
    the cards that count at the end, which are no goods.
    """

    who: Seat
    stand: tuple[Stock, ...]
    goods: tuple[Tally, ...]
    seen: str
    open: bool
    extras: tuple[Extra, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What sheriff/end/_check.html shows; `hidden` while cards lie face down. `undone` is the result, if it
    was just taken back for this.
    """

    game: str
    seats: tuple[CheckSeat, ...]
    hidden: bool
    undone: Undone | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the previous player turned over."""

    seat: Seat
    cards: tuple[str, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """What sheriff/end/_reveal.html shows; `unknown` is how many of the `face_down` cards are still to be
    told. `order` has all who turn cards over, `left` those who have not yet.
    """

    game: str
    seat: Seat
    face_down: int
    unknown: int
    order: tuple[Seat, ...]
    left: tuple[int, ...]
    palette: tuple[Group, ...]
    shown: Shown | None
    purpose: str


@dataclass(frozen=True, slots=True)
class Plates:
    """What sheriff/end/plates.html shows: what is `chosen` for each plate, "" for nothing yet, and what each
    legal good is worth.
    """

    game: str
    seat: Seat
    chosen: tuple[str, ...]
    worth: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Purses:
    """What sheriff/end/purses.html shows: everybody's coins as typed; `seen` is the latest entry when it
    was drawn.
    """

    game: str
    typed: tuple[tuple[Seat, str], ...]
    seen: int


def check_screen(
    table: Table, typed: Mapping[int, Goods], allowed: Iterable[int], undone: Undone | None
) -> Check:
    """Each stand that this phone may correct, as booked; `typed` is what a refused form said, `undone` what
    was taken back just now.
    """
    game = table.game
    seats = tuple(_check_seat(game, seat, typed.get(seat)) for seat in allowed)
    hidden = any(map(game.face_down, range(len(game.seats))))
    return Check(table.id, seats, hidden, undone)


def _check_seat(game: Game, seat: int, typed: Goods | None) -> CheckSeat:
    booked = game.stand(seat)
    goods = booked if typed is None else typed
    words = (*game.legal_goods, FACE_DOWN, *game.contraband)
    return CheckSeat(
        who=seat_of(game, seat),
        stand=stocks(game, booked),
        goods=tuple(Tally(word, kind_of(game, word), goods.get(word, 0)) for word in words),
        seen=as_seen(booked),
        open=typed is not None,
        extras=game.extras(seat),
    )


def reveal_screen(table: Table, seat: int, told: Goods) -> Reveal:
    """One player's face-down cards; `told` are those that the form already names."""
    game = table.game
    hidden, circle = game.face_down(seat), game.clockwise(game.first_sheriff)
    return Reveal(
        game=table.id,
        seat=seat_of(game, seat),
        face_down=hidden,
        unknown=max(0, hidden - told.total),
        order=seats_of(game, (each for each in circle if game.face_down(each) or _tellings(table, each))),
        left=tuple(filter(game.face_down, circle)),
        palette=_palette(game, told),
        shown=shown_last(table),
        purpose=purpose_of(table, seat),
    )


def _tellings(table: Table, seat: int) -> tuple[ContrabandRevealed, ...]:
    """What a player turned over, entry by entry."""
    events = (line.event for line in table.standing)
    return tuple(event for event in events if isinstance(event, ContrabandRevealed) and event.seat == seat)


def _palette(game: Game, told: Goods) -> tuple[Group, ...]:
    groups = []
    for kind in (Kind.CONTRABAND, Kind.ROYAL, Kind.PROMO):
        words = [good.word for good in game.cards.of(kind) if game.copies(good.word)]
        if words:
            fields = tuple(Tally(word, kind.value, told.get(word, 0), game.copies(word)) for word in words)
            groups.append(Group(kind.value, kind is not Kind.PROMO, fields))
    return tuple(groups)


def shown_last(table: Table) -> Shown | None:
    """Who turned cards over last, and all of those cards, while the reveal goes on."""
    latest = table.standing[-1].event
    if not isinstance(latest, ContrabandRevealed):
        return None
    goods = sum((told.goods for told in _tellings(table, latest.seat)), Goods())
    worth = debts.worth(table.game.cards, goods)
    return Shown(seat_of(table.game, latest.seat), tuple(goods.cards()), worth)


def plates_screen(table: Table, seat: int, chosen: tuple[str, ...]) -> Plates:
    """A field for each Feast Plate of a player (S6)."""
    game = table.game
    blank = ("",) * max(0, ending.plates(game, seat) - len(chosen))
    worth = {word: game.cards.good(word).value for word in game.legal_goods}
    return Plates(table.id, seat_of(game, seat), (*chosen, *blank), worth)


def purses_screen(table: Table, typed: Mapping[int, str]) -> Purses:
    """A field for everybody's coins, as typed."""
    fields = tuple((seat_of(table.game, seat), gold) for seat, gold in typed.items())
    return Purses(table.id, fields, table.seq)
