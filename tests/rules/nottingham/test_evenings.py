"""Laws that hold for every evening of Nottingham: nothing appears or vanishes, and sums are what they should
be. `given` checks after every event what lies on the table; an independent reckoning is here.
"""

from collections import Counter
from dataclasses import replace

from hypothesis import given as throwing

from companion.codec import codec_of
from companion.laws import follow
from companion.rules.nottingham.corrections import EntryCorrected, Struck
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.ending import CloseCount, LootChecked, sums
from companion.rules.nottingham.game import Event
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.way import EndGame
from companion.rules.seats import Stage
from tests.rules.nottingham.evenings import evenings
from tests.rules.nottingham.given import Table

VALUES = {
    "copper_coin": 7,
    "candlestick": 8,
    "gold": 9,
    "pearls": 10,
    "jewels": 11,
    "necklace": 12,
    "chest": 13,
}


def written(table: Table) -> list[tuple[int, Event]]:
    """The log with its entries numbered from 1, as a journal has it; the tables here count from 0."""
    return [
        (seq, replace(event, seq=event.seq + 1) if isinstance(event, EntryCorrected) else event)
        for seq, event in enumerate(table.events, 1)
    ]


@throwing(evenings())
def test_every_evening_replays_and_keeps_the_laws(table: Table) -> None:
    assert follow(NOTTINGHAM, written(table)) == table.game


@throwing(evenings())
def test_every_entry_comes_back_from_its_line(table: Table) -> None:
    codec = codec_of(NOTTINGHAM)
    for event in table.events:
        assert codec.decode_event(codec.encode_event(event)) == event


@throwing(evenings())
def test_sums_are_those_of_an_independent_reckoning(table: Table) -> None:
    """From what the entries say, never from a move: what each delivered and fulfilled, by its latest
    correction, unless the loot was counted since.
    """
    assert [player.total for player in sums(table.game).players] == reckoned(table)


@throwing(evenings())
def test_n21_every_evening_can_be_counted_and_somebody_wins(table: Table) -> None:
    ending = {Stage.ROUNDS: (EndGame(), CloseCount()), Stage.COUNT: (CloseCount(),), Stage.CLOSED: ()}
    result = table.when(*ending[table.game.stage]).game.result
    assert result
    best = max((player.total, player.loot_cards) for player in result.players)
    winners = [
        seat for seat, player in enumerate(result.players) if (player.total, player.loot_cards) == best
    ]
    assert list(result.winners) == winners
    for player in result.players:
        ahead = [
            other
            for other in result.players
            if (other.total, other.loot_cards) > (player.total, player.loot_cards)
        ]
        assert player.rank == 1 + len(ahead)


def reckoned(table: Table) -> list[int]:
    """Everybody's total, worked out anew."""
    said: dict[int, Event] = {}
    counted: dict[int, Counter[str]] = {}
    numbers: dict[str, tuple[int, int]] = {}
    for seq, event in enumerate(table.events):
        if isinstance(event, EntryCorrected):
            said[event.seq] = event.now
            learn(numbers, event.now)
        elif isinstance(event, LootChecked):
            counted[event.seat] = Counter(event.loot)
        else:
            said[seq] = event
            learn(numbers, event)
    loot = [Counter[str]() for _ in table.game.seats]
    holders: dict[str, set[int]] = {}
    for event in said.values():
        if isinstance(event, Delivered) and event.cards - len(event.ambushers) >= 3:
            loot[event.seat][event.item] += 1
        if isinstance(event, Fulfilled):
            holders.setdefault(event.mission, set()).add(event.seat)
    for seat, cards in counted.items():
        loot[seat] = cards
    totals = [sum(VALUES[item] * count for item, count in cards.items()) for cards in loot]
    for mission, seats in holders.items():
        for seat in seats:
            totals[seat] += numbers[mission][len(seats) - 1]
    return totals


def learn(numbers: dict[str, tuple[int, int]], event: Event | Struck) -> None:
    """The numbers of a mission are those that an entry said last."""
    if isinstance(event, Fulfilled):
        numbers[event.mission] = (event.numbers.alone, event.numbers.shared)
