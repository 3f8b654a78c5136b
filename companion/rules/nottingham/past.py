"""The past as it is known now: what each entry says by its latest correction, and what everybody had then."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.rules import ledger
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.events import Delivered, EntryCorrected, Event, Fulfilled
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import CorrectionBreaksDelivery, CorrectionBreaksMission
from companion.rules.refusals import Refusal
from companion.rules.seats import called_as_now

Log = Sequence[tuple[int, Event, Game]]
"""What stands, in order: the number of each entry, what it said when it was booked, the game right after."""


def known_now(log: Log) -> dict[int, Event]:
    """What each entry says by its latest correction, in the order in which they were booked."""
    said: dict[int, Event] = {}
    for seq, event, _ in log:
        if isinstance(event, EntryCorrected):
            said[event.seq] = event.now
        else:
            said[seq] = event
    return said


def before(log: Log, seq: int) -> Game:
    """The game right before an entry, which is not the opening, with all corrections of earlier ones; players
    are called as they are now.
    """
    numbers = [number for number, _, _ in log]
    state = log[numbers.index(seq) - 1][2]
    state = replace(state, seats=called_as_now(state.seats, log[-1][2].seats))
    late = [
        event for number, event, _ in log if isinstance(event, EntryCorrected) and number > seq > event.seq
    ]
    if not late:
        return state
    moves = (move for number, event in known_now(log).items() if number < seq for move in event.moves)
    steps = sum(event.now.steps - event.was.steps for event in late)
    return replace(state, balances=ledger.post({}, moves), step=max(0, state.step + steps))


def broken(said: Mapping[int, Event]) -> Iterator[tuple[int, Refusal]]:
    """The entries that cannot have been, by their numbers, each with its refusal: a delivery of more cards
    than the loot left (N11), a mission taken twice by one player or by a third (N13).
    """
    lying: Counter[str] = Counter()
    taken: Counter[tuple[str, int]] = Counter()
    for seq, event in said.items():
        match event:
            case Delivered(item=item):
                if event.cards > BOX.copies - lying[item]:
                    yield seq, CorrectionBreaksDelivery(event, item)
                lying[item] += event.steps
            case Fulfilled(seat=seat, mission=mission):
                cards = sum(number for (word, _), number in taken.items() if word == mission)
                if taken[mission, seat] or cards >= BOX.mission_cards:
                    yield seq, CorrectionBreaksMission(event, mission)
                taken[mission, seat] += 1
            case _:
                pass
