"""Cards that are turned over at the end: how many are left, and that some of them are not all."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, touch_at
from tests.browser.serving import Server
from tests.browser.test_end import MIDDLE, ends
from tests.browser.test_reveal import at_the_reveal
from tests.browser.words import BROWSER_BARS, all_in_sight


def test_french_counts_the_cards_that_are_left(open_phones: OpenPhone, server: Server) -> None:
    phone = open_phones(language="fr-FR")
    at_the_reveal(phone, server, 2)
    onward = phone.page.locator("#reveal button.next")
    expect(onward).to_contain_text("Encore 2\u00a0cartes face cachée")
    tasks.put(phone.thumb, {"mead": 1})
    expect(onward).to_contain_text("Encore 1\u00a0carte face cachée")


def test_whoever_turns_over_is_named_once_and_promo_cards_are_in_sight(open_phones: OpenPhone) -> None:
    for language in ("en-GB", "fr-FR"):
        phone = open_phones(language=language, viewport={"width": 390, "height": 664})
        stands = {"stand-1-face_down": "2", "stand-2-face_down": "3"}
        options = {"royal_goods": "1", "promo-feast_plate": "1", **MIDDLE, **stands}
        board = tasks.open_table(phone, ("Ann", "Bo", "Cleo"), 0, **options)
        ends(phone, board)
        phone.page.goto(f"{board}/reveal/1")
        named = phone.page.locator("main bdi", has_text="Bo").evaluate_all(
            "(all) => all.filter((one) => !one.closest('.unseen')).length"
        )
        assert named == 1
        all_in_sight(phone.page, BROWSER_BARS, "details.palette > summary", "#reveal button.next")


def test_a_double_tap_on_a_part_of_the_cards_books_that_part(phone: Phone, server: Server) -> None:
    """What is left is asked for again; the second tap was not meant for it."""
    board = at_the_reveal(phone, server, 3)
    page, onward = phone.page, phone.page.locator("#reveal button.next")
    tasks.put(phone.thumb, {"mead": 1})
    at = onward.bounding_box()
    assert at
    # As soon as the response is drawn, where the first tap was.
    page.evaluate(
        """() => {
        window.second = new Promise((told) => document.addEventListener("htmx:after:swap", () => {
            requestAnimationFrame(() => requestAnimationFrame(() => told(document.title)));
        }, { once: true }));
    }"""
    )
    touch_at(page, at["x"] + 60, at["y"] + 20)
    page.evaluate("second")
    touch_at(page, at["x"] + 60, at["y"] + 20)
    expect(page.locator(".shown .slot")).to_have_count(1)
    phone.thumb.rest()
    expect(page.locator("#refusals")).to_have_count(0)
    expect(onward).to_contain_text("Still face down: 2")
    tasks.put(phone.thumb, {"mead": 1, "silk": 1})
    expect(onward).to_contain_text("That’s all")
    expect(onward).not_to_contain_text("face down")
    phone.thumb.tap(onward)
    page.goto(f"{board}/log")
    expect(page.locator("main")).to_contain_text("Bo")


def test_what_the_last_one_had_is_drawn_as_cards_on_the_board(phone: Phone, server: Server) -> None:
    at_the_reveal(phone, server, 2)
    tasks.put(phone.thumb, {"mead": 1, "silk": 1})
    phone.thumb.tap("#reveal button.next")
    tasks.at_board(phone.thumb)
    cards = phone.page.locator(".shown .slot")
    tops = {cards.nth(number).evaluate("card => card.offsetTop") for number in range(2)}
    assert len(tops) == 1
    expect(phone.page.locator(".shown")).to_have_css("display", "grid")
