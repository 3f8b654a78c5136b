"""What an evening tells its groups comes back as it was said; anything else is unreadable, and made again."""

import json

import pytest

from companion.codec import UnreadableError, decode_naming, decode_told, encode_naming, encode_told
from companion.rules.evenings import Evening, Guest, Naming
from companion.rules.sheriff.ruleset import SHERIFF

TOLD = Evening(
    (Guest("Ann", "leaf", 1, 120, {"caught": 2}), Guest("Tower", "tower", 2, 9, named=False)), 75, "x"
)
LINE = (
    '{"version":1,"rules":"sheriff","minutes":75,"replaces":"x",'
    '"guests":[["Ann","leaf",1,120,{"caught":2},true],["Tower","tower",2,9,{},false]]}'
)


def test_who_changes_what_an_evening_tells_makes_it_another_version() -> None:
    assert encode_told(SHERIFF, TOLD) == LINE
    assert decode_told(LINE) == ("sheriff", TOLD)


def test_what_nobody_did_is_not_written() -> None:
    assert '"caught":0' not in encode_told(SHERIFF, Evening((Guest("Ann", "leaf", 1, 1, {"caught": 0}),)))


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", LINE.replace("1", "2", 1), LINE.replace('["Ann",', '["Ann",1,'), LINE[:-1]]
)
def test_another_version_or_nonsense_is_unreadable(line: str) -> None:
    with pytest.raises(UnreadableError):
        decode_told(line)


def test_who_is_who_comes_back() -> None:
    naming = Naming("Friday", {"a": "b"}, {"b": "Bo"})
    assert decode_naming(encode_naming(naming)) == naming
    for changes in ({"version": 2}, {"name": 3}, {"spellings": ["a"]}, {"more": 1}):
        with pytest.raises(UnreadableError):
            decode_naming(json.dumps({**json.loads(encode_naming(naming)), **changes}))
