"""Corrections: an older delivery or mission was different, and the difference is booked now."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules import kinds, ledger
from companion.rules.kinds import Corrects, Moves
from companion.rules.ledger import Move, difference
from companion.rules.names import check_reason
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.ending import check_supply
from companion.rules.nottingham.game import Correctable, Correction, Event, Game, Taken
from companion.rules.past import known_now, right_before
from companion.rules.refusals import CountIsClosed, NothingMoved, Refusal, allow
from companion.rules.rights import Actor, Recording, may_record_for
from companion.rules.seats import Stage

Log = Sequence[tuple[int, Event, Game]]
"""What stands, in order: the number of each entry, what it said when it was booked, the game right after."""


@dataclass(frozen=True, slots=True)
class NeverHappened(Correction):
    """Correct an entry to something that nobody did."""

    word = "never_happened"

    def instead_of(self, _then: Game) -> "Struck":
        """Nothing moved."""
        return Struck()


@dataclass(frozen=True, slots=True)
class Struck(Correctable):
    """What an entry says once it is corrected to never have happened; never an entry of its own."""

    word = "struck"
    moves: Moves = ()


@dataclass(frozen=True, slots=True)
class Correct(kinds.Correct):
    """An older delivery or mission was different."""

    command: Correction


@dataclass(frozen=True, slots=True)
class EntryCorrected(Corrects[Game], Event):
    """An older entry was different: what it said, what it says now, the `step` where that puts the Sheriff,
    and the moves in between.
    """

    word = "entry_corrected"
    seq: int
    reason: str
    was: Correctable
    now: Correctable
    step: int
    moves: Moves

    def evolved(self, game: Game) -> Game:
        """Keep a mission's corrected numbers, and put the Sheriff at the corrected step."""
        return replace(self.now.evolved(game), step=self.step)

    def owners(self, _before: Game) -> tuple[int, ...]:
        """The seats that may correct both what it said and what it says."""
        makers = self.was.makers
        return makers if isinstance(self.now, Struck) else tuple({*makers}.intersection(self.now.makers))


def before(log: Log, seq: int) -> Game:
    """The game right before an entry other than the opening, with all corrections of earlier entries and the
    players' present names.
    """
    state, late = right_before(log, seq)
    if not late:
        return state
    moves = (move for number, event in known_now(log).items() if number < seq for move in event.moves)
    steps = sum(event.now.steps - event.was.steps for event in late)
    return replace(state, balances=ledger.post({}, moves), step=max(0, state.step + steps))


def may_correct(game: Game, was: Event) -> Refusal | None:
    """Whether an entry can still be corrected."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if isinstance(was, Correctable) else no.NeitherSetNorMission()


def may_correct_entry(
    recording: Recording, actor: Actor, was: Correctable, now: Correction | None = None
) -> Refusal | None:
    """Whether this phone may correct an entry and, once it is known, correct it to `now`: both have to be its
    own player's. An entry that never happened is put right by the bank.
    """
    seat = None if now is None else now.about
    whose = (was.makers,) if seat is None else (was.makers, (seat,))
    return next(filter(None, (may_record_for(recording, actor, seats) for seats in whose)), None)


def correct(log: Log, was: Correctable, command: Correct) -> EntryCorrected:
    """Correct an entry: decide it on the game before it, as now known, and book the difference on the present
    game. Every later entry must still be possible. Loot since put right by the real cards stays as it is.
    Raises a Refusal.
    """
    game = log[-1][2]
    allow(may_correct(game, was))
    check_reason(command.reason)
    now = command.command.instead_of(replace(before(log, command.seq), numbers=game.numbers))
    if was.says(now, game):
        raise NothingMoved
    said = known_now(log)
    already = dict(_broken(said))
    for number, refusal in _broken({**said, command.seq: now}):
        if number not in already:  # what was already impossible stays as it is
            raise refusal
    moves = difference(_unchecked(game, was.moves), _unchecked(game, now.moves))
    check_supply(ledger.post(game.balances, moves))
    step = max(0, game.step + now.steps - was.steps)
    return EntryCorrected(command.seq, command.reason, was, now, step, moves)


def _broken(said: Mapping[int, Event]) -> Iterator[tuple[int, Refusal]]:
    """Yield the number of each entry that cannot have happened, with its refusal."""
    taken: Taken = defaultdict(Counter)
    for seq, event in said.items():
        if isinstance(event, Correctable):
            if refusal := event.broken_by(taken):
                yield seq, refusal
            for move in event.moves:
                taken[move.what][move.target.seat] += 1


def _unchecked(game: Game, moves: Iterable[Move]) -> Iterator[Move]:
    """The moves of loot to players whose real cards have not been counted since, and of mission cards."""
    for move in moves:
        if move.what not in BOX.item_words or move.target.seat not in game.checked:
            yield move
