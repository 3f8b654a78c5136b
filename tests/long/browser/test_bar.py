"""The board's bar is one line high, whatever it says and whoever is Sheriff."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone

NAMES = ("Ann", "Wilhelmine-Charlotte-Ann", "Maximilienne", "Éloïse", "Felix")
SHERIFF, NEXT = 1, 2
PURSES = {f"purse-{seat}": "50" for seat in range(5)}
# The page's own fonts, and fallbacks as narrow and as wide as there are.
FONTS = ("", "Arial", "Verdana")
# How high the bar is, and whether it or a line in it is wider than its place without dots.
BAR = """(font) => {
    for (const name of ["--text", "--display"]) document.documentElement.style.setProperty(name, font);
    const bar = document.getElementById("bar"), room = bar.getBoundingClientRect();
    const cut = [...bar.querySelectorAll("h1, .bar-title p, .seal bdi")].filter((one) =>
        one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis");
    const out = [...bar.children].filter((one) => one.getBoundingClientRect().right > room.right + 1);
    return [room.height, cut.length, out.length];
}"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_bar_is_as_high_as_its_button(open_phones: OpenPhone, language: str) -> None:
    bank, guest = (open_phones(language=language) for _ in range(2))
    board = tasks.open_table(bank, NAMES, SHERIFF, timer="1", round="10", **PURSES)
    sharing.join(guest, sharing.open_door(bank, board), NEXT)
    bank.page.goto(board)
    bank.thumb.tap(f"form[action$='/nudges/{NEXT}'] button")
    expect(guest.page.locator("#bar b")).to_be_visible()
    expect(guest.page.locator("#bar .seal")).to_contain_text(NAMES[SHERIFF])
    for phone in (bank, guest):
        for width in (320, 360, 375, 390, 430):
            phone.page.set_viewport_size(ViewportSize(width=width, height=664))
            for font in FONTS:
                assert phone.page.evaluate(BAR, font) == [52, 0, 0], f"{width} {font}"


@pytest.mark.parametrize("width,font", [(390, ""), (390, "Verdana"), (320, "")])
def test_what_all_wait_for_is_read_whole(open_phones: OpenPhone, width: int, font: str) -> None:
    """The Sheriff's name gives way to it: it stands in its row, too."""
    bank, guest = (open_phones(viewport={"width": width, "height": 664}) for _ in range(2))
    board = tasks.open_table(bank, NAMES, SHERIFF)
    sharing.join(guest, sharing.open_door(bank, board), NEXT)
    bank.page.goto(board)
    bank.thumb.tap(f"form[action$='/nudges/{NEXT}'] button")
    said = guest.page.locator("#bar b")
    expect(said).to_have_text("Everybody waits for you")
    guest.page.evaluate(BAR, font)
    assert said.evaluate("({parentNode: {scrollWidth, clientWidth}}) => scrollWidth <= clientWidth")
