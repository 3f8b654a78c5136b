"""Nottingham tap by tap: the stories that the rules and `score` are told, as they go on by thumb, and what
the pages then say.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import sharing
from tests.browser.phone import Phone, Thumb
from tests.stories.nottingham.test_nottingham_stories import STORIES

Entry = Mapping[str, Any]
FOUR, SEVEN = sorted(STORIES, key=lambda story: len(story["players"]))
RECORD = "#sum .next"
NUMBER_TILES = range(3, 6)


class Evening:
    """A story as it is told, on the phone of whoever does something."""

    def __init__(self, story: Entry, bank: Phone) -> None:
        self.story, self.bank = story, bank
        self.names: list[str] = story["players"]
        self.board = open_table(bank, story)
        self.phones = dict.fromkeys(self.names, bank)
        self.named: dict[str, int] = {}
        self.latest = 1

    def joined_by(self, phones: dict[str, Phone]) -> None:
        """Everybody comes in by the code, to the own seat."""
        code = sharing.open_door(self.bank, self.board)
        self.bank.page.goto(self.board)
        for seat, name in enumerate(self.names):
            sharing.join(phones[name], code, seat)
        self.phones = phones

    @property
    def everybody(self) -> list[Phone]:
        """All phones at the table."""
        return [self.bank, *(phone for phone in self.phones.values() if phone is not self.bank)]

    def told(self, entry: Entry) -> None:
        """An entry is recorded by the player whom it is about, or whoever did something last."""
        who = entry.get("deliver") or entry.get("fulfil") or self.names[0]
        corrected = self.named[entry["correct"]] if "correct" in entry else None
        if "never" in entry:
            who = next(name for name in self.names if entry["correct"].startswith(name))
        tell(self.phones[who], self.names, entry, self.board, corrected)
        self.latest += 1
        if "name" in entry:
            self.named[entry["name"]] = self.latest
        if "step" in entry:
            for phone in self.everybody:
                stands_at(phone.page, entry["step"])

    def ends(self) -> None:
        """The loot is put right where the story says so, and the bank closes the count."""
        for name, cards in self.story.get("checks", {}).items():
            check(self.phones[name], self.board, self.names.index(name), cards)
        self.bank.page.goto(f"{self.board}/nottingham/check")
        self.bank.thumb.tap("form[action$='/closing'] .next")


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
        thumb.tap("label.switch:has([name='never'])")
        thumb.tap(RECORD)
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
        if "over" in entry:  # that leads on to the count
            page.wait_for_url("**/nottingham/*")
            page.goto(board)
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
    """The board shows the Sheriff there."""
    expect(page.locator("#bar .way")).to_have_attribute("value", str(step))


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
