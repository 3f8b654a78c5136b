"""Opening a table: who plays, with what, from where (T1 to T3, T7, E6, E7)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules import kinds, names
from companion.rules.kinds import Moves
from companion.rules.ledger import BANK, BOX, Goods, Move, carry, pay, purse, stand
from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS, Seat
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.deputies import check_none, check_served, chosen, first_pairs
from companion.rules.sheriff.editions import EDITIONS, Edition, Kind, edition
from companion.rules.sheriff.game import Begun, Game, Opening, check_gold
from companion.rules.sheriff.options import (
    FEWEST_PLAYERS,
    MOST_COPIES,
    MOST_PLAYERS,
    MOST_WITH_DEPUTIES,
    Options,
)
from companion.rules.sheriff.posting import check_in_play, check_supply
from companion.rules.sheriff.replaying import evolve, in_round, new_game
from companion.rules.sheriff.rotation import badge_order, rounds_of


@dataclass(frozen=True, slots=True)
class OpenTable(Opening):
    """A new game; one already under way when `round` is above 1, with the purses and stands as they are.

    `rounds` is how many are played; None for the rule book's number (T3). `unnamed` are the places whose
    names are only placeholders. With six names `deputies` are the first two, the `sheriff` being the first of
    them, and in mid-game `served` are those who were Deputies since the cards were shuffled, in the order in
    which they served (E7).
    """

    word = "open_table"
    later = ("unnamed", "deputies", "served")
    edition: str
    options: Options
    names: tuple[str, ...]
    shields: tuple[str, ...]
    sheriff: int
    drawn: bool = False
    rounds: int | None = None
    round: int = 1
    purses: tuple[int, ...] | None = None
    stands: tuple[Goods, ...] | None = None
    unnamed: tuple[int, ...] = ()
    deputies: tuple[int, ...] = ()
    served: tuple[int, ...] = ()

    def begin(self) -> "TableOpened":
        """Everybody sits down with 50 gold from the bank (T1), or in mid-game with what they have."""
        if self.edition not in EDITIONS:
            raise no.UnknownEdition
        cards = edition(self.edition)
        seats = seated(self)
        check_promo(cards, self.options)
        if not 0 <= self.sheriff < len(seats):
            raise no.NoSheriff
        pair = _deputies(self, cards, len(seats))
        most = rounds_of(cards, len(seats))
        rounds = most if self.rounds is None else self.rounds
        if not 1 <= rounds <= most:
            raise no.RoundsOutOfRange(1, most)
        if not 1 <= self.round <= rounds:
            raise no.RoundOutOfRange(rounds)
        following = tuple((self.sheriff + step) % len(seats) for step in range(1, len(seats) + 1))
        event = TableOpened(
            edition=self.edition,
            options=self.options,
            seats=seats,
            sheriff=self.sheriff,
            drawn=self.drawn,
            round=self.round,
            badge_order=() if pair else badge_order(following, rounds - self.round),
            moves=_moves(self, cards),
            deputies=pair,
            served=self.served,
            rounds=rounds if pair else 0,
        )
        _check_cards(event)
        if self.drawn and (self.round > 1 or (self.purses, self.stands) != (None, None)):
            raise no.SheriffIsKnown
        return event


@dataclass(frozen=True, slots=True)
class TableOpened(Begun):
    """The table is open; `badge_order` lists the Sheriffs after `sheriff`, round by round. A table of six has
    two `deputies` first, the `sheriff` and another, and this many `rounds`; `served` are those who were
    Deputies before, since the cards were shuffled (E7).
    """

    word = "table_opened"
    later = ("deputies", "served", "rounds")
    edition: str
    options: Options
    seats: tuple[Seat, ...]
    sheriff: int
    drawn: bool
    round: int
    badge_order: tuple[int, ...]
    moves: Moves
    deputies: tuple[int, ...] = ()
    served: tuple[int, ...] = ()
    rounds: int = 0

    def begun(self) -> Game:
        """In mid-game everybody was Deputy as often as the cards were shuffled, and those who `served` since,
        once more. The first of these was the game's first, as far as is known (E7).
        """
        game = replace(new_game(self), opened_in=self.round)
        if not self.deputies:
            return in_round(game, self.sheriff, self.round, self.badge_order)
        shuffled = (self.round - 1) * len(self.deputies) // game.began
        return replace(
            game,
            first_sheriff=self.served[0] if self.served else self.sheriff,
            deputies=self.deputies,
            planned=self.rounds,
            round=self.round,
            turns=tuple(shuffled + (seat in self.served) for seat in range(game.began)),
        )


def _deputies(command: OpenTable, cards: Edition, seats: int) -> tuple[int, ...]:
    """The first two Deputies of six players; the first of them is the Sheriff (E6, E7)."""
    if seats <= MOST_PLAYERS:
        check_none((*command.deputies, *command.served))
        return ()
    check_served(command.served, seats, (command.round - 1) * cards.sheriffs[seats] % seats)
    pair = chosen(first_pairs(seats, command.served), command.deputies)
    if pair[0] != command.sheriff:
        raise no.WrongDeputies(pair)
    return pair


def seated(command: OpenTable) -> tuple[Seat, ...]:
    """The seats, with names and shields that no two share. Raises a Refusal."""
    for fault in seat_faults(command):
        raise fault
    return kinds.seated(command.names, command.shields, command.unnamed)


def seat_faults(command: OpenTable) -> Iterator[Refusal]:
    """Yield all that is wrong with the players who sit down."""
    return names.seat_faults(
        command.names, command.shields, SHIELDS, range(FEWEST_PLAYERS, MOST_WITH_DEPUTIES + 1)
    )


def check_promo(cards: Edition, options: Options) -> None:
    """Refuse unknown promo cards, and fewer or more copies of one than a table can have."""
    promo = {good.word for good in cards.of(Kind.PROMO)}
    for word, copies in options.promo.items():
        if word not in promo:
            raise no.GoodNotInPlay(word)
        check_copies(word, copies)


def check_copies(word: str, copies: int) -> None:
    """Refuse fewer or more of a promo card than a table can have."""
    if not 1 <= copies <= MOST_COPIES:
        raise no.PromoOutOfRange(word, MOST_COPIES)


def _moves(command: OpenTable, cards: Edition) -> tuple[Move, ...]:
    """The moves of the gold and cards that all have as the table opens."""
    players = len(command.names)
    gold = 0 if command.options.coins_on_table else cards.purse
    purses = (gold,) * players if command.purses is None else command.purses
    stands = (Goods(),) * players if command.stands is None else command.stands
    if len(purses) != players or len(stands) != players:
        raise no.PurseSplit
    check_gold(*purses)
    if command.options.coins_on_table and any(purses):
        raise no.NoCoinsHere
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
