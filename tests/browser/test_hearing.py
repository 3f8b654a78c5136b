"""What a phone hears that looks at another page than the board: one line, and who sits where."""

from playwright.sync_api import Page, expect

from companion.rules.sheriff.bags import Deal, Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.proposals import Propose
from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.rules.given import ANN, BO
from tests.tables import Table

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


COVERED = """(news) => {
    const { top, bottom } = document.querySelector(".bar h1").getBoundingClientRect();
    return top < 0 || bottom > news.getBoundingClientRect().top + 1;
}"""


def is_seen(page: Page) -> None:
    """All of the news is on the screen, below the title; without it nothing that can be tapped would be
    elsewhere or freer.
    """
    news = page.locator("#news")
    expect(news).to_be_in_viewport(ratio=1)
    assert news.evaluate(TAKEN) == []
    assert not news.evaluate(CUT)
    assert not news.evaluate(COVERED)


def test_the_news_is_whole_and_in_sight_wherever_a_sheet_is_scrolled(
    open_phones: OpenPhone, three: Table
) -> None:
    news_is_seen(open_phones, three, (390, 664), "/offers/new")


def news_is_seen(open_phones: OpenPhone, three: Table, size: tuple[int, int], sheet: str) -> None:
    """The answer to Bo's offer, on another sheet than the board."""
    three.says(Declare(BO, Declaration("apples", 3)), Propose(BO, Deal(BO, ANN, 12)))
    bo = open_phones(viewport={"width": size[0], "height": size[1]}).at(three, BO, sheet)
    bo.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    before = bo.page.evaluate("scrollY")
    open_phones().at(three).thumb.tap("form[action$='/answers'] button[value='1']")
    expect(bo.page.locator("#news")).to_contain_text("accepts your offer: 12 gold.")
    is_seen(bo.page)
    assert bo.page.evaluate("scrollY") == before
    bo.page.evaluate("scrollTo(0, 0)")
    is_seen(bo.page)
    bo.thumb.tap("#news a")
    tasks.at_board(bo.thumb)
