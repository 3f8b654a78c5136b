"""The story of six players, tapped: on one phone, or by everybody on their own. The board is compared with
the second book of tests/stories after every entry.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import looking, sharing, tasks
from tests.browser.phone import Phone, Thumb
from tests.stories.book import LEGAL, Book, Entry, book_after
from tests.stories.telling import entries_of

STORY: Mapping[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "stories" / "six_players_nine_rounds.toml").read_text("utf-8")
)
NAMES: list[str] = STORY["players"]
Look = Callable[[str], None]


def seat(name: str) -> int:
    """A player's number."""
    return NAMES.index(name)


class Evening:
    """The story as it goes on. `look` is told the name of each state that is worth a look."""

    def __init__(self, bank: Phone, look: Look = lambda _state: None) -> None:
        self.bank, self.look = bank, look
        self.written: list[Entry] = []
        self.named: dict[str, int] = {}
        self.entry = 1
        self.open_table()
        self.board = bank.page.url.split("?")[0]

    def open_table(self) -> None:
        """Six names, and the two that the table drew: the rest is as it is proposed."""
        page, thumb = self.bank.page, self.bank.thumb
        page.goto("/new")
        for name in NAMES:
            page.fill(f"#name-{seat(name)}", name)
        first, second = STORY["deputies"]
        thumb.tap(tasks.tile("first_sheriff", seat(first)))
        thumb.tap(tasks.tile("second_deputy", seat(second)))
        self.look("new table of six")
        thumb.tap("#new .dock button.next")
        tasks.at_board(thumb)
        self.look("board of six")

    @property
    def book(self) -> Book:
        """What the second book says by now."""
        return book_after(STORY, self.written)

    def thumb_of(self, _name: str) -> Thumb:
        """Whose thumb records what this player does."""
        return self.bank.thumb

    def rounds(self) -> Iterator[int]:
        """Play round after round."""
        for number, entries in entries_of(STORY):
            for entry in entries:
                self.tell(entry)
            purses = STORY["rounds"][number]["purses"]
            looking.shows_rows(self.bank.page, self.seen())
            assert {name: self.book.gold[name] for name in NAMES} == purses
            yield number

    def tell(self, entry: Entry) -> None:
        """One entry; the board shows then what the book says."""
        if "take_back" in entry:
            self.take_back(self.written[-1])
        else:
            self.does(entry)
        self.entry += 1
        if "name" in entry:
            self.named[entry["name"]] = self.entry
        self.written.append(entry)
        if "bag" in entry or "share" in entry:
            looking.shows_rows(self.bank.page, self.seen())

    def does(self, entry: Entry) -> None:
        """One entry that something is recorded for."""
        match entry:
            case {"correct": name}:
                self.correct(self.named[name], entry)
            case {"bag": _}:
                self.bag(entry)
            case {"pay": giver}:
                self.pay(self.thumb_of(giver), entry)
            case {"out": name}:
                self.sits_out(self.thumb_of(name), name)
            case {"leave": name}:
                self.leaves(self.thumb_of(name), entry)
            case {"share": shares}:
                self.share(shares)
            case _:
                self.badge(entry.get("deputies", []))

    def seen(self) -> list[tuple[int, dict[str, int]]]:
        """What the board must show of everybody: the purse, the stand, its cards face down as a number."""
        book = self.book
        return [(book.gold[name], known(book, name)) for name in NAMES]

    # Bags

    def bag(self, entry: Entry) -> None:
        """From the board to the sheet, filled in, and back."""
        thumb = self.bank.thumb
        tasks.bag_of(thumb, seat(entry["bag"]))
        tasks.declare(thumb, entry["declares"], sum(entry["cards"].values()))
        if "alone" in entry:
            thumb.tap(tasks.tile("alone", seat(entry["alone"])))
            thumb.page.locator("#sum:not(.htmx-request)").wait_for()
        for index, deal in enumerate(entry.get("deals", [])):
            strike(thumb, index, deal, entry)
        self.look(f"bag, {kind_of(entry)}")
        found, opened = inside(entry), entry.get("opened", False)
        if found:
            tasks.say_contents(thumb, "opened" if opened else "passed")
            tasks.put(thumb, found)
            tasks.book(thumb)
        elif "pays" in entry:
            thumb.tap("#sum .verdict-opens")
            self.settle(thumb, entry)
        else:
            tasks.as_declared(thumb, "opens" if opened else "passes")
        self.look(f"board, {kind_of(entry)}")

    def settle(self, thumb: Thumb, entry: Entry) -> None:
        """Both are short: each panel proposes what the story says."""
        for prefix in ("", "other_"):
            for word, count in entry[f"{prefix}pays"].items():
                field = thumb.page.locator(f"[name='{prefix.replace('_', '-')}debt-{word}']")
                expect(field).to_have_value(str(count))
        self.look("bag, two debts")
        tasks.book(thumb)

    def take_back(self, _entry: Entry) -> None:
        """The last entry."""
        tasks.take_back(self.bank.thumb)

    def correct(self, entry_number: int, entry: Entry) -> None:
        """By the log, to the form of the entry, where one card is put right."""
        thumb = self.bank.thumb
        thumb.tap("a[href$='/menu']")
        thumb.tap(".menu a[href$='/log']")
        self.look("log of six")
        thumb.tap(f"a[href$='/corrections/{entry_number}']")
        page = thumb.page
        page.fill("#reason", entry["reason"])
        self.look("correct a bag of two Deputies")
        thumb.tap("[data-slots] .slot-other >> nth=0")
        page.locator("#sum:not(.htmx-request)").wait_for()
        self.look("correct, a card put right")
        tasks.book(thumb)

    # What Deputies do besides

    def share(self, shares: list[Entry]) -> None:
        """One tap, or the form where somebody has to say who takes what."""
        thumb = self.thumb_of(self.book.sheriffs[-1])
        page, form = thumb.page, "form[action$='/booty'] button.next"
        self.look("board, the Booty to share")
        if page.locator(form).count() and not self.disagrees(shares):
            thumb.tap(form)
        else:
            thumb.tap("a[href$='/booty']")
            page.locator("#booty").wait_for()
            for place, share in enumerate(shares):
                down = sum(share.get("down", {}).values())
                cards = {**share.get("goods", {}), **({"face_down": down} if down else {})}
                takes(thumb, place, share.get("gold", 0), cards)
            self.look("Booty, shared on its form")
            page.locator("#sum:not(.htmx-request)").wait_for()
            thumb.tap("#booty button.next")
        tasks.at_board(thumb)
        expect(page.locator("a[href$='/booty'], form[action$='/booty']")).to_have_count(0)

    def disagrees(self, shares: list[Entry]) -> bool:
        """Whether they share otherwise than evenly."""
        return len({share.get("gold", 0) for share in shares}) > 1

    def badge(self, pair: list[str]) -> None:
        """The next two as the table drew them; the badge, or the count, where nothing is drawn."""
        thumb = self.thumb_of(self.book.sheriffs[0])
        page = thumb.page
        self.look("board, all bags of six done")
        if page.locator("a[href$='/deputies']").count():
            thumb.tap("a[href$='/deputies']")
            page.locator("#pair").wait_for()
            thumb.tap(tasks.tile("first", seat(pair[0])))
            thumb.tap(tasks.tile("second", seat(pair[1])))
            self.look("the next two")
            thumb.tap("#pair button.next")
        else:
            thumb.tap("form[action$='/badge'] button.next")
        tasks.at_board(thumb)
        expect(page.locator("form[action$='/badge']")).to_have_count(0)

    # The menu

    def sits_out(self, thumb: Thumb, name: str) -> None:
        """A merchant brings no bag."""
        fold = self.unfold(thumb, "/absences")
        thumb.tap(fold.locator(tasks.tile("seat", seat(name))))
        thumb.tap(fold.locator("button").first)
        tasks.at_board(thumb)

    def leaves(self, thumb: Thumb, entry: Entry) -> None:
        """Somebody goes home."""
        fold = self.unfold(thumb, "/departures")
        thumb.tap(fold.locator(tasks.tile("leaver", seat(entry["leave"]))))
        if not entry["counts"]:
            thumb.tap(fold.locator("label:has(#gone)"))
        self.look("menu, somebody leaves a table of six")
        thumb.tap(fold.locator("form > button"))
        tasks.at_board(thumb)
        self.look("board, somebody has left six")

    def unfold(self, thumb: Thumb, action: str) -> Locator:
        """A part of the menu."""
        thumb.tap("a[href$='/menu']")
        page = thumb.page
        fold = page.locator("details.fold").filter(has=page.locator(f"form[action$='{action}']"))
        thumb.tap(fold.locator("summary").first)
        return fold

    def pay(self, thumb: Thumb, entry: Entry) -> None:
        """Gold by hand."""
        page = thumb.page
        thumb.tap("a[href$='/menu']")
        thumb.tap(".menu a[href$='/pay']")
        page.locator("#pay").wait_for()
        tasks.choose_giver(thumb, seat(entry["pay"]))
        thumb.tap(tasks.tile("receiver", seat(entry["to"])))
        for digit in str(entry["gold"]):
            thumb.tap(f".keypad [data-digit='{digit}']")
        looking.says(page.locator("#sum .sum-lines").first, entry["gold"])
        thumb.tap("#sum button.next")
        tasks.at_board(thumb)

    # The count

    def ends(self) -> None:
        """Stands are correct, cards are turned over, the count is closed."""
        thumb, book = self.bank.thumb, self.book
        tasks.check_stands(thumb)
        thumb.tap(".dock a.next")
        for name in (*STORY["deputies"], *NAMES[2:]):
            if book.down[name].total():
                self.reveal(name, {word: count for word, count in book.down[name].items() if count})
        self.closes(thumb)

    def reveal(self, name: str, hidden: Mapping[str, int]) -> None:
        """One player's cards face down, on the page that comes by itself."""
        thumb = self.bank.thumb
        asked = thumb.page.locator(f"#reveal input[name='seat'][value='{seat(name)}']")
        asked.wait_for(state="attached")
        tasks.put(thumb, hidden)
        thumb.tap("#reveal button.next")
        expect(asked).to_have_count(0)

    def closes(self, thumb: Thumb) -> None:
        """The result."""
        tasks.at_board(thumb)
        thumb.tap("form[action$='/closing'] button.next")
        thumb.page.locator(".ranks").wait_for()
        self.look("result of six")


