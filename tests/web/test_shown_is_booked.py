"""What is shown under a form is what is booked, to the last word and coin. Dice fill in the real forms of
random tables, `Paper` adds up what they say, and what is stored afterwards is compared with that.
"""

import re
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Flask
from hypothesis import Phase, given, settings

from companion.rules.kinds import TakeBack
from companion.rules.ledger import GOLD, Goods
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import FACE_DOWN, Entry, EntryCorrected, Event, Game
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from tests.rules.dice import Dice
from tests.rules.evenings import throws
from tests.web import buttons
from tests.web.filling import a_deal, a_sheet, a_table, a_transfer, otherwise, redrawn, with_other_goods
from tests.web.markup import Element
from tests.web.phone import Page, Phone
from tests.web.reckoning import nonzero, reckoned, things
from tests.web.restored import restored
from tests.web.stored import service_of, table_of, talk_of

FORMS = 4
"""So many forms are filled at each table."""
LONG = 600
"""Throws of the dice: a table takes about a hundred, a form about forty."""
OWES = re.compile(r"\w+ owes \w+ \d+: .+")
PAYS = re.compile(r"\w+ pays (\w+) (\d+)")
FORGIVEN = re.compile(r"(\d+) is forgiven")
BRIBE_REFUSED = re.compile(r"(bribe refused|If \w+’s bribe was refused): ?")
MISCOUNTED = " in the bag, "
UNTOLD = "which cards were in it?"
"""What a lie's button waits for while its cards are the declared ones."""
PROMISED = re.compile(r"“(.+?)”(?:, | · |$)")
BRIEF = re.compile(r"(?P<things>\d+ [^;]+?) to (?P<taker>\w+)(’s stand)?( from \w+)?(, | · |$)")
OFFERS = re.compile(
    r"(\w+) offers (\w+) (.+?)(?: if (?:it|\w+ ?’s bag) (passes|is opened)|, over (\w+) ?’s bag)?"
)
LOOSE = re.compile(
    r"(,? and |, )?(the promise “.+?”|\d+ “[^”]+”(?: on \w+’s word)?|\d+ cards? face down from the bag)"
)


# No smaller example is looked for, which would take minutes: a failure says what was shown and what came.
@settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(dice=throws(LONG))
def test_what_is_shown_is_what_is_booked(app: Flask, dice: Dice) -> None:
    fill(app, dice)


def fill(app: Flask, dice: Dice) -> None:
    """Some forms at a table of these dice."""
    phone = restored(app, a_table(dice).events)
    for _ in range(FORMS):
        dice.pick((a_bag, a_bag, a_bag, a_payment, an_offer))(phone, dice)


def a_bag(phone: Phone, dice: Dice) -> None:
    """A bag is booked as its sheet said, corrected as the form of its entry said, and taken back."""
    before = table_of(phone)
    merchant = dice.pick(before.game.waiting)
    page = phone.open(f"/g/{before.id}/bags/{merchant}?{urlencode(a_sheet(before.game, merchant, dice))}")
    tap_on_sheet(phone, with_other_goods(phone, page, dice), dice)
    entry = table_of(phone).seq
    if entry > before.seq:
        page = phone.open(f"/g/{before.id}/corrections/{entry}")
        page = redrawn(phone, page, otherwise(before.game, merchant, page, dice))
        tap_on_sheet(phone, with_other_goods(phone, page, dice), dice)
    take_back_to(phone, before.seq)


def a_payment(phone: Phone, dice: Dice) -> None:
    """A payment by hand is booked as its form said, corrected, and taken back."""
    before = table_of(phone)
    page = phone.open(f"/g/{before.id}/pay?{urlencode(a_transfer(before.game, dice))}")
    check_payment(phone, page, "Record it")
    if table_of(phone).seq > before.seq:
        page = phone.open(f"/g/{before.id}/corrections/{before.seq + 1}")
        check_payment(phone, redrawn(phone, page, a_transfer(before.game, dice)), "Record the correction")
    take_back_to(phone, before.seq)


