"""A page is drawn with the style sheet of its kind, also when it was fetched."""

from playwright.sync_api import Route, expect

from tests.browser import tasks
from tests.browser.phone import Phone

IN_USE = """() => [...document.styleSheets]
    .filter((sheet) => matchMedia(sheet.media.mediaText || "all").matches)
    .map((sheet) => sheet.href.split("/").at(-1))"""


def test_each_kind_of_page_has_its_style(phone: Phone) -> None:
    tasks.open_table(phone)
    assert phone.page.evaluate(IN_USE) == ["play.css"]
    board = phone.page.url
    phone.page.go_back()
    expect(phone.page.locator("#new")).to_be_visible()
    assert phone.page.evaluate(IN_USE) == ["outside.css"]
    phone.page.goto(board)
    phone.page.locator("[aria-label='Menu']").tap()
    expect(phone.page.locator(".menu").first).to_be_visible()
    assert phone.page.evaluate(IN_USE) == ["table.css"]
    phone.page.locator("a[href='/']").tap()
    expect(phone.page.locator(".masthead")).to_be_visible()
    assert phone.page.evaluate(IN_USE) == ["outside.css"]


def test_a_table_is_drawn_when_its_style_is_there(phone: Phone) -> None:
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    phone.page.route("**/css/play.css", hold)
    phone.page.goto("/new")
    for index, name in enumerate(tasks.PLAYERS):
        phone.page.fill(f"#name-{index}", name)
    with phone.page.expect_request("**/css/play.css"):
        phone.page.locator("#new .dock button.next").tap()
    expect(phone.page.locator("#new")).to_be_visible()
    asked.pop().continue_()
    expect(phone.page.locator(".seats")).to_be_visible()
    assert phone.page.evaluate(IN_USE) == ["play.css"]


def test_a_sheet_that_is_over_stays_a_sheet_whatever_is_tapped_on_it(phone: Phone) -> None:
    """Another screen recorded the bag: the sum is answered with the board, and the sheet says so."""
    bag = f"{tasks.open_table(phone)}/bags/1"
    phone.page.goto(bag)
    other = phone.page.context.new_page()
    other.goto(f"{bag}?good=apples&number=3")
    other.locator(".verdict-passes").tap()
    expect(other.locator("#board")).to_be_visible()
    expect(phone.page.locator("#news")).to_contain_text("already recorded")
    with phone.page.expect_response("**over=bags/1**"):
        phone.thumb.tap(tasks.tile("good", "apples"))
    expect(phone.page.locator(".htmx-request")).to_have_count(0)
    expect(phone.page.locator(".verdict-passes")).to_be_visible()
    assert phone.page.evaluate(IN_USE) == ["bag.css"]
