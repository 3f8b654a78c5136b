"""What a phone knows of its link to the table's machine (`static/js/link.js`), in an empty page."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.attendance import ASKED, TOLD
from companion.machine.paths import assets
from companion.records import ASLEEP

SOURCE = (assets().static / "js" / "link.js").read_text(encoding="utf-8")
RUN = """async ([source, at, happenings, ask]) => {
    const link = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    let state = {...link.START, ...at};
    for (const [name, now, ...facts] of happenings) state = {...state, ...link[name](state, now, ...facts)};
    return ask ? link[ask[0]](state, ...ask.slice(1)) : state;
}"""
NOW = 100_000  # ms
SECOND = 1_000  # ms
STREAM = "a stream"
ANSWERED_WITHIN = int(re.findall(r"ANSWERED_WITHIN = ([\d_]+)", SOURCE)[0])

Happening = tuple[Any, ...]
Run = Callable[..., Any]


@pytest.fixture(scope="module")
def after(browsers: Callable[[], Browser]) -> Iterator[Run]:
    """The state after these transitions, each (name, time, facts...); or what a question about it returns."""
    page = browsers().new_page()

    def run(*happenings: Happening, ask: Happening | None = None, **at: object) -> Any:  # noqa: ANN401 - JSON
        return page.evaluate(RUN, json.loads(json.dumps([SOURCE, at, happenings, ask])))

    yield run
    page.close()


def test_a_stream_tells_of_its_table(after: Run) -> None:
    state = after(("opened", NOW, STREAM, "/g/oak"), ("heard", NOW + SECOND, 7))
    assert state["stream"] == STREAM
    assert state["table"] == "/g/oak"
    assert state["stamp"] == 7
    assert state["heard"] == NOW + SECOND


def test_a_beat_tells_no_other_stamp(after: Run) -> None:
    assert after(("heard", NOW, 7), ("heard", NOW + SECOND, 0))["stamp"] == 7


def test_a_page_is_behind_until_it_shows_what_the_stream_told(after: Run) -> None:
    assert after(("heard", NOW, 7), ask=("isBehind", 6))
    assert not after(("heard", NOW, 7), ask=("isBehind", 7))
    assert not after(ask=("isBehind", 1))


def test_a_new_stream_knows_no_stamp_of_another_table(after: Run) -> None:
    left = (("opened", NOW, STREAM, "/g/oak"), ("heard", NOW, 7))
    assert not after(*left, ("opened", NOW, STREAM, "/g/elm"), ask=("isBehind", 1))


SHOWN = {"page": "sheet", "board": None, "stamp": "7"}


@pytest.mark.parametrize(
    "now, stale",
    [
        ({}, False),
        ({"page": "log"}, True),
        ({"page": None}, True),
        ({"board": "board"}, True),
        ({"stamp": "8"}, True),
    ],
    ids=str,
)
def test_an_answer_is_stale_once_another_page_is_shown(
    after: Run, now: dict[str, object], *, stale: bool
) -> None:
    assert after(("asked", NOW), ask=("isStale", SHOWN, SHOWN | now)) is stale


@pytest.mark.parametrize("sending, stale", [("sheet", True), ("board", False)])
def test_an_answer_is_stale_while_a_tap_on_its_page_waits(after: Run, sending: str, *, stale: bool) -> None:
    sent = ("asked", NOW), ("sent", NOW, sending)
    assert after(*sent, ask=("isStale", SHOWN, SHOWN)) is stale
    assert not after(*sent, ("returned", NOW), ask=("isStale", SHOWN, SHOWN))


@pytest.mark.parametrize(
    "happening, crowded",
    [("refused", NOW), ("broken", 0), ("closed", 5)],
)
def test_a_stream_that_ends_leaves_the_table_and_perhaps_no_room(
    after: Run, happening: str, crowded: int
) -> None:
    state = after((happening, NOW), stream=STREAM, table="/g/oak", crowded=5)
    assert state["stream"] is None
    assert state["table"] == "/g/oak"
    assert state["crowded"] == crowded


def test_a_phone_that_left_the_table_forgets_it(after: Run) -> None:
    state = after(("ended", NOW), stream=STREAM, table="/g/oak")
    assert (state["stream"], state["table"]) == (None, "")


def test_a_phone_that_hears_its_stream_has_room(after: Run) -> None:
    assert after(("refused", NOW), ("opened", NOW, STREAM, ""), ("heard", NOW, 0))["crowded"] == 0


def test_a_stream_is_reopened_when_it_is_silent_for_35_seconds(after: Run) -> None:
    opened = ("opened", NOW, STREAM, "/g/oak")
    assert not after(opened, ask=("needsStream", NOW + 35 * SECOND))
    assert after(opened, ask=("needsStream", NOW + 35 * SECOND + 1))


def test_a_stream_is_tried_again_a_minute_after_there_was_no_room(after: Run) -> None:
    assert after(("broken", NOW), ask=("needsStream", NOW))
    assert not after(("refused", NOW), ask=("needsStream", NOW + 60 * SECOND))
    assert after(("refused", NOW), ask=("needsStream", NOW + 60 * SECOND + 1))


def test_a_phone_that_is_there_is_heard_in_time_even_if_an_answer_is_lost(after: Run) -> None:
    """Else it would be shown as asleep; one that has gone is shown so within half a minute, also to a phone
    that has no stream to be told of it.
    """
    again = after(failures=1, stream=STREAM, ask=("patience", 1))
    asks, polls = (after(stream=stream, ask=("patience", 1)) for stream in (STREAM, None))
    assert asks + ANSWERED_WITHIN + again + SECOND <= ASLEEP
    assert ASLEEP + polls <= 30 * SECOND
    assert asks + TOLD + ASKED <= ASLEEP, "another process hears of it too late"


def test_one_question_at_a_time(after: Run) -> None:
    assert not after(ask=("isBusy", "board"))
    assert after(("asked", NOW), ask=("isBusy", "board"))
    assert not after(("asked", NOW), ("finished", NOW), ask=("isBusy", "board"))


def test_nothing_is_asked_under_a_tap_on_the_same_page(after: Run) -> None:
    sent = ("sent", NOW, "board")
    assert after(sent, ask=("isBusy", "board"))
    assert not after(sent, ask=("isBusy", "sheet"))
    assert not after(sent, ("returned", NOW), ask=("isBusy", "board"))


def test_a_request_in_between_is_made_up_for(after: Run) -> None:
    asked = (("asked", NOW), ("askedAgain", NOW), ("askedAgain", NOW))
    assert after(*asked, ("answered", NOW), ("finished", NOW), ask=("isAskedMore", "board"))
    assert not after(*asked, ("failed", NOW), ("finished", NOW), ask=("isAskedMore", "board"))
    assert not after(*asked, ("sent", NOW, "board"), ("finished", NOW), ask=("isAskedMore", "board"))
    assert not after(*asked, ("finished", NOW), ("asked", NOW), ask=("isAskedMore", "board"))


def test_it_is_late_then_lost_then_live(after: Run) -> None:
    shown = ["delayed", "failed", "failed", "failed", "answered"]
    states = [after(*((name, NOW) for name in shown[: count + 1])) for count in range(len(shown))]
    assert [state["shown"] for state in states] == ["late", "late", "lost", "lost", "live"]
    assert [state["failures"] for state in states] == [0, 1, 2, 3, 0]
    assert states[-1]["answered"] == NOW


def test_a_tap_on_the_chip_starts_again(after: Run) -> None:
    state = after(("failed", NOW), ("failed", NOW), ("urged", NOW))
    assert (state["shown"], state["failures"]) == ("late", 0)


def test_a_failure_tries_for_a_stream_at_once(after: Run) -> None:
    assert after(("refused", NOW), ("failed", NOW))["crowded"] == 0


@pytest.mark.parametrize(
    "at, luck, wait",
    [
        ({}, 0, 3_000),
        ({"stream": STREAM}, 1, 15_000),
        ({"failures": 1}, 1, 1_000),
        ({"failures": 1, "stream": STREAM}, 0, 700),
        ({"failures": 4}, 1, 8_000),
        ({"failures": 5}, 1, 10_000),
        ({"failures": 30}, 0, 7_000),
    ],
)
def test_how_long_it_waits_before_it_asks_again(
    after: Run, at: dict[str, object], luck: float, wait: int
) -> None:
    assert after(**at, ask=("patience", luck)) == pytest.approx(wait)


def test_another_window_for_three_seconds_is_away(after: Run) -> None:
    assert not after(("left", NOW), ask=("wasAway", NOW + 3 * SECOND))
    assert after(("left", NOW), ask=("wasAway", NOW + 3 * SECOND + 1))
    assert not after(("left", NOW), ("focused", NOW), ask=("wasAway", NOW + 60 * SECOND))
