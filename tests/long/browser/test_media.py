"""A printed result, and what is chosen under forced colours."""

from playwright.sync_api import expect

from tests.bench.pages import counted
from tests.browser import sharing, tasks
from tests.browser.phone import Phone

COLOUR = "place => getComputedStyle(place).color"
BACKGROUND = "place => getComputedStyle(place).backgroundColor"
BLACK = "rgb(0, 0, 0)"


def test_a_result_on_paper_is_black_and_shows_every_sum(phone: Phone) -> None:
    """In the dark scheme too, and without controls."""
    page = phone.page
    counted(phone)
    page.evaluate("document.documentElement.dataset.scheme = 'dark'")
    expect(page.locator(".lines").first).to_be_hidden()
    page.emulate_media(media="print")
    sums = page.locator(".lines")
    assert sums.count() > 1
    for lines in sums.all():
        expect(lines).to_be_visible()
    for words in (".rank-name small", ".lines td", ".winner h2", ".royalty td"):
        assert page.locator(words).first.evaluate(COLOUR) == BLACK
    assert page.locator("body").evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    for control in page.locator("main :is(a, button), .bar a").all():
        expect(control).to_be_hidden()


def test_forced_colours_show_what_is_chosen_and_where_the_count_stands(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    page.emulate_media(forced_colors="active")
    tasks.open_table(phone)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    chosen, other = (
        page.locator(tasks.tile("good", word)).evaluate(BACKGROUND) for word in ("apples", "cheese")
    )
    assert chosen != other
    page.goto("/count")
    for seat, name in enumerate(("Ann", "Bo", "Cleo")):
        page.fill(f"#name-{seat}", name)
    thumb.tap("[data-begin]")
    here = page.locator(".count-row:has([data-here])").first
    assert here.evaluate("place => getComputedStyle(place).outlineStyle") == "solid"
    lines = page.locator(".tab").evaluate_all(
        "all => all.map(one => getComputedStyle(one).borderBottomColor)"
    )
    assert lines[0] != lines[1]


def test_forced_colours_leave_the_code_to_scan_as_it_is(phone: Phone) -> None:
    """A camera needs the white around it, in the dark scheme too."""
    phone.page.emulate_media(forced_colors="active", color_scheme="dark")
    sharing.open_door(phone, tasks.open_table(phone))
    drawing = phone.page.locator(".move-qr")
    assert drawing.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    assert drawing.evaluate(COLOUR) == BLACK
