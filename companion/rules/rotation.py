"""The badge goes round: rounds, turns, leaving, ending early (T3)."""

from itertools import cycle, islice

from companion.rules.editions import Edition
from companion.rules.events import BadgePassed, CountBegun, PlayerLeft, RoundsSet
from companion.rules.game import Game
from companion.rules.posting import Posting
from companion.rules.refusals import (
    BagsLeft,
    CountIsClosed,
    NoSuchSeat,
    NotInRounds,
    PlayerHasLeft,
    Refusal,
    RoundsOutOfRange,
    TooFewLeft,
)
from companion.rules.table import FEWEST_PLAYERS, Stage


def rounds_of(cards: Edition, players: int) -> int:
    """How many rounds the rule book gives: three turns as Sheriff each with three players, else two (T3)."""
    return players * cards.turns[players]


def badge_order(seats: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The Sheriffs of the next `count` rounds, going round these seats in their order."""
    return tuple(islice(cycle(seats), count))


def may_pass_badge(game: Game) -> Refusal | None:
    """Whether every bag of the round was dealt with (I2)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return BagsLeft(game.waiting) if game.waiting else None


def pass_badge(game: Game) -> BadgePassed | CountBegun:
    """The badge goes left; after the last round the count begins (T3)."""
    if game.badge_order:
        return BadgePassed(game.badge_order[0], game.round + 1)
    return CountBegun(_turns(game), early=False)


def may_end(game: Game) -> Refusal | None:
    """Whether there are rounds to leave out."""
    return None if game.stage is Stage.ROUNDS else NotInRounds()


def end_game(game: Game) -> CountBegun:
    """No more rounds, whatever was planned."""
    return CountBegun(_turns(game), early=True)


def _turns(game: Game) -> tuple[int, ...]:
    """How often each seat was Sheriff; a round counts when a bag of it was dealt with."""
    return tuple(count + (seat == game.sheriff and bool(game.done)) for seat, count in enumerate(game.turns))


def may_set_rounds(game: Game) -> Refusal | None:
    """Whether the number of rounds can still change."""
    return may_end(game)


def set_rounds(game: Game, rounds: int) -> RoundsSet:
    """The game lasts this many rounds, at most as many as the rule book gives (T3)."""
    most = max(game.rounds, rounds_of(game.cards, len(game.seats)))
    if not game.round <= rounds <= most:
        raise RoundsOutOfRange(game.round, most)
    after = tuple(seat for seat in game.clockwise(game.sheriff + 1) if seat in game.here)
    return RoundsSet(rounds, badge_order(after, rounds - game.round))


def may_leave(game: Game, seat: int) -> Refusal | None:
    """Whether a player can go home and the others play on (T1)."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    if not 0 <= seat < len(game.seats):
        return NoSuchSeat(seat)
    if seat not in game.here:
        return PlayerHasLeft(seat)
    if game.stage is Stage.ROUNDS and len(game.here) <= FEWEST_PLAYERS:
        return TooFewLeft()
    return None


def leave(game: Game, seat: int, *, counts: bool) -> PlayerLeft:
    """A player goes home; a Sheriff's badge goes to the next one at once and the round goes on."""
    posting = Posting(game)
    if not counts:
        posting.pay(seat, None, game.gold(seat))
        posting.give(seat, None, game.stand(seat))
    order = tuple(other for other in game.badge_order if other != seat)
    if seat != game.sheriff:
        return PlayerLeft(seat, counts, game.sheriff, order, posting.moves)
    following = next(other for other in game.clockwise(seat + 1) if other in game.here)
    return PlayerLeft(seat, counts, following, order[1:], posting.moves)
