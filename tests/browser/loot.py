"""Nottingham tap by tap: what an entry of a story asks of a thumb, and what the pages then say."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.phone import Phone, Thumb

Entry = Mapping[str, Any]
RECORD = "#sum .next"
NUMBER_TILES = range(3, 6)


def open_table(phone: Phone, story: Entry) -> str:
    """A table with the people and the way of a story; its address."""
    page, names = phone.page, story["players"]
    page.goto("/nottingham/new")
    for seat, name in enumerate(names):
        page.fill(f"#name-{seat}", name)
    if "spaces" in story:
        phone.thumb.tap("#new details summary")
        page.fill("#spaces", str(story["spaces"]))
        page.fill("#printed", " ".join(map(str, story["printed"])))
    phone.thumb.tap("#new .dock .next")
    at_board(phone.thumb)
    expect(page.locator(".seats > li")).to_have_count(len(names))
    return page.url.split("?")[0]


def at_board(thumb: Thumb) -> None:
    """The board is there, with nothing on its way."""
    thumb.page.locator("#board").wait_for()
    thumb.page.wait_for_function("() => !document.querySelector('.htmx-request')")


def tile(what: str) -> str:
    """An object or a mission on the sheet."""
    return f".tile:has([name='what'][value='{what}'])"


def tell(phone: Phone, names: Sequence[str], entry: Entry, board: str, corrected: int | None) -> None:
    """Record an entry of a story, from the board of this phone and back to it."""
    thumb, page = phone.thumb, phone.page
    if corrected is not None:
        page.goto(f"{board}/nottingham/corrections/{corrected}")
    elif who := entry.get("deliver") or entry.get("fulfil"):
        thumb.tap(f".seats > li:nth-child({names.index(who) + 1})")
    if "deliver" in entry or "fulfil" in entry:
        fill(thumb, names, entry)
        thumb.tap(RECORD)
    elif "never" in entry:
        thumb.tap("button[name='never']")
    elif "leave" in entry:
        unfold(thumb, "form[action$='/departures']")
        thumb.tap(f".tile:has([name='leaver'][value='{names.index(entry['leave'])}'])")
        thumb.tap("form[action$='/departures'] .button")
        page.locator("form[action$='/returns']").wait_for()
        page.goto(board)
    elif "step_by_hand" in entry:
        unfold(thumb, "form[action$='/steps']")
        thumb.tap("form[action$='/steps'] .button")
    else:
        buttons = {
            "take_back": ".take-back button",
            "play_on": "[formaction$='/goes-on']",
            "over": "form[action$='/over'] .next:not([formaction])",
        }
        thumb.tap(next(button for word, button in buttons.items() if word in entry))
    at_board(thumb)


def unfold(thumb: Thumb, form: str) -> None:
    """Open the menu's fold that has a form."""
    thumb.tap("#bar a[href$='/menu']")
    thumb.tap(f"details:has({form}) summary")


def fill(thumb: Thumb, names: Sequence[str], entry: Entry) -> None:
    """The sheet of a delivery or a mission."""
    page = thumb.page
    thumb.tap(tile(entry.get("object") or entry["mission"]))
    for which, number in zip(("alone", "shared"), entry.get("numbers", ()), strict=False):
        page.fill(f"#{which}-{entry['mission']}", str(number))
    if "cards" in entry:
        choose_number(thumb, entry["cards"])
    for name in entry.get("ambushes", ()):
        thumb.tap(f".ambushers label:has([name='ambush-{names.index(name)}'])")
    expect(page.locator("#sum .sum-lines")).to_be_visible()
    page.locator("#sum:not(.htmx-request)").wait_for()


def choose_number(thumb: Thumb, cards: int) -> None:
    """How many cards; three are proposed."""
    if cards not in NUMBER_TILES:
        thumb.tap(".tile:has([name='cards'][value='more'])")
        thumb.page.fill("#more", str(cards))
    elif not thumb.page.locator(f"[name='cards'][value='{cards}']").is_checked():
        thumb.tap(f".tile:has([name='cards'][value='{cards}'])")


def stands_at(page: Page, step: int) -> None:
    """The board says so of the Sheriff, in its title and beside everybody's loot."""
    expect(page.locator("#bar h1")).to_have_text(re.compile(rf"\b{step}\b.*\d"))


def check(phone: Phone, board: str, seat: int, loot: Mapping[str, int]) -> None:
    """Put a player's loot right, and go back to the board."""
    phone.page.goto(f"{board}/nottingham/check")
    phone.thumb.tap(f"details:has(#loot-{seat}) summary")
    for word, number in loot.items():
        phone.page.fill(f"[name='loot-{seat}-{word}']", str(number))
    phone.thumb.tap(".dock [data-put-right]:visible")
    expect(phone.page.locator(f"details:has(#loot-{seat}) .stock")).to_contain_text(str(max(loot.values())))
    phone.page.goto(board)


def result(page: Page) -> dict[str, object]:
    """What the result page says, as a story has it."""
    page.locator(".ranks").wait_for()
    names = page.locator(".rank-name bdi").all_inner_texts()
    totals = map(int, page.locator(".rank-total").all_inner_texts())
    ranks = map(int, page.locator(".rank-number").all_inner_texts())
    missions = page.locator(".shared-missions use").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href').split('#')[1])"
    )
    worth = map(int, page.locator(".shared-missions .worth").all_inner_texts())
    return {
        "totals": dict(zip(names, totals, strict=True)),
        "ranks": dict(zip(names, ranks, strict=True)),
        "winners": page.locator(".winner-name bdi").all_inner_texts(),
        "missions": dict(zip(missions, worth, strict=True)),
    }
