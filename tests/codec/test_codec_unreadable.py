"""What is not an event of this version is unreadable, whatever it is: never another error, never a guess."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.codec import UnreadableError, decode_summary
from tests.codec import nottingham_samples as loot
from tests.codec.samples import CODEC, EVENTS, TALK

LINES: dict[str, Any] = {word: json.loads(CODEC.encode_event(event)) for word, event in EVENTS.items()}
TALK_LINE: dict[str, Any] = json.loads(CODEC.encode_talk(TALK))
READERS: dict[str, Callable[[str], object]] = {
    "event": CODEC.decode_event,
    "talk": CODEC.decode_talk,
    "summary": decode_summary,
}
Path = tuple[str | int, ...]
WRONG: tuple[object, ...] = (None, True, 3, 3.0, "3", "", [], [[]], {}, {"kind": "paid"}, "bank:0", 10**400)
# An option that is not given has its default.
WRONG_OPTIONS = tuple(value for value in WRONG if value != {})


def unreadable(text: str, reader: str = "event") -> None:
    with pytest.raises(UnreadableError):
        READERS[reader](text)


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


NO_SEATS = ["", ":", ":-1", ":+1", ":1_0", ": 1", ":01", ":٣"]
NO_LINES = ["", " ", "null", "true", "3", '"bag_passed"', "[]", "[1]", "{}", "{", "NaN", "\x00"]
NO_LINES += ['{"kind":"sat_out","merchant":1,"moves":[]}', "[" * 100_000, '{"version":1,"kind":' * 50_000]
NO_LINES += ["9" * 5_000]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", NO_LINES, ids=lambda text: text[:12] or "nothing")
def test_what_is_no_line_of_the_journal(text: str, reader: str) -> None:
    unreadable(text, reader)


def test_an_event_is_no_talk_and_a_talk_no_event() -> None:
    unreadable(line("sat_out"), "talk")
    unreadable(CODEC.encode_talk(TALK))


@pytest.mark.parametrize(
    "word, changes",
    [
        ("sat_out", {"kind": "flew_away"}),
        ("sat_out", {"kind": "sit_out"}),
        ("sat_out", {"version": 2}),
        ("plates_chosen", {"goods": {"cheese": 1}}),
        ("bag_passed", {"contents": {"apples": -1}}),
        ("bag_passed", {"contents": [["apples", 1]]}),
        ("entry_corrected", {"now": LINES["badge_passed"]}),
    ],
    ids=str,
)
def test_an_event_with_something_wrong_in_it(word: str, changes: dict[str, object]) -> None:
    unreadable(line(word, **changes))


@pytest.mark.parametrize("source", ["bank:1", "booty:1", "cellar:0", *(f"purse{seat}" for seat in NO_SEATS)])
def test_a_move_from_an_unknown_place(source: str) -> None:
    unreadable(line("sat_out", moves=[[source, "purse:0", "gold", 1]]))


@pytest.mark.parametrize(
    "move",
    [["bank", "purse:0", "gold"], ["bank", "purse:0", "gold", 1, 1]],
    ids=str,
)
def test_a_move_of_another_shape(move: list[object]) -> None:
    unreadable(line("sat_out", moves=[move]))


ADDED = {
    "bag_passed": ("there", "deputies", "alone"),
    "bag_opened": ("deputies", "alone", "other_fine", "other_debt", "keeper"),
    "table_opened": ("deputies", "served", "rounds"),
    "badge_passed": ("deputies", "drawn"),
    "sheriff_mended": ("deputies",),
    "count_begun": ("absent",),
    "player_left": ("turns", "lapsed", "deputies", "heir"),
    "taken_back": ("by",),
    "sheet_counted": ("replaces",),
    "entry_corrected": ("twice", "halved", "debtors"),
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


SAMPLES = [
    *(
        pytest.param(CODEC.decode_event, CODEC.encode_event, word, line, id=word)
        for word, line in LINES.items()
    ),
    *(
        pytest.param(
            loot.CODEC.decode_event,
            loot.CODEC.encode_event,
            "",
            json.loads(loot.CODEC.encode_event(event)),
            id=f"nottingham {word}",
        )
        for word, event in loot.EVENTS.items()
        if word not in {"nottingham_counted", "taken_back"}
    ),
    pytest.param(CODEC.decode_talk, CODEC.encode_talk, "talk", TALK_LINE, id="talk"),
]


@pytest.mark.parametrize("decode, encode, word, sample", SAMPLES)
def test_any_value_replaced_by_a_wrong_one_is_unreadable_or_comes_back_as_it_is(
    decode: Callable[[str], Any], encode: Callable[[Any], str], word: str, sample: dict[str, Any]
) -> None:
    """Nothing is coerced: what is read is written again as it was, 3.0 no 3 and true no 1."""
    for index, path in enumerate(paths(sample)):
        every = WRONG if path[-1] != "options" else WRONG_OPTIONS
        for wrong in every if word == "talk" else every[index % 3 :: 3]:
            spoiled = changed(sample, path, wrong)
            try:
                again = encode(decode(json.dumps(spoiled)))
            except UnreadableError:
                continue
            assert as_text(json.loads(again)) == as_text(told(word, spoiled)), path


def as_text(data: object) -> str:
    """Decoded JSON, in which 1, 1.0 and true are three values."""
    return json.dumps(data, sort_keys=True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(st.text() | json_values.map(json.dumps), st.sampled_from([*READERS]))
def test_no_text_whatever_is_read_or_breaks_the_reader(text: str, reader: str) -> None:
    unreadable(text, reader)
