"""The bag's sheet: the cards shown are the cards counted, whatever is changed below them."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import heaviest, sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.looking import moments_loaded
from tests.browser.phone import Phone
from tests.browser.serving import Server
from tests.tables import BANK, table


@pytest.fixture
def phone(open_phones: OpenPhone) -> Phone:
    """At the sheet of a bag that was opened: two apples and a cheese, declared as three apples."""
    phone = open_phones()
    tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.say_contents(phone.thumb, "opened")
    tasks.put(phone.thumb, {"cheese": 1})
    return phone


def agree(page: Page, number: int, good: str) -> None:
    """As many cards are drawn as are counted, and as the declaration says above them."""
    expect(page.locator("#declared")).to_contain_text(good)
    expect(page.locator("[name='number']:checked")).to_have_value(str(number))
    expect(page.locator(".slot")).to_have_count(number)
    counts = page.locator(".pick-number").evaluate_all("fields => fields.map((field) => +field.value || 0)")
    assert sum(counts) == number
    expect(page.locator("#sum .strip-warning")).to_have_count(0)


@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_another_number_declared(phone: Phone, number: int) -> None:
    """Three were said, and five lay in it: the numbers are in sight."""
    phone.thumb.tap(tasks.tile("number", number))
    agree(phone.page, number, "Apples")


def test_another_good_declared(phone: Phone) -> None:
    """Even one that is in the bag already."""
    phone.thumb.tap("details.declared > summary")
    phone.thumb.tap(tasks.tile("good", "bread"))
    agree(phone.page, 3, "Bread")
    expect(phone.page.locator("#sum")).to_contain_text("cheese 2")
    phone.thumb.tap(tasks.tile("good", "cheese"))
    expect(phone.page.locator(".slot")).to_have_count(3)
    expect(phone.page.locator("#sum .strip-warning")).to_contain_text("As declared: 3 cheese")


NARROW = ViewportSize(width=390, height=664)
LOOK = "(one) => getComputedStyle(one).backgroundColor"


def test_the_first_digit_replaces_what_stood_there_and_a_step_adds_to_what_was_typed(
    open_phones: OpenPhone,
) -> None:
    phone = open_phones()
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?good=apples&number=3&deal-0-gold=4")
    gold = phone.page.locator("#deal-0-gold")
    phone.thumb.tap(".given-said")
    expect(gold).to_be_focused()
    expect(gold).to_have_value("4")
    for key, value in (("digit='9'", "9"), ("digit='2'", "92"), ("erase", "9")):
        phone.thumb.tap(f"[data-for='deal-0-gold'] [data-{key}]")
        expect(gold).to_have_value(value)
    for typed, more in (("20+12 + 3", "40"), ("1\u202f234", "1239")):
        gold.fill(typed)
        phone.thumb.tap("[data-for='deal-0-gold'] [data-plus='5']")
        expect(gold).to_have_value(more)


def test_any_amount_is_promised_for_the_next_round_by_its_number_alone(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=NARROW)
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?good=apples&number=3&unfolded=0-promising")
    words, amount = phone.page.locator("#deal-0-promise"), phone.page.locator("#deal-0-next-gold")
    amount.fill("8")
    expect(words).to_have_value(re.compile("gives 8 gold next round$"))
    expect(phone.page.locator(".verdict-passes")).to_contain_text("gives 8 gold next round")
    phone.thumb.tap("#deal-0-chips [data-say*='10 gold']")
    expect(words).to_have_value(re.compile("gives 10 gold next round$"))
    expect(amount).to_have_value("")


def test_a_sheriff_who_gives_gives_to_the_merchant(phone: Phone) -> None:
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 1)
    phone.thumb.tap(tasks.payer(0))
    expect(phone.page.locator("#deal-0-gold-gift")).to_contain_text("Ann gives Bo")
    phone.thumb.tap(tasks.payer(1))
    expect(phone.page.locator("#deal-0-gold-gift")).to_contain_text("Bo gives Ann")


def test_i7_after_an_accepted_bribe_opening_looks_and_is_impossible(open_phones: OpenPhone) -> None:
    """The reason is read."""
    sheriff, bo = open_phones(viewport=NARROW), open_phones()
    board = tasks.open_table(bo, ("Ann", "Bo", "Cleo")).split("?")[0]
    sharing.join(sheriff, sharing.open_door(bo, board), 0)
    opens = sheriff.page.locator("#sum .verdict-opens")
    sheriff.page.goto(f"{board}/bags/1?good=apples&number=2")
    loud = opens.evaluate(LOOK)
    heaviest.offer(bo, board, 1, 1, 4)
    sheriff.page.goto(board)
    sheriff.thumb.tap("button[name='accepts'][value='1']")
    sheriff.page.locator(".offer b", has_text="accepted").wait_for()
    sheriff.page.goto(f"{board}/bags/1?good=apples&number=2")
    expect(opens).to_contain_text("not while the bribe stands")
    expect(opens).to_be_disabled()
    expect(sheriff.page.locator("#sum .verdict-passes")).to_be_enabled()
    assert opens.evaluate(LOOK) != loud
    sheriff.page.goto(f"{board}/bags/1?good=apples&number=2&contents=opened")
    expect(sheriff.page.locator("#sum .next")).to_be_disabled()
    assert sheriff.page.locator("#sum .next").evaluate(LOOK) != loud


def test_d2_a_link_to_the_cards_that_have_to_pay_leads_there(server: Server, open_phones: OpenPhone) -> None:
    """It is no button of the form: nothing is missing in it, and nothing complains."""
    poor = table(server.app, 3, sheriff=1, round=3, gold={2: 0}, stands={2: {"face_down": 3}})
    phone = open_phones().at(
        poor, BANK, "/bags/2?good=apples&number=2&contents=opened&in-apples=1&in-crossbow=1"
    )
    moments_loaded(phone.page)
    phone.thumb.tap("#sum a.next-opened")
    expect(phone.page.locator("#debt")).to_be_in_viewport()


def test_i9_each_who_gives_has_a_row_and_no_amount_becomes_another_s(phone: Phone) -> None:
    """A shield, then the gold: 2 is Bo's and stays so, 40 is Cleo's; a sentence is tapped to change it."""
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    page, thumb = phone.page, phone.thumb
    said, passes = page.locator(".given-said"), page.locator(".verdict-passes")
    tasks.offer_gold(thumb, 2)
    thumb.tap(tasks.payer(2))
    expect(said).to_have_text("Bo gives Ann 2 gold if it passes")
    tasks.offer_gold(thumb, 40, 1)
    expect(page.locator("#deal-1-gold")).to_have_value("40")
    expect(passes).to_contain_text("2 gold to Ann, 40 gold to Ann from Cleo")
    thumb.tap(".given-said")
    expect(said).to_have_text("Cleo gives Ann 40 gold if it passes")
    tasks.offer_gold(thumb, 7)
    expect(passes).to_contain_text("7 gold to Ann, 40 gold to Ann from Cleo")
    thumb.tap(".giving [aria-expanded='true']")
    expect(page.locator("#give-gold")).to_be_focused()
    expect(said).to_have_text(["Bo gives Ann 7 gold if it passes", "Cleo gives Ann 40 gold if it passes"])
    thumb.tap("button[name='remove'][value='0']")
    expect(said).to_have_text("Cleo gives Ann 40 gold if it passes")
    expect(passes).to_contain_text("40 gold to Ann from Cleo")


def test_what_is_unfolded_takes_what_is_typed(phone: Phone) -> None:
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.unfold(phone.thumb, "gold")
    phone.page.keyboard.type("12")
    expect(phone.page.locator("#deal-0-gold")).to_have_value("12")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("12 gold to Ann")


def test_d5_gold_that_is_not_there_is_refused_before_the_tap(open_phones: OpenPhone) -> None:
    """Beside the field, where the purse stands until then; the buttons are drawn as out."""
    phone = open_phones(viewport=NARROW)
    tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 4)
    gift, passes = phone.page.locator("#deal-0-gold-gift"), phone.page.locator(".verdict-passes")
    tasks.unfold(phone.thumb, "gold")
    expect(gift).to_contain_text("has 50 gold")
    tasks.offer_gold(phone.thumb, 80)
    expect(gift).to_have_text("Bo has 50 gold and cannot give 80.")
    expect(passes).to_have_class(re.compile(r"\bout\b"))
    phone.thumb.tap("[data-for='deal-0-gold'] [data-erase]")
    expect(gift).to_contain_text("has 50 gold")
    expect(passes).not_to_have_class(re.compile(r"\bout\b"))
    phone.thumb.tap("[data-for='deal-0-gold'] [data-plus='5']")
    expect(passes).to_contain_text("13 gold to Ann")


def test_cards_can_be_taken_out_again_after_a_refusal_of_promised_ones(phone: Phone) -> None:
    """The tiles of promised cards that were there are no cards of the bag."""
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    tasks.unfold(thumb, "goods")
    thumb.tap("[data-plus]:has([name='deal-0-bag-mead'])")
    expect(page.locator("[name='deal-0-bag-mead']")).to_have_value("1")
    tasks.say_contents(thumb, "passed")
    expect(page.locator("[name='there-mead']")).to_have_value("1")
    page.locator("[data-slot='face_down']").tap()
    tasks.put(thumb, {"cheese": 1})
    thumb.tap("#sum button.next")
    page.locator("#refusals").wait_for()
    expect(page.locator("[data-slots] .slot")).to_have_count(3)
    expect(page.locator("[data-slots] .slot-other")).to_have_count(1)
    page.locator("[data-slot='in-cheese']").tap()
    expect(page.locator("[data-slots] .slot-other")).to_have_count(0)


def test_a_name_of_ten_letters_is_whole_where_five_pay_each_other(
    server: Server, open_phones: OpenPhone
) -> None:
    """Also once it is chosen, when its frame takes some of its room."""
    five = table(server.app, 5, names=("Anna", "Maximilian", "Bo", "Cleo", "Dov"))
    phone = open_phones(viewport=ViewportSize(width=390, height=664)).at(five, path="/pay?giver=1&receiver=1")
    cut = phone.page.locator(".shields bdi").evaluate_all(
        "names => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    )
    assert cut == []
