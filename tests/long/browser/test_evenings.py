"""Whole evenings by thumb: on one phone in both languages, looked at state by state, and on everybody's."""

from collections import Counter
from collections.abc import Mapping

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import looking, sharing, tasks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.merry import STORY as MERRY_STORY
from tests.browser.merry import MerryEvening
from tests.browser.phone import Phone, Thumb
from tests.browser.telling import Evening, public, seen, story_of
from tests.stories.book import Entry

SMALL = ViewportSize(width=390, height=664)
SIX = story_of("six_players_nine_rounds")


@pytest.mark.parametrize(
    "kind, story",
    [
        (Evening, story_of("three_players_one_ruined")),
        (Evening, story_of("five_players_ten_rounds")),
        (Evening, SIX),
        (MerryEvening, MERRY_STORY),
    ],
    ids=["three", "five", "six", "merry men"],
)
def test_an_evening_on_one_phone(
    open_phones: OpenPhone, html_checker: Checker, language: str, kind: type[Evening], story: Entry
) -> None:
    """E6 to E17, T3, T6: it ends as the rules and the second book say."""
    phone = open_phones(language=language, viewport=SMALL)
    gallery = Gallery(phone.page, html_checker, wide=language == "en-GB", narrow=language == "fr-FR")

    def look(state: str) -> None:
        gallery.look(state)
        phone.page.set_viewport_size(SMALL)

    evening = kind(phone, story, look)
    evening.open_table()
    assert phone.page.locator("html").get_attribute("lang") == language[:2]
    evening.plays()
    evening.ends()
    evening.is_won()
    assert not gallery.complaints, "\n".join(gallery.complaints)


