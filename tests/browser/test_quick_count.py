"""Just count: five stands typed as fast as fingers can, and everybody sees who won."""

import re
from collections import Counter

from playwright.sync_api import Locator, expect

from tests.browser import looking, sums, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, Thumb

# Two keys one after the other, as fast as a finger can and a busy page between them.
TWO_TAPS = """([first, second, busy]) => [first, second].forEach((number) => {
    document.querySelector(`[data-keys="number"] [data-number="${number}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    const end = performance.now() + busy;
    while (performance.now() < end);
})"""

CONTRABAND = ("pepper", "mead", "silk", "crossbow")
GOODS = (*sums.LEGAL, *CONTRABAND)
# Goods in the order of the card tables, then gold.
SHEET = {
    "Anne": (4, 6, 1, 4, 2, 0, 0, 1, 42),
    "Bo": (9, 3, 2, 4, 1, 2, 0, 0, 35),
    "Cleo": (5, 8, 3, 2, 3, 1, 2, 1, 28),
    "Dov": (7, 2, 9, 6, 2, 3, 1, 0, 51),
    "Eve": (3, 5, 4, 1, 1, 0, 0, 1, 63),
}
MOST = 72


def test_five_new_names_and_38_numbers_take_72_taps_and_keys(phone: Phone) -> None:
    assert len("".join(SHEET)) == 16
    assert sum(1 for numbers in SHEET.values() for number in numbers if number) == 38
    assert sum(len(str(number)) for numbers in SHEET.values() for number in numbers if number) == 43
    phone.page.goto("/")
    with phone.thumb.at_most(MOST, "the quick count"):
        begin(phone.thumb, tuple(SHEET))
        for name, numbers in SHEET.items():
            count(phone.thumb, name, numbers)
    phone.page.locator(".ranks").wait_for()
    shows_the_result(phone)


def test_a_half_typed_count_outlives_a_reload(open_phones: OpenPhone) -> None:
    phone = open_phones(language="fr-FR")
    phone.page.goto("/")
    begin(phone.thumb, tuple(SHEET))
    for name, numbers in SHEET.items():
        count(phone.thumb, name, numbers[:5])
        phone.page.reload()
        count(phone.thumb, name, numbers, first=5)
    phone.page.locator(".ranks").wait_for()
    shows_the_result(phone)
    phone.page.goto("/count")
    expect(phone.page.locator("#name-0")).to_have_value("")


def test_a_name_that_is_there_twice_is_told_with_its_line(phone: Phone) -> None:
    """Also to whoever hears the page."""
    phone.page.goto("/count")
    for seat, name in enumerate(("Ann", "Bo", "ann ")):
        phone.page.fill(f"#name-{seat}", name)
    phone.thumb.tap("[data-begin]")
    expect(phone.page.locator("#name-2")).to_have_accessible_description(re.compile("ann"))
    expect(phone.page.locator("#name-2")).to_have_attribute("aria-invalid", "true")


def begin(thumb: Thumb, names: tuple[str, ...]) -> None:
    """From the start page to the first stand."""
    thumb.tap("a.next[href='/count']")
    expect(thumb.page.locator("#name-0")).to_be_focused()
    for name in names[:-1]:
        thumb.type(name)
        thumb.press("Enter")
    thumb.type(names[-1])
    thumb.tap("[data-begin]")


def count(thumb: Thumb, name: str, numbers: tuple[int, ...], first: int = 0) -> None:
    """Tap one player's numbers from the `first` on; the pad moves on by itself, at last to the gold. Cards
    that the box does not have are not asked for.
    """
    expect(thumb.page.locator("[data-go][aria-current] bdi")).to_have_text(name)
    asked = thumb.page.locator("[data-now] .count-row:not([hidden]) input:not([data-gold])")
    expect(asked).to_have_count(rows := len(GOODS))
    kinds = rows - len(CONTRABAND)
    for number in numbers[first:kinds]:
        tasks.answer(thumb, number)
    left = max(first, kinds)
    tasks.answer_kinds(thumb, dict(zip(CONTRABAND[left - kinds :], numbers[left:rows], strict=False)))
    for gold in numbers[rows:]:
        type_gold(thumb, gold)


def type_gold(thumb: Thumb, gold: int) -> None:
    """Digits and next."""
    for digit in str(gold):
        thumb.tap(f"[data-keys='digits'] [data-digit='{digit}']")
    thumb.tap("[data-next]")


def shows_the_result(phone: Phone) -> None:
    """Ranks, totals, Kings and Queens match an independent sum."""
    players = {
        name: sums.Player(numbers[-1], Counter(dict(zip(GOODS, numbers, strict=False))))
        for name, numbers in SHEET.items()
    }
    assert looking.scores(phone.page) == sums.scores(players, sums.LEGAL)
    assert looking.titles(phone.page) == sums.royalty(players, sums.LEGAL)


