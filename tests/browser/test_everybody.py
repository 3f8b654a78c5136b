"""A whole evening on everybody's phones: five players and a table in the middle, each in its own browser, on
the real program, which is killed twice, while phones sleep, lose their connection and forget who they are.
"""

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser import looking, sharing, sums, tasks
from tests.browser.phone import HOST, Phone, open_phone
from tests.browser.playing import Player
from tests.browser.stories import LEGAL, Bag, Round
from tests.browser.story_of_phones import EVENING, MARIAN, NAMES, RICHARD
from tests.browser.test_live import HIDE, all_sent, is_live, unsent
from tests.browser.test_twice import CLICK_TWICE

PROGRAM = Path(sys.executable).with_name("counting-house")
AWAKE = 2_000  # ms until a phone that wakes shows the right state
LAST_SUMS = "(totals) => totals.map(({dataset}) => Number(dataset.sums.split(' ').at(-1)))"
BACK = 20_000  # ms until phones have found a program that was started again


class House:
    """The program as people start it, on one port, that can be killed."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as door:
            self.port: int = door.getsockname()[1]
        self.data = data
        self.url = f"http://{HOST}:{self.port}"
        self.program: subprocess.Popen[bytes]

    def start(self) -> None:
        """Start it and wait until it responds."""
        serve = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--allow-host", HOST)
        self.program = subprocess.Popen(
            (PROGRAM, "--data-dir", self.data, *serve), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(200):
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz"):
                return
            time.sleep(0.05)
        raise TimeoutError(self.url)

    def kill(self) -> None:
        """No goodbye."""
        self.program.kill()
        self.program.wait()


@contextmanager
def open_house(data: Path) -> Iterator[House]:
    """The program, running until the test is over."""
    house = House(data)
    house.start()
    try:
        yield house
    finally:
        house.kill()


class Table:
    """Everybody's phones, and the one in the middle; the first is the bank."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.phones = {name: self.new_phone() for name in NAMES}
        self.middle = self.new_phone(viewport={"width": 1024, "height": 768})
        Player(self.bank, EVENING).open_table()
        self.board = self.bank.page.url.split("?")[0]
        code = sharing.open_door(self.bank, self.board)
        self.bank.thumb.tap("form[action$='/seats'] button[value='0']")
        self.bank.page.goto(self.board)
        for seat, name in enumerate(NAMES[1:], 1):
            self.join(self.phones[name], code, seat)
        self.join(self.middle, code, sharing.MIDDLE)

    def new_phone(self, **options: object) -> Phone:
        """One more browser."""
        return open_phone(self.browser, self.url, language="en-GB", script=True, **options)

    @property
    def bank(self) -> Phone:
        """The phone that opened the table."""
        return self.phones[MARIAN]

    @property
    def pages(self) -> list[Page]:
        """Every page at the table."""
        return [phone.page for phone in (*self.phones.values(), self.middle)]

    def join(self, phone: Phone, code: str, place: int | str) -> None:
        """Come in by the spoken code; the page after it has no token in its address."""
        sharing.join(phone, code, place)
        assert phone.page.url == self.board

    def speak(self, played: Round) -> None:
        """All declare in turn, note what is in their bags, and offer; the Sheriff accepts."""
        for bag in played.bags:
            sharing.declare(self.phones[bag.merchant], bag.good, bag.number)
            if bag.inside:
                self.note(self.phones[bag.merchant], bag)
            for deal in bag.deals:
                sharing.offer(self.phones[deal.giver], deal.gold)
                self.phones[deal.receiver].thumb.tap("form[action$='/answers'] button[value='1']")
                expect(self.phones[deal.giver].page.locator("form[action$='/withdrawals']")).to_have_count(0)

    def note(self, phone: Phone, bag: Bag) -> None:
        """What is really in it, behind a finger that rests."""
        sharing.hold(phone)
        tasks.put(phone.thumb, bag.inside)
        phone.thumb.tap("#note button.next")
        tasks.at_board(phone.thumb)

    def open_bag(self, phone: Phone, bag: Bag) -> None:
        """The sheet of a bag, which knows what was said."""
        tasks.bag_of(phone.thumb, NAMES.index(bag.merchant))
        phone.page.locator("#bag").wait_for()
        expect(phone.page.locator(f"[name='good'][value='{bag.good}']")).to_be_checked()
        expect(phone.page.locator(f"[name='number'][value='{bag.number}']")).to_be_checked()
        for index, deal in enumerate(bag.deals):
            expect(phone.page.locator(f"[name='agreed-{index}-gold']")).to_have_value(str(deal.gold))
            expect(phone.page.locator(f"#deal-{index}-gold")).to_have_count(0)

    def judge(self, phone: Phone, bag: Bag) -> None:
        """The Sheriff decides, and the bag is booked."""
        self.open_bag(phone, bag)
        player = Player(phone, EVENING)
        if bag.inside:
            player.fill(bag)
        else:
            player.judge(bag)

    def shows(self, players: sums.Players) -> None:
        """Every phone has the same purses and stands, without a tap."""
        for page in self.pages:
            looking.board_shows(page, players)

    def close(self) -> None:
        """Nobody had anything to complain of."""
        everybody = (*self.phones.values(), self.middle)
        for phone in everybody:
            phone.page.context.close()
        complaints = [complaint for phone in everybody for complaint in phone.complaints]
        assert not complaints, "\n".join(complaints)


