"""Which tap was meant for what lay there before it (`static/js/finger.js`), in an empty page."""

from math import inf

import pytest

from tests.browser.conftest import Ask

SCRIPT = "finger.js"
CHANGED = 10_000  # ms; when the screen changed
MOMENT = 700  # ms that count after another phone changed the screen
BOUNCE = 350  # ms between two taps that meant one
REPEAT = 200  # ms between two taps on what is tapped again and again
HERE, NEARBY, AWAY = {"x": 100, "y": 100}, {"x": 100, "y": 147}, {"x": 100, "y": 148}
BOX = {"left": 50, "right": 150, "top": 50, "bottom": 150}


def control(what: str, **others: object) -> dict[str, object]:
    """A control in the box that all of them share."""
    return {"what": what, "box": BOX, "isFixed": False, **others}


def screen(*controls: object, **others: object) -> dict[str, object]:
    """What was seen until the screen changed."""
    return {"boxes": controls, "until": CHANGED, "moved": 0, "isOthers": False, **others}


SEEN = {"boxes": [control("new")]}


def finger(after: int, what: str = "new", where: dict[str, int] = HERE) -> dict[str, object]:
    """A tap so many ms after the screen changed."""
    return {**where, "at": CHANGED + after, "what": what}


@pytest.mark.parametrize("others, moment", [(False, BOUNCE), (True, MOMENT)])
def test_another_control_under_the_finger_is_not_meant_for_a_moment(
    ask: Ask, moment: int, *, others: bool
) -> None:
    """What a tap itself brought is waited for by whoever tapped."""
    screens, last = [SEEN, screen(control("old"), isOthers=others)], finger(-10, "old")
    early = [ask("isEarly", finger(after), last, screens, 0) for after in (0, moment - 1, moment)]
    assert early == [True, True, False]


@pytest.mark.parametrize("others, early", [(False, [True, False]), (True, [True, True])])
def test_what_is_tapped_again_and_again_waits_only_for_a_finger_that_bounced(
    ask: Ask, early: list[bool], *, others: bool
) -> None:
    """One more take back is one more wish, unless another phone's entry came under the finger."""
    screens, last = [SEEN, screen(control("old"), isOthers=others)], {**finger(-10, "old"), "repeats": "back"}
    taps = [{**finger(since - 10), "repeats": "back"} for since in (REPEAT - 1, REPEAT)]
    assert [ask("isEarly", tap, last, screens, 0) for tap in taps] == early
    assert ask("isEarly", {**taps[1], "repeats": "forth"}, last, screens, 0)


@pytest.mark.parametrize("where, early", [(HERE, True), (NEARBY, True), (AWAY, False)])
def test_only_a_tap_near_the_last_one_is_its_second(ask: Ask, where: dict[str, int], *, early: bool) -> None:
    last = finger(-10, "old")
    assert ask("isEarly", finger(0, where=where), last, [SEEN, screen(control("old"))], 0) is early


def test_what_stayed_under_the_finger_takes_every_tap(ask: Ask) -> None:
    assert not ask("isEarly", finger(0), finger(-10), [SEEN, screen(control("new"))], 0)


def test_where_nothing_lay_before_a_second_tap_is_not_meant(ask: Ask) -> None:
    assert ask("isEarly", finger(0), finger(-10, "old"), [SEEN, screen()], 0)


def test_what_took_a_tap_on_the_new_screen_takes_the_next(ask: Ask) -> None:
    screens = [SEEN, screen(control("old"))]
    assert not ask("isEarly", finger(50), finger(10), screens, 0)
    assert ask("isEarly", finger(50), finger(10, "other"), screens, 0)


@pytest.mark.parametrize("others", [False, True])
def test_what_a_tap_moved_takes_the_next_but_not_what_another_phone_moved(ask: Ask, *, others: bool) -> None:
    screens = [SEEN, screen(control("old"), isOthers=others)]
    assert ask("isEarly", finger(50), finger(0), screens, 0) is others


