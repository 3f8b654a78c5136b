"""The end: stands checked, contraband revealed player by player, Feast Plates, coins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.goods import Goods
from companion.rules.sheriff import debts, ending
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.ending import ContrabandRevealed
from companion.rules.sheriff.game import Game
from companion.web.beside import stamp_of
from companion.web.parts import Seat, seat_of
from companion.web.sheriff.bag import Group
from companion.web.sheriff.stocks import ExtraCard, Stock, Tally, extra_cards, kind_of, purpose_of, stocks
from companion.web.sheriff.table import Table
from companion.web.undone import Undone

MOST_ON_STAND = 99


@dataclass(frozen=True, slots=True)
class CheckSeat:
    """A stand as it is booked, `seen` in a word, and a field for every good that may be on it; and the cards
    that count at the end, which are no goods.
    """

    number: int
    name: str
    charge: str
    stand: tuple[Stock, ...]
    goods: tuple[Tally, ...]
    seen: str
    open: bool
    extras: tuple[ExtraCard, ...] = ()


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
class RevealSeat:
    """A player, in the order in which cards are turned over."""

    number: int
    name: str
    charge: str
    done: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """What the previous player turned over."""

    seat: Seat
    cards: tuple[str, ...]
    worth: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """What sheriff/end/_reveal.html shows; `unknown` of the `face_down` cards are still to be told."""

    game: str
    seat: Seat
    face_down: int
    unknown: int
    order: tuple[RevealSeat, ...]
    palette: tuple[Group, ...]
    shown: Shown | None
    purpose: str


@dataclass(frozen=True, slots=True)
class Plate:
    """One Feast Plate's field."""

    field: str
    chosen: str


@dataclass(frozen=True, slots=True)
class Plates:
    """What sheriff/end/plates.html shows."""

    game: str
    seat: Seat
    plates: tuple[Plate, ...]
    legal: tuple[str, ...]
    worth: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PurseSeat:
    """A player's coins as typed."""

    number: int
    name: str
    charge: str
    gold: str


@dataclass(frozen=True, slots=True)
class Purses:
    """What sheriff/end/purses.html shows, drawn on the table up to the entry `seen`."""

    game: str
    seats: tuple[PurseSeat, ...]
    seen: int


def check_screen(
    table: Table, typed: Mapping[int, Goods], allowed: Iterable[int], undone: Undone | None
) -> Check:
    """Each stand that this phone may correct, as booked; `typed` is what a refused form said, `undone` what
    was taken back just now.
    """
    game, said = table.game, typed
    seats = []
    for seat in allowed:
        who, booked = game.seats[seat], game.stand(seat)
        goods = _fields(game, said.get(seat, booked))
        extras = extra_cards(game, seat)
        stand, seen = stocks(game, booked), stamp_of(booked)
        seats.append(CheckSeat(seat, who.name, who.shield, stand, goods, seen, seat in said, extras))
    hidden = any(map(game.face_down, range(len(game.seats))))
    return Check(table.id, tuple(seats), hidden, undone)


def _fields(game: Game, goods: Goods) -> tuple[Tally, ...]:
    words = (*game.legal_goods, FACE_DOWN, *game.contraband)
    return tuple(Tally(word, kind_of(game, word), goods.get(word, 0), MOST_ON_STAND) for word in words)


def reveal_screen(table: Table, seat: int, told: Goods) -> Reveal:
    """One player's face-down cards; `told` are those that the form already names."""
    game = table.game
    order = [
        other
        for other in game.clockwise(game.first_sheriff)
        if game.face_down(other) or _tellings(table, other)
    ]
    hidden = game.face_down(seat)
    return Reveal(
        game=table.id,
        seat=seat_of(game, seat),
        face_down=hidden,
        unknown=max(0, hidden - told.total),
        order=tuple(_in_order(game, other) for other in order),
        palette=_palette(game, told),
        shown=shown_last(table),
        purpose=purpose_of(table, seat),
    )


def _in_order(game: Game, seat: int) -> RevealSeat:
    who = seat_of(game, seat)
    return RevealSeat(seat, who.name, who.charge, not game.face_down(seat))


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
    fields = range(ending.plates(game, seat))
    return Plates(
        game=table.id,
        seat=seat_of(game, seat),
        plates=tuple(
            Plate(f"plate-{index}", chosen[index] if index < len(chosen) else "") for index in fields
        ),
        legal=game.legal_goods,
        worth={word: game.cards.good(word).value for word in game.legal_goods},
    )


def purses_screen(table: Table, typed: Mapping[int, str]) -> Purses:
    """A field for everybody's coins, as typed."""
    seats = (seat_of(table.game, seat) for seat in typed)
    return Purses(
        table.id,
        tuple(PurseSeat(who.number, who.name, who.charge, typed[who.number]) for who in seats),
        table.seq,
    )
