"""Just count: five stands typed as fast as fingers can, and everybody sees who won."""

import pytest
from playwright.sync_api import expect

from tests.browser.checker import Checker
from tests.browser.gallery import Gallery
from tests.browser.phone import Phone
from tests.browser.test_quick_count import (
    SHEET,
    TWO_TAPS,
    begin,
    count,
    in_sight,
    shows_the_result,
    type_gold,
)


def test_a_name_that_is_too_long_is_kept_and_told_of(phone: Phone) -> None:
    phone.page.goto("/count")
    for place, name in enumerate(("Anne", "Bartholomew the Unready of Nottingham", "Cleo")):
        phone.page.fill(f"#name-{place}", name)
    phone.thumb.tap("[data-begin]")
    expect(phone.page.locator("#name-refused")).to_contain_text("at most 24 characters")
    expect(phone.page.locator("#name-1")).to_have_value("Bartholomew the Unready of Nottingham")
    phone.page.fill("#name-1", "Bartholomew the Unready")
    expect(phone.page.locator("#name-refused")).to_be_hidden()
    phone.thumb.tap("[data-begin]")
    expect(phone.page.locator("#name-1")).to_be_hidden()


def test_more_cards_than_the_box_holds_are_told_while_typing(phone: Phone, html_checker: Checker) -> None:
    gallery = Gallery(phone.page, html_checker)
    phone.page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    crossbows = phone.page.locator("[name='0-crossbow']"), phone.page.locator("[name='1-crossbow']")
    count(phone.thumb, "Anne", (1, 1, 1, 1, 1, 1, 1, 3, 50))
    expect(crossbows[0]).not_to_have_attribute("aria-invalid", "true")
    count(phone.thumb, "Bo", (1, 1, 1, 1, 1, 1, 1, 3))
    for field in crossbows:
        expect(field).to_have_attribute("aria-invalid", "true")
    gallery.look("too many crossbows")
    type_gold(phone.thumb, 50)
    for name in ("Cleo", "Dov"):
        count(phone.thumb, name, (1, 1, 1, 1, 1, 1, 1, 0, 50))
    expect(phone.page.locator("#refusals")).to_be_visible()
    expect(crossbows[1]).to_have_value("3")
    gallery.look("refused")
    assert not gallery.complaints, "\n".join(gallery.complaints)


def test_a_number_is_changed_after_the_result(phone: Phone) -> None:
    """By its button, Back and Forward, and after a reload, nothing that was typed is lost."""
    page, gold = phone.page, phone.page.locator("[name='2-gold']")
    page.goto("/")
    begin(phone.thumb, tuple(SHEET))
    for name, numbers in SHEET.items():
        count(phone.thumb, name, numbers)
    page.locator(".ranks").wait_for()
    page.go_back()
    expect(gold).to_have_value("28")
    page.reload()
    expect(gold).to_have_value("28")
    page.go_forward()
    page.locator(".ranks").wait_for()
    phone.thumb.tap("a[href*='again=']")
    expect(gold).to_have_value("28")
    expect(page.locator("[name='4-crossbow']")).to_have_value("1")
    phone.thumb.tap("[data-go='2']")
    phone.thumb.tap(page.locator(".count-row:has([name='2-gold'])"))
    type_gold(phone.thumb, 29)
    page.reload()
    expect(gold).to_have_value("29")
    phone.thumb.tap("button[form='count']")
    page.locator(".ranks").wait_for()
    expect(page.locator(".ranks")).to_contain_text("gold 29")
    page.go_back()
    expect(gold).to_have_value("29")
    page.goto("/count")
    expect(page.locator("#name-0")).to_have_value("")


