"""Merry Men by thumb: what its entries of a story ask, from the board and back to it."""

from collections import Counter
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Thumb
from tests.browser.telling import Evening, story_of
from tests.stories.book import LEGAL, Entry

OPTIONS = {"market": "black_market", "orders": "special_orders", "others": "other_cards", "laws": "laws"}
RECORD = "#sum button.next"
TOLD = story_of("four_players_with_merry_men")
STORY = TOLD | {
    "stands": {
        name: {word: count for word, count in stand.items() if word in LEGAL}
        for name, stand in TOLD["stands"].items()
    },
    "down": {
        name: Counter(TOLD["down"].get(name, {}))
        + Counter({word: count for word, count in TOLD["stands"][name].items() if word not in LEGAL})
        for name in TOLD["players"]
    },
}
"""The form of a table in mid-game asks for contraband as cards face down alone."""


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


class MerryEvening(Evening):
    """A story with the Black Market, special orders, other cards and laws."""

    def open_table(self) -> None:
        """A table in mid-game with the people, purses and stands of the story."""
        story, thumb = self.story, self.bank.thumb
        fields: dict[str, object] = {
            "edition": story["edition"],
            "round": story["round"],
            "first_sheriff": self.seat(story["sheriff"]),
            **{OPTIONS[word]: 1 for word in story["expansions"]},
        }
        for seat, name in enumerate(self.names):
            fields |= {f"name-{seat}": name, f"purse-{seat}": story["gold"][name]}
            fields |= {f"stand-{seat}-{word}": count for word, count in story["stands"].get(name, {}).items()}
            if hidden := sum(story["down"].get(name, {}).values()):
                fields[f"stand-{seat}-face_down"] = hidden
        thumb.page.goto(f"/new?{urlencode(fields)}")
        thumb.tap("#new .dock button.next")
        tasks.at_board(thumb)
        self.board = thumb.page.url.split("?")[0]

    def shows(self) -> None:
        """Purses alone: cards of the Black Market lie in a frame of their own."""
        purses = [str(self.book.gold[name]) for name in self.names]
        expect(self.bank.page.locator(".seat .purse b")).to_have_text(purses)

    def does(self, entry: Entry) -> None:
        match entry:
            case {"correct": name, "gold": gold}:
                self.correct_card(self.named[name], gold, entry["reason"])
            case {"laws": _}:
                self.proclaim(entry)
            case {"market": _}:
                self.market(entry)
            case {"order": _}:
                self.order(entry)
            case {"card": _}:
                self.card(entry)
            case _:
                super().does(entry)
        self.look(f"after {sorted(entry)}")

    def badge(self, pair: list[str]) -> None:
        super().badge(pair)
        assert self.bank.page.locator(".pinned").count() == 0, "a law of the last round still stands"

    def proclaim(self, entry: Entry) -> None:
        """Beside the round's first button if it is there; else in the menu. A known law is ticked."""
        page, thumb = self.bank.page, self.bank.thumb
        if page.locator(".next-laws").count():
            thumb.tap(".next-laws")
        else:
            self.to_page("/laws")
        page.locator("#proclaim").wait_for()
        for box in page.locator("[name=law]:checked").all():
            if box.get_attribute("value") not in entry["laws"]:
                thumb.tap(page.locator("label", has=box))
        known = [box.get_attribute("value") for box in page.locator("[name=law]").all()]
        for line, law in enumerate(law for law in entry["laws"] if law not in known):
            page.fill(f"#line-{line}", law)
        thumb.tap("#proclaim .dock .next")
        tasks.at_board(thumb)

    def market(self, entry: Entry) -> None:
        """Three of a kind for a card of the Black Market."""
        row(self.bank.thumb, self.seat(entry["market"]))
        choose(self.bank.thumb, "take", f"market-{entry['kind']}")
        take(self.bank.thumb, entry["gold"])

    def order(self, entry: Entry) -> None:
        """A special order that a bag fills."""
        row(self.bank.thumb, self.seat(entry["order"]))
        choose(self.bank.thumb, "take", f"order-{entry['good']}")
        choose(self.bank.thumb, "contraband", entry["contraband"])
        take(self.bank.thumb, entry["gold"])

    def card(self, entry: Entry) -> None:
        """By the row, where it leads to a payment by the way beside that."""
        row(self.bank.thumb, self.seat(entry["owner"]))
        self.bank.page.locator("#ways").wait_for()
        if self.bank.page.locator("#pay").count():
            self.bank.thumb.tap("#ways a:first-child")
        self.bank.page.locator("#extra").wait_for()
        if self.bank.page.locator("label:has([name=take][value=other])").count():
            choose(self.bank.thumb, "take", "other")
        self.bank.page.fill("#card", entry["card"])
        self.bank.page.fill("#gold", str(entry["gold"]))
        expect(self.bank.page.locator("#sum .sum-lines")).to_contain_text(entry["card"])
        self.bank.thumb.tap(RECORD)
        tasks.at_board(self.bank.thumb)

    def check_stands(self) -> None:
        super().check_stands()
        extras = self.bank.page.locator(".check-seat .extras")
        expect(extras).to_have_count(len(+self.book.extras))

    def is_won(self) -> None:
        """By totals alone: the sums of other evenings know no extras."""
        page = self.bank.page
        names = page.locator(".rank-name bdi").all_inner_texts()
        totals = map(int, page.locator(".rank-total").all_inner_texts())
        expected = self.book.totals({})
        assert dict(zip(names, totals, strict=True)) == expected
        [first] = page.locator(".rank-first .rank-name bdi").all_inner_texts()
        assert expected[first] == max(expected.values())

    def correct_card(self, number: int, gold: int, reason: str) -> None:
        """A card, found in the log: only its number was wrong."""
        page = self.bank.page
        self.to_form(number)
        page.fill("#gold", str(gold))
        page.fill("#reason", reason)
        expect(page.locator("#sum .sum-lines")).to_contain_text(str(gold))
        self.bank.thumb.tap(RECORD)
        tasks.at_board(self.bank.thumb)