def test_back_changes_the_count_that_was_made_and_makes_no_second(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    expect(page.locator(".count-row:has([name='0-bread'])")).to_be_hidden()  # T3: it stays in the box
    for gold in (5, 6, 7):
        phone.thumb.tap("[data-keys='number'] [data-rest]")
        type_gold(phone.thumb, gold)
    page.locator(".ranks").wait_for()
    page.go_back()
    gold_field = page.locator("[name='2-gold']")
    expect(gold_field).to_have_value("7")
    phone.thumb.tap("[data-go='2']")
    phone.thumb.tap(page.locator(".count-row:has([name='2-gold'])"))
    type_gold(phone.thumb, 8)
    expect(page.locator(".ranks")).to_contain_text("gold 8")
    page.goto("/")
    expect(page.locator("a[href$='/result']")).to_have_count(1)


def test_the_names_that_were_used_are_offered(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    page.goto("/new?box=sheriff")
    for seat, name in enumerate(("Anne", "Bo", "Cleo")):
        page.fill(f"#name-{seat}", name)
    thumb.tap("#new .dock .next")
    page.locator("#board").wait_for()
    page.goto("/count?box=sheriff")
    offered = page.locator("[data-used]")
    expect(offered).to_have_text("As last time: Anne, Bo, Cleo")
    thumb.tap(offered)
    expect(page.locator("#name-2")).to_have_value("Cleo")
    expect(offered).to_be_hidden()
    thumb.tap("[data-begin]")
    expect(page.locator("[data-go][aria-current] bdi")).to_have_text("Anne")


def test_the_row_that_is_asked_is_marked_and_a_second_tap_clears_it(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    page.goto("/")
    begin(thumb, ("Anne", "Bo", "Cleo"))
    for _good in range(3):
        tasks.answer(thumb, 0)
    asked = page.locator(".pad-kind[data-asked]")
    expect(asked).to_have_attribute("data-kind", "pepper")
    thumb.tap("[data-kind='pepper'][data-number='0']")
    expect(asked).to_have_attribute("data-kind", "mead")
    thumb.tap("[data-kind='mead'][data-number='3']")
    expect(asked).to_have_attribute("data-kind", "silk")
    thumb.tap("[data-kind='mead'][data-number='3']")
    expect(asked).to_have_attribute("data-kind", "mead")
    expect(page.locator("[name='0-mead']")).to_have_value("")
    expect(page.locator("[name='0-pepper']")).to_have_value("0")
    for part in (page.locator("[data-go='2']"), page.locator("button[form='count']")):
        in_sight(part)


def test_a_number_counts_as_the_machine_reads_it(phone: Phone) -> None:
    """A sum, a pasted one with a narrow blank; digits of another script are no mistake."""
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo"))
    gold = page.locator("[name='0-gold']")
    for typed, so_far in (("20+12 + 3", 35), ("1\u202f234", 1234), ("\u0663\u0665", 0)):
        gold.fill(typed)
        expect(page.locator("[data-running]")).to_have_text(f"Anne · {so_far} so far")
        expect(gold).not_to_have_attribute("aria-invalid", "true")
    gold.fill("1 00")
    expect(gold).to_have_attribute("aria-invalid", "true")


def in_sight(part: Locator) -> None:
    """All of it, and the pad does not cover it."""
    expect(part).to_be_in_viewport(ratio=1)
    box, pad = part.bounding_box(), part.page.locator("[data-pad]").bounding_box()
    assert box
    assert pad
    assert box["y"] + box["height"] <= pad["y"]


def test_whoever_knows_the_sheet_taps_on_without_reading(phone: Phone) -> None:
    """Every key counts, the same one too."""
    page, keys = phone.page, (1, 1, 1, 1, 0, 0, 2)
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    phone.thumb.stop_time()
    for key, good in zip(keys, GOODS, strict=False):
        kind = f"[data-kind='{good}']" if good in CONTRABAND else ":not([data-kind])"
        phone.thumb.tap(f".key{kind}[data-number='{key}']:visible")
        phone.thumb.passes(130)
    for key, good in zip(keys, GOODS, strict=False):
        expect(page.locator(f"[name='0-{good}']")).to_have_value(str(key))
    expect(page.locator("#said.moment")).to_have_count(0)


def test_who_types_faster_than_the_pad_asks_is_told_and_nothing_is_shifted(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    begin(phone.thumb, ("Anne", "Bo", "Cleo", "Dov"))
    phone.thumb.stop_time()
    page.evaluate(TWO_TAPS, ["1", "2", 0])
    phone.thumb.passes(300)
    page.evaluate(TWO_TAPS, ["3", "4", 0])
    expect(page.locator("#said.moment")).to_have_text("That just changed. Tap again.")
    expect(page.locator("[name='0-cheese']")).to_have_value("")
    count(phone.thumb, "Anne", (3,))
    expect(page.locator("[name='0-cheese']")).to_have_value("3")
    expect(page.locator("[name='0-bread']")).to_have_value("")
