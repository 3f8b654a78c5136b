"""The badge goes round: rounds, turns, leaving, ending early (T3)."""

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import cycle, islice

from companion.rules import ledger
from companion.rules.ledger import BOX, extras
from companion.rules.refusals import CountIsClosed, NotInRounds, Refusal
from companion.rules.sheriff import deputies
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.booty import lies, may_end_over
from companion.rules.sheriff.commands import Leave, MendSheriff, PassBadge
from companion.rules.sheriff.editions import Edition
from companion.rules.sheriff.events import (
    BadgePassed,
    CountBegun,
    Event,
    PlayerLeft,
    RoundsSet,
    SheriffMended,
    TurnSkipped,
)
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.guards import may_act
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import (
    BadgeMovedOn,
    BagsBooked,
    BagsLeft,
    BagsOut,
    IsSheriff,
    LastOneHere,
    LastTurn,
    NobodyFollows,
    NothingMoved,
    NoTurnSkipped,
    RoundsOutOfRange,
    TooFewLeft,
    TurnsOutOfRange,
    WrongDeputies,
)
from companion.rules.sheriff.replaying import evolve
from companion.rules.stages import Stage


def rounds_of(cards: Edition, players: int) -> int:
    """The rule book's number of rounds: three turns each as Sheriff with three players, else two (T3); six
    serve three times, two a round (E7).
    """
    return players * cards.turns[players] // cards.sheriffs[players]


