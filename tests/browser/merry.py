"""Merry Men tap by tap: what an entry of its story asks of a thumb, from the board and back to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone, Thumb
from tests.stories.book import LEGAL

Entry = Mapping[str, Any]
OPTIONS = {"market": "black_market", "orders": "special_orders", "others": "other_cards", "laws": "laws"}
RECORD = "#sum button.next"


def open_table(phone: Phone, story: Entry) -> str:
    """A table in mid-game with the people, purses and stands of a story; its address."""
    names: Sequence[str] = story["players"]
    fields: dict[str, object] = {
        "edition": story["edition"],
        "round": story["round"],
        "first_sheriff": names.index(story["sheriff"]),
        **{OPTIONS[word]: 1 for word in story["expansions"]},
    }
    for seat, name in enumerate(names):
        fields |= {f"name-{seat}": name, f"purse-{seat}": story["gold"][name]}
        fields |= {f"stand-{seat}-{word}": count for word, count in story["stands"].get(name, {}).items()}
        if hidden := sum(story["down"].get(name, {}).values()):
            fields[f"stand-{seat}-face_down"] = hidden
    phone.page.goto(f"/new?{urlencode(fields)}")
    phone.thumb.tap("#new .dock button.next")
    tasks.at_board(phone.thumb)
    return phone.page.url.split("?")[0]


def row(thumb: Thumb, seat: int) -> None:
    """A player's row."""
    thumb.tap(f".seats > li:nth-child({seat + 1})")


def choose(thumb: Thumb, field: str, value: str) -> None:
    """A tile of the sheet."""
    thumb.tap(f"label:has([name='{field}'][value='{value}'])")


def take(thumb: Thumb, gold: int) -> None:
    """Record the card once the sheet says that it counts this much; another number is typed."""
    proposed = thumb.page.locator("#proposed")
    thumb.page.locator("#sum:not(.htmx-request)").wait_for()
    if (proposed.text_content() or "").split(":")[-1].strip() != str(gold):
        thumb.page.fill("#gold", str(gold))
    expect(thumb.page.locator("#sum .sum-lines")).to_contain_text(str(gold))
    thumb.tap(RECORD)
    tasks.at_board(thumb)