def test_an_evening_on_everybodys_phones(browser: Browser, tmp_path: Path) -> None:
    players = sums.fresh(EVENING)
    with open_house(tmp_path) as house:
        table = Table(browser, house.url)
        rounds = (asleep_and_tapped_twice, killed_and_cut_off, at_the_same_moment, forgotten, quiet)
        for played, happens in zip(EVENING.rounds, rounds, strict=True):
            happens(house, table, played)
            for bag in played.bags:
                sums.add_bag(players, played.sheriff, bag)
            table.shows(players)
            tasks.pass_badge(table.phones[played.sheriff].thumb)
        end(table, players)
        table.close()


def asleep_and_tapped_twice(_house: House, table: Table, played: Round) -> None:
    """A phone sleeps through two bags; a thumb taps twice."""
    sheriff, sleeper = table.phones[played.sheriff], table.phones[RICHARD].page
    table.speak(played)
    sleeper.evaluate(HIDE, "hidden")
    table.open_bag(sheriff, played.bags[0])
    sheriff.page.locator(".verdict-passes").evaluate(CLICK_TWICE)
    tasks.at_board(sheriff.thumb)
    table.judge(sheriff, played.bags[1])
    expect(sleeper.locator(".merchant-done")).to_have_count(0)
    sleeper.evaluate(HIDE, "visible")
    expect(sleeper.locator(".merchant-done")).to_have_count(2, timeout=AWAKE)
    for bag in played.bags[2:]:
        table.judge(sheriff, bag)


def killed_and_cut_off(house: House, table: Table, played: Round) -> None:
    """The program is killed between two bags; the Sheriff's phone loses its connection over another."""
    sheriff = table.phones[played.sheriff]
    table.speak(played)
    table.judge(sheriff, played.bags[0])
    cut_off(table)
    house.kill()
    house.start()
    for page in table.pages:
        is_live(page)
    table.judge(sheriff, played.bags[1])
    table.judge(sheriff, played.bags[2])
    table.open_bag(sheriff, played.bags[3])
    sheriff.page.context.set_offline(True)
    sheriff.thumb.tap(".verdict-passes")
    unsent(sheriff, re.compile(r"^Not yet sent: Tuck lets it pass \(.+’s bag\)$"))
    expect(table.bank.page.locator(".merchant-done")).to_have_count(3)
    sheriff.page.context.set_offline(False)
    all_sent(sheriff)


