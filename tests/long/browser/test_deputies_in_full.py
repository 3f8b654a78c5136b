"""What two Deputies' phones say is read in full: an offer above its button, who acts, whose bag it is."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.proposals import Answer, Propose
from tests.browser import staging
from tests.browser.heaviest import LANGUAGES
from tests.browser.phone import open_phone
from tests.browser.serving import listening
from tests.browser.staging import FIRST, FOURTH, LAST, SECOND, THIRD
from tests.browser.words import BROWSER_BARS, CUT, SMALL

# How far the newest offer's words lie out of where offers are scrolled.
SCROLLED_AWAY = """() => {
    const around = document.querySelector(".asks").getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(".asks > .offer > div"));
    const {top, bottom} = words.getBoundingClientRect();
    return Math.max(0, around.top - top - 3, bottom - Math.min(around.bottom, innerHeight));
}"""
# Whether words keep clear of both ends of their button.
WITHIN = """(button) => {
    const range = document.createRange(), box = button.getBoundingClientRect();
    range.selectNodeContents(button);
    const {left, right} = range.getBoundingClientRect();
    return left >= box.left + 5 && right <= box.right - 5;
}"""


@pytest.fixture(scope="module")
def url(app: Flask) -> Iterator[str]:
    """The app behind a server."""
    with listening(app, 0, app.extensions["notifier"].close) as address:
        yield address


@pytest.fixture
def evening(app: Flask) -> staging.Evening:
    """All have declared, under two laws."""
    evening = staging.evening_of_six(app)
    staging.proclaim(evening)
    evening.says(*(staging.declared(seat, "apples", 3) for seat in (SECOND, FOURTH, LAST, LAST + 1)))
    return evening


def seen_by(browser: Browser, url: str, evening: staging.Evening, seat: int, language: str) -> Page:
    """A player's phone with the board on it."""
    phone = open_phone(browser, url, language=LANGUAGES[language], script=True, reduced_motion="reduce")
    staging.sit(phone, evening, seat)
    return phone.page


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_offer_of_many_words_is_read_above_its_button(
    language: str, browser: Browser, url: str, evening: staging.Evening
) -> None:
    """Gold and cards, or a promise: whose, and how much, is seen where it is accepted (E11, I8)."""
    bribe = Deal(SECOND, FIRST, 10, bag=Goods({"apples": 2, "bread": 1}), decision=Decision.PASSES)
    other = Deal(LAST, FIRST, 7, promise="je te laisserai passer", decision=Decision.OPENS)
    most = Deal(FOURTH, FIRST, 7, promise="très " * 14 + "bientôt", decision=Decision.OPENS)
    page = seen_by(browser, url, evening, FIRST, language)
    for offers, deal in enumerate((bribe, other, most), 1):
        evening.says(Propose(SECOND, deal))
        page.reload()
        expect(page.locator(".asks > .offer")).to_have_count(offers)
        for size in (BROWSER_BARS, SMALL):
            page.set_viewport_size(size)
            assert not page.evaluate(SCROLLED_AWAY), size
            expect(page.locator(".asks > :first-child button[value='1']")).to_be_in_viewport(ratio=1)
            expect(page.locator(".decide .next").first).to_be_in_viewport(ratio=1)
            assert not page.locator(".acting bdi").evaluate_all(CUT), size
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_whole_where_one_deputy_looks_on(
    language: str, browser: Browser, url: str, evening: staging.Evening
) -> None:
    """To whom a bribe goes, and whose bag is asked about."""
    evening.says(Propose(SECOND, Deal(SECOND, FIRST, 10, decision=Decision.PASSES)))
    page = seen_by(browser, url, evening, THIRD, language)
    names = page.locator(".talk .offer summary > span:first-child")
    for size in (BROWSER_BARS, SMALL):
        page.set_viewport_size(size)
        expect(names).to_have_count(1)
        assert not names.evaluate_all(CUT), size
    evening.says(*(Answer(one.number, accepts=True) for one in evening.talk.proposals))
    staging.decide(evening, SECOND, Decision.PASSES)
    page.reload()
    for size in (BROWSER_BARS, SMALL):
        page.set_viewport_size(size)
        asked = page.locator(".next strong")
        expect(asked).to_contain_text("Bébert")
        assert not page.locator(".next strong, .next strong *").evaluate_all(CUT), size
        assert asked.locator("bdi").last.evaluate("(name) => name.getBoundingClientRect().width") > 30, size
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_became_of_a_bag_stays_within_its_place(
    language: str, browser: Browser, url: str, evening: staging.Evening
) -> None:
    """Four bags side by side on the smallest phone, one of them caught."""
    staging.are_caught(evening)
    page = seen_by(browser, url, evening, THIRD, language)
    page.set_viewport_size(SMALL)
    fits = "(one) => one.firstElementChild.nextElementSibling.scrollWidth <= one.clientWidth - 4"
    bags = page.locator(".merchant")
    expect(bags).to_have_count(4)
    assert bags.evaluate_all(f"(all) => all.every({fits})")
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_is_saved_by_a_button_with_room_for_its_words(
    language: str, browser: Browser, url: str, app: Flask
) -> None:
    """On the smallest phone, too."""
    evening = staging.evening(app)
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few, staging.ends):
        scene(evening)
    page = seen_by(browser, url, evening, FIRST, language)
    page.goto(f"/g/{evening.game}/hand-on")
    page.set_viewport_size(SMALL)
    saves = page.locator("[data-hand=save]")
    expect(saves).to_be_visible()
    assert saves.evaluate(WITHIN)
    page.context.close()
