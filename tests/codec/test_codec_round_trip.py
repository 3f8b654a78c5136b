"""Every event survives the round trip through JSON; equal commands have one fingerprint."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given, settings

from companion.codec import VERSION, Codec, UnreadableError
from companion.rules.kinds import PutBack, TakeBack, TakenBack
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.corrections import Correct as LootCorrect
from companion.rules.nottingham.corrections import EntryCorrected as LootCorrected
from companion.rules.nottingham.corrections import Struck
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.missions import Fulfil
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.game import Event
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import PlayerLeft
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.replaying import replay
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut, SheetCounted
from tests.codec import nottingham_samples as loot
from tests.codec.samples import CODEC, COMMANDS, EVENTS, OPEN, PASS, PASSED, Asked, typed
from tests.rules.evenings import evenings
from tests.rules.given import Table, command_for, opened
from tests.rules.given import given as given_table

SHERIFF = (CODEC, EVENTS, COMMANDS)
NOTTINGHAM = (loot.CODEC, loot.EVENTS, loot.COMMANDS)
EVERY_EVENT = [
    *(pytest.param(CODEC, word, event, id=word) for word, event in EVENTS.items()),
    *(pytest.param(loot.CODEC, word, event, id=f"loot {word}") for word, event in loot.EVENTS.items()),
]
Happened = TypeVar("Happened", bound=Event)


def there_and_back(event: Happened) -> Happened:
    """An event as the journal gives it back."""
    back: Happened = CODEC.decode_event(CODEC.encode_event(event))
    return back


@pytest.mark.parametrize("codec, happened, asked", [SHERIFF, NOTTINGHAM], ids=["sheriff", "nottingham"])
def test_there_is_a_sample_of_every_kind(
    codec: Codec, happened: Mapping[str, object], asked: Mapping[str, object]
) -> None:
    assert {word: type(event) for word, event in happened.items()} == codec.event_kinds
    assert {word: type(command) for word, command in asked.items()} == codec.command_kinds


@pytest.mark.parametrize("codec, word, event", EVERY_EVENT)
def test_an_event_of_every_kind_comes_back_as_it_was(codec: Codec, word: str, event: object) -> None:
    """From a line of plain JSON that names its kind and version."""
    line = codec.encode_event(event)
    assert "\n" not in line
    assert {"kind": word, "version": VERSION}.items() <= json.loads(line).items()
    assert typed(codec.decode_event(line)) == typed(event)


@settings(max_examples=12, deadline=None)
@given(evenings())
def test_a_whole_evening_comes_back_and_leads_to_the_same_game(table: Table) -> None:
    back = [there_and_back(event) for event in table.events]
    assert [typed(event) for event in back] == [typed(event) for event in table.events]
    assert replay(back) == table.game


def test_a_take_back_of_an_older_journal_names_nobody() -> None:
    older = '{"version":1,"kind":"taken_back","seq":17,"moves":[]}'
    assert CODEC.decode_event(older) == TakenBack(17, None)


def test_who_left_in_an_older_evening_left_the_others_playing_and_no_promise_lapsed() -> None:
    line = json.loads(CODEC.encode_event(EVENTS["player_left"]))
    turns = line.pop("turns")
    assert turns == [1, 0, 0]
    assert line.pop("lapsed")
    left = EVENTS["player_left"]
    assert isinstance(left, PlayerLeft)
    assert CODEC.decode_event(json.dumps(line)) == replace(left, turns=(), lapsed=())


def test_a_count_that_takes_no_place_is_written_as_before() -> None:
    counted = EVENTS["sheet_counted"]
    assert isinstance(counted, SheetCounted)
    first = replace(counted, replaces="")
    assert "replaces" not in CODEC.encode_event(first)
    assert there_and_back(first) == first


def test_a_correction_to_nothing_comes_back_too() -> None:
    event = LootCorrected(4, "", loot.DELIVERED, Struck(), 4, loot.MOVES)
    assert loot.CODEC.decode_event(loot.CODEC.encode_event(event)) == event


def test_goods_keep_the_order_in_which_they_were_told() -> None:
    """The log names them so, before and after a restart."""
    back = there_and_back(PASSED)
    assert tuple(back.contents) == tuple(PASSED.contents) == ("silk", "apples")


def test_names_are_kept_as_they_are_written() -> None:
    assert "Zoé" in CODEC.encode_event(EVENTS["table_opened"])


def test_commands_have_fingerprints_of_their_own() -> None:
    marks = [CODEC.fingerprint(command) for command in (*COMMANDS.values(), PASS, OPEN)]
    assert len(set(marks)) == len(COMMANDS)
    assert all(len(mark) == 64 for mark in marks)
    fulfilled = (Fulfil(2, "five_of_one"), Fulfil(2, "five_of_one", Numbers(30, 24)))
    corrected = LootCorrect(4, Deliver(1, "pearls", 6), "Misread")
    every = (*loot.COMMANDS.values(), *fulfilled, corrected)
    assert len({loot.CODEC.fingerprint(command) for command in every}) == len(every)


@pytest.mark.parametrize(
    "one,other",
    [
        (TakeBack(1), TakeBack(2)),
        (TakeBack(1), PutBack(1)),
        (Pay(0, 1, 5), Pay(1, 0, 5)),
        (Pay(None, 1, 5), Pay(0, 1, 5)),
        (PASS, replace(PASS, raids=())),
        (OPEN, replace(OPEN, payment=None)),
        (OPEN, replace(OPEN, payment=Goods())),
    ],
)
def test_another_content_has_another_fingerprint(one: Asked, other: Asked) -> None:
    assert CODEC.fingerprint(one) != CODEC.fingerprint(other)


def test_a_handful_told_in_another_order_is_the_same_content() -> None:
    again = replace(PASS, contents=Goods(reversed(tuple(PASS.contents.items()))))
    assert CODEC.fingerprint(again) == CODEC.fingerprint(PASS)


def test_a_deal_for_either_decision_is_written_as_before_there_were_two() -> None:
    """I9: only one that is for passing or for opening says so, and what says nothing is for either."""
    assert "decision" not in CODEC.encode_event(PASSED)
    to_open = replace(PASSED.deals[0], decision=Decision.OPENS)
    event = replace(PASSED, deals=(to_open, PASSED.deals[0]))
    assert CODEC.encode_event(event).count('"decision":"opens"') == 1
    assert there_and_back(event) == event
    with pytest.raises(UnreadableError):
        CODEC.decode_event(CODEC.encode_event(event).replace('"opens"', '"burns"'))


OLDER_MARKS: dict[str, Asked] = {
    "7916b40ee05b334ffbdcf5a9bc426964f94f64b9c23ad39bb50660c78349010a": command_for(4),
    "c105a7b1d5f348398d4b67a297de857546ee60d5d6fa8f6b73345b9466fc98b8": OpenBag(
        1, Declaration("apples", 3), Goods({"apples": 3})
    ),
    "c5aa695fcf376c3b0ecf4438d484e2f59d88b001e9050758dd0d7f5607fe2574": CountOut(
        parse({"players": [{"name": name, "gold": 5} for name in ("Ann", "Bo", "Cleo")]})
    ),
}
"""Fingerprints of before there were expansions: a phone may send such a command again after an update."""


@pytest.mark.parametrize("mark", OLDER_MARKS)
def test_a_command_without_expansions_has_the_fingerprint_of_before(mark: str) -> None:
    assert CODEC.fingerprint(OLDER_MARKS[mark]) == mark


def test_what_has_nothing_of_an_expansion_is_written_as_before() -> None:
    """E18 to E27: older programs have no words for it."""
    table = given_table(3).when(opened(1, "apples", 2), SitOut(2), EndGame(), CloseCount())
    lines = "".join(map(CODEC.encode_event, table.events))
    for word in ("black_market", "special_orders", "other_cards", "laws", "typed", "extras"):
        assert word not in lines