def at_the_same_moment(_house: House, table: Table, played: Round) -> None:
    """The Sheriff and the bank book the same bag at once: one of the two is told that it is done."""
    sheriff = table.phones[played.sheriff]
    table.speak(played)
    both = (sheriff, table.bank)
    for phone in both:
        table.open_bag(phone, played.bags[1])
    for phone in both:
        phone.page.locator(".verdict-passes").evaluate("button => setTimeout(() => button.click())")
    told = [phone.page.locator("#refusals, #board") for phone in both]
    for place in told:
        place.first.wait_for()
    assert sum(phone.page.locator("#refusals").count() for phone in both) == 1
    for phone in both:
        phone.page.goto(table.board)
        expect(phone.page.locator(".merchant-done")).to_have_count(1)
    for bag in (played.bags[0], *played.bags[2:]):
        table.judge(sheriff, bag)


def forgotten(house: House, table: Table, played: Round) -> None:
    """A phone has lost its cookie; the bank opens its seat again. The program is killed under a tap."""
    lost, sheriff = table.phones[RICHARD], table.phones[played.sheriff]
    lost.foreseen.add(403)
    lost.page.context.clear_cookies()
    lost.page.goto(table.board)
    expect(lost.page.locator(".error")).to_be_visible()
    table.bank.page.goto(f"{table.board}/phones")
    sharing.answers_yes(table.bank.thumb, "release", NAMES.index(RICHARD))
    code = table.bank.page.locator(".move-code").inner_text()
    table.join(lost, code, NAMES.index(RICHARD))
    table.bank.page.goto(table.board)
    table.speak(played)
    table.judge(sheriff, played.bags[0])
    table.open_bag(sheriff, played.bags[1])
    house.kill()
    sheriff.thumb.tap(".verdict-opens")
    unsent(sheriff, re.compile(r"^Not yet sent: Guy opens it \(.+’s bag\)$"))
    house.start()
    all_sent(sheriff)
    tasks.at_board(sheriff.thumb)
    for bag in played.bags[2:]:
        table.judge(sheriff, bag)


def quiet(_house: House, table: Table, played: Round) -> None:
    """Nothing happens to anybody."""
    table.speak(played)
    for bag in played.bags:
        table.judge(table.phones[played.sheriff], bag)


def cut_off(table: Table) -> None:
    """From here on a browser may say that it found nobody."""
    for phone in (*table.phones.values(), table.middle):
        phone.may_be_cut_off = True


def end(table: Table, players: sums.Players) -> None:
    """The bank leads; players turn over their own cards, filled in from their notes; all see the result."""
    tasks.check_stands(table.bank.thumb)
    table.bank.page.goto(table.board)
    for name in NAMES:
        if players[name].hidden:
            page = table.phones[name].page
            table.phones[name].thumb.tap("a.next[href*='/reveal/']")
            if name == RICHARD:  # a phone that takes the seat again knows nothing from the one that had it
                tasks.put(table.phones[name].thumb, players[name].hidden)
            for word, count in players[name].hidden.items():
                expect(page.locator(f"#reveal [name='in-{word}']")).to_have_value(str(count))
            table.phones[name].thumb.tap("#reveal button.next")
            tasks.at_board(table.phones[name].thumb)
    table.bank.page.goto(f"{table.board}?checked=1")
    table.bank.thumb.tap("form[action$='/closing'] button.next")
    scores = sums.scores(players, LEGAL)
    for phone in table.phones.values():
        phone.page.locator(".ranks").wait_for()
        assert looking.scores(phone.page) == scores
        assert looking.titles(phone.page) == sums.royalty(players, LEGAL)
    table.middle.page.locator(".race").wait_for()
    totals = table.middle.page.locator(".race-total").evaluate_all(LAST_SUMS)
    assert totals == [scores[name].total for name in NAMES]
