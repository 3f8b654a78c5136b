"""Opening a table: who plays, with what, from where (T1 to T3, T7, E6, E7)."""

from collections.abc import Iterator

from companion.rules import names
from companion.rules.goods import Goods
from companion.rules.ledger import BANK, BOX, Move, carry, pay, purse, stand
from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS, Seat
from companion.rules.sheriff.commands import OpenTable
from companion.rules.sheriff.deputies import check_none, check_served, chosen, first_pairs
from companion.rules.sheriff.editions import EDITIONS, Edition, Kind, edition
from companion.rules.sheriff.events import TableOpened
from companion.rules.sheriff.guards import check_gold
from companion.rules.sheriff.options import (
    FEWEST_PLAYERS,
    MOST_COPIES,
    MOST_PLAYERS,
    MOST_WITH_DEPUTIES,
    Options,
)
from companion.rules.sheriff.refusals import (
    GoodNotInPlay,
    NoCoinsHere,
    NoSheriff,
    PromoOutOfRange,
    PurseSplit,
    RoundOutOfRange,
    RoundsOutOfRange,
    SheriffIsKnown,
    UnknownEdition,
    WrongDeputies,
)
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.rotation import badge_order, rounds_of
from companion.rules.sheriff.supply import check_in_play, check_supply


def open_table(command: OpenTable) -> TableOpened:
    """Everybody sits down with 50 gold from the bank (T1), or in mid-game with what they have."""
    if command.edition not in EDITIONS:
        raise UnknownEdition
    cards = edition(command.edition)
    seats = seated(command)
    check_promo(cards, command.options)
    if not 0 <= command.sheriff < len(seats):
        raise NoSheriff
    pair = _deputies(command, cards, len(seats))
    most = rounds_of(cards, len(seats))
    rounds = most if command.rounds is None else command.rounds
    if not 1 <= rounds <= most:
        raise RoundsOutOfRange(1, most)
    if not 1 <= command.round <= rounds:
        raise RoundOutOfRange(rounds)
    following = tuple((command.sheriff + step) % len(seats) for step in range(1, len(seats) + 1))
    event = TableOpened(
        edition=command.edition,
        options=command.options,
        seats=seats,
        sheriff=command.sheriff,
        drawn=command.drawn,
        round=command.round,
        badge_order=() if pair else badge_order(following, rounds - command.round),
        moves=_moves(command, cards),
        deputies=pair,
        served=command.served,
        rounds=rounds if pair else 0,
    )
    _check_cards(event)
    if command.drawn and (command.round > 1 or (command.purses, command.stands) != (None, None)):
        raise SheriffIsKnown
    return event


def _deputies(command: OpenTable, cards: Edition, seats: int) -> tuple[int, ...]:
    """The first two Deputies of six players; the first of them is the Sheriff (E6, E7)."""
    if seats <= MOST_PLAYERS:
        check_none((*command.deputies, *command.served))
        return ()
    check_served(command.served, seats, (command.round - 1) * cards.sheriffs[seats] % seats)
    pair = chosen(first_pairs(seats, command.served), command.deputies)
    if pair[0] != command.sheriff:
        raise WrongDeputies(pair)
    return pair


def seated(command: OpenTable) -> tuple[Seat, ...]:
    """Who sits down, with names and shields that no two share. Raises a Refusal."""
    for fault in seat_faults(command):
        raise fault
    return tuple(
        Seat(name, shield, named=place not in command.unnamed)
        for place, (name, shield) in enumerate(
            zip(names.check_names(command.names), command.shields, strict=True)
        )
    )


def seat_faults(command: OpenTable) -> Iterator[Refusal]:
    """All that is wrong with those who sit down."""
    return names.seat_faults(
        command.names, command.shields, SHIELDS, range(FEWEST_PLAYERS, MOST_WITH_DEPUTIES + 1)
    )


def check_promo(cards: Edition, options: Options) -> None:
    """Refuse promo cards that there are not, and more of one than a table can have."""
    promo = {good.word for good in cards.of(Kind.PROMO)}
    for word, copies in options.promo.items():
        if word not in promo:
            raise GoodNotInPlay(word)
        if copies > MOST_COPIES:
            raise PromoOutOfRange(word, MOST_COPIES)


def _moves(command: OpenTable, cards: Edition) -> tuple[Move, ...]:
    """The gold and the cards that everybody has as the table opens."""
    players = len(command.names)
    gold = 0 if command.options.coins_on_table else cards.purse
    purses = (gold,) * players if command.purses is None else command.purses
    stands = (Goods(),) * players if command.stands is None else command.stands
    if len(purses) != players or len(stands) != players:
        raise PurseSplit
    check_gold(*purses)
    if command.options.coins_on_table and any(purses):
        raise NoCoinsHere
    from_bank = tuple(move for seat, amount in enumerate(purses) for move in pay(BANK, purse(seat), amount))
    return from_bank + tuple(
        move for seat, goods in enumerate(stands) for move in carry(BOX, stand(seat), goods)
    )


def _check_cards(event: TableOpened) -> None:
    """Refuse stands, typed in mid-game, that the box could not have filled."""
    game = evolve(None, event)
    for seat in range(len(game.seats)):
        check_in_play(game, game.stand(seat))
    check_supply(game, game.balances)