def an_offer(phone: Phone, dice: Dice) -> None:
    """An offer lies on the table as its form said; now and then it is accepted, and booked with its bag."""
    table = table_of(phone)
    before, merchant = talk_of(phone).proposals, dice.pick(table.game.waiting)
    fields = a_deal(table.game, merchant, Goods(), "offer-", dice)
    phone.open(f"/g/{table.id}/offers/new?{urlencode({'bag': merchant, **fields})}")
    lines, page = told(phone.page), phone.press(buttons.OFFER)
    proposals = talk_of(phone).proposals
    if proposals == before:
        assert {*lines} <= refusals(page)
        return
    (line, *replaces), deal = lines, proposals[-1].deal
    assert [one.partition(" ")[0] for one in replaces] in ([], ["Replaces"])
    said = OFFERS.fullmatch(line)
    assert said
    names = [who.name for who in table.game.seats]
    assert said.group(1, 2) == (names[deal.giver], names[deal.receiver])
    expected = {None: None, Decision.PASSES: "passes", Decision.OPENS: "is opened"}[deal.decision]
    # A bribe of one's own can be for nothing else than that the bag passes, and says so.
    is_bribe = deal.giver == merchant and said[4] == "passes"
    assert said[4] == expected or (expected is None and is_bribe)
    assert said[5] in {None, names[merchant]}
    assert things(LOOSE.sub("", said[3])) == Counter({GOLD: deal.gold, **deal.stand})
    if dice.chance(2) and any(button.text.startswith("Accept") for button in page.root.elements("button")):
        phone.press(buttons.ACCEPT)


# What is shown


def told(page: Page) -> tuple[str, ...]:
    """The sentences under a form; those of a correction that say who pays stand in one line."""
    shown = page.root.with_id("sum")
    assert shown is not None
    lists = [part for part in shown.elements() if part.get("class", "").startswith("sum-lines")]
    lines = (plain(line) for part in lists for line in part.parts if isinstance(line, Element))
    return tuple(said for line in lines for said in line.split(" · "))


def plain(element: Element) -> str:
    """The words of an element as they are written."""
    return written(element.text)


def written(words: str) -> str:
    """Words of a page, without the spaces that its elements leave before and behind a sign."""
    return re.sub(r" (?=[’,.:;”)])|(?<=[“(]) ", "", words)


def hands(page: Page) -> list[str]:
    """What the board tells the hands to do."""
    lists = [part for part in page.root.elements("ul") if part.get("class") == "hands"]
    return [plain(line) for part in lists for line in part.elements("li")]


def refusals(page: Page) -> set[str]:
    """Everything that is refused."""
    return {*map(written, page.refusals.values())}


# What is booked


@dataclass(frozen=True)
class Tapped:
    """What came of a tap; `event` is None where nothing was booked."""

    sheet: Page
    page: Page
    before: Game
    after: Game
    event: Entry | None

    @classmethod
    def by(cls, phone: Phone, press: Callable[[], Page]) -> "Tapped":
        """Tap, and look what is stored."""
        before, sheet, page, after = table_of(phone), phone.page, press(), table_of(phone)
        event = after.lines[-1].event if after.seq > before.seq else None
        assert page.status == (422 if event is None else 200)
        return cls(sheet, page, before.game, after.game, event)

    @property
    def changed(self) -> dict[str, dict[str, int]]:
        """Who has how much more or less of what; gold of a table that keeps its coins as hands moved it."""
        found = {}
        for seat, who in enumerate(self.after.seats):
            change = Counter({GOLD: self.after.gold(seat), **self.after.stand(seat)})
            change.subtract({GOLD: self.before.gold(seat), **self.before.stand(seat)})
            change[GOLD] += by_hand(self.after, self.event)[seat]
            if counts := dict(nonzero(change)):
                found[who.name] = counts
        return found


