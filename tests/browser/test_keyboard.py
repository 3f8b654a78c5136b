"""Keys alone: a bag, a lie and the badge, without a finger on the glass."""

from playwright.sync_api import Page, expect

from tests.browser import loot, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

FARTHEST = 80  # tabs until a control must have been reached
# Whether the focus is on the control, and whether it is seen there, on it, on its row or on its tile.
FOCUS = """(control) => {
    const isSeen = (one, part) => {
        const style = one && getComputedStyle(one, part);
        return style && style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    };
    const focused = document.activeElement;
    const seen = isSeen(focused) || isSeen(focused, "::after") || isSeen(focused.closest("label"));
    return [focused.matches(control), seen];
}"""


def tab_to(page: Page, control: str) -> None:
    """Press Tab until the control has the focus, which must be seen there."""
    page.locator(control).first.wait_for()
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        reached, seen = page.evaluate(FOCUS, control)
        if reached:
            assert seen, f"the focus on {control} is not seen"
            return
    raise AssertionError(f"Tab does not reach {control}")


def choose(page: Page, field: str, value: str) -> None:
    """Into a group of tiles by Tab, to the tile by arrows."""
    tab_to(page, f"input[name='{field}']")
    page.keyboard.press("Space")
    tile = page.locator(f"input[name='{field}'][value='{value}']")
    for _ in range(FARTHEST):
        if tile.is_checked():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no arrow leads to {value}")


def bag(page: Page, good: str, number: int) -> None:
    """The next bag and its declaration."""
    tab_to(page, "a.next")
    page.keyboard.press("Enter")
    page.locator("#bag").wait_for()
    choose(page, "good", good)
    choose(page, "number", str(number))


def test_a_round_by_keyboard(phone: Phone) -> None:
    page = phone.page
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    bag(page, "cheese", 3)
    tab_to(page, ".verdict-passes")
    page.keyboard.press("Enter")
    tasks.at_board(phone.thumb)
    bag(page, "apples", 2)
    tab_to(page, "button[name='lie'][value='opened']")
    page.keyboard.press("Enter")
    tab_to(page, "[data-put='in-mead']")
    page.keyboard.press("Space")
    expect(page.locator(".slot-other")).to_have_count(1)
    tab_to(page, "#sum button.next")
    page.keyboard.press("Enter")
    tasks.at_board(phone.thumb)
    tab_to(page, "form[action$='/badge'] button")
    page.keyboard.press("Enter")
    expect(page.locator(".seat-sheriff bdi")).to_have_text("Bo")
    expect(page.locator(".seat .purse b")).to_have_text(["54", "50", "46"])


def test_a_place_at_a_table_by_keyboard(phone: Phone, open_phones: OpenPhone) -> None:
    """In by the code, to a seat, a declaration, and their notes, which open by Enter, not by holding."""
    board = tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    code = sharing.open_door(phone, board)
    page = open_phones().page
    page.goto("/")
    press(page, "a[href='/join']")
    tab_to(page, "#code")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    press(page, "button[name='place'][value='1']")
    press(page, "a.next[href$='/bag']")
    press(page, "[data-put='in-mead']")
    expect(page.locator("#note .slot")).to_have_count(1)
    choose(page, "declared", "cheese")
    press(page, "#note button.next")
    page.locator("#board").wait_for()
    expect(page.locator("nav.merchants")).to_contain_text("1 cheese")
    press(page, "[data-hold]")
    expect(page.locator("#note .slot")).to_have_count(1)


def press(page: Page, control: str) -> None:
    """To the control by Tab, and Enter on it."""
    tab_to(page, control)
    page.keyboard.press("Enter")


def test_deliveries_of_nottingham_by_keyboard(phone: Phone) -> None:
    """An object with an ambush, then a mission with its numbers."""
    page = phone.page
    loot.open_table(phone, {"players": ("Ann", "Bo", "Cleo")})
    press(page, ".seats > li:nth-child(2) a")
    choose(page, "what", "pearls")
    choose(page, "cards", "4")
    tab_to(page, "[name='ambush-2']")
    page.keyboard.type("1")
    press(page, "#sum .next")
    expect(page.locator(".aloud")).to_contain_text("Sheriff to space 1")
    expect(page.locator(".seats > li:nth-child(2) .loot")).to_contain_text("1")
    press(page, ".seats > li:nth-child(1) a")
    choose(page, "what", "three_pairs")
    for which, number in (("alone", "17"), ("shared", "12")):
        page.focus(f"#{which}-three_pairs")
        page.keyboard.type(number)
    press(page, "#sum .next")
    expect(page.locator(".seats > li:nth-child(1) .fulfilled")).to_contain_text("17")
