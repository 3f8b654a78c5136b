"""Corrections: an older delivery or mission was different, and the difference is booked now."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.rules import ledger
from companion.rules.differences import difference
from companion.rules.ledger import Move
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.commands import Correct, Deliver, Fulfil, NeverHappened
from companion.rules.nottingham.ending import check_supply
from companion.rules.nottingham.events import Delivered, EntryCorrected, Event, Fulfilled, Struck
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.guards import may_act
from companion.rules.nottingham.past import Log, before, broken, known_now
from companion.rules.nottingham.playing import deliver, fulfilled
from companion.rules.nottingham.refusals import NeitherSetNorMission
from companion.rules.refusals import CountIsClosed, NothingMoved, ReasonTooLong, Refusal, allow
from companion.rules.stages import Stage

LONGEST_REASON = 140
Correctable = Delivered | Fulfilled | Struck


def may_correct(game: Game, was: Event) -> Refusal | None:
    """Whether an entry can still be corrected."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if isinstance(was, Correctable) else NeitherSetNorMission()


def correct(log: Log, was: Correctable, command: Correct) -> EntryCorrected:
    """The correction of an entry: decided as things were before it, as far as is known now, and booked on the
    game as it is. Every later entry has to stand after it. Loot that was put right by the real cards since
    stays as it is.
    """
    game, then = log[-1][2], before(log, command.seq)
    allow(may_correct(game, was))
    if len(command.reason) > LONGEST_REASON:
        raise ReasonTooLong(LONGEST_REASON)
    now = _as_it_was(game, then, command.command)
    if _is_same(game, was, now):
        raise NothingMoved
    _check_past(known_now(log), command.seq, now)
    moves = difference(_unchecked(game, was.moves), _unchecked(game, now.moves))
    check_supply(ledger.post(game.balances, moves))
    step = max(0, game.step + now.steps - was.steps)
    return EntryCorrected(command.seq, command.reason, was, now, step, moves)


def _as_it_was(game: Game, then: Game, command: Deliver | Fulfil | NeverHappened) -> Correctable:
    """What the entry says from now on; numbers of a mission are those of the table, unless others are typed
    (N14).
    """
    if isinstance(command, NeverHappened):
        return Struck()
    allow(may_act(then, command.seat))
    if isinstance(command, Deliver):
        return deliver(then, command)
    return fulfilled(then, command, game.numbers.get(command.mission))


def _is_same(game: Game, was: Correctable, now: Correctable) -> bool:
    """Whether both say the same. A mission's numbers may have been corrected with its other card."""
    match was, now:
        case Delivered(), Delivered():
            return replace(now, step=was.step, printed=was.printed) == was
        case Fulfilled(), Fulfilled():
            same = (now.seat, now.mission) == (was.seat, was.mission)
            return same and now.numbers == game.numbers.get(now.mission)
        case _:
            return was == now


def _check_past(said: dict[int, Event], seq: int, now: Event) -> None:
    """Refuse a past in which a later entry cannot have been; what never could stays as it is."""
    already = dict(broken(said))
    for number, refusal in broken({**said, seq: now}):
        if number not in already:
            raise refusal


def _unchecked(game: Game, moves: Iterable[Move]) -> Iterator[Move]:
    """The moves of loot to players whose real cards have not been counted since, and of mission cards."""
    for move in moves:
        if move.what not in BOX.item_words or move.target.seat not in game.checked:
            yield move
