"""Cards that count at the end in a corrected past: what a card is corrected to, and which of those that were
taken since could not have been taken then (E18, E19, E22, E23).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from companion.rules.past import known_now
from companion.rules.refusals import allow
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.cards import COPIES
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.past import Log
from companion.rules.sheriff.refusals import CorrectionBreaksCard
from companion.rules.sheriff.taking import CardTaken
from companion.rules.sheriff.this_round import ThisRound

Taken = Counter[tuple[int, str]]
"""How many cards of a kind a seat has."""


def round_as_known(log: Log, seq: int, then: Game) -> Game:
    """The game before an entry, with what is known now of the bags and the cards of its round."""
    rounds = {number: state.round for number, _, state in log}
    earlier = (
        event for number, event in known_now(log).items() if number < seq and rounds[number] == then.round
    )
    known = reduce(lambda now, event: event.remembered(now), earlier, ThisRound())
    return replace(then, this_round=replace(known, laws=then.this_round.laws))


def check_cards(log: Log, seq: int, now: Event) -> None:
    """Refuse a past in which a card taken later could not have been taken, unless that was already so."""
    said = known_now(log)
    past = {**said, seq: now}
    before = _impossible(log, said)
    broken = (number for number in _impossible(log, past) if number not in before)
    allow(next((CorrectionBreaksCard(past[number]) for number in broken), None))


def _impossible(log: Log, said: Mapping[int, Event]) -> list[int]:
    """The entries of a past by which somebody took a card that could not have been taken."""
    found: list[int] = []
    rounds = {number: state.round for number, _, state in log}
    taken, this_round, number_of_round = Taken(), ThisRound(), 0
    for number, event in said.items():
        if rounds[number] != number_of_round:
            this_round, number_of_round = ThisRound(), rounds[number]
        if isinstance(event, CardTaken) and not event.is_nothing:
            if not _is_possible(this_round, taken, event):
                found.append(number)
            taken[event.seat, event.what] += 1
        if isinstance(event, PlayerLeft) and not event.counts:
            taken = Taken({key: count for key, count in taken.items() if key[0] != event.seat})
        this_round = event.remembered(this_round)
    return found


def _is_possible(this_round: ThisRound, taken: Taken, event: CardTaken) -> bool:
    """Whether a card was still there, and its taker's bag met its condition."""
    what = event.what
    is_left = (
        what not in COPIES
        or sum(count for (_, other), count in taken.items() if other == what) < COPIES[what]
    )
    return is_left and event.is_due(this_round)
