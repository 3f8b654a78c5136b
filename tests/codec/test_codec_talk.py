"""What was said in a round comes back as it was said; anything else is unreadable."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from companion.codec import VERSION
from companion.rules.ledger import Goods
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.talk import Decided, silence
from tests.codec.samples import CODEC, TALK, typed
from tests.codec.test_codec_unreadable import TALK_LINE as LINE
from tests.codec.test_codec_unreadable import unreadable
from tests.rules.dice import Dice
from tests.rules.evenings import SHORT, evenings, throws
from tests.rules.given import Table
from tests.rules.test_talk_laws import talked

APPLES = {"good": "apples", "number": 3}


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"said_on": 7},
        {"threatens": 1},
        {"threatened": None},
        {"declarations": {}, "proposals": (), "kept": ()},
        {
            "decisions": {
                1: Decided(Decision.PASSES, late=True),
                2: Decided(Decision.PASSES),
                0: Decided(Decision.OPENS, Goods({"cheese": 1}), asked=True),
            }
        },
        {"proposals": (replace(TALK.proposals[0], aloud=True),), "nudges": 2},
        {"proposals": (replace(TALK.proposals[0], demanded=True),)},
    ],
    ids=lambda said: " ".join(said) or "everything of before",
)
def test_a_talk_comes_back_as_it_was(said: dict[str, Any]) -> None:
    talk = replace(TALK, **said)
    assert typed(CODEC.decode_talk(CODEC.encode_talk(talk))) == typed(talk)


def test_a_talk_of_before_says_nothing_of_what_came_later() -> None:
    assert not {"said_on", "decisions", "threatens", "nudges"} & LINE.keys()
    assert not {"aloud", "demanded"} & LINE["proposals"][0].keys()


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
        {"colour": "red"},
        {"declarations": [[2]]},
        {"declarations": [["2", APPLES]]},
        {"declarations": [[2.0, APPLES]]},
        {"declarations": [[2, APPLES, 1]]},
        {"declarations": [[2, APPLES], [2, APPLES]]},
        {"declarations": [[2, {"good": "apples"}]]},
        {"declarations": ["2a"]},
        {"proposals": [{**LINE["proposals"][0], "colour": "red"}]},
        {"proposals": [{**LINE["proposals"][0], "deal": {"giver": 1}}]},
        {"kept": [{"round": 3}]},
    ],
    ids=str,
)
def test_a_talk_with_something_wrong_in_it(changes: dict[str, object]) -> None:
    unreadable(json.dumps({**LINE, **changes}), "talk")


@pytest.mark.parametrize("field", LINE)
def test_a_field_too_few(field: str) -> None:
    unreadable(json.dumps({key: value for key, value in LINE.items() if key != field}), "talk")