class Phones(Evening):
    """The same with a phone for everybody: each merchant packs, offers are made and answered on the phones,
    now one Deputy and now the other decides.
    """

    def __init__(self, bank: Phone, phones: Mapping[str, Phone]) -> None:
        self.phones: Mapping[str, Phone] = {}
        self.corrects = 0
        super().__init__(bank)
        code = sharing.open_door(bank, self.board)
        bank.page.goto(self.board)
        for name, phone in phones.items():
            sharing.join(phone, code, seat(name))
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
            thumb.tap(tasks.tile("alone", seat(entry["alone"])))
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
        parts = {"offer-receiver": seat(deal["to"]), "bag": seat(entry["bag"])}
        address = "&".join(f"{field}={value}" for field, value in {**parts, **offered(deal)}.items())
        phone.page.goto(f"{self.board}/offers/new?{address}")
        phone.thumb.tap("#offer button.next")
        tasks.at_board(phone.thumb)
        asked = self.at_board(deal["to"])
        asked.thumb.tap(".asks button[value='1']")
        expect(asked.page.locator(".asks")).to_have_count(0)

    def confirm(self, entry: Entry, name: str) -> None:
        """That is what lies there; where both are short, each panel says what goes."""
        thumb = self.at_board(name).thumb
        if "pays" not in entry:
            thumb.tap(".decide button.next")
        else:
            thumb.tap("a.next[href*='/bags/']")
            self.settle(thumb, entry)
        expect(thumb.page.locator(".turned")).to_have_count(0)

    def reveal(self, name: str, hidden: Mapping[str, int]) -> None:
        """On the own phone, which knows what was noted; the bank does it for who has left."""
        phone = self.bank if name not in self.book.here else self.phones[name]
        phone.page.goto(self.board)
        phone.thumb.tap(f"a.next[href$='/reveal/{seat(name)}']")
        phone.page.locator("#reveal").wait_for()
        known = {word: int(phone.page.locator(f"#in-{word}").input_value() or 0) for word in hidden}
        tasks.put(phone.thumb, {word: count - known[word] for word, count in hidden.items()})
        phone.thumb.tap("#reveal button.next")
        tasks.at_board(phone.thumb)

    def closes(self, thumb: Thumb) -> None:
        thumb.page.goto(self.board)
        super().closes(thumb)

    def take_back(self, _entry: Entry) -> None:
        """The decision stands, and its cards were seen: that one acted alone is said by a correction."""
        self.corrects = self.entry
        self.entry -= 1

    def correct_last(self, entry: Entry) -> None:
        """The last bag was opened by one alone."""
        thumb = self.at_board(entry["alone"]).thumb
        thumb.page.goto(f"{self.board}/corrections/{self.corrects}")
        thumb.tap(f"label:has(input[name='alone'][value='{seat(entry['alone'])}'])")
        thumb.page.fill("#reason", "One alone")
        tasks.book(thumb)
        self.corrects = 0


