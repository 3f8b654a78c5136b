"""A table of five with a phone each and a stage, on the real program: how its players use their phones, and
that all of them show what the journal holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from companion.service import Service
from tests.browser import books, looking, sharing, tasks
from tests.browser.house import House
from tests.browser.phone import Phone, open_phone
from tests.browser.telling import Evening, Story, inside, seen, story_of
from tests.stories.book import Entry, book_after

STORY = story_of("five_players_five_rounds")
MARIAN, TUCK, WILL, GUY, RICHARD = NAMES = tuple[str, ...](STORY["players"])
UPRIGHT, TELEVISION = ViewportSize(width=390, height=664), ViewportSize(width=1280, height=720)
RAISES = (5, 2, 1)  # gold that one tap adds
KNOWS = "(stamp) => Number(document.querySelector('.page').dataset.stamp) >= stamp"


@dataclass(frozen=True, slots=True)
class Way:
    """How a table uses its phones: those `on_phones` pack, declare and haggle on their own, the others say it
    aloud and the Sheriff fills it in; `honest_round` is the Sheriff's taps for one.
    """

    name: str
    on_phones: frozenset[str]
    recording: str
    honest_round: int

    @property
    def aloud(self) -> bool:
        """Whether nothing at all is said on a phone; else gold is offered on its giver's."""
        return not self.on_phones


VOICES = Way("voices", frozenset(), "everybody", honest_round=17)
PHONES = Way("phones", frozenset(NAMES), "own", honest_round=5)
MIXED = Way("mixed", frozenset({TUCK, GUY}), "own", honest_round=12)