@pytest.mark.parametrize("others", [False, True])
def test_what_another_phone_moved_is_not_meant_even_by_a_first_tap(ask: Ask, *, others: bool) -> None:
    screens = [SEEN, screen(control("old"), isOthers=others)]
    assert bool(ask("isEarly", finger(0), None, screens, 0)) is others
    assert bool(ask("isEarly", finger(MOMENT), None, screens, 0)) is False


@pytest.mark.parametrize("after, told", [(0, True), (MOMENT - 1, True), (MOMENT, False)])
def test_a_tap_that_another_phone_forestalled_is_told_so(ask: Ask, after: int, *, told: bool) -> None:
    assert ask("isTold", finger(after), finger(after - 1), [SEEN, screen(isOthers=True)]) is told
    assert ask("isTold", finger(after), finger(after - 1), [SEEN, screen()]) is False


@pytest.mark.parametrize("since, told", [(BOUNCE - 1, False), (BOUNCE, True)])
def test_a_second_tap_that_does_nothing_is_told_so_unless_the_finger_bounced(
    ask: Ask, since: int, *, told: bool
) -> None:
    assert ask("isTold", finger(1), finger(1 - since), [SEEN, screen()]) is told


def test_every_screen_of_the_last_moment_counts(ask: Ask) -> None:
    screens = [SEEN, screen(control("new")), screen(control("old"), until=CHANGED - BOUNCE + 1)]
    assert ask("isEarly", finger(0), finger(-800, "old"), screens, 0)
    assert not ask("isEarly", finger(1), finger(-800, "old"), screens, 0)


@pytest.mark.parametrize("shown, early", [(CHANGED, True), (inf, True), (CHANGED - 1, False)])
def test_no_tap_is_meant_for_a_page_that_was_not_seen(ask: Ask, shown: float, *, early: bool) -> None:
    assert ask("isEarly", finger(-1), None, [SEEN], shown) is early


def test_a_page_that_scrolls_moves_its_controls_but_not_its_dock(ask: Ask) -> None:
    """The finger is where the control was before the page scrolled by 100 pixels."""
    last, at = finger(-10, "old", {"x": 100, "y": 0}), finger(0, "new", {"x": 100, "y": 0})
    assert not ask("isEarly", at, last, [SEEN, screen(control("new"), moved=100)], 0)
    assert ask("isEarly", at, last, [SEEN, screen(control("new", isFixed=True), moved=100)], 0)


def test_the_control_on_top_is_what_lay_there(ask: Ask) -> None:
    screens = [SEEN, screen(control("new"), control("dock"))]
    assert ask("isEarly", finger(0), finger(-10, "dock"), screens, 0)
    assert not ask("isEarly", finger(0, "dock"), finger(-10, "dock"), screens, 0)


def test_screens_are_forgotten_after_two_moments(ask: Ask) -> None:
    kept = ask("recent", [screen(until=0), screen(until=1)], 2 * MOMENT)
    assert [one["until"] for one in kept] == [1]


@pytest.mark.parametrize("after, early", [(0, True), (MOMENT - 1, True), (MOMENT, False)])
def test_whoever_was_to_tap_again_ends_no_bag_before_that(ask: Ask, after: int, *, early: bool) -> None:
    """Both buttons lay there long before: only the tap that came to nothing says that more was meant."""
    missed, decides = finger(0, "accept", AWAY), {**finger(after, "new"), "isFinal": True}
    assert bool(ask("isEarly", decides, None, [SEEN], 0, missed)) is early
    assert bool(ask("isTold", {**decides, "isHasty": early}, None, [SEEN])) is early


def test_what_was_to_be_tapped_again_and_what_ends_no_bag_wait_no_longer(ask: Ask) -> None:
    missed = finger(0, "accept")
    assert not ask("isEarly", finger(1), None, [SEEN], 0, missed)
    assert not ask("isEarly", {**finger(1, "accept"), "isFinal": True}, None, [SEEN], 0, missed)
    assert not ask("isEarly", {**finger(1), "isFinal": True}, None, [SEEN], 0, None)
