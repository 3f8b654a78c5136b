"""Tells a story of tests/stories by thumb: the board shows after every entry what the second book says."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser import looking, sums, tasks
from tests.browser.phone import Phone, Thumb
from tests.stories.book import LEGAL, Book, Entry, book_after, cost
from tests.stories.telling import entries_of

Story = dict[str, Any]
Look = Callable[[str], None]


def story_of(name: str) -> Story:
    """A story by the name of its file."""
    return tomllib.loads(Path(__file__).parents[1].joinpath("stories", f"{name}.toml").read_text("utf-8"))


class Evening:
    """A story as it goes on, on one phone. `look` is told the name of each state that is worth a look."""

    def __init__(self, bank: Phone, story: Mapping[str, Any], look: Look = lambda _state: None) -> None:
        self.bank, self.story, self.look = bank, story, look
        self.names: list[str] = story["players"]
        self.written: list[Entry] = []
        self.named: dict[str, int] = {}
        self.entry = 1
        self.board = ""

    def seat(self, name: str) -> int:
        """A player's number."""
        return self.names.index(name)

    @property
    def book(self) -> Book:
        """What the second book says by now."""
        return book_after(self.story, self.written)

    def open_table(self) -> None:
        """From the start page to the board."""
        page, thumb, story = self.bank.page, self.bank.thumb, self.story
        page.goto("/")
        self.look("start")
        thumb.tap("a.next[href='/new']")
        page.locator("#new").wait_for()
        self.look("new table")
        for seat, name in enumerate(self.names):
            page.fill(f"#name-{seat}", name)
        first, *others = story.get("deputies") or [story["sheriff"]]
        thumb.tap(tasks.tile("first_sheriff", self.seat(first)))
        for other in others:
            thumb.tap(tasks.tile("second_deputy", self.seat(other)))
        if story.get("royal_goods"):
            thumb.tap("label:has(#royal_goods)")
        if "rounds_played" in story:
            thumb.tap(page.locator("details.fold").filter(has=page.locator("#rounds")).locator("summary"))
            page.fill("#rounds", str(story["rounds_played"]))
        self.look("new table, filled")
        thumb.tap("#new .dock button.next")
        tasks.at_board(thumb)
        self.look("board, nothing booked")
        self.board = page.url.split("?")[0]

    def plays(self) -> None:
        """Round after round."""
        for _, entries in entries_of(self.story):
            for entry in entries:
                self.tell(entry)

    def tell(self, entry: Entry) -> None:
        """One entry; the board shows then what the book says."""
        if "take_back" in entry:
            self.take_back()
        else:
            self.does(entry)
        self.entry += 1
        if "name" in entry:
            self.named[entry["name"]] = self.entry
        self.written.append(entry)
        if "take_back" not in entry:
            self.shows()

    def shows(self) -> None:
        """Purses and stands are those of the book."""
        looking.shows_rows(self.bank.page, seen(self.book))

    def does(self, entry: Entry) -> None:
        """One entry that something is recorded for."""
        match entry:
            case {"correct": name}:
                self.correct(self.named[name], entry)
            case {"bag": _}:
                self.bag(entry)
            case {"pay": _}:
                self.pay(entry)
            case {"out": name}:
                self.sits_out(name)
            case {"leave": _}:
                self.leaves(entry)
            case {"share": shares}:
                self.share(shares)
            case _:
                self.badge(entry.get("deputies", []))

    # Bags

    def bag(self, entry: Entry) -> None:
        """From the board to the sheet, filled in, and back."""
        thumb = self.bank.thumb
        tasks.bag_of(thumb, self.seat(entry["bag"]))
        thumb.page.locator("#bag").wait_for()
        self.look("bag, empty")
        tasks.declare(thumb, entry["declares"], sum(entry["cards"].values()))
        self.judge(entry)
        self.look(f"board, {kind_of(entry)}")

    def judge(self, entry: Entry) -> None:
        """All of a declared bag but for what was declared; booked."""
        thumb = self.bank.thumb
        if "alone" in entry:
            thumb.tap(tasks.tile("alone", self.seat(entry["alone"])))
            thumb.page.locator("#sum:not(.htmx-request)").wait_for()
        for index, deal in enumerate(entry.get("deals", [])):
            self.strike(index, deal, entry)
        if "by_law" in entry:
            thumb.page.fill("#fine", str(entry["by_law"]))
        self.look(f"bag, {kind_of(entry)}")
        found, outcome = inside(entry), "opened" if entry.get("opened") else "passed"
        if found:
            tasks.say_contents(thumb, outcome)
            self.put(entry, found)
            self.look(f"bag, {outcome}, something else")
            self.foretells("#sum .sum-lines > *", entry)
            self.settle(entry)
        elif "pays" in entry:
            thumb.tap("#sum .verdict-opens")
            self.settle(entry)
        else:
            self.foretells("#sum .verdict-opens small", entry)
            tasks.as_declared(thumb, "opens" if entry.get("opened") else "passes")

    def put(self, entry: Entry, found: Mapping[str, int]) -> None:
        """Tap what lay there in place of declared cards; what was promised is there already."""
        laid: Counter[str] = Counter()
        for deal in entry.get("deals", []):
            laid.update({word: count for word, count in deal.get("bag", {}).items() if word in LEGAL})
        tasks.put(self.bank.thumb, {word: count - laid[word] for word, count in found.items()})

    def foretells(self, place: str, entry: Entry) -> None:
        """The sheet names what one who opens it pays or is paid, before it is booked."""
        if entry.get("opened") and ("alone" in entry or len(self.book.sheriffs) == 1):
            false = {word: count for word, count in entry["cards"].items() if word != entry["declares"]}
            fine = sum(cost(word) * count for word, count in (false or entry["cards"]).items())
            looking.says(self.bank.page.locator(place).first, entry.get("by_law", fine))

    def settle(self, entry: Entry) -> None:
        """Who is short turns over and hands out what the story says, mostly as proposed; booked."""
        for whose, own in (("", ""), ("other_", "other-")):
            for word, count in entry.get(f"{whose}tells", {}).items():
                self.add(f"{own}told-{word}", count)
            if goods := entry.get(f"{whose}pays"):
                self.look(f"bag, a debt of {'the other' if whose else 'somebody'}")
                self.hands_out(f"{own}debt-", goods)
        tasks.book(self.bank.thumb)

    def hands_out(self, prefix: str, goods: Mapping[str, int]) -> None:
        """Other goods than the proposed ones are chosen step by step."""
        fields = self.bank.page.locator(f"[name^='{prefix}']")
        fields.first.wait_for(state="attached")
        for field in fields.all():
            name = field.get_attribute("name") or ""
            wanted = goods.get(name.removeprefix(prefix), 0)
            more = wanted - int(field.input_value() or 0)
            if more and not field.is_visible():
                self.bank.thumb.tap("#debt summary >> nth=0")
            self.add(name, more)
            expect(field).to_have_value(str(wanted) if wanted else re.compile("^0?$"))

    def strike(self, index: int, deal: Entry, entry: Entry) -> None:
        """One deal on the sheet of its bag; of two who act together it does not matter whom it names."""
        thumb, page = self.bank.thumb, self.bank.page
        if index or deal["from"] != entry["bag"]:
            thumb.tap(tasks.payer(self.seat(deal["from"])))
            page.locator(f"#deal-{index}-gold").wait_for()
        else:
            tasks.unfold(thumb, "gold")
        proposed = page.locator(f"#deal-{index}-gold-gift b").inner_text()
        # What a third player gives is for letting the bag pass, unless it is said otherwise (I9).
        if entry.get("opened") and deal["from"] not in {entry["bag"], *self.book.sheriffs}:
            thumb.tap(tasks.tile(f"deal-{index}-decision", "opens"))
        if gold := deal.get("gold"):
            self.offer(index, gold)
        if deal.get("stand") or deal.get("down") or deal.get("bag"):
            tasks.unfold(thumb, "goods")
        for word, count in {**deal.get("stand", {}), "face_down": sum(deal.get("down", {}).values())}.items():
            self.give(f"deal-{index}-stand-{word}", count)
        for word, count in public(deal.get("bag", {})).items():
            self.give(f"deal-{index}-bag-{word}", count)
        if promise := deal.get("promise"):
            tasks.unfold(thumb, "promising")
            page.fill(f"#deal-{index}-promise", promise)
        # To whom is asked once there is a gift.
        if len(self.book.sheriffs) == 1 and not proposed.endswith(deal["to"]):
            tasks.unfold(thumb, "to")
            thumb.tap(tasks.tile(f"deal-{index}-receiver", self.seat(deal["to"])))

    def offer(self, index: int, gold: int) -> None:
        """Tap an amount of gold into a deal."""
        tasks.offer_gold(self.bank.thumb, gold, index)

    def give(self, field: str, count: int) -> None:
        """Tap a card so often."""
        for _ in range(count):
            self.bank.thumb.tap(f"label:has([name='{field}'])")

    def add(self, field: str, more: int) -> None:
        """Tap a field's plus so often, or its minus."""
        for _ in range(abs(more)):
            self.bank.thumb.tap(f"#{field} + [data-add]" if more > 0 else f"[data-take]:has(+ #{field})")

    def take_back(self) -> None:
        """The last entry."""
        self.look("board, a mistake booked")
        tasks.take_back(self.bank.thumb)
        self.look("board, taken back")

    def correct(self, number: int, entry: Entry) -> None:
        """By the log to the form of a bag: one card is put right, or all that came after it was declared."""
        thumb, page = self.bank.thumb, self.bank.page
        self.to_form(number)
        old = next(old for old in self.written if old.get("name") == entry["correct"])
        if old["cards"] == entry["cards"]:
            thumb.tap(".bar button[name='as_declared']")
            page.locator("#bag:not(:has(:is([name='contents'], [name='lie'])[type='hidden']))").wait_for()
            page.fill("#reason", entry["reason"])
            self.judge(entry)
            return
        page.fill("#reason", entry["reason"])
        thumb.tap("[data-slots] .slot-other >> nth=0")
        page.locator("#sum:not(.htmx-request)").wait_for()
        self.look("correct, a card put right")
        tasks.book(thumb)

    def to_form(self, number: int) -> None:
        """From the board by the log to the form of an entry."""
        self.to_page("/log")
        self.look("log")
        self.bank.thumb.tap(f"a[href$='/corrections/{number}']")
        self.bank.page.locator("#reason").wait_for()
        self.look("correct, as booked")

    # What Deputies do besides

    def share(self, shares: list[Entry]) -> None:
        """One tap, or the form where somebody has to say who takes what."""
        thumb = self.bank.thumb
        page, form = thumb.page, "form[action$='/booty'] button.next"
        self.look("board, the Booty to share")
        if page.locator(form).count() and len({share.get("gold", 0) for share in shares}) < 2:
            thumb.tap(form)
        else:
            thumb.tap("a[href$='/booty']")
            page.locator("#booty").wait_for()
            for place, share in enumerate(shares):
                takes(thumb, place, share)
            self.look("Booty, shared on its form")
            page.locator("#sum:not(.htmx-request)").wait_for()
            thumb.tap("#booty button[name='discard'], #booty button.next:not(.out)")
        tasks.at_board(thumb)
        expect(page.locator("a[href$='/booty'], form[action$='/booty']")).to_have_count(0)

    def badge(self, pair: list[str]) -> None:
        """The next two as the table drew them; the badge, or the count, where nothing is drawn."""
        thumb = self.bank.thumb
        page = thumb.page
        self.look("board, all bags done")
        if page.locator("a[href$='/deputies']").count():
            thumb.tap("a[href$='/deputies']")
            page.locator("#pair").wait_for()
            thumb.tap(tasks.tile("first", self.seat(pair[0])))
            thumb.tap(tasks.tile("second", self.seat(pair[1])))
            self.look("the next two")
            thumb.tap("#pair button.next")
        else:
            thumb.tap("form[action$='/badge'] button.next")
        expect(page.locator("form[action$='/badge']")).to_have_count(0)
        if page.locator(".check-seat").count():
            page.goto(self.board)
        tasks.at_board(thumb)
        self.look("board, a new round")

    # The menu

    def to_page(self, end: str) -> None:
        """From the board through the menu to one of its pages."""
        self.bank.thumb.tap("a[href$='/menu']")
        self.bank.page.locator(".menu").first.wait_for()
        self.look("menu")
        self.bank.thumb.tap(f".menu a[href$='{end}']")

    def sits_out(self, name: str) -> None:
        """A merchant brings no bag."""
        thumb = self.bank.thumb
        fold = unfold(thumb, "/absences")
        thumb.tap(fold.locator(tasks.tile("seat", self.seat(name))))
        self.look("menu, somebody sits out")
        thumb.tap(fold.locator("button").first)
        tasks.at_board(thumb)
        self.look("board, somebody sits out")

    def leaves(self, entry: Entry) -> None:
        """Somebody goes home."""
        thumb = self.bank.thumb
        fold = unfold(thumb, "/departures")
        thumb.tap(fold.locator(tasks.tile("leaver", self.seat(entry["leave"]))))
        if not entry["counts"]:
            thumb.tap(fold.locator("label:has(#gone)"))
        self.look("menu, somebody leaves")
        thumb.tap(fold.locator("form > button"))
        tasks.at_board(thumb)
        self.look("board, somebody has left")

    def pay(self, entry: Entry) -> None:
        """Gold by hand; where a law is the reason, it is tapped."""
        page, thumb = self.bank.page, self.bank.thumb
        thumb.tap("a[href$='/menu']")
        thumb.tap(".menu a[href$='/pay']")
        page.locator("#pay").wait_for()
        self.look("pay, empty")
        tasks.choose_giver(thumb, self.seat(entry["pay"]))
        thumb.tap(tasks.tile("receiver", entry["to"] if entry["to"] == "bank" else self.seat(entry["to"])))
        for digit in str(entry["gold"]):
            thumb.tap(f"[data-for='gold'] [data-digit='{digit}']")
        law = page.locator("label:has([name=reason])", has_text=entry["reason"])
        if law.count():
            thumb.tap(law)
        looking.says(page.locator("#sum .sum-lines").first, entry["gold"])
        self.look("pay, filled")
        thumb.tap("#sum button.next")
        tasks.at_board(thumb)

    # The count

    def ends(self) -> None:
        """Stands are correct, cards are turned over, the count is closed."""
        self.look("board, the last round is over")
        self.check_stands()
        self.bank.thumb.tap(".dock a.next")
        self.reveals({name: +cards for name, cards in self.book.down.items() if +cards})
        self.closes()

    def check_stands(self) -> None:
        """The page before the count."""
        tasks.check_stands(self.bank.thumb)
        self.look("check")
        self.bank.thumb.tap("details.check-seat summary >> nth=0")
        self.look("check, a stand open")

    def reveals(self, hidden: dict[str, Counter[str]]) -> None:
        """Everybody's cards face down, on the page that comes by itself."""
        page, thumb = self.bank.page, self.bank.thumb
        while hidden:
            asked = page.locator("#reveal [name=seat]")
            asked.wait_for(state="attached")
            number = asked.get_attribute("value") or ""
            self.look("reveal")
            self.turn_over(hidden.pop(self.names[int(number)]))
            self.look("reveal, all told")
            thumb.tap("#reveal button.next")
            expect(page.locator(f"#reveal [name=seat][value='{number}']")).to_have_count(0)

    def turn_over(self, hidden: Mapping[str, int]) -> None:
        """Tap each card that is turned over."""
        tasks.put(self.bank.thumb, hidden)

    def closes(self) -> None:
        """The result."""
        thumb = self.bank.thumb
        tasks.at_board(thumb)
        self.look("board, everything told")
        thumb.tap("form[action$='/closing'] button.next")
        thumb.page.locator(".ranks").wait_for()
        self.look("result")

    def is_won(self) -> None:
        """The result is that of the stands, in every part."""
        page, players = self.bank.page, players_of(self.book)
        assert looking.scores(page) == sums.scores(players, self.goods())
        assert looking.titles(page) == sums.royalty(players, self.goods())

    def goods(self) -> tuple[str, ...]:
        """The legal goods of the evening: three play without bread (T6)."""
        return tuple(word for word in LEGAL if word != "bread" or len(self.names) > 3)