def by_hand(game: Game, event: Entry | None) -> Counter[int]:
    """What the hands at a table that keeps its coins gave each seat, or took from it."""
    paid: Counter[int] = Counter()
    if isinstance(event, EntryCorrected):
        paid.update(by_hand(game, event.now))
        paid.subtract(by_hand(game, event.was))
    elif isinstance(event, BagPassed | BagOpened) and game.options.coins_on_table:
        gold = [(deal.giver, deal.receiver, deal.gold) for deal in event.deals]
        if isinstance(event, BagOpened) and event.fine.receiver is not None:
            coins = event.debt.coins if event.debt else event.fine.amount
            gold.append((event.fine.payer, event.fine.receiver, coins))
        for giver, receiver, amount in gold:
            paid[giver] -= amount
            paid[receiver] += amount
    return paid


def take_back_to(phone: Phone, seq: int) -> None:
    """The table as it was after an entry."""
    service, table = service_of(phone.client.application), table_of(phone)
    while table.standing[-1].seq > seq:
        table = service.play(table.id, TakeBack(table.standing[-1].seq), secrets.token_urlsafe(16))


# One held against the other


def tap_on_sheet(phone: Phone, page: Page, dice: Dice) -> None:
    """The sheet's button, or one of its two, does what it says, unless a bribe shuts it (I7)."""
    form = next(form for form in page.forms if form.element.get("id") == "bag")
    wanted = {"next", dice.pick(("verdict-passes", "verdict-opens"))}
    button = next((one for one in form.buttons if wanted.intersection(one.get("class").split())), None)
    if button is None:
        assert (
            "the bribe stands" in page.text
            or "bribe was accepted" in str(told(page))
            or MISCOUNTED in page.text
        )
    elif "next" in button.get("class").split():
        lines = tuple(line for line in told(page) if not BRIBE_REFUSED.fullmatch(line))
        check(phone, lines, lambda: phone.submit(form, {}, button))
    else:
        brief = BRIBE_REFUSED.sub("", plain(next(button.elements("small")))).removeprefix("if honest: ")
        check_brief(phone, brief, lambda: phone.submit(form, {}, button))


def check_payment(phone: Phone, page: Page, button: str) -> None:
    """What is shown under a payment's form is what happens; for one that moves nothing, nothing."""
    form, _ = page.form(button)
    given = [value for name, value in form.fields if name == "gold" or name.startswith("good-")]
    if lines := told(page):
        check(phone, lines, lambda: phone.press(button))
    else:
        assert not any(map(int, filter(None, given)))


def check(phone: Phone, lines: tuple[str, ...], press: Callable[[], Page]) -> None:
    """What is shown under the form is what happens, word by word; or it is refused in those words."""
    tapped = Tapped.by(phone, press)
    event = tapped.event
    if event is None:
        check_refused(tapped, lines)
        return
    owed = [line for line in lines if OWES.fullmatch(line)]
    said = [line for line in lines if line not in {*owed, "Only the wording changes."}]
    paper = reckoned(said)
    assert paper.changed == tapped.changed
    assert bool(owed) == (isinstance(event, BagOpened) and event.debt is not None)
    if isinstance(event, BagPassed | BagOpened):
        shown = len(event.raids) if isinstance(event, BagPassed) else 0
        assert paper.brought == Counter(event.contents - {FACE_DOWN: shown})
    if isinstance(event, BagOpened):
        assert paper.forgiven == (event.debt.forgiven if event.debt else 0)
        check_panel(tapped.sheet, event)
    if isinstance(event, BagPassed | BagOpened | EntryCorrected):
        assert sorted(without_cards(line) for line in said) == sorted(hands(tapped.page))


def without_cards(line: str) -> str:
    """A sentence as the board has it, which does not say which cards a fine is for."""
    paid = PAYS.match(line)
    return paid[0] if paid and paid[2] != "0" else line


def check_panel(sheet: Page, event: BagOpened) -> None:
    """The panel of a debt names the coins and what is forgiven as they are booked."""
    rows = [plain(row) for part in sheet.root.elements("dl") for row in part.elements("div")]
    if rows:
        assert event.debt is not None
        assert f"paid in gold {event.debt.coins}" in rows
        assert [row for row in rows if row.startswith("forgiven")] == (
            [f"forgiven {event.debt.forgiven}"] if event.debt.forgiven else []
        )