def known(book: Book, name: str) -> dict[str, int]:
    """A stand as all know it."""
    stand = {word: count for word, count in book.open[name].items() if count}
    down = sum(book.down[name].values())
    return {**stand, **({"face_down": down} if down else {})}


def inside(entry: Entry) -> dict[str, int]:
    """What lay in a bag in place of declared cards, as far as the table sees it."""
    others: Counter[str] = Counter()
    for word, count in entry["cards"].items():
        hides = not entry.get("opened") and word not in LEGAL
        others["face_down" if hides else word] += count
    del others[entry["declares"]]
    return dict(others)


def kind_of(entry: Entry) -> str:
    """What sort of bag it is, for whoever looks."""
    how = "opened" if entry.get("opened") else "passed"
    return f"{how}{' alone' if 'alone' in entry else ' by both'}{', a deal' if entry.get('deals') else ''}"


def offered(deal: Entry) -> dict[str, object]:
    """A deal as fields of an offer."""
    bag = Counter({word if word in LEGAL else "face_down": n for word, n in deal.get("bag", {}).items()})
    return {
        "offer-gold": deal.get("gold", 0),
        "offer-promise": deal.get("promise", ""),
        **{f"offer-stand-{word}": count for word, count in deal.get("stand", {}).items()},
        **{f"offer-bag-{word}": count for word, count in bag.items()},
    }


