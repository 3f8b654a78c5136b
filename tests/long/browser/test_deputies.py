"""Six rows, two badges and the Booty in sight; how many taps they cost; by keyboard, and without scripts."""

import pytest
from playwright.sync_api import expect

from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from tests.browser import heaviest, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.browser.states import BAGS, NEXT, PLAYERS
from tests.browser.words import BROWSER_BARS, CUT, SMALL, all_in_sight
from tests.long.browser.test_in_sight import LAST, TAKE_BACK, fits_with_larger_text, purse
from tests.rules.given import CLEO, DOV, EVE, FLO, passing
from tests.tables import table

MERCHANTS = (CLEO, DOV, EVE, FLO)
SMALLEST_PURSE = 24  # CSS pixels, where six have a row
ALONE, BOTH = "input[name='alone'][value='1']", "input[name='alone'][value='both']"


def open_six(phone: Phone) -> None:
    """Six, with Ann and Bo as the first two Deputies."""
    tasks.open_table(phone, tasks.SIX, second_deputy="1")


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_the_fullest_board_of_six_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Long names, rich stands, the clock, offers, a threat; a phone of the smallest size shows players and
    the next button at least.
    """
    table = heaviest.set_table(open_phones, language, six=True)
    geometries = [Geometry(phone.page) for phone in table.phones.values()]
    for geometry in geometries:
        geometry.page.goto(table.board)
        assert not [*geometry.faults()]
    heaviest.fill(table)
    for geometry, (role, phone) in zip(geometries, table.phones.items(), strict=True):
        phone.page.goto(table.board)
        assert not [*geometry.faults()], role
        take_back = () if role == "merchant" else (TAKE_BACK,)
        all_in_sight(phone.page, BROWSER_BARS, PLAYERS, BAGS, ".booty", LAST, NEXT, *take_back)
        all_in_sight(phone.page, SMALL, PLAYERS, NEXT)
        phone.page.set_viewport_size(BROWSER_BARS)
        assert purse(phone.page) >= SMALLEST_PURSE
    fits_with_larger_text(table.sheriff.page)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_what_is_asked_of_deputies_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Whether both act, above what decides; sharing the Booty, and drawing the next two."""
    phone = open_phones(language=heaviest.LANGUAGES[language])
    open_six(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 6)
    for size in (BROWSER_BARS, SMALL):
        all_in_sight(phone.page, size, ".acting label", ".verdict")
    tasks.as_declared(phone.thumb, "passes")
    for _ in range(3):
        tasks.honest("passes")(phone.thumb)
    for more in ("a[href$='/booty']", "a[href$='/deputies']"):
        for size in (BROWSER_BARS, SMALL):
            all_in_sight(phone.page, size, PLAYERS, NEXT, more)
        all_in_sight(phone.page, BROWSER_BARS, ".booty", LAST, TAKE_BACK)
        if "booty" in more:
            phone.thumb.tap("form[action$='/booty'] button.next")
            phone.page.locator("form[action$='/badge']").wait_for()


def test_a_chosen_name_stays_whole(phone: Phone) -> None:
    """Who acts alone; who pays, where seven are to choose from."""
    names = ("Ann", "Gilbert", "Cleo", "Dov", "Eve", "Flo")
    board = tasks.open_table(phone, names, second_deputy="1")
    phone.page.set_viewport_size(BROWSER_BARS)
    phone.page.goto(f"{board}/bags/2?good=apples&number=3&alone=1")
    expect(phone.page.locator("label:has(:checked) bdi", has_text="Gilbert")).not_to_have_count(0)
    assert phone.page.locator("label:has(:checked) bdi").evaluate_all(CUT) == []
    phone.page.goto(f"{board}/pay?giver=1")
    expect(phone.page.locator("label:has(:checked) bdi", has_text="Gilbert")).not_to_have_count(0)
    assert phone.page.locator("label:has(:checked) bdi").evaluate_all(CUT) == []


def test_both_cost_no_tap_more_and_one_alone_costs_one(phone: Phone) -> None:
    """E11. A round with an honest bag, a bribe, a lie and one alone, shared and drawn: at most 28."""
    open_six(phone)
    thumb = phone.thumb
    with thumb.at_most(28, "a round of six"):
        with thumb.at_most(6, "a bag that both let pass for 7 gold"):
            tasks.bribed(7)(thumb)
        with thumb.at_most(4, "a true bag that both open"):
            tasks.honest("opens")(thumb)
        with thumb.at_most(8, "a lying bag of four that both open"):
            tasks.lying("opened", 4, {"cheese": 1, "mead": 2})(thumb)
        with thumb.at_most(5, "a true bag that one opens alone"):
            tasks.next_bag(thumb)
            tasks.declare(thumb, "apples", 3)
            thumb.tap(f"label:has({ALONE})")
            tasks.as_declared(thumb, "opens")
        phone.page.locator("a[href$='/booty']").first.wait_for()
        with thumb.at_most(3, "an odd Booty, and the next two"):
            thumb.tap("a.next[href$='/booty']")
            thumb.tap("#booty button.next")
            thumb.tap("form[action$='/badge'] button.next")
    expect(phone.page.locator("#bar h1")).to_contain_text("Round 2")


def test_who_acts_over_one_bag_is_not_proposed_for_the_next(phone: Phone, server: Server) -> None:
    """E11. Its buttons are drawn where those of the last one were."""
    held = table(server.app, 6)
    for seat in MERCHANTS:
        held.token(seat)
        held.says(Declare(seat, Declaration("apples", 2)))
    page = phone.at(held).page
    phone.thumb.tap(f".decide[action$='/{CLEO}'] label:has({ALONE})")
    held.plays(passing(CLEO, "apples", 2))
    expect(page.locator(f".decide[action$='/{DOV}']")).to_have_count(1)
    expect(page.locator(BOTH)).to_be_checked()


def test_a_keyboard_says_who_acts_shares_and_draws(open_phones: OpenPhone) -> None:
    """Arrows choose among both and either; what has the focus is seen."""
    phone = open_phones()
    open_six(phone)
    page = phone.page
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    page.locator(BOTH).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        page.locator("#sum:not(.htmx-request)").wait_for()
    outline = "(input) => getComputedStyle(input.parentElement).outlineStyle"
    expect(page.locator("input[name='alone'][value='0']")).to_be_checked()
    expect(page.locator(".verdict-opens strong")).to_have_text("Ann opens it")
    page.locator("input[name='alone'][value='0']").focus()
    assert page.locator("input[name='alone'][value='0']").evaluate(outline) == "solid"
    page.locator(".verdict-opens").focus()
    page.keyboard.press("Enter")
    tasks.at_board(phone.thumb)
    for _ in range(3):
        tasks.bribed(4)(phone.thumb)
    for form in ("/booty", "/badge"):
        page.locator(f"form[action$='{form}'] button.next").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"form[action$='{form}']")).to_have_count(0)
    expect(page.locator("#bar h1")).to_contain_text("Round 2")