def check_refused(tapped: Tapped, lines: tuple[str, ...]) -> None:
    """The form said why not; or that cards are still to be turned over, or a number was wrong."""
    if len(lines) == 1 and OWES.fullmatch(lines[0]):
        assert "still missing" in tapped.sheet.text
    elif lines == ("Nothing changes.",):
        assert refusals(tapped.page) == {"Nothing would change."}
    elif lines:
        assert {*lines} <= refusals(tapped.page)
    elif UNTOLD in tapped.sheet.text:
        assert any(said.startswith("Which cards were in the bag?") for said in refusals(tapped.page))
    else:
        assert MISCOUNTED in tapped.sheet.text
        assert any(re.fullmatch(r"Declared: \d. In the bag: \d.*", said) for said in refusals(tapped.page))


def check_brief(phone: Phone, brief: str, press: Callable[[], Page]) -> None:
    """What the button of a bag as declared says is what happens; what was promised beside what was declared
    is asked for.
    """
    if brief.startswith("Promised: "):
        before = table_of(phone)
        assert press().status == 200
        assert table_of(phone).seq == before.seq
        return
    tapped = Tapped.by(phone, press)
    event = tapped.event
    if event is None:
        check_brief_refused(tapped, brief)
    elif isinstance(event, EntryCorrected):
        lines = brief.split(" · ")
        assert sorted(hands(tapped.page)) == sorted(
            line for line in lines if line != "Only the wording changes."
        )
        assert reckoned(hands(tapped.page)).changed == tapped.changed
    else:
        assert isinstance(event, BagPassed | BagOpened)
        debt = event.debt if isinstance(event, BagOpened) else None
        assert FORGIVEN.findall(brief) == ([str(debt.forgiven)] if debt else [])
        assert PROMISED.findall(brief) == [deal.promise for deal in event.deals if deal.promise]
        assert received(PROMISED.sub("", brief)) == receipts(tapped, event)


def check_brief_refused(tapped: Tapped, brief: str) -> None:
    """The button said why not, or that somebody is short."""
    if "is short" in brief:
        owed = PAYS.match(brief)
        assert owed
        assert re.search(rf" owes ({owed[1]} )?{owed[2]} ", tapped.page.text)
    elif brief == "Nothing changes.":
        assert refusals(tapped.page) == {"Nothing would change."}
    else:
        assert brief in refusals(tapped.page)


def received(brief: str) -> dict[str, Counter[str]]:
    """Who gets what, as a button says it."""
    found: dict[str, Counter[str]] = {}
    if head := PAYS.match(brief):
        found[head[1]] = Counter({GOLD: int(head[2])})
    rest = re.sub(r"^\w+ pays \w+ \d+(; \d+ is forgiven)?(, | · )?", "", brief)
    while rest:
        said = BRIEF.match(rest)
        assert said, rest
        found[said["taker"]] = found.get(said["taker"], Counter()) + things(said["things"])
        rest = rest[said.end() :]
    return {name: +counts for name, counts in found.items() if +counts}


def receipts(tapped: Tapped, event: Event) -> dict[str, Counter[str]]:
    """Who got what over a bag that was as declared; that true cards are let in goes without saying."""
    assert isinstance(event, BagPassed | BagOpened)
    game = tapped.after
    found = {seat: Counter[str]() for seat in range(len(game.seats))}
    for move in event.moves:
        if move.target.seat is not None and (move.source.seat is not None or isinstance(event, BagPassed)):
            found[move.target.seat][move.what] += move.amount
    if game.options.coins_on_table:
        for deal in event.deals:
            found[deal.receiver][GOLD] += deal.gold
        if isinstance(event, BagOpened) and event.fine.receiver is not None:
            found[event.fine.receiver][GOLD] += event.fine.amount
    return {game.seats[seat].name: +counts for seat, counts in found.items() if +counts}
