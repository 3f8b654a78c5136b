"""What a phone hears that looks at another page than the board: one line, and who sits where."""

from playwright.sync_api import Page, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_live import SOON

THREE = ("Ann", "Bo", "Cleo")
TAKEN = """(news) => {
    const controls = [...document.querySelectorAll("a, button, input, select, summary, label")]
        .filter((control) => !news.contains(control));
    const reached = () => new Map(controls.map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const at = document.elementFromPoint(x + width / 2, y + height / 2);
        return [control, control.contains(at) ? `${x} ${y}` : ""];
    }));
    const now = reached();
    news.style.display = "none";
    const before = reached();
    news.style.display = "";
    return controls.filter((one) => before.get(one) !== now.get(one)).map((one) => one.outerHTML);
}"""
CUT = """(news) => [news, ...news.querySelectorAll("*:not(.unseen)")]
    .filter((part) => getComputedStyle(part).display !== "inline")
    .some((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)"""


def comes_in(bank: Phone, new: Phone, place: int | str) -> None:
    """To a place behind the bank's door, which is open on its page."""
    sharing.join(new, bank.page.locator(".move-code").inner_text(), place)


COVERED = """(news) => {
    const { top, bottom } = document.querySelector(".bar h1").getBoundingClientRect();
    return top < 0 || bottom > news.getBoundingClientRect().top + 1;
}"""


def is_seen(page: Page) -> None:
    """All of the news is on the screen, below the title; without it nothing that can be tapped would be
    elsewhere or freer.
    """
    news = page.locator("#news")
    expect(news).to_be_in_viewport(ratio=1, timeout=SOON)
    assert news.evaluate(TAKEN) == []
    assert not news.evaluate(CUT)
    assert not news.evaluate(COVERED)


def test_the_news_is_whole_and_in_sight_wherever_a_sheet_is_scrolled(
    phone: Phone, open_phones: OpenPhone
) -> None:
    news_is_seen(phone, open_phones(), (390, 664), "offers/new")


def news_is_seen(bank: Phone, bo: Phone, size: tuple[int, int], sheet: str) -> None:
    """The answer to Bo's offer, on another sheet than the board."""
    board = tasks.open_table(bank, THREE)
    sharing.open_door(bank, board)
    comes_in(bank, bo, 1)
    sharing.declare(bo, "apples", 3)
    sharing.offer(bo, 12)
    bo.page.set_viewport_size({"width": size[0], "height": size[1]})
    bo.page.goto(f"{board}/{sheet}")
    bo.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = bo.page.evaluate("scrollY")
    bank.page.goto(board)
    bank.thumb.tap("form[action$='/answers'] button[value='1']")
    expect(bo.page.locator("#news")).to_contain_text("accepts your offer: 12 gold.", timeout=SOON)
    is_seen(bo.page)
    assert bo.page.evaluate("scrollY") == before
    bo.page.evaluate("scrollTo(0, 0)")
    is_seen(bo.page)
    bo.thumb.tap("#news a")
    tasks.at_board(bo.thumb)
