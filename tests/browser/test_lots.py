"""The draw of the first Sheriff: nothing tells on whom the lot falls before it is seen to fall."""

from playwright.sync_api import Page, Route

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, held_up

THREE = ("Ann", "Bo", "Cleo")
# How much of it can be seen: both badges, the words, the bags of all others, a row unlike the others.
TOLD = """() => {
    const told = ".seal, .seat-sheriff small, .last > .soft, .merchants";
    const rows = [...document.querySelectorAll(".seat")].map((row) => {
        const {borderColor, outlineColor, outlineStyle} = getComputedStyle(row);
        return borderColor + (outlineStyle === "none" ? "rgba(0, 0, 0, 0)" : outlineColor);
    });
    return [...document.querySelectorAll(told)].filter((one) => getComputedStyle(one).opacity > 0).length
        + new Set(rows).size - 1;
}"""
ALL_TOLD = f"() => ({TOLD})() === 5"


def draws(phone: Phone, held: list[Route]) -> Page:
    """A table of three whose lot was just drawn, before the script has come that shows it."""
    page = phone.page
    page.route("**/moments.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    people = "&".join(f"name-{seat}={name}" for seat, name in enumerate(THREE))
    page.goto(f"/new?edition=first&first_sheriff=draw&{people}")
    phone.thumb.rest()
    phone.thumb.touch("#new .dock button.next")
    tasks.at_board(phone.thumb)
    return page


def test_t2_nothing_tells_on_whom_the_lot_falls_before_it_is_seen(open_phones: OpenPhone) -> None:
    """Once: a second look at the board tells it."""
    held: list[Route] = []
    page = draws(open_phones(reduced_motion="no-preference"), held)
    assert page.evaluate(TOLD) == 0
    held_up(page, held).continue_()
    page.wait_for_function(ALL_TOLD)
    page.unroute_all()
    page.reload()
    page.wait_for_function(ALL_TOLD)


def test_t2_where_nothing_may_move_it_is_told_at_once(phone: Phone) -> None:
    held: list[Route] = []
    page = draws(phone, held)
    page.wait_for_function(ALL_TOLD)
    held_up(page, held).continue_()


def test_t2_without_scripts_it_is_told_at_once(open_phones: OpenPhone) -> None:
    phone = open_phones(script=False, reduced_motion="no-preference")
    page = draws(phone, [])
    page.wait_for_function(ALL_TOLD)
