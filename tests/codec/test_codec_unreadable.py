"""What is not an event of this version is unreadable, whatever it is: never another error, never a guess."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import UnreadableError
from tests.codec.samples import CODEC, EVENTS

LINES: dict[str, Any] = {word: json.loads(CODEC.encode_event(event)) for word, event in EVENTS.items()}
Path = tuple[str | int, ...]
WRONG: tuple[object, ...] = (None, True, 3, 3.0, "3", "", [], [[]], {}, {"kind": "paid"}, "bank:0", 10**400)
# An option that is not given has its default.
WRONG_OPTIONS = tuple(value for value in WRONG if value != {})


def unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        CODEC.decode_event(text)


def line(word: str, **changes: object) -> str:
    """The line of an event with some of its values changed."""
    return json.dumps({**LINES[word], **changes})


def paths(data: object, here: Path = ()) -> Iterator[Path]:
    """The path to every value of decoded JSON."""
    if here:
        yield here
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, (*here, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from paths(value, (*here, index))


def changed(data: Any, path: Path, value: object) -> Any:  # noqa: ANN401 - any JSON
    """The data with another value at this path."""
    first, *rest = path
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[first] = changed(copy[first], tuple(rest), value) if rest else value  # type: ignore[index]
    return copy


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "true",
        "3",
        '"bag_passed"',
        "[]",
        "[1]",
        "{}",
        "{",
        "NaN",
        "\x00",
        '{"kind":"sat_out","merchant":1,"moves":[]}',
        "[" * 100_000,
        '{"version":1,"kind":' * 50_000,
        "9" * 5_000,
    ],
    ids=lambda text: text[:12] or "nothing",
)
def test_what_is_no_line_of_the_journal(text: str) -> None:
    unreadable(text)


@pytest.mark.parametrize(
    "word,changes",
    [
        ("sat_out", {"kind": "flew_away"}),
        ("sat_out", {"kind": ["sat_out"]}),
        ("sat_out", {"kind": "sit_out"}),
        ("sat_out", {"version": 2}),
        ("sat_out", {"version": "1"}),
        ("sat_out", {"colour": "red"}),
        ("sat_out", {"merchant": "3"}),
        ("sat_out", {"merchant": 3.0}),
        ("sat_out", {"merchant": True}),
        ("sat_out", {"merchant": None}),
        ("sat_out", {"moves": {}}),
        ("sat_out", {"moves": ""}),
        ("count_begun", {"early": 1}),
        ("count_begun", {"turns": "221"}),
        ("plates_chosen", {"goods": "ab"}),
        ("plates_chosen", {"goods": {"cheese": 1}}),
        ("table_opened", {"edition": 1}),
        ("table_opened", {"seats": [{"name": "Ann", "shield": "leaf", "presence": "asleep"}]}),
        ("table_opened", {"seats": [{"name": "Ann", "shield": "leaf", "age": 9}]}),
        ("bag_passed", {"contents": {"apples": -1}}),
        ("bag_passed", {"contents": {"apples": 1.0}}),
        ("bag_passed", {"contents": [["apples", 1]]}),
        ("bag_passed", {"declaration": {"good": "apples"}}),
        ("entry_corrected", {"now": LINES["badge_passed"]}),
    ],
    ids=str,
)
def test_an_event_with_something_wrong_in_it(word: str, changes: dict[str, object]) -> None:
    unreadable(line(word, **changes))


@pytest.mark.parametrize(
    "move",
    [
        "bank",
        ["bank", "purse:0", "gold"],
        ["bank", "purse:0", "gold", 1, 1],
        ["bank", "purse:0", "gold", 1.0],
        ["bank", "purse:0", "gold", True],
        ["bank", "purse:0", 7, 1],
        ["bank", 0, "gold", 1],
        ["bank", "purse", "gold", 1],
        ["bank", "purse:", "gold", 1],
        ["bank:1", "purse:0", "gold", 1],
        ["booty:1", "purse:0", "gold", 1],
        ["bank", "purse:-1", "gold", 1],
        ["bank", "purse:+1", "gold", 1],
        ["bank", "purse:1_0", "gold", 1],
        ["bank", "purse: 1", "gold", 1],
        ["bank", "purse:01", "gold", 1],
        ["bank", "purse:٣", "gold", 1],
        ["bank", "cellar:0", "gold", 1],
    ],
    ids=str,
)
def test_a_move_between_unknown_places(move: object) -> None:
    unreadable(line("sat_out", moves=[move]))


ADDED = {
    "bag_passed": ("there", "deputies", "alone"),
    "bag_opened": ("deputies", "alone", "other_fine", "other_debt", "keeper"),
    "table_opened": ("deputies", "served", "rounds"),
    "badge_passed": ("deputies", "drawn"),
    "sheriff_mended": ("deputies",),
    "player_left": ("turns", "lapsed", "deputies"),
    "taken_back": ("by",),
    "sheet_counted": ("replaces",),
    "entry_corrected": ("twice", "halved"),
    "paid": ("back_gold", "back_goods", "onto_booty"),
}
"""Fields that older evenings do not have, and that are left out when empty."""


def told(word: str, event: dict[str, Any]) -> dict[str, Any]:
    """An event without empty later fields, and so those in it."""
    return {
        key: told(value["kind"], value) if isinstance(value, dict) and "kind" in value else value
        for key, value in event.items()
        if value or key not in ADDED.get(word, ())
    }


@pytest.mark.parametrize("word", EVENTS)
def test_a_field_too_few_or_too_many(word: str) -> None:
    unreadable(line(word, surplus=1))
    for field in LINES[word]:
        if field not in {"moves", *ADDED.get(word, ())}:
            unreadable(json.dumps({key: value for key, value in LINES[word].items() if key != field}))


@pytest.mark.parametrize("word", EVENTS)
def test_any_value_replaced_by_a_wrong_one_is_unreadable_or_comes_back_as_it_is(word: str) -> None:
    """Nothing is coerced: what is read is written again as it was."""
    for index, path in enumerate(paths(LINES[word])):
        for wrong in (WRONG if path[-1] != "options" else WRONG_OPTIONS)[index % 3 :: 3]:
            spoiled = changed(LINES[word], path, wrong)
            try:
                event = CODEC.decode_event(json.dumps(spoiled))
            except UnreadableError:
                continue
            assert json.loads(CODEC.encode_event(event)) == told(word, spoiled), path


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(st.text() | json_values.map(json.dumps))
def test_no_text_whatever_is_read_or_breaks_the_reader(text: str) -> None:
    unreadable(text)