@dataclass
class Teller:
    """Tells a story by taps on one phone; `named` are the numbers of the entries that have a name."""

    phone: Phone
    story: Entry
    board: str = ""
    named: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.board = open_table(self.phone, self.story)

    @property
    def thumb(self) -> Thumb:
        """The one that taps."""
        return self.phone.thumb

    def seat(self, name: str) -> int:
        """A player's number."""
        found: int = self.story["players"].index(name)
        return found

    def tell(self, entry: Entry) -> None:
        """Record an entry."""
        kinds = ("laws", "correct", "bag", "market", "order", "card", "pay", "out", "take_back")
        kind = next(kind for kind in kinds if kind in entry)
        getattr(self, f"_{kind}")(entry)
        if "name" in entry and kind != "correct":
            latest = self.phone.page.locator(".take-back [name=entry]")
            self.named[entry["name"]] = int(latest.get_attribute("value") or 0)

    def menu(self, end: str) -> None:
        """To one of the menu's pages."""
        self.thumb.tap("a[href$='/menu']")
        self.thumb.tap(f".menu a[href$='{end}']")

    def _laws(self, entry: Entry) -> None:
        """Beside the round's first button if it is there; else in the menu. A known law is ticked."""
        page = self.phone.page
        if page.locator(".next-laws").count():
            self.thumb.tap(".next-laws")
        else:
            self.menu("/laws")
        page.locator("#proclaim").wait_for()
        for box in page.locator("[name=law]:checked").all():
            if box.get_attribute("value") not in entry["laws"]:
                self.thumb.tap(page.locator("label", has=box))
        known = [box.get_attribute("value") for box in page.locator("[name=law]").all()]
        for line, law in enumerate(law for law in entry["laws"] if law not in known):
            page.fill(f"#line-{line}", law)
        self.thumb.tap("#proclaim .dock .next")
        tasks.at_board(self.thumb)

    def _bag(self, entry: Entry) -> None:
        thumb, cards = self.thumb, entry["cards"]
        tasks.bag_of(thumb, self.seat(entry["bag"]))
        thumb.page.locator("#bag").wait_for()
        tasks.declare(thumb, entry["declares"], sum(cards.values()))
        for deal in entry.get("deals", []):
            tasks.offer_gold(thumb, deal["gold"])
        if "by_law" in entry:
            thumb.page.fill("#fine", str(entry["by_law"]))
        outcome = "opened" if entry.get("opened") else "passed"
        found = cards if entry.get("opened") else seen(cards)
        others = {word: count for word, count in found.items() if word != entry["declares"]}
        if not others:
            thumb.page.locator("#sum:not(.htmx-request)").wait_for()
            tasks.as_declared(thumb, "opens" if entry.get("opened") else "passes")
            return
        tasks.say_contents(thumb, outcome)
        tasks.put(thumb, others)
        for word, count in entry.get("pays", {}).items():
            expect(thumb.page.locator(f"[name='debt-{word}']").first).to_have_value(str(count))
        tasks.book(thumb)

    def _market(self, entry: Entry) -> None:
        row(self.thumb, self.seat(entry["market"]))
        choose(self.thumb, "take", f"market-{entry['kind']}")
        take(self.thumb, entry["gold"])

    def _order(self, entry: Entry) -> None:
        row(self.thumb, self.seat(entry["order"]))
        choose(self.thumb, "take", f"order-{entry['good']}")
        choose(self.thumb, "contraband", entry["contraband"])
        take(self.thumb, entry["gold"])

    def _card(self, entry: Entry) -> None:
        """By the row, where it leads to a payment by the way beside that."""
        row(self.thumb, self.seat(entry["owner"]))
        self.phone.page.locator("#ways").wait_for()
        if self.phone.page.locator("#pay").count():
            self.thumb.tap("#ways a:first-child")
        self.phone.page.locator("#extra").wait_for()
        if self.phone.page.locator("label:has([name=take][value=other])").count():
            choose(self.thumb, "take", "other")
        self.phone.page.fill("#card", entry["card"])
        self.phone.page.fill("#gold", str(entry["gold"]))
        expect(self.phone.page.locator("#sum .sum-lines")).to_contain_text(entry["card"])
        self.thumb.tap(RECORD)
        tasks.at_board(self.thumb)

    def _pay(self, entry: Entry) -> None:
        """By hand, with a law as the reason."""
        self.menu("/pay")
        self.phone.page.locator("#pay").wait_for()
        choose(self.thumb, "giver", str(self.seat(entry["pay"])))
        choose(self.thumb, "receiver", entry["to"])
        for digit in str(entry["gold"]):
            self.thumb.tap(f".keypad [data-digit='{digit}']")
        self.thumb.tap(self.phone.page.locator("label:has([name=reason])", has_text=entry["reason"]))
        self.thumb.tap(RECORD)
        tasks.at_board(self.thumb)

    def _out(self, entry: Entry) -> None:
        self.thumb.tap("a[href$='/menu']")
        fold = self.phone.page.locator(
            "details.fold", has=self.phone.page.locator("form[action$='/absences']")
        )
        self.thumb.tap(fold.locator("summary"))
        self.thumb.tap(fold.locator(tasks.tile("seat", self.seat(entry["out"]))))
        self.thumb.tap(fold.locator("button").first)
        tasks.at_board(self.thumb)

    def _take_back(self, _entry: Entry) -> None:
        tasks.take_back(self.thumb)

    def _correct(self, entry: Entry) -> None:
        """A card, found in the log: only its number was wrong."""
        page = self.phone.page
        self.menu("/log")
        self.thumb.tap(f"a[href$='/corrections/{self.named[entry['correct']]}']")
        page.locator("#extra").wait_for()
        page.fill("#gold", str(entry["gold"]))
        page.fill("#reason", entry["reason"])
        expect(page.locator("#sum .sum-lines")).to_contain_text(str(entry["gold"]))
        self.thumb.tap(RECORD)
        tasks.at_board(self.thumb)


def seen(cards: Mapping[str, int]) -> dict[str, int]:
    """What a bag that passed holds as the table sees it."""
    legal = {word: count for word, count in cards.items() if word in LEGAL}
    hidden = sum(cards.values()) - sum(legal.values())
    return {**legal, "face_down": hidden} if hidden else legal
