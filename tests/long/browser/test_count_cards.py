"""Just count, the cards of one tap: royal goods and promo cards, which the pad never asks for."""

import pytest
from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone
from tests.browser.test_quick_count import begin, in_sight, type_gold


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("card", ["feast_plate", "golden_apples"])
def test_too_many_of_a_card_take_no_number_from_the_pad(phone: Phone, card: str, *, again: bool) -> None:
    """Two on the sheet, one in the box; on coming back, the pad is at the highlighted field."""
    page, thumb = phone.page, phone.thumb
    page.goto("/")
    begin(thumb, ("Anne", "Bo", "Cleo"))
    if again:
        for gold in (5, 6, 7):
            thumb.tap("[data-rest]:visible")
            type_gold(thumb, gold)
        thumb.tap("a[href*='again=']")
        expect(page.locator("[name='2-gold']")).to_have_value("7")
    for seat in (0, 1):
        thumb.tap(f"[data-go='{seat}']")
        put_card(phone, seat, card)
    count_address = page.url
    page.goto("/")
    page.goto(count_address)
    highlighted = page.locator("[data-here]")
    expect(highlighted).to_have_attribute("name", "1-apples")
    tasks.answer(thumb, 3)
    expect(page.locator("[name='1-apples']")).to_have_value("3")
    expect(highlighted).to_have_attribute("name", "1-cheese")
    for seat in (0, 1):
        expect(page.locator(f"[name='{seat}-{card}']")).to_have_value("1")


def put_card(phone: Phone, seat: int, card: str) -> None:
    """One card to a stand, from the fold that it lies in."""
    tile = f"[data-card='{seat}-{card}']"
    closed = f"details:not([open]):has({tile}) summary"
    if phone.page.locator(closed).count():
        phone.thumb.tap(closed)
    phone.thumb.tap(tile)


@pytest.mark.parametrize("card", ["tabletop_trophy", "golden_apples"])
def test_a_card_that_is_refused_is_shown(phone: Phone, card: str) -> None:
    page, thumb = phone.page, phone.thumb
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/")
    begin(thumb, ("Anne", "Bo", "Cleo"))
    for seat in range(3):
        if seat < 2:
            put_card(phone, seat, card)
        thumb.tap("[data-now] .count-row:has([name$='-apples'])")
        thumb.tap("[data-rest]:visible")
        type_gold(thumb, 5)
    expect(page.locator("#refusals")).to_be_attached()
    expect(page.locator("[data-go][aria-current] bdi")).to_have_text("Bo")
    expect(page.locator(f"[data-card='1-{card}']")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-here]")).to_have_attribute("name", "1-apples")


@pytest.mark.parametrize("size", [(390, 664), (320, 568)])
def test_the_pad_leads_on_from_what_a_plate_becomes(phone: Phone, size: tuple[int, int]) -> None:
    """To the next plate, then to the first number that nobody has told, and to no other way round."""
    page, thumb = phone.page, phone.thumb
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/count")
    page.locator(".count-options summary").tap()
    page.fill("#promo_copies-feast_plate", "2")
    page.goto("/")
    begin(thumb, ("Anne", "Bo", "Cleo"))
    for plate in (0, 1):
        tasks.answer(thumb, 4)
        put_card(phone, 0, "feast_plate")
        chosen = page.locator(f"[id='0-feast_plates-{plate}']")
        expect(chosen).to_be_focused()
        expect(page.locator("[data-question]")).to_have_text("What does Anne serve?")
        chosen.select_option("cheese")
        in_sight(chosen)
        expect(page.locator("[data-pad] .key:visible")).to_have_text(["Next"])
        thumb.tap("[data-next]")
    expect(page.locator("[data-here]")).to_have_attribute("name", "0-chickens")
    expect(page.locator("[data-question]")).to_have_text("How many chickens does Anne have?")
    for field in ("apples", "cheese"):
        expect(page.locator(f"[name='0-{field}']")).to_have_value("4")
    thumb.tap("[data-rest]:visible")
    expect(page.locator("[data-question]")).to_have_text("How much gold does Anne have?")
    put_card(phone, 0, "tabletop_trophy")
    expect(page.locator("[data-question]")).to_be_in_viewport(ratio=1)


def test_a_plate_leads_on_to_the_next_one(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    page.goto("/count")
    page.locator(".count-options summary").tap()
    page.fill("#promo_copies-feast_plate", "2")
    page.fill("#name-0", "Anne")
    page.fill("#name-1", "Bo")
    page.fill("#name-2", "Cleo")
    thumb.tap("[data-begin]")
    for _ in range(2):
        put_card(phone, 0, "feast_plate")
    page.locator("[id='0-feast_plates-1']").select_option("bread")
    thumb.tap("[data-next]")
    expect(page.locator("[id='0-feast_plates-0']")).to_be_focused()
    page.locator("[id='0-feast_plates-0']").select_option("cheese")
    thumb.tap("[data-next]")
    expect(page.locator("[data-here]")).to_have_attribute("name", "0-apples")
    expect(page.locator("[name='0-apples']")).to_have_value("")


def test_what_cards_add_is_in_the_sum_so_far(phone: Phone) -> None:
    """As the result will have it, but for Kings and Queens."""
    page, thumb, so_far = phone.page, phone.thumb, phone.page.locator("[data-running]")
    page.goto("/")
    begin(thumb, ("Anne", "Bo", "Cleo"))
    for number in (0, 0, 0):  # apples, cheese, chickens: no bread for three
        tasks.answer(thumb, number)
    tasks.answer_kinds(thumb, {"mead": 2})
    expect(so_far).to_have_text("Anne · 14 so far")
    put_card(phone, 0, "strawberry_mead")
    expect(so_far).to_have_text("Anne · 24 so far")
    put_card(phone, 0, "feast_plate")
    expect(so_far).to_have_text("Anne · 24 so far")
    page.locator("[id='0-feast_plates-0']").select_option("cheese")
    expect(so_far).to_have_text("Anne · 27 so far")
    put_card(phone, 0, "feast_plate")
    expect(so_far).to_have_text("Anne · 24 so far")
