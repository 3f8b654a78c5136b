"""What was said in a round comes back as it was said; anything else is unreadable."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import VERSION, UnreadableError
from companion.rules.goods import Goods
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.talk import Decided, silence
from companion.rules.stages import Stage
from tests.codec.samples import CODEC, TALK, typed
from tests.codec.test_codec_unreadable import WRONG, changed, json_values, paths
from tests.rules.dice import Dice
from tests.rules.evenings import SHORT, evenings, throws
from tests.rules.given import Table
from tests.rules.test_talk_laws import talked

LINE: dict[str, Any] = json.loads(CODEC.encode_talk(TALK))
APPLES = {"good": "apples", "number": 3}


def unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        CODEC.decode_talk(text)


def test_a_talk_comes_back_as_it_was() -> None:
    back = CODEC.decode_talk(CODEC.encode_talk(TALK))
    assert back == TALK
    assert typed(back) == typed(TALK)


def test_a_talk_from_before_it_was_known_after_which_entry_it_was() -> None:
    assert "said_on" not in LINE
    assert CODEC.decode_talk(json.dumps(LINE)).said_on == 0
    said = replace(TALK, said_on=7)
    assert CODEC.decode_talk(CODEC.encode_talk(said)) == said


def test_decisions_come_back_with_the_cards_that_were_turned_over() -> None:
    assert "decisions" not in LINE
    opened = Decided(Decision.OPENS, Goods({"cheese": 1}), asked=True)
    said = replace(TALK, decisions={2: Decided(Decision.PASSES), 0: opened})
    assert CODEC.decode_talk(CODEC.encode_talk(said)) == said


def test_which_deputy_threatens_comes_back() -> None:
    assert "threatens" not in LINE
    said = replace(TALK, threatens=1)
    assert CODEC.decode_talk(CODEC.encode_talk(said)) == said


def test_what_was_agreed_aloud_and_how_often_one_was_nudged_come_back() -> None:
    assert "nudges" not in LINE
    assert "aloud" not in LINE["proposals"][0]
    noted = replace(TALK.proposals[0], aloud=True)
    said = replace(TALK, proposals=(noted,), nudges=2)
    assert CODEC.decode_talk(CODEC.encode_talk(said)) == said


def test_a_threat_to_nobody_and_an_empty_round_come_back_too() -> None:
    for talk in (replace(TALK, threatened=None), replace(TALK, declarations={}, proposals=(), kept=())):
        assert CODEC.decode_talk(CODEC.encode_talk(talk)) == talk


def test_the_line_is_plain_json_with_its_version() -> None:
    line = CODEC.encode_talk(TALK)
    assert "\n" not in line
    assert LINE["version"] == VERSION
    assert LINE["declarations"] == [[2, APPLES], [0, {"good": "cheese", "number": 1}]]
    assert "Guy’s" in line


def test_goods_keep_the_order_in_which_they_were_offered() -> None:
    deal = replace(TALK.proposals[0].deal, stand=Goods({"silk": 1, "apples": 2}))
    talk = replace(TALK, proposals=(replace(TALK.proposals[0], deal=deal),))
    assert tuple(CODEC.decode_talk(CODEC.encode_talk(talk)).proposals[0].deal.stand) == ("silk", "apples")


@settings(max_examples=12, deadline=None)
@given(evenings(SHORT), throws())
def test_whatever_is_said_comes_back(table: Table, dice: Dice) -> None:
    talk = talked(table.game, dice) if table.game.stage is Stage.ROUNDS else silence(table.game)
    assert typed(CODEC.decode_talk(CODEC.encode_talk(talk))) == typed(talk)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"version": None},
        {"round": "3"},
        {"round": True},
        {"colour": "red"},
        {"threatened": "2"},
        {"threatened": 2.0},
        {"declarations": {}},
        {"declarations": {"2": APPLES}},
        {"declarations": [[2]]},
        {"declarations": [[]]},
        {"declarations": [[2, APPLES, 1]]},
        {"declarations": [[2, APPLES], [2, APPLES]]},
        {"declarations": [["2", APPLES]]},
        {"declarations": [[True, APPLES]]},
        {"declarations": [[2.0, APPLES]]},
        {"declarations": [[None, APPLES]]},
        {"declarations": [[2, {"good": "apples"}]]},
        {"declarations": [[2, {**APPLES, "number": "3"}]]},
        {"declarations": ["2a"]},
        {"proposals": {}},
        {"proposals": [{**LINE["proposals"][0], "state": "booked"}]},
        {"proposals": [{**LINE["proposals"][0], "state": 0}]},
        {"proposals": [{**LINE["proposals"][0], "colour": "red"}]},
        {"proposals": [{**LINE["proposals"][0], "deal": {"giver": 1}}]},
        {"kept": [{"round": 3}]},
        {"action_ids": "ab"},
        {"action_ids": [1]},
    ],
    ids=str,
)
def test_a_talk_with_something_wrong_in_it(changes: dict[str, object]) -> None:
    unreadable(json.dumps({**LINE, **changes}))


def test_a_field_too_few() -> None:
    for field in LINE:
        unreadable(json.dumps({key: value for key, value in LINE.items() if key != field}))


def test_any_value_replaced_by_a_wrong_one_is_unreadable_or_comes_back_as_it_is() -> None:
    """Nothing is coerced: what is read is written again as it was."""
    for path in paths(LINE):
        for wrong in WRONG:
            spoiled = changed(LINE, path, wrong)
            try:
                talk = CODEC.decode_talk(json.dumps(spoiled))
            except UnreadableError:
                continue
            assert json.loads(CODEC.encode_talk(talk)) == spoiled, path


def test_an_event_is_no_talk_and_a_talk_no_event() -> None:
    unreadable('{"version":1,"kind":"sat_out","merchant":1,"moves":[]}')
    with pytest.raises(UnreadableError):
        CODEC.decode_event(CODEC.encode_talk(TALK))


@settings(max_examples=60, deadline=None)
@given(st.text() | json_values.map(json.dumps))
def test_no_text_whatever_is_read_or_breaks_the_reader(text: str) -> None:
    unreadable(text)
