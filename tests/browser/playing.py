"""An evening played from its data by tapping the real pages."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser import looking, tasks
from tests.browser.phone import Phone, Thumb
from tests.browser.stories import LEGAL, OPENED, Bag, Cards, Correction, Deal, Debt, Evening, Payment
from tests.browser.sums import Players, add_bag, add_correction, add_payment, fine, fresh

Look = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Player:
    """Plays an evening on one phone. `look` is told the name of each state that is worth a look."""

    phone: Phone
    evening: Evening
    look: Look = lambda _state: None

    @property
    def thumb(self) -> Thumb:
        """The one that taps."""
        return self.phone.thumb

    def seat(self, name: str) -> int:
        """A player's number."""
        return self.evening.names.index(name)

    def open_table(self) -> None:
        """From the start page to the board."""
        page = self.phone.page
        page.goto("/")
        self.look("start")
        self.thumb.tap("a.next[href='/new']")
        page.locator("#new").wait_for()
        self.look("new table")
        for index, name in enumerate(self.evening.names):
            page.fill(f"#name-{index}", name)
        self.thumb.tap(tasks.tile("first_sheriff", self.seat(self.evening.rounds[0].sheriff)))
        if self.evening.royal_goods:
            self.thumb.tap("label:has(#royal_goods)")
        if self.evening.fewer:
            self.thumb.tap(
                page.locator("details.fold").filter(has=page.locator("#rounds")).locator("summary")
            )
            page.fill("#rounds", str(len(self.evening.rounds)))
        self.look("new table, filled")
        self.thumb.tap("#new .dock button.next")
        tasks.at_board(self.thumb)
        self.look("board, nothing booked")

    def bring(self, bag: Bag) -> None:
        """One bag, from the board back to the board; a mistaken entry first where the story has one."""
        if bag.first:
            self.enter(Bag(bag.merchant, bag.good, bag.number, bag.first))
            self.look("board, a mistake booked")
            tasks.take_back(self.thumb)
            self.look("board, taken back")
        self.enter(bag)
        self.look(f"board, a bag {bag.outcome}{', a debt paid' if bag.debt else ''}")

    def enter(self, bag: Bag) -> None:
        """Record the bag."""
        tasks.bag_of(self.thumb, self.seat(bag.merchant))
        self.phone.page.locator("#bag").wait_for()
        self.look("bag, empty")
        tasks.declare(self.thumb, bag.good, bag.number)
        self.look("bag, declared")
        for index, deal in enumerate(bag.deals):
            self.strike(index, deal, bag.merchant)
        if bag.inside:
            self.fill(bag)
        else:
            self.judge(bag)

    def judge(self, bag: Bag) -> None:
        """As declared: one tap, and one more where the Sheriff is short."""
        if bag.outcome == OPENED:
            self.foretells("#sum .verdict-opens small", fine(bag.cards))
        if bag.debt is None:
            tasks.as_declared(self.thumb, "opens" if bag.outcome == OPENED else "passes")
            return
        self.thumb.tap("#sum .verdict-opens")
        self.settle(bag.debt)
        tasks.book(self.thumb)

    def fill(self, bag: Bag) -> None:
        """Say what was in it, look at the sum, settle a debt, book."""
        tasks.say_contents(self.thumb, bag.outcome)
        self.put(bag)
        self.look(f"bag, {bag.outcome}, something else")
        if bag.outcome == OPENED:
            self.foretells("#sum .sum-lines > *", fine(lost(bag)))
        if bag.debt is not None:
            self.settle(bag.debt)
        tasks.book(self.thumb)

    def put(self, bag: Bag) -> None:
        """Tap what lay in the bag in place of declared cards."""
        found = seen(bag)
        tasks.put(self.thumb, {word: count for word, count in found.items() if word != bag.good})

    def turn_over(self, hidden: Cards) -> None:
        """Tap each card that is turned over."""
        tasks.put(self.thumb, hidden)

    def offer(self, index: int, gold: int) -> None:
        """Tap an amount of gold into a deal."""
        tasks.offer_gold(self.thumb, gold, index)

    def foretells(self, place: str, amount: int) -> None:
        """The sheet names the sum before it is booked."""
        looking.says(self.phone.page.locator(place).first, amount)

    def settle(self, debt: Debt) -> None:
        """Pay a debt: as proposed, or with the goods that the story names."""
        panel = self.phone.page.locator("#debt")
        expect(panel).to_be_visible()
        self.look("bag, a debt")
        for word, count in debt.told.items():
            self.add(f"told-{word}", count)
        if debt.chosen:
            self.thumb.tap(panel.locator("summary"))
            self.choose(debt.goods)
        for word, count in debt.goods.items():
            expect(panel.locator(f"[name='debt-{word}']")).to_have_value(str(count))
        self.look("bag, a debt settled")

    def choose(self, goods: Cards) -> None:
        """Other goods than the proposed ones."""
        for field in self.phone.page.locator("#debt input[name^='debt-']").all():
            word = (field.get_attribute("name") or "").removeprefix("debt-")
            more = goods.get(word, 0) - int(field.input_value() or 0)
            for _ in range(abs(more)):
                step = f"#debt-{word} + [data-add]" if more > 0 else f"[data-take]:has(+ #debt-{word})"
                self.thumb.tap(step)

    def strike(self, index: int, deal: Deal, merchant: str) -> None:
        """One deal of the bag."""
        page, prefix = self.phone.page, f"deal-{index}"
        if index:
            self.thumb.tap(".deal-more")
            page.locator(f"#{prefix}-giver").wait_for()
        if deal.giver != merchant:
            self.thumb.tap(tasks.tile(f"{prefix}-giver", self.seat(deal.giver)))
            self.show_goods(index)
        self.receive(index, deal)
        if deal.gold:
            self.offer(index, deal.gold)
            self.look("bag, gold offered")
        self.give_goods(index, deal)
        if deal.promise:
            self.thumb.tap(tasks.deal_part(index, "promising"))
            page.fill(f"#{prefix}-promise", deal.promise)
            self.look("bag, a promise")

    def show_goods(self, index: int) -> None:
        """The sheet shows what somebody else has to give."""
        self.phone.page.locator("#sum:not(.htmx-request)").wait_for()
        self.phone.page.locator(f"#deal-{index}-stand").wait_for(state="attached")

    def receive(self, index: int, deal: Deal) -> None:
        """Whom a deal is for, unless it is who is proposed."""
        proposed = self.phone.page.locator(f"#deal-{index}-gold-gift b").inner_text()
        if not proposed.endswith(deal.receiver):
            self.thumb.tap(tasks.deal_part(index, "to"))
            self.thumb.tap(tasks.tile(f"deal-{index}-receiver", self.seat(deal.receiver)))

    def give_goods(self, index: int, deal: Deal) -> None:
        """Cards of the stand and out of the bag."""
        given = {
            **{f"stand-{word}": count for word, count in deal.stand.items()},
            "stand-face_down": sum(deal.hidden.values()),
            **{f"bag-{word}": count for word, count in deal.from_bag.items()},
            "bag-face_down": sum(deal.hidden_in_bag.values()),
        }
        if deal.from_bag or deal.hidden_in_bag:
            self.thumb.tap(tasks.deal_part(index, "goods"))
        if any(given.values()):
            for field, count in given.items():
                self.give(f"deal-{index}-{field}", count)
            self.look("bag, goods offered")

    def give(self, field: str, count: int) -> None:
        """Tap a card so often."""
        for _ in range(count):
            self.thumb.tap(f"label:has([name='{field}'])")

    def add(self, field: str, count: int) -> None:
        """Tap a field's plus so often."""
        for _ in range(count):
            self.thumb.tap(f"#{field} + [data-add]")

    def pay(self, payment: Payment) -> None:
        """Gold by hand, from the board back to the board."""
        page = self.phone.page
        self.menu("/pay")
        page.locator("#pay").wait_for()
        self.look("pay, empty")
        tasks.choose_giver(self.thumb, self.seat(payment.giver))
        self.thumb.tap(tasks.tile("receiver", self.seat(payment.receiver)))
        for digit in str(payment.gold):
            self.thumb.tap(f".keypad [data-digit='{digit}']")
        self.thumb.tap(tasks.tile("reason", payment.reason))
        looking.says(page.locator("#sum .sum-lines").first, payment.gold)
        self.look("pay, filled")
        self.thumb.tap("#sum button.next")
        tasks.at_board(self.thumb)
        self.look("board, paid by hand")

    def sit_out(self, name: str) -> None:
        """A merchant brings no bag this round."""
        self.thumb.tap("a[href$='/menu']")
        fold = self.phone.page.locator("details.fold").filter(
            has=self.phone.page.locator("form[action$='/absences']")
        )
        self.thumb.tap(fold.locator("summary"))
        self.thumb.tap(fold.locator(tasks.tile("seat", self.seat(name))))
        self.look("menu, somebody sits out")
        self.thumb.tap(fold.locator("button").first)
        tasks.at_board(self.thumb)
        self.look("board, somebody sits out")

    def menu(self, end: str) -> None:
        """From the board through the menu to one of its pages."""
        self.thumb.tap("a[href$='/menu']")
        self.phone.page.locator(".menu").wait_for()
        self.look("menu")
        self.thumb.tap(f".menu a[href$='{end}']")

    def correct(self, correction: Correction) -> None:
        """An older bag by its form, found in the log: only its gold was wrong."""
        page = self.phone.page
        played = self.evening.rounds[correction.round - 1]
        at = [bag.merchant for bag in played.bags].index(correction.bag.merchant)
        self.menu("/log")
        page.locator(".log").first.wait_for()
        self.look("log")
        entries = page.locator("section.log-round").nth(-1 - correction.round).locator("li.log-entry")
        self.thumb.tap(entries.locator("a[href*='/corrections/']").nth(-1 - at))
        page.locator("#reason").wait_for()
        self.look("correct, as booked")
        page.fill("#reason", correction.reason)
        gold = page.locator("#deal-0-gold")
        for _ in gold.input_value():
            self.thumb.tap(".keypad [data-erase]")
        for digit in str(correction.bag.deals[0].gold):
            self.thumb.tap(f".keypad [data-digit='{digit}']")
        self.look("correct, put right")
        tasks.as_declared(self.thumb, "passes")
        self.look("board, corrected")

    def pass_badge(self) -> None:
        """The badge to the next Sheriff."""
        self.look("board, all bags done")
        tasks.pass_badge(self.thumb)
        self.look("board, a new round")

    def end(self, players: Players) -> None:
        """Check the stands, turn the cards over player by player, close the count."""
        self.look("board, the last round is over")
        tasks.check_stands(self.thumb)
        self.look("check")
        self.thumb.tap("details.check-seat summary >> nth=0")
        self.look("check, a stand open")
        self.thumb.tap(".dock a.next")
        first = self.seat(self.evening.rounds[0].sheriff)
        for name in (*self.evening.names[first:], *self.evening.names[:first]):
            if players[name].hidden:
                self.reveal(name, players[name].hidden)
        tasks.at_board(self.thumb)
        self.look("board, everything told")
        self.thumb.tap("form[action$='/closing'] button.next")
        self.phone.page.locator(".ranks").wait_for()
        self.look("result")

    def reveal(self, name: str, hidden: Cards) -> None:
        """One player's cards face down."""
        seat = self.phone.page.locator(f"#reveal input[name='seat'][value='{self.seat(name)}']")
        seat.wait_for(state="attached")
        self.look("reveal")
        self.turn_over(hidden)
        self.look("reveal, all told")
        self.thumb.tap("#reveal button.next")
        expect(seat).to_have_count(0)


def play(player: Player) -> Players:
    """Play all rounds at an open table and compare every board with the sum; what everybody ends up with."""
    evening, purses = player.evening, fresh(player.evening)
    for played in evening.rounds:
        for name in played.sits_out:
            player.sit_out(name)
        for bag in played.bags:
            player.bring(bag)
            add_bag(purses, played.sheriff, bag)
            looking.board_shows(player.phone.page, purses)
        for payment in played.payments:
            player.pay(payment)
            add_payment(purses, payment)
        for correction in played.corrections:
            player.correct(correction)
            add_correction(purses, evening, correction)
        looking.board_shows(player.phone.page, purses)
        player.pass_badge()
    return purses


def seen(bag: Bag) -> Cards:
    """What was in the bag as far as the table saw it: contraband that passes is a number."""
    if bag.outcome == OPENED:
        return bag.cards
    legal = {word: count for word, count in bag.cards.items() if word in LEGAL}
    hidden = sum(bag.cards.values()) - sum(legal.values())
    return {**legal, "face_down": hidden} if hidden else legal


def lost(bag: Bag) -> Cards:
    """The cards that somebody pays for: those that were false, or all of an honest bag."""
    others = {word: count for word, count in bag.cards.items() if word != bag.good}
    return others or bag.cards
