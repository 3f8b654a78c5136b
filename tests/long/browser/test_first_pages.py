"""The pages that need no table, as a phone on plain http in the same Wi-Fi gets them."""

from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

PATHS = ("/", "/new", "/count", "/cards", "/settings", "/credits", "/offline")
LANGUAGES = ("en-GB", "fr-FR")
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
NARROWEST = ViewportSize(width=320, height=640)
PLACE = "control => control.offsetTop - scrollY"  # wherever a finger presses it in
GONE = 1_600  # ms after which a refusal is gone that was mended


@pytest.mark.parametrize("size", [ViewportSize(width=390, height=664), NARROWEST])
def test_whatever_is_said_of_a_code_its_button_stays(open_phones: OpenPhone, size: ViewportSize) -> None:
    """A wrong one, a right one without a connection, and again."""
    phone = open_phones(language="fr-FR", viewport=size)
    page, thumb = phone.page, phone.thumb
    page.clock.install()
    page.goto("/join")
    button = page.locator("main button.next")
    before = button.evaluate(PLACE)
    page.fill("#code", "e226pw")
    thumb.tap(button)
    expect(page.locator("#refusals")).to_be_in_viewport(ratio=1)
    assert button.evaluate(PLACE) == before
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    page.fill("#code", "e226pv")
    for _ in range(2):
        thumb.tap(button)
        expect(page.locator("#unreached")).to_be_in_viewport(ratio=1)
        assert button.evaluate(PLACE) == before
        page.clock.run_for(GONE)
    assert button.evaluate(PLACE) == before


NAMES = ("Maximilian-Alexander von", "Wilhelmina Featherstoneh", "Bo", "CY the Great of the Sea", "Dee")
LINES = "(one) => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
def test_a_table_still_open_comes_first(open_phones: OpenPhone, width: int, height: int) -> None:
    """In sight, with its names on two lines at most; what is older than two others is folded."""
    phone = open_phones(viewport={"width": width, "height": height})
    for _ in range(3):
        tasks.open_table(phone, NAMES)
    phone.page.goto("/")
    card, begin = phone.page.locator(".table-card").first, phone.page.locator(".next").first
    expect(card).to_be_in_viewport(ratio=1)
    assert card.locator("b").evaluate(LINES) <= 2
    above, below = card.bounding_box(), begin.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    expect(phone.page.locator(".table-card:visible")).to_have_count(2)
    phone.thumb.tap(".fold summary")
    expect(phone.page.locator(".table-card:visible")).to_have_count(3)


def test_only_who_has_a_name_can_be_the_first_sheriff(phone: Phone) -> None:
    page = phone.page
    page.goto("/new")
    sheriffs = page.get_by_role("group", name="First Sheriff").get_by_role("radio")
    assert sheriffs.count() == 1
    for seat, name in enumerate(("Ann", "Bo", "Cleo")):
        page.fill(f"#name-{seat}", name)
    assert sheriffs.count() == 4
    page.check("[name='first_sheriff'][value='2']")
    page.fill("#name-2", "")
    page.fill("#name-2", "Flo")
    assert page.is_checked("[name='first_sheriff'][value='2']")
    assert page.get_by_role("radio", name="Flo").is_visible()


def test_the_button_says_what_the_table_begins_with(phone: Phone) -> None:
    page = phone.page
    said = page.locator("#new .dock [data-each]")
    page.goto("/new?edition=first")
    expect(said).to_have_text("50 gold each from the bank")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    for field, text in (("#purse-0", "0"), ("#stand-1-apples", "2"), ("#round", "4")):
        page.locator(field).press_sequentially(text)
        expect(said).to_have_text("with what is typed above")
        page.fill(field, "")
        expect(said).to_have_text("50 gold each from the bank")
    page.fill("#round", "1")
    page.fill("#stand-1-apples", "0")
    expect(said).to_have_text("50 gold each from the bank")
    page.check("#coins_on_table")
    expect(said).to_have_text("with what is typed above")
