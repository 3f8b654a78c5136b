"""An evening is handed on: the picture as letters really are, as PNG, and pages on paper."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from companion.web.bg_stats import ADDRESS
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import LANGUAGES
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.rules.given import NAMES
from tests.stories.at_a_table import played
from tests.tables import BANK, Table
from tests.web.test_handing_on import AWFUL, five_winners, no_bag, of_loot

PNG, WIDE, HIGH = b"\x89PNG\r\n\x1a\n", 1_200, 630
# Words that lie beyond the picture, or on other words.
CROWDED = """() => {
    const all = [...document.querySelectorAll("text")].filter((one) => one.textContent.trim());
    const boxes = all.map((one) => one.getBoundingClientRect());
    return all.flatMap((one, place) => {
        const {left, right, top, bottom} = boxes[place];
        const on = boxes.findIndex((other, index) => index > place && left < other.right && other.left < right
            && top + 12 < other.bottom && other.top + 12 < bottom);
        const faults = left < 0 || right > 1200 || bottom > 630 ? [`${one.textContent} is cut`] : [];
        return on < 0 ? faults : [...faults, `${one.textContent} on ${all[on].textContent}`];
    });
}"""


def awful(name: str) -> Callable[[Flask], Table]:
    """A story of players with names that barely fit."""
    return lambda app: played(app, name, dict(zip(NAMES, AWFUL, strict=False)))


MANY: dict[str, Callable[[Flask], Table]] = {
    "ten rounds of five": awful("five_players_ten_rounds"),
    "nine rounds of six": awful("six_players_nine_rounds"),
    "nobody brought a bag": no_bag,
    "five winners": five_winners,
    "seven of the other box": lambda app: of_loot(app, *AWFUL),
}
EVENING = pytest.mark.parametrize("evening", MANY)


def shown(phone: Phone, there: Table, path: str) -> None:
    """A page of a table, on its bank's phone."""
    phone.page.context.add_cookies([there.cookie(BANK)])  # type: ignore[list-item]
    phone.page.goto(f"/g/{there.id}/{path}")


@pytest.mark.parametrize("language", LANGUAGES)
@EVENING
def test_all_words_of_a_picture_have_their_room(
    server: Server, open_phones: OpenPhone, evening: str, language: str
) -> None:
    phone = open_phones(language=language, viewport={"width": WIDE, "height": HIGH})
    shown(phone, MANY[evening](server.app), "picture.svg")
    assert phone.page.evaluate(CROWDED) == []


def test_the_phone_saves_the_picture_as_png(server: Server, open_phones: OpenPhone) -> None:
    phone = open_phones()
    shown(phone, played(server.app, "five_players_five_rounds"), "hand-on")
    with phone.page.expect_download() as saved:
        phone.page.click("[data-hand=save]")
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(PNG)
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (WIDE, HIGH)
    assert len(picture) > 20_000  # it is not empty


def test_the_words_are_copied_without_https_too(server: Server, open_phones: OpenPhone) -> None:
    phone = open_phones()
    shown(phone, no_bag(server.app), "hand-on")
    phone.page.click("[data-hand=copy]")
    expect(phone.page.locator("[data-hand=copy]")).to_have_text("Copied")
    expect(phone.page.locator("#said")).to_have_text("Copied")


def test_words_are_copied_by_a_tap_before_the_script_has_come(server: Server, open_phones: OpenPhone) -> None:
    phone, held = open_phones(), list[Route]()
    phone.page.route("**/js/hand.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with phone.page.expect_request("**/js/hand.js"):
        shown(phone, no_bag(server.app), "hand-on")
    phone.page.click("[data-hand=copy]")
    held[0].continue_()
    expect(phone.page.locator("[data-hand=copy]")).to_have_text("Copied")


def test_a_tap_leads_out_to_bg_stats(server: Server, open_phones: OpenPhone) -> None:
    """No script fetches that page, and no policy forbids the way there; the tests have no way to it."""
    phone = open_phones()
    shown(phone, played(server.app, "five_players_five_rounds"), "hand-on")
    with phone.page.expect_event("requestfailed") as left:
        phone.page.get_by_role("link", name="Log it in BG Stats").click()
    assert left.value.url.startswith(ADDRESS)
    assert left.value.is_navigation_request()
    assert {complaint.partition("?")[0] for complaint in phone.complaints} == {
        f"asks a stranger: {ADDRESS.partition('?')[0]}"
    }
    phone.complaints.clear()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@EVENING
def test_the_result_is_a_page_on_paper_and_the_story_another(
    server: Server, open_phones: OpenPhone, evening: str, language: str, paper: str
) -> None:
    phone = open_phones(language=language, color_scheme="dark")
    there = MANY[evening](server.app)
    shown(phone, there, "print")
    assert pages(phone, paper) == (1 if "other box" in evening else 2)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["?players=6&royal=1", "?players=3", "?box=nottingham&players=7"])
def test_a_score_sheet_is_a_page_on_paper(
    open_phones: OpenPhone, path: str, language: str, paper: str
) -> None:
    phone = open_phones(language=language, color_scheme="dark")
    phone.page.goto(f"/score-sheet{path}")
    assert pages(phone, paper) == 1


def pages(phone: Phone, paper: str) -> int:
    """How many sheets of this paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", phone.page.pdf(format=paper, prefer_css_page_size=False)))


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
def test_a_file_that_was_saved_brings_the_evening_back(
    server: Server, open_phones: OpenPhone, tmp_path: Path, *, script: bool
) -> None:
    there = played(server.app, "three_players_three_rounds")
    phone = open_phones(script=script)
    shown(phone, there, "hand-on")
    with phone.page.expect_download() as saving:
        phone.page.click(f"[href$='{there.id}/export.json']")
    saving.value.save_as(tmp_path / "evening.json")
    phone.page.goto("/import")
    phone.page.set_input_files("#file", tmp_path / "evening.json")
    phone.page.click("main .next")
    expect(phone.page.locator(".winner")).to_be_visible()
    assert there.id not in phone.page.url
