"""The players' rows on the board: gold, goods, what a tap on one leads to."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.rules.ledger import Goods
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff import debts, ending
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import FACE_DOWN, OUT, EntryCorrected, Game
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.rotation import BadgePassed, CountBegun
from companion.rules.sheriff.seating import PlayerJoined
from companion.web.parts import Link, Row, Seat, link, name_of, seat_of, with_phones
from companion.web.sheriff.stocks import Crown, Stock, crowns, plays_with_extras, stocks
from companion.web.sheriff.table import PhoneContext, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow(Row):
    """A player's row; `purse` is None at a table that keeps its coins until they are counted. Each of the
    `legal` goods has its place, even if there are none. `contraband` is shown as two numbers, of cards `told`
    and `face_down`, and each kind on a tap. `extras`, the cards that count at the end, have a frame of their
    own; where the table plays with any, each row `has_extras`, a place for them. `todo` while the seat's bag
    waits.
    """

    purse: int | None
    sheriff: bool
    deputy: bool
    away: bool
    todo: bool
    legal: tuple[Stock, ...]
    contraband: tuple[Stock, ...]
    extras: tuple[Extra, ...] = ()
    has_extras: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether nothing lies on the stand."""
        return not self.contraband and not self.extras and not any(stock.number for stock in self.legal)

    @property
    def worth(self) -> int:
        """What the cards in a frame count together at the end."""
        return sum(card.gold for card in self.extras)

    @property
    def told(self) -> tuple[Stock, ...]:
        """The contraband whose kinds everybody knows."""
        return tuple(stock for stock in self.contraband if stock.word != FACE_DOWN)

    @property
    def face_down(self) -> int:
        """How many cards lie face down."""
        return sum(stock.number for stock in self.contraband if stock.word == FACE_DOWN)


@dataclass(frozen=True, slots=True)
class Change:
    """By how much a round made a player richer, in gold, or poorer."""

    seat: Seat
    gold: int


def round_changes(table: Table) -> tuple[Change, ...]:
    """What the round that ended a moment ago changed, the most first: in gold, and in what lies face up on
    the stands. What a correction settles of an earlier round, or a new player brings, is no gain of this one.
    Nothing after any other entry than a payment or a correction, where the coins stay on the table, or if
    the game ended before anything happened in its last round.
    """
    now, since = table.game, (EntryCorrected, Paid)
    last = next(line for line in reversed(table.standing) if not isinstance(line.event, since))
    if now.options.coins_on_table or not isinstance(last.event, BadgePassed | CountBegun):
        return ()
    ended = now.round - isinstance(last.event, BadgePassed)
    gold = dict.fromkeys(now.circle, 0)
    for (_seq, _event, before), (seq, event, after) in pairwise(table.log):
        if isinstance(event, EntryCorrected):
            counts = event.round == ended
        else:
            counts = before.round == ended and seq <= last.seq and not isinstance(event, PlayerJoined)
        if counts:
            for seat in gold:
                gold[seat] += _known(after, seat) - _known(before, seat)
    if isinstance(last.event, CountBegun) and not now.is_inspected and not any(gold.values()):
        return ()
    every = (Change(seat_of(now, seat), gained) for seat, gained in gold.items())
    return tuple(sorted(every, key=lambda change: -change.gold))


def _known(game: Game, seat: int) -> int:
    """All that everybody knows a player to have, in gold."""
    extras = sum(card.gold for card in game.extras(seat))
    return game.gold(seat) + debts.worth(game.cards, game.stand(seat)) + extras


def rows(game: Game) -> tuple[SeatRow, ...]:
    """Everybody's row; with crowns where the table wants them."""
    titles = ending.leading(game) if game.options.crowns else ()
    has_extras = plays_with_extras(game)
    return tuple(_row(game, seat, crowns(titles, seat), has_extras=has_extras) for seat in game.circle)


def _row(game: Game, seat: int, crowned: Mapping[str, Crown], *, has_extras: bool) -> SeatRow:
    who = game.seats[seat]
    known = not game.options.coins_on_table or seat in game.gold_counted
    rounds, stand = game.stage is Stage.ROUNDS, _as_it_counts(game, seat)
    return SeatRow(
        number=seat,
        name=name_of(who),
        charge=who.shield,
        purse=game.gold(seat) if known else None,
        sheriff=rounds and seat in game.sheriffs,
        deputy=rounds and seat in game.deputies,
        away=rounds and game.done.get(seat) == OUT,
        gone=who.presence is not Presence.HERE,
        todo=rounds and seat in game.waiting,
        legal=tuple(
            Stock(word, stand.get(word, 0), Kind.LEGAL, crowned.get(word)) for word in game.legal_goods
        ),
        contraband=tuple(stock for stock in stocks(game, stand) if stock.kind != Kind.LEGAL),
        extras=game.extras(seat),
        has_extras=has_extras,
    )


def _as_it_counts(game: Game, seat: int) -> Goods:
    """What is on a stand, its Feast Plates as the legal goods that they became (S6)."""
    stand, chosen = game.stand(seat), Counter(game.plates.get(seat, ()))
    if not chosen:
        return stand
    return Goods({word: count for word, count in stand.items() if not game.becomes_legal(word)}) + chosen


def linked(seats: tuple[SeatRow, ...], phone: PhoneContext, *, in_lobby: bool) -> Iterator[SeatRow]:
    """The rows with the link that a tap on each follows here, and the state of each player's own phone."""
    may_pay = phone.permit.allows(Pay)
    for row in with_phones(seats, phone, in_lobby=in_lobby):
        bag = row.todo and phone.permit.allows(PassBag, row.number)
        pay = may_pay and phone.permit.may_pay(row.number) and not row.gone
        way = _way(phone, row, bag=bag, pay=pay)
        yield replace(row, link=way) if way else row


def _way(phone: PhoneContext, row: SeatRow, *, bag: bool, pay: bool) -> Link | None:
    """The link to the bag that waits, else to a card that the bag still earns, else to a payment."""
    if bag:
        return link("bags.bag", seat=row.number)
    if row.has_extras and phone.permit.has_card_due(row.number):
        return link("extras.extra", seat=row.number)
    return link("pay.pay", giver=row.number) if pay else None