def strike(thumb: Thumb, index: int, deal: Entry, entry: Entry) -> None:
    """One deal on the sheet of its bag; of two who act together it does not matter whom it names."""
    page: Page = thumb.page
    if deal["from"] != entry["bag"]:
        thumb.tap(tasks.tile(f"deal-{index}-giver", seat(deal["from"])))
        page.locator("#sum:not(.htmx-request)").wait_for()
    if gold := deal.get("gold"):
        tasks.offer_gold(thumb, gold, index)
    for word, count in deal.get("stand", {}).items():
        for _ in range(count):
            tasks.give_card(thumb, word, index)
    if promised := deal.get("bag", {}):
        thumb.tap(tasks.deal_part(index, "goods"))
        for word, count in promised.items():
            for _ in range(count):
                tasks.from_bag(thumb, word if word in LEGAL else "face_down", index)
    if promise := deal.get("promise"):
        thumb.tap(tasks.deal_part(index, "promising"))
        page.fill(f"#deal-{index}-promise", promise)


def takes(thumb: Thumb, place: int, gold: int, cards: Mapping[str, int]) -> None:
    """What one Deputy takes, step by step from what is proposed."""
    for field in thumb.page.locator(
        f"#booty input[name='gold-{place}'], #booty input[name^='take-{place}-']"
    ).all():
        name = field.get_attribute("name") or ""
        wanted = gold if name.startswith("gold") else cards.get(name.removeprefix(f"take-{place}-"), 0)
        more = wanted - int(field.input_value() or 0)
        for _ in range(abs(more)):
            thumb.tap(f"#{name} + [data-add]" if more > 0 else f"[data-take]:has(+ #{name})")