class Table:
    """Everybody's phones, and the stage; the first is the bank until it is handed on."""

    def __init__(self, browser: Browser, house: House, service: Service, way: Way, story: Story) -> None:
        self.browser, self.house, self.service, self.way, self.story = browser, house, service, way, story
        self.phones = {name: self.new_phone(viewport=UPRIGHT) for name in NAMES}
        self.stage = self.new_phone(viewport=TELEVISION, is_mobile=False)
        self.banker = MARIAN
        self.asleep: set[Page] = set()
        evening = Evening(self.bank, story)
        evening.open_table()
        self.board, self.written = evening.board, list[Entry]()
        self.entries = 1
        self.comes_in()

    def comes_in(self) -> None:
        """Everybody sits down, and the bank says who records."""
        code = sharing.open_door(self.bank, self.board)
        self.bank.thumb.tap("form[action$='/seats'] button[value='0']")
        for seat, name in enumerate(NAMES[1:], 1):
            self.join(self.phones[name], code, seat)
        self.join(self.stage, code, sharing.MIDDLE)
        if self.way.aloud:
            self.bank.page.reload()
            self.bank.thumb.tap(tasks.tile("recording", self.way.recording))
            self.bank.thumb.tap("#recording button:not([type='button'])")
            self.bank.page.locator("#saved").wait_for()
        self.bank.page.goto(self.board)

    def new_phone(self, **options: object) -> Phone:
        """One more browser, which may say nothing at all."""
        phone = open_phone(self.browser, self.house.url, language="en-GB", script=True, **options)
        phone.may_say_nothing = True
        return phone

    def join(self, phone: Phone, code: str, place: int | str) -> None:
        """Come in by the spoken code; the page after it has no token in its address."""
        sharing.join(phone, code, place)
        assert phone.page.url == self.board

    @property
    def bank(self) -> Phone:
        """The phone that leads."""
        return self.phones[self.banker]

    @property
    def everybody(self) -> Iterator[Phone]:
        """Every browser at the table."""
        yield from self.phones.values()
        yield self.stage

    # Said on the phones

    def speaks(self, bag: Entry) -> bool:
        """Whether its merchant does so on the own phone."""
        return bag["bag"] in self.way.on_phones

    def waits(self, bag: Entry) -> bool:
        """Whether the Sheriff's buttons wait for another merchant, whose phone says nothing of the bag."""
        game = self.service.current(self.board.rpartition("/")[2]).game
        others = {NAMES[seat] for seat in game.waiting} - {bag["bag"]}
        return bool(others - self.way.on_phones)

    def packs(self, bags: list[Entry]) -> None:
        """All pack and declare at the same time, in 4 taps where it is honest; nothing moves elsewhere."""
        for bag in filter(self.speaks, bags):
            phone, number = self.phones[bag["bag"]], sum(bag["cards"].values())
            with phone.thumb.at_most(2 + number if inside(bag) else 4, "a bag is packed"):
                if inside(bag):
                    sharing.pack_cards(phone, bag["cards"])
                else:
                    sharing.pack(phone, bag["declares"], number)

    def haggles(self, bag: Entry) -> None:
        """Each bribe is offered on its giver's phone and accepted with one tap: raised tap by tap if the bag
        was declared there, else by the form.
        """
        for deal in bag.get("deals", []):
            merchant, sheriff = self.phones[deal["from"]], self.phones[deal["to"]]
            if self.speaks(bag):
                seat = NAMES.index(bag["bag"])
                own = f".bid:has([name='merchant'][value='{seat}'])"
                for before, step in raised(deal["gold"]):
                    shown = f"{own}:has([name='from'][value='{before}'])"
                    merchant.thumb.tap(f"{shown} button[value='{step}']")
            else:
                sharing.offer(merchant, deal["gold"])
            expect(sheriff.page.locator(".offer-asks")).to_contain_text(f"{deal['gold']} gold")
            sheriff.thumb.tap(".offer-asks button[value='1']")
            expect(merchant.page.locator(".offer")).to_contain_text("accepted")

    # Booked

    def opens_sheet(self, phone: Phone, bag: Entry) -> None:
        """A bag's sheet, which knows what was said on phones; what was said aloud is filled in."""
        tasks.bag_of(phone.thumb, NAMES.index(bag["bag"]))
        phone.page.locator("#bag").wait_for()
        if not self.speaks(bag):
            tasks.declare(phone.thumb, bag["declares"], sum(bag["cards"].values()))
            if self.way.aloud:
                for index, deal in enumerate(bag.get("deals", [])):
                    Evening(phone, self.story).strike(index, deal, bag)
            return
        good, number = bag["declares"], sum(bag["cards"].values())
        expect(phone.page.locator(f"[name='good'][value='{good}']")).to_be_checked()
        expect(phone.page.locator(f"[name='number'][value='{number}']")).to_be_checked()

    def last_button(self, sheriff: Phone, bag: Entry) -> Locator:
        """The Sheriff's button that books this bag, once all is done but for that tap."""
        if not self.way.aloud:
            self.haggles(bag)
        if self.speaks(bag):
            return self.decided(sheriff, bag)
        self.opens_sheet(sheriff, bag)
        if not (found := inside(bag)):
            return sheriff.page.locator(f"#sum .verdict-{'opens' if 'opened' in bag else 'passes'}")
        tasks.say_contents(sheriff.thumb, "opened" if "opened" in bag else "passed")
        tasks.put(sheriff.thumb, found)
        sheriff.page.locator("#sum:not(.htmx-request)").wait_for()
        return sheriff.page.locator("#sum button.next")

    def decided(self, sheriff: Phone, bag: Entry) -> Locator:
        """Let pass, or, once it is opened and its cards lie on all phones, that they are what lies there; by
        the bag's sheet while somebody who has a phone is still to speak aloud.
        """
        passes, opens = (
            sheriff.page.locator(f".decide button[value='{word}']") for word in ("passed", "opened")
        )
        if self.waits(bag):
            self.opens_sheet(sheriff, bag)
            passes, opens = (sheriff.page.locator(f"#sum .verdict-{word}") for word in ("passes", "opens"))
        if "opened" not in bag:
            return passes
        sheriff.thumb.tap(opens)
        merchant = self.phones[bag["bag"]]
        if merchant is not sheriff and merchant.page not in self.asleep:
            sharing.show_cards(merchant)
        for phone in self.phones.values():
            if phone.page not in self.asleep:
                expect(phone.page.locator(".strip-turned")).to_be_visible()
        return sheriff.page.locator(".decide button.next")

    def judges(self, sheriff: Phone, bag: Entry) -> None:
        """The Sheriff decides, and the bag is booked on all phones."""
        taps = sheriff.thumb.taps
        sheriff.thumb.tap(self.last_button(sheriff, bag))
        if self.speaks(bag):
            asked = 1 + ("opened" in bag) + len(bag.get("deals", []))
            assert sheriff.thumb.taps - taps == asked + self.waits(bag)
        tasks.at_board(sheriff.thumb)
        self.booked()

    def passes_badge(self, sheriff: Phone) -> None:
        """The badge to the next Sheriff."""
        tasks.pass_badge(sheriff.thumb)
        self.booked()

    # Shown

    def booked(self) -> None:
        """One more entry is in the journal, and every phone that is awake shows what the journal holds."""
        game = self.board.rpartition("/")[2]
        self.entries += 1
        table = self.service.current(game)
        assert table.seq == self.entries
        stamp, rows = self.service.journal.log(game).reached().stamp, books.rows(table.game)
        for phone in self.everybody:
            if phone.page not in self.asleep:
                phone.page.wait_for_function(KNOWS, arg=stamp)
                if phone.page.locator("#board .seat").count():
                    on_stage = phone is self.stage
                    looking.shows_rows(phone.page, books.rows_on_stage(table.game) if on_stage else rows)

    def shows(self, bags: list[Entry]) -> None:
        """What the journal holds is right, now that these bags are booked."""
        self.written += bags
        for phone in self.everybody:
            looking.shows_rows(phone.page, seen(book_after(self.story, self.written)))

    def closes(self) -> None:
        """Nobody had anything to complain of."""
        everybody = (*self.everybody,)
        for phone in everybody:
            phone.page.context.close()
        complaints = [complaint for phone in everybody for complaint in phone.complaints]
        assert not complaints, "\n".join(complaints)


def raised(gold: int) -> Iterator[tuple[int, int]]:
    """What is offered before each tap up to this, and what the tap adds."""
    offered = 0
    while offered < gold:
        step = next(step for step in RAISES if offered + step <= gold)
        yield offered, step
        offered += step