@pytest.mark.parametrize("width, height", [(390, 664), (360, 640), (320, 568)])
def test_royal_cards_are_in_sight_before_the_next_player(phone: Phone, width: int, height: int) -> None:
    """Under the gold, above the pad, and without a tap; the way to the promo cards too, but on the
    smallest phone.
    """
    page = phone.page
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    phone.thumb.tap("[data-keys='number'] [data-rest]")
    pad = page.locator("[data-pad]").bounding_box()
    gold = page.locator("[data-now] .count-gold")
    expect(gold).to_be_in_viewport(ratio=1)
    cards = page.locator("[data-now] :is(.count-royal .pick, .count-promo > summary):visible")
    assert pad
    assert cards.count() == 8
    for card in cards.all()[: 8 if height > 600 else 7]:
        box = card.bounding_box()
        assert box
        assert box["y"] + box["height"] <= pad["y"]
    type_gold(phone.thumb, 5)
    expect(page.locator("[data-go][aria-current] bdi")).to_have_text("Bo")


def test_a_result_that_is_asked_for_without_a_connection_comes_by_itself(phone: Phone) -> None:
    """Unless somebody goes on by hand; then it waits for a tap, and nothing typed is lost."""
    phone.may_be_cut_off = True
    page, unreached = phone.page, phone.page.locator("#unreached")
    page.goto("/")
    begin(phone.thumb, tuple(SHEET))
    for name, numbers in list(SHEET.items())[:-1]:
        count(phone.thumb, name, numbers)
    page.context.set_offline(True)
    count(phone.thumb, *list(SHEET.items())[-1])
    expect(unreached).to_contain_text("The result comes by itself")
    phone.thumb.tap("[data-go='0']")
    expect(unreached).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("[data-go='0']")).to_have_attribute("aria-current", "true")
    page.context.set_offline(True)
    phone.thumb.tap(".bar button")
    expect(unreached).to_contain_text("The result comes by itself")
    page.context.set_offline(False)
    expect(page.locator(".ranks")).to_be_visible()
    shows_the_result(phone)


def test_a_plate_asks_at_once_what_it_becomes(phone: Phone) -> None:
    """On the smallest phone too, where the pad would cover the question."""
    page = phone.page
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    phone.thumb.tap("[data-now] .count-promo summary")
    phone.thumb.tap("[data-card='0-feast_plate']")
    plate = page.locator("[id='0-feast_plates-0']")
    expect(plate).to_be_focused()
    in_sight(plate)
    expect(page.locator("[data-pad] [data-number]:visible")).to_have_count(0)
    phone.thumb.tap("[data-now] .count-row:has([name='0-apples'])")
    expect(page.locator("[data-pad] [data-number]:visible")).to_have_count(15)


def test_a_plate_that_becomes_nothing_is_shown_with_its_reason(phone: Phone) -> None:
    """One list for one plate, which is never what the pad asks for."""
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    phone.thumb.tap("[data-now] .count-promo summary")
    phone.thumb.tap("[data-card='0-feast_plate']")
    for seat in range(3):
        phone.thumb.tap(f"[data-go='{seat}']")
        phone.thumb.tap("[data-keys='number'] [data-rest]")
        type_gold(phone.thumb, 5)
    plate = page.locator("[id='0-feast_plates-0']")
    expect(plate).to_be_focused()
    expect(plate).to_be_in_viewport(ratio=1)
    expect(page.locator("[id='0-feast_plates-0-refused']")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-now] .plates select:visible")).to_have_count(1)
    expect(page.locator("select[data-here]")).to_have_count(0)


def test_what_is_no_number_is_left_out_of_the_running_total(phone: Phone) -> None:
    """And marked at once, though only the result says why."""
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    total = page.locator("[data-go='0']").locator("> :nth-child(2)")
    for field, typed in (("apples", "2,5"), ("cheese", "-5"), ("gold", "-3")):
        box = page.locator(f"[name='0-{field}']")
        box.fill(typed)
        expect(box).to_have_attribute("aria-invalid", "true")
        expect(total).to_have_text("0")
        box.fill("3")
        expect(box).not_to_have_attribute("aria-invalid", "true")
        expect(total).not_to_have_text("0")
        box.fill("")


