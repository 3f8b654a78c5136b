"""The pages that need no table, as a phone on plain http in the same Wi-Fi gets them."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.browser import checks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import SIZES
from tests.browser.phone import Phone


def test_a_new_table_starts_with_names(phone: Phone) -> None:
    """The arrows come when the order is to be changed; what is below them stays where it is."""
    phone.page.goto("/new")
    expect(phone.page.locator("#name-0")).to_be_focused()
    arrow, below = phone.page.locator("button[name='down']").first, phone.page.locator("#royal_goods")
    expect(arrow).to_be_hidden()
    before = below.bounding_box()
    phone.thumb.tap(".order")
    expect(arrow).to_be_visible()
    assert below.bounding_box() == before


def test_the_button_that_opens_a_table_says_who_begins_and_what_is_in_the_deck(phone: Phone) -> None:
    """Both are chosen further down, out of sight; one tap on what is in the deck leads there."""
    page, said = phone.page, phone.page.locator("#new .dock small.needs-script")
    page.set_viewport_size(SIZES[0])
    page.goto("/new?name-0=Ann&name-1=Bo&name-2=Cleo&edition=first")
    expect(said).to_have_text("First Sheriff: by lot", use_inner_text=True)
    deck, royal = page.locator("#new .dock a"), page.locator("label:has(#royal_goods)")
    expect(deck).to_have_text("no royal goods")
    expect(royal).not_to_be_in_viewport()
    phone.thumb.tap("#new .dock a")
    expect(royal).to_be_in_viewport(ratio=1)
    phone.thumb.tap("label:has(#royal_goods)")
    expect(deck).to_have_text("Royal goods")
    phone.thumb.tap("label:has([name='first_sheriff'][value='1'])")
    expect(said).to_have_text("First Sheriff: Bo", use_inner_text=True)


def test_a_name_that_is_too_long_is_told_while_it_is_typed(phone: Phone) -> None:
    page = phone.page
    page.goto("/new")
    name = page.locator("#name-1")
    name.fill("B" * 25)
    expect(page.locator("[data-seat='1'] #name-long")).to_be_visible()
    expect(name).to_have_attribute("aria-describedby", "name-long")
    expect(name).to_have_value("B" * 25)
    name.fill("\U0001f98a" * 24)
    expect(page.locator("#name-long")).to_be_hidden()
    expect(name).not_to_have_attribute("aria-invalid", "true")


def test_the_tables_machine_is_told_the_time_zone_of_the_phone(open_phones: OpenPhone) -> None:
    page = open_phones(timezone_id="Pacific/Auckland").page
    page.goto("/")
    assert ("zone", "Pacific/Auckland") in {(one["name"], one["value"]) for one in page.context.cookies()}


def test_a_page_that_is_not_there_says_so(phone: Phone, valid_html: Callable[[str], None]) -> None:
    phone.foreseen.add(404)
    phone.page.goto("/nowhere")
    assert checks.axe(phone.page) == []
    valid_html(phone.page.content())


def test_links_are_fetched_however_late_the_scripts_come(phone: Phone) -> None:
    page = phone.page

    late: list[Route] = []
    page.route("**/js/site.js", lambda route: late.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with page.expect_request("**/js/site.js"):
        page.goto("/", wait_until="commit")
    page.wait_for_function("() => window.htmx", polling=50)  # no frame is drawn before the script is there
    late.pop().continue_()
    page.evaluate("() => { window.same = true; }")
    phone.thumb.tap("a[href='/count']")
    page.locator("#count").wait_for()
    assert page.evaluate("() => window.same")


def test_names_that_were_typed_come_along_to_every_box(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    page.goto("/new?box=sheriff")
    page.fill("#name-0", "Zoé")
    for box in ("/nottingham/new", "/new", "/nottingham/new"):
        thumb.tap("nav a.tile:not([aria-current])")
        page.wait_for_url(f"**{box}?*name-0=*")
        expect(page.locator("#name-0")).to_have_value("Zoé")


def test_who_is_the_first_deputy_is_not_offered_as_the_other(phone: Phone) -> None:
    page = phone.page
    names = "&".join(
        f"name-{seat}={name}" for seat, name in enumerate(("Ann", "Bo", "Cleo", "Dov", "Eve", "Flo"))
    )
    page.goto(f"/new?{names}&first_sheriff=2&edition=first")
    other = page.locator(".named .tile")
    expect(other.filter(visible=True)).to_have_text(["Ann", "Bo", "Dov", "Eve", "Flo"])
    page.locator("[name=first_sheriff][value='0']").check()
    expect(other.filter(visible=True)).to_have_text(["Bo", "Cleo", "Dov", "Eve", "Flo"])