def players_of(book: Book) -> sums.Players:
    """Purses and stands, as the sums at the end take them."""
    return {name: sums.Player(book.gold[name], book.open[name], book.down[name]) for name in book.names}


def seen(book: Book) -> list[tuple[int, dict[str, int]]]:
    """What the board must show of everybody: the purse, the stand, its cards face down as a number."""
    downs = {name: Counter(face_down=book.down[name].total()) for name in book.names}
    return [(book.gold[name], dict(+book.open[name] + downs[name])) for name in book.names]


def public(cards: Mapping[str, int], down: Mapping[str, int] | None = None) -> dict[str, int]:
    """Cards as they pass: contraband, and those in `down`, are a number."""
    counts = Counter(face_down=sum((down or {}).values()))
    for word, count in cards.items():
        counts[word if word in LEGAL else "face_down"] += count
    return dict(+counts)


def inside(entry: Entry) -> dict[str, int]:
    """What lay in a bag in place of declared cards, as far as the table sees it."""
    found = entry["cards"] if entry.get("opened") else public(entry["cards"])
    return {word: count for word, count in found.items() if word != entry["declares"]}


def kind_of(entry: Entry) -> str:
    """What sort of bag it is, for whoever looks."""
    how = "opened" if entry.get("opened") else "passed"
    return f"{how}{' alone' if 'alone' in entry else ''}{', a deal' if entry.get('deals') else ''}"


def takes(thumb: Thumb, place: int, share: Entry) -> None:
    """What one Deputy takes, step by step from what is proposed."""
    cards = public(share.get("goods", {}), share.get("down", {}))
    for field in thumb.page.locator(
        f"#booty input[name='gold-{place}'], #booty input[name^='take-{place}-']"
    ).all():
        name = field.get_attribute("name") or ""
        wanted = cards.get(name.removeprefix(f"take-{place}-"), 0)
        wanted = share.get("gold", 0) if name.startswith("gold") else wanted
        more = wanted - int(field.input_value() or 0)
        for _ in range(abs(more)):
            thumb.tap(f"#{name} + [data-add]" if more > 0 else f"[data-take]:has(+ #{name})")


def unfold(thumb: Thumb, action: str) -> Locator:
    """A part of the menu."""
    thumb.tap("a[href$='/menu']")
    page = thumb.page
    fold = page.locator("details.fold").filter(has=page.locator(f"form[action$='{action}']"))
    thumb.tap(fold.locator("summary").first)
    return fold
