"""The way back beside what was taken back: until something else comes, and never where a finger just was."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import A_LOOK, Phone, touch_at

THREE = ("Ann", "Bo", "Cleo")
SIZES = (
    ViewportSize(width=390, height=664),
    ViewportSize(width=320, height=568),
    ViewportSize(width=844, height=390),
    ViewportSize(width=1024, height=768),
)
LANGUAGES = ("en-GB", "fr-FR")

TAKE_BACK, PUT_BACK = ".take-back button", ".undone button"


def taken_back(phone: Phone, bags: int = 1) -> str:
    """The last of so many bags is taken back; the board's address."""
    board = tasks.open_table(phone, THREE)
    for _ in range(bags):
        tasks.honest("passes")(phone.thumb)
    tasks.take_back(phone.thumb)
    return board.split("?")[0]


def done(page: Page, bags: int) -> None:
    expect(page.locator(".merchant-done")).to_have_count(bags)


def box(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two places share no point."""
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_never_lies_where_a_finger_just_was(language: str, open_phones: OpenPhone) -> None:
    phone = open_phones(language=language)
    board = tasks.open_table(phone, THREE)
    take_back, put_back = phone.page.locator(TAKE_BACK), phone.page.locator(PUT_BACK)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        for bags in (1, 2):
            phone.page.goto(board)
            tasks.honest("passes")(phone.thumb)
            tapped = box(take_back)
            tasks.take_back(phone.thumb)
            tapped_back = box(put_back)
            assert apart(tapped, tapped_back), (size, bags)
            phone.thumb.tap(put_back)
            expect(put_back).to_have_count(0)
            assert apart(tapped_back, box(take_back)), (size, bags)
            assert abs(box(take_back)["y"] - tapped["y"]) < 1, (size, bags)
        for _ in range(2):
            tasks.take_back(phone.thumb)


def test_a_double_tap_on_take_back_puts_nothing_back(phone: Phone) -> None:
    for bags in (1, 2):
        tasks.open_table(phone, THREE)
        for _ in range(bags):
            tasks.honest("passes")(phone.thumb)
        phone.thumb.stop_time()
        place = box(phone.page.locator(TAKE_BACK))
        for pause in (A_LOOK, 0, 150, 150):
            phone.thumb.passes(pause)
            touch_at(phone.page, place["x"] + 20, place["y"] + 4)  # near what comes above it
            phone.thumb.rest()
        expect(phone.page.locator(PUT_BACK)).to_be_visible()
        done(phone.page, bags - 1)


def test_a_double_tap_on_put_it_back_counts_once(phone: Phone) -> None:
    taken_back(phone)
    place = box(phone.page.locator(PUT_BACK))
    phone.thumb.stop_time()
    phone.thumb.passes(A_LOOK)
    for _ in range(2):
        touch_at(phone.page, place["x"] + 20, place["y"] + 20)
    done(phone.page, 1)
    phone.thumb.rest()
    done(phone.page, 1)


@pytest.mark.parametrize("script", [True, False])
def test_back_and_a_reload_put_nothing_back_twice(open_phones: OpenPhone, *, script: bool) -> None:
    phone = open_phones(script=script)
    board = taken_back(phone)
    phone.thumb.tap(PUT_BACK)
    done(phone.page, 1)
    phone.page.reload()
    done(phone.page, 1)
    phone.page.go_back()
    phone.page.goto(f"{board}/log")
    expect(phone.page.locator(".log-entry")).to_have_count(4)
    phone.page.go_back()
    phone.page.goto(board)
    done(phone.page, 1)


def test_a_result_is_put_back(phone: Phone) -> None:
    tasks.open_table(phone, THREE, rounds="1")
    for _ in range(2):
        tasks.honest("passes")(phone.thumb)
    tasks.pass_badge(phone.thumb)
    tasks.check_stands(phone.thumb)
    phone.thumb.tap(".dock a.next")
    phone.thumb.tap("form[action$='/closing'] button")
    expect(phone.page.locator(".winner")).to_be_visible()
    phone.thumb.tap("details:has(#mend) > summary")
    tapped = box(phone.page.locator("#mend button"))
    phone.thumb.tap("#mend button")
    phone.page.locator(".check-seat").first.wait_for()
    expect(phone.page.locator(".undone span")).to_have_text("Taken back: the result")
    assert apart(tapped, box(phone.page.locator(PUT_BACK)))
    phone.thumb.tap(PUT_BACK)
    expect(phone.page.locator(".winner")).to_be_visible()