A_LATE_LIFT = """async ([first, second, frames]) => {
    const send = (number, event) =>
        document.querySelector(`[data-keys="number"] [data-number="${number}"]`).dispatchEvent(event);
    send(first, new MouseEvent("click", { bubbles: true, detail: 1 }));
    send(second, new PointerEvent("pointerdown", { bubbles: true }));
    for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
    send(second, new MouseEvent("click", { bubbles: true, detail: 1 }));
}"""
BUSY, FRAMES = 300, 30  # ms, and as many at 60 a second or more: longer than anybody looks at a question


@pytest.mark.parametrize("second", ["1", "2"])
def test_a_tap_that_follows_at_once_fills_no_second_field(phone: Phone, second: str) -> None:
    """A finger that bounces, or one that types 12 by two keys; after a pause the same key is a new answer."""
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    page.evaluate(TWO_TAPS, ["1", second, 0])
    expect(page.locator("[name='0-apples']")).to_have_value("1")
    expect(page.locator("[name='0-cheese']")).to_have_value("")
    expect(page.locator("[data-here]")).to_have_attribute("name", "0-cheese")
    count(phone.thumb, "Anne", (1,))
    expect(page.locator("[name='0-cheese']")).to_have_value("1")


@pytest.mark.parametrize("taps, long", [(TWO_TAPS, BUSY), (A_LATE_LIFT, FRAMES)])
def test_a_finger_that_comes_before_the_question_is_shown_does_not_answer_it(
    phone: Phone, taps: str, long: int
) -> None:
    """However late a busy page draws the question, and however late the finger lifts."""
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    page.evaluate(taps, ["1", "1", long])
    expect(page.locator("[name='0-apples']")).to_have_value("1")
    expect(page.locator("[data-here]")).to_have_attribute("name", "0-cheese")
    expect(page.locator("[name='0-cheese']")).to_have_value("")


def test_an_enter_that_is_held_answers_one_question(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("[name='0-apples']")).to_have_value("0")
    expect(page.locator("[name='0-cheese']")).to_have_value("")


def test_names_are_checked_where_they_are_typed(phone: Phone, html_checker: Checker) -> None:
    gallery = Gallery(phone.page, html_checker, wide=False)
    page, said = phone.page, phone.page.locator("#name-refused")
    page.goto("/count")
    for name in ("Anne", " anne"):
        phone.thumb.type(name)
        phone.thumb.press("Enter")
    expect(said).to_have_text("There are two of “anne”. Give one of them another name.")
    expect(page.locator("#name-1")).to_be_focused()
    expect(page.locator("#name-1")).to_have_attribute("aria-describedby", "name-refused")
    gallery.look("two of one name")
    page.locator("#name-1").fill("Bo")
    expect(said).to_be_hidden()
    expect(page.locator("#name-1")).not_to_have_attribute("aria-invalid", "true")
    phone.thumb.tap("[data-begin]")
    expect(said).to_have_text("Players: 2. A count is for 3 to 6.")
    expect(page.locator("#name-2")).to_be_focused()
    gallery.look("two players")
    phone.thumb.type("BO")
    phone.thumb.tap("[data-begin]")
    expect(said).to_contain_text("two of “BO”")
    expect(page.locator("#count")).to_have_attribute("data-step", "names")
    page.locator("#name-2").fill("Cleo")
    phone.thumb.tap("[data-begin]")
    expect(page.locator("[data-go][aria-current] bdi")).to_have_text("Anne")
    assert not gallery.complaints, "\n".join(gallery.complaints)


def test_numbers_without_a_name_are_said_before_the_count(phone: Phone) -> None:
    """Removing a name leaves what was counted of its stand."""
    page = phone.page
    page.goto("/count")
    begin_again = {"name-0": "Anne", "name-1": "Bo", "name-2": "Cleo", "name-3": ""}
    for field, name in begin_again.items():
        page.locator(f"#{field}").fill(name)
    page.locator("[name='3-apples']").evaluate("(field) => { field.value = '4'; }")
    phone.thumb.tap("[data-begin]")
    expect(page.locator("#name-refused")).to_have_text("Everybody needs a name.")
    expect(page.locator("#name-3")).to_be_focused()
