"""What a list says of a game comes back as it was said; anything else is unreadable."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from companion.codec import decode_summary, encode_summary
from companion.rules.sheriff.ruleset import SHERIFF
from tests.codec.samples import typed
from tests.codec.test_codec_unreadable import unreadable
from tests.rules.evenings import SHORT, evenings
from tests.rules.given import Table
from tests.rules.given import given as table_of

LINE: dict[str, Any] = json.loads(encode_summary(SHERIFF, table_of(3).game))


@settings(max_examples=12, deadline=None)
@given(evenings(SHORT))
def test_whatever_a_list_says_comes_back(table: Table) -> None:
    word, summary = decode_summary(encode_summary(SHERIFF, table.game))
    assert word == "sheriff"
    assert typed(summary) == typed(SHERIFF.summary(table.game))


def test_who_changes_what_a_list_says_makes_it_another_version() -> None:
    """Those that are stored are then made again."""
    seats = ",".join(
        f'{{"name":"{name}","shield":"{shield}","presence":"here","named":true}}'
        for name, shield in (("Ann", "leaf"), ("Bo", "stag"), ("Cleo", "arrow"))
    )
    progress = '"progress":{"round":1,"rounds":9}'
    assert encode_summary(SHERIFF, table_of(3).game) == (
        f'{{"version":1,"rules":"sheriff","stage":"rounds","seats":[{seats}],{progress},"winners":[],"replaces":""}}'
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 0},
        {"version": 2},
        {"stage": "begun"},
        {"seats": "Ann"},
        {"seats": [{"name": "Ann"}]},
        {"progress": [["round", 1]]},
        {"progress": {"round": "1"}},
        {"progress": {"round": 1.0}},
        {"winners": [True]},
        {"replaces": None},
        {"surplus": 1},
    ],
)
def test_another_value_is_unreadable(changes: dict[str, object]) -> None:
    unreadable(json.dumps({**LINE, **changes}), "summary")


@pytest.mark.parametrize("field", ["version", "rules", "stage", "seats"])
def test_without_one_of_these_it_says_nothing(field: str) -> None:
    unreadable(json.dumps({key: value for key, value in LINE.items() if key != field}), "summary")
