"""Cards that count at the end in a corrected past: what a card is corrected to, and which of those that were
taken since could not have been taken then (E18, E19, E22, E23).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import assert_never

from companion.rules.goods import Goods
from companion.rules.refusals import allow
from companion.rules.sheriff import market, orders, other_cards
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.commands import FillOrder, TakeCard, TakeMarketCard
from companion.rules.sheriff.events import Event, PlayerLeft
from companion.rules.sheriff.expansion_events import CardTaken, MarketCardTaken, OrderFilled, OtherCardTaken
from companion.rules.sheriff.extras import COPIES, market_card, order_card, other_card
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.past import Log, known_now
from companion.rules.sheriff.refusals import CorrectionBreaksCard
from companion.rules.sheriff.this_round import ThisRound

Taken = Counter[tuple[int, str]]
"""How many cards of a kind a seat has."""


def as_it_was(log: Log, seq: int, then: Game, was: CardTaken, command: TakeCard) -> CardTaken:
    """What a card is corrected to: decided as things were then, as far as is known now. Raises a Refusal."""
    if command.is_nothing:
        return _never_taken(was)
    known = _round_as_known(log, seq, then)
    match command:
        case TakeMarketCard():
            return market.take(known, command)
        case FillOrder():
            return orders.fill(known, command)
        case _:
            return other_cards.take(known, command)


def _never_taken(was: CardTaken) -> CardTaken:
    """A card that was never taken, of the same seat and sort."""
    if isinstance(was, MarketCardTaken | OrderFilled):
        return replace(was, gold=0, told=Goods(), moves=())
    return replace(was, gold=0, moves=())


def _round_as_known(log: Log, seq: int, then: Game) -> Game:
    """The game before an entry, with what is known now of the bags and the cards of its round."""
    rounds = {number: state.round for number, _, state in log}
    earlier = (
        event for number, event in known_now(log).items() if number < seq and rounds[number] == then.round
    )
    known = reduce(ThisRound.after, earlier, ThisRound())
    return replace(then, this_round=replace(known, laws=then.this_round.laws))


def check_cards(log: Log, seq: int, now: Event) -> None:
    """Refuse a past in which a card that was taken later could not have been taken: what was always so stays
    as it is.
    """
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
            taken[event.seat, _what(event)] += 1
        if isinstance(event, PlayerLeft) and not event.counts:
            taken = Taken({key: count for key, count in taken.items() if key[0] != event.seat})
        this_round = this_round.after(event)
    return found


def _is_possible(this_round: ThisRound, taken: Taken, event: CardTaken) -> bool:
    """Whether a card was still there, and the bag of its taker was as it asks for."""
    match event:
        case MarketCardTaken(seat=seat):
            is_due = seat in this_round.back and seat not in this_round.marketed
        case OrderFilled(seat=seat, good=good):
            is_due = Goods({good: 1, FACE_DOWN: 1}) <= this_round.left(seat)
        case _:
            return True
    what = _what(event)
    return is_due and sum(count for (_, other), count in taken.items() if other == what) < COPIES[what]


def _what(event: CardTaken) -> str:
    match event:
        case MarketCardTaken(good=good):
            return market_card(good).what
        case OrderFilled(good=good, contraband=contraband):
            return order_card(good, contraband).what
        case OtherCardTaken(card=name):
            return other_card(name).what
        case _:
            assert_never(event)