def badge_order(seats: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The Sheriffs of the next `count` rounds, going round these seats in their order."""
    return tuple(islice(cycle(seats), count))


def may_pass_badge(game: Game) -> Refusal | None:
    """Whether every bag of the round was dealt with (I2), and the Booty is shared (E13)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return BagsLeft(game.waiting) if game.waiting else may_end_over(game)


def pass_badge(game: Game, command: PassBadge) -> BadgePassed | CountBegun:
    """The badge goes left, or to the two Deputies who are next (E7); after the last round the count begins
    (T3).
    """
    if game.round == game.rounds:
        return CountBegun(_turns(game, sheriffs=1), early=False)
    if game.draws_pairs:
        pair = deputies.chosen(deputies.next_pairs(game), command.deputies)
        return BadgePassed(pair[0], game.round + 1, deputies=pair, drawn=command.drawn)
    deputies.check_none(command.deputies)
    return BadgePassed(game.badge_order[0], game.round + 1)


def bags_out(game: Game, declared: Container[int] = ()) -> tuple[int, ...]:
    """Whose bags would be forgotten if the rounds ended now: once one is dealt with, all the others have
    passed (I2); before that, only those whose merchants `declared`. Where something lies on the Booty, all
    are dealt with before it is shared (E13).
    """
    begun = game.is_inspected or lies(game)
    return tuple(seat for seat in game.waiting if begun or seat in declared)


def may_end(game: Game) -> Refusal | None:
    """Whether there are rounds left to skip, no bag still to be recorded (I2), and no Booty to be shared
    (E13).
    """
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    out = bags_out(game)
    return BagsOut(out) if out else may_end_over(game)


def end_game(game: Game) -> CountBegun:
    """No more rounds, whatever was planned; this one counts as a turn if one of its bags was dealt with."""
    return CountBegun(_turns(game, sheriffs=int(game.is_inspected)), early=True)


def _turns(game: Game, sheriffs: int) -> tuple[int, ...]:
    """How often each seat was Sheriff, with this many more turns for the present one."""
    return tuple(count + sheriffs * (seat in game.sheriffs) for seat, count in enumerate(game.turns))


def turns_at_end(event: Event) -> tuple[int, ...]:
    """How often each seat was Sheriff, if the event ends the rounds; empty for any other event."""
    return event.turns if isinstance(event, CountBegun | PlayerLeft) else ()


def may_mend_sheriff(game: Game, seat: int) -> Refusal | None:
    """Whether the first Sheriff can still be this one instead: before any bag is booked (T2)."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if refusal := may_act(game, seat):
        return refusal
    if game.is_inspected or game.round != game.opened_in:
        return BagsBooked()
    if game.deputies and seat != game.sheriff and not deputies.mended_pairs(game, seat):
        return deputies.wrong(deputies.present_pairs(game))
    can_be = seat != game.sheriff or deputies.mended_pairs(game, seat)
    return None if can_be else IsSheriff(seat)


def mend_sheriff(game: Game, command: MendSheriff) -> SheriffMended:
    """The badge goes round from this player, for as many rounds as before, or these two are the first
    Deputies (E7).
    """
    pair = _mended_pair(game, command)
    if game.has_deputies:
        mended = SheriffMended(command.seat, game.round, (), deputies=pair)
        return replace(mended, badge_order=deputies.fewest_first(evolve(game, mended)))
    order = badge_order(_next_to(game, command.seat), len(game.badge_order))
    return SheriffMended(command.seat, game.round, order)


def _mended_pair(game: Game, command: MendSheriff) -> tuple[int, ...]:
    """The first Deputies as they should have been said; none where one Sheriff serves."""
    if not game.deputies:
        deputies.check_none(command.deputies)
        return ()
    pair = deputies.chosen(deputies.present_pairs(game), command.deputies)
    if pair[0] != command.seat:
        raise WrongDeputies(pair)
    if pair == game.deputies:
        raise NothingMoved
    return pair


def may_skip_turn(game: Game, seat: int) -> Refusal | None:
    """Whether the turn of this Sheriff can be skipped: no bag of it is booked, and another turn follows. Not
    where Deputies serve: their rounds stay as planned (E16).
    """
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if game.has_deputies:
        return NoTurnSkipped()
    if seat != game.sheriff:
        return BadgeMovedOn()
    if game.is_inspected:
        return BagsBooked()
    return None if game.badge_order else LastTurn()


def skip_turn(game: Game) -> TurnSkipped:
    """The badge goes to the next Sheriff at once; the game has a round less."""
    return TurnSkipped(game.sheriff, game.badge_order[0], game.badge_order[1:])


def _next_to(game: Game, seat: int) -> tuple[int, ...]:
    """Everybody here, clockwise from the left of a seat."""
    return tuple(other for other in game.left_of(seat) if other in game.here)


def may_set_rounds(game: Game) -> Refusal | None:
    """Whether the number of rounds can still change."""
    return None if game.stage is Stage.ROUNDS else NotInRounds()


def set_rounds(game: Game, rounds: int) -> RoundsSet:
    """The game lasts this many rounds, more than the rule book's if the table wants (T3)."""
    if not game.round <= rounds <= most_rounds(game):
        raise RoundsOutOfRange(game.round, most_rounds(game))
    if game.has_deputies:
        return RoundsSet(rounds, deputies.fewest_first(replace(game, planned=rounds)))
    return RoundsSet(rounds, badge_order(_next_to(game, game.sheriff), rounds - game.round))


def most_rounds(game: Game) -> int:
    """How long the game can last: twice the rule book's rounds, since somebody has to stop (T3)."""
    return 2 * rounds_of(game.cards, game.began)


def _turns_to_come(game: Game, seat: int) -> int:
    return max(0, most_turns(game) - game.terms[seat])


def may_leave(game: Game, seat: int) -> Refusal | None:
    """Whether a player can go home: enough stay to play on (T1), or during the count, somebody does."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    if refusal := may_act(game, seat):
        return refusal
    if game.stage is Stage.COUNT:
        return LastOneHere() if game.here == (seat,) else None
    if len(game.here) <= FEWEST_PLAYERS:
        return TooFewLeft()
    out = bags_out(game)
    return BagsOut(out) if out and _ends_with(game, seat) else None


def _heir(game: Game, seat: int) -> int:
    """Who gets the badge of a Sheriff who leaves."""
    return next(other for other in game.left_of(seat) if other in game.here)


def _ends_with(game: Game, seat: int) -> bool:
    """Whether the rounds are over when this player leaves: a Sheriff whose heir has had every turn (T3). Not
    where Deputies serve: their rounds stay as planned (E16).
    """
    if seat != game.sheriff or game.badge_order or game.has_deputies:
        return False
    return not _turns_to_come(game, _heir(game, seat))


def check_turns(game: Game, turns: int) -> None:
    """Refuse more turns to come than a whole game has."""
    if not 0 <= turns <= most_turns(game):
        raise TurnsOutOfRange(most_turns(game))


def turns_left(game: Game) -> int:
    """How often those who are Sheriff most often will still be, as far as somebody new can be."""
    return min(max(map(game.badge_order.count, game.here)), most_turns(game))


def turns_due(game: Game, seat: int) -> int:
    """How often somebody who comes back will still be Sheriff, to be it as often as those who stayed."""
    had = (game.terms[other] + game.badge_order.count(other) for other in game.here)
    return min(max(0, max(had) - game.turns[seat]), most_turns(game))


def most_turns(game: Game) -> int:
    """How often a player is Sheriff by the rule book, with as many players as began (T3)."""
    return game.cards.turns[game.began]


def with_turns(game: Game, seat: int, turns: int) -> Iterator[int]:
    """The Sheriffs to come, with so many turns of this seat as the badge passes it, or at the end."""
    left, last = turns, game.sheriff
    for following in game.badge_order:
        way = game.left_of(last)
        if left and way.index(seat) < way.index(following):
            yield seat
            left -= 1
        yield following
        last = following
    yield from (seat for _ in range(left))


def lapsing(game: Game, seat: int) -> tuple[Promise, ...]:
    """The promises to and from a player that lapse if they leave (I10): those that may be due, now or once
    their giver is Sheriff for the first time since.
    """
    return tuple(
        given
        for given in game.promises
        if seat in {given.giver, given.receiver} and _may_fall_due(game, given)
    )


def _may_fall_due(game: Game, given: Promise) -> bool:
    """Whether a promise may still be due; where pairs are drawn, anybody may have a badge in time (E7)."""
    sheriffs = game.here if game.draws_pairs else (*game.sheriffs, *game.badge_order)
    is_first_since = game.last_served.get(given.giver, 0) <= given.round
    return game.round - given.round <= 1 or (given.giver in sheriffs and is_first_since)


def leave(game: Game, command: Leave) -> PlayerLeft:
    """A player goes home; a Sheriff's badge goes to the next player at once and the round goes on, or the
    count begins if no turn is left. A Deputy's goes to the heir (E16).
    """
    seat, counts = command.seat, command.counts
    posting, lapsed = Posting(game), lapsing(game, seat)
    if not counts:
        posting.bank(seat, None, game.gold(seat))
        posting.give(seat, None, game.stand(seat))
        posting.move(extras(seat), BOX, ledger.in_extras(game.balances, seat))
    if game.has_deputies and game.stage is Stage.ROUNDS:
        badges = deputies.badges_without(game, seat, command.heir)
        pair = badges if len(badges) > 1 else ()
        left = PlayerLeft(seat, counts, badges[0], (), posting.moves, lapsed=lapsed, deputies=pair)
        return replace(left, badge_order=deputies.fewest_first(evolve(game, left)))
    if command.heir is not None:
        raise NobodyFollows
    order = tuple(other for other in game.badge_order if other != seat)
    if seat != game.sheriff or game.stage is not Stage.ROUNDS:
        return PlayerLeft(seat, counts, game.sheriff, order, posting.moves, lapsed=lapsed)
    if _ends_with(game, seat):
        turns = _turns(game, sheriffs=int(game.is_inspected))
        return PlayerLeft(seat, counts, seat, (), posting.moves, turns)
    return PlayerLeft(seat, counts, _heir(game, seat), order[1:], posting.moves, lapsed=lapsed)