class Phones(Evening):
    """The same with a phone for everybody: each merchant packs, offers are made and answered on the phones,
    now one Deputy and now the other decides.
    """

    phones: Mapping[str, Phone]
    corrects = 0

    def sit_down(self, phones: Mapping[str, Phone]) -> None:
        """Everybody comes in by the code."""
        self.phones = {}
        self.open_table()
        code = sharing.open_door(self.bank, self.board)
        self.bank.page.goto(self.board)
        for name, phone in phones.items():
            sharing.join(phone, code, self.seat(name))
        self.phones = phones

    def thumb_of(self, name: str) -> Thumb:
        return self.phones[name].thumb if name in self.phones else self.bank.thumb

    def at_board(self, name: str) -> Phone:
        """A player's phone with the board on it."""
        phone = self.phones[name]
        phone.page.goto(self.board)
        return phone

    def does(self, entry: Entry) -> None:
        for phone in (*self.phones.values(), self.bank):
            phone.page.goto(self.board)
        super().does(entry)
        self.bank.page.goto(self.board)

    def bag(self, entry: Entry) -> None:
        """Packed, haggled over, decided, and if it is opened confirmed by the other Deputy."""
        if self.corrects:
            self.correct_last(entry)
            return
        self.pack(entry)
        for deal in entry.get("deals", []):
            self.haggle(entry, deal)
        decides, *others = self.book.sheriffs
        opened = entry.get("opened", False)
        thumb = self.at_board(entry.get("alone", decides)).thumb
        if "alone" in entry:
            thumb.tap(tasks.tile("alone", self.seat(entry["alone"])))
        thumb.tap(f".decide button[value='{'opened' if opened else 'passed'}']")
        if opened:
            thumb.page.locator(".turned").wait_for()
            self.confirm(entry, (others or [decides])[0])
        tasks.at_board(thumb)
        expect(thumb.page.locator(".decide")).to_have_count(0)

    def pack(self, entry: Entry) -> None:
        """As it is, whatever is declared."""
        phone, cards = self.at_board(entry["bag"]), entry["cards"]
        sharing.to_pack(phone)
        for word, count in cards.items():
            closed = f"details.palette:not([open]):has([data-put='in-{word}']) summary"
            if phone.page.locator(closed).count():
                phone.thumb.tap(closed)
            for _ in range(count):
                phone.thumb.tap(f"[data-put='in-{word}']")
        phone.thumb.tap(tasks.tile("declared", entry["declares"]))
        phone.thumb.tap("button[value='declare']")
        tasks.at_board(phone.thumb)

    def haggle(self, entry: Entry, deal: Entry) -> None:
        """Offered on the giver's phone, accepted on the receiver's."""
        phone = self.at_board(deal["from"])
        parts = {"offer-receiver": self.seat(deal["to"]), "bag": self.seat(entry["bag"])}
        address = "&".join(f"{field}={value}" for field, value in {**parts, **offered(deal)}.items())
        phone.page.goto(f"{self.board}/offers/new?{address}")
        phone.thumb.tap("#offer button.next")
        tasks.at_board(phone.thumb)
        asked = self.at_board(deal["to"])
        asked.thumb.tap(".asks button[value='1']")
        expect(asked.page.locator(".asks")).to_have_count(0)

    def confirm(self, entry: Entry, name: str) -> None:
        """That is what lies there; where both are short, each panel proposes what goes."""
        thumb = self.at_board(name).thumb
        if "pays" not in entry:
            thumb.tap(".decide button.next")
        else:
            thumb.tap("a.next[href*='/bags/']")
            self.settle(thumb, entry)
        expect(thumb.page.locator(".turned")).to_have_count(0)

    def reveals(self, hidden: dict[str, Counter[str]]) -> None:
        """On the own phone, which knows what was noted; the bank does it for who has left."""
        for name, cards in hidden.items():
            phone = self.bank if name not in self.book.here else self.phones[name]
            phone.page.goto(self.board)
            phone.thumb.tap(f"a.next[href$='/reveal/{self.seat(name)}']")
            phone.page.locator("#reveal").wait_for()
            known = {word: int(phone.page.locator(f"#in-{word}").input_value() or 0) for word in cards}
            tasks.put(phone.thumb, {word: count - known[word] for word, count in cards.items()})
            phone.thumb.tap("#reveal button.next")
            tasks.at_board(phone.thumb)

    def closes(self, thumb: Thumb) -> None:
        thumb.page.goto(self.board)
        super().closes(thumb)

    def take_back(self) -> None:
        """The decision stands, and its cards were seen: that one acted alone is said by a correction."""
        self.corrects = self.entry
        self.entry -= 1

    def correct_last(self, entry: Entry) -> None:
        """The last bag was opened by one alone."""
        thumb = self.at_board(entry["alone"]).thumb
        thumb.page.goto(f"{self.board}/corrections/{self.corrects}")
        thumb.tap(f"label:has(input[name='alone'][value='{self.seat(entry['alone'])}'])")
        thumb.page.fill("#reason", "One alone")
        tasks.book(thumb)
        self.corrects = 0


def offered(deal: Entry) -> dict[str, object]:
    """A deal as fields of an offer."""
    return {
        "offer-gold": deal.get("gold", 0),
        "offer-promise": deal.get("promise", ""),
        **{f"offer-stand-{word}": count for word, count in deal.get("stand", {}).items()},
        **{f"offer-bag-{word}": count for word, count in public(deal.get("bag", {})).items()},
    }


@pytest.mark.lasts(900)
def test_an_evening_of_six_on_their_phones(open_phones: OpenPhone) -> None:
    """E11, E14: a phone each and the bank's in the middle; all show the same after every round."""
    bank = open_phones(viewport=SMALL)
    phones = {
        name: open_phones(language=language, viewport=SMALL)
        for name, language in zip(SIX["players"], ("en-GB", "fr-FR") * 3, strict=True)
    }
    evening = Phones(bank, SIX)
    evening.sit_down(phones)
    for _round in evening.rounds():
        for phone in phones.values():
            looking.shows_rows(phone.page, seen(evening.book))
    evening.ends()
    evening.is_won()
