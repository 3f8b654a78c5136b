"""A player's notes: they open while a finger rests on them, and only another hold brings them back."""

import pytest
from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_own_bag import HOLD, SLEEP, bo, is_secret
from tests.tables import Table

__all__ = ["bo"]


# Width and height of each, those of its drawing, and where it begins from above.
BOXES = """(all) => all.map((one) => {
    const {width, height, top} = one.getBoundingClientRect();
    const icon = one.firstElementChild.getBoundingClientRect();
    return [width, height, icon.width, icon.height, top];
})"""


def test_once_closed_nothing_leads_back_to_it(bo: Phone) -> None:
    """The board replaces it in the history, whether something was kept or not."""
    page = bo.page
    for way_out in (".bar a >> nth=-1", "#note button[value=declare]"):
        sharing.hold(bo)
        bo.thumb.tap(tasks.tile("declared", "cheese"))
        bo.thumb.tap(way_out)
        tasks.at_board(bo.thumb)
        for there in (page.go_back, page.go_forward):
            there()
            expect(page.locator("#board")).to_be_visible()
            is_secret(page)


def test_other_rounds_are_one_tap_from_the_open_bag(bo: Phone) -> None:
    sharing.hold(bo)
    bo.thumb.tap("#note a[href*='round=0']")
    expect(bo.page.locator("#note [name='round']")).to_have_value("0")
    bo.page.go_back()
    bo.page.locator("#board").wait_for()
    is_secret(bo.page)


@pytest.mark.parametrize("way", ["reload", "back", "board"])
def test_what_was_tapped_is_kept_however_it_is_left(bo: Phone, way: str) -> None:
    page = bo.page
    sharing.hold(bo)
    tasks.put(bo.thumb, {"silk": 1})
    if way == "reload":
        page.reload()
    elif way == "back":
        page.go_back()
    else:
        bo.thumb.tap(".bar a[href*='/g/']")
    page.goto(page.url.split("/seats")[0].split("?")[0])
    sharing.hold(bo)
    expect(page.locator("#note .slot")).to_have_count(3)


@pytest.mark.parametrize("width", [320, 390])
def test_what_slipped_through_earlier_is_one_line_of_drawings(
    bo: Phone, open_phones: OpenPhone, three: Table, width: int
) -> None:
    """Each with its number beside it, in a frame no wider than the two."""
    bank = open_phones()
    for seat in (1, 2):
        bank.at(three, path=f"/bags/{seat}?good=cheese&number=2&contents=passed&face_down=2")
        tasks.book(bank.thumb)
    tasks.pass_badge(bank.thumb)
    bo.page.reload()
    sharing.hold(bo)
    bo.page.set_viewport_size({"width": width, "height": 664})
    boxes = bo.page.locator(".menu-line .stock > :not(.none)").evaluate_all(BOXES)
    assert len(boxes) == 2
    assert all(height < 2 * icon for _, height, _, icon, _ in boxes), boxes
    assert all(width < 3 * icon for width, _, icon, _, _ in boxes), boxes
    assert boxes[0][-1] == boxes[1][-1], "not side by side"


def test_who_looks_away_from_the_market_finds_the_bag_behind_one_hold(bo: Phone) -> None:
    """T4: until it is declared; then the board is what there is to see."""
    sharing.hold(bo)
    tasks.put(bo.thumb, {"silk": 1})
    bo.page.evaluate(SLEEP)
    expect(bo.page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(bo.page)
    sharing.hold(bo)
    expect(bo.page.locator("#note .slot")).to_have_count(3)
    bo.thumb.tap(tasks.tile("declared", "cheese"))
    bo.thumb.tap("button[value='declare']")
    tasks.at_board(bo.thumb)
    sharing.hold(bo)
    bo.page.evaluate(SLEEP)
    expect(bo.page.locator("#board")).to_be_visible()
    is_secret(bo.page)


def test_who_packs_early_reads_when_the_turn_has_come(open_phones: OpenPhone, three: Table) -> None:
    """T4: as the others declare, with the cards and the number that were tapped before."""
    bo, cleo = (open_phones().at(three, seat) for seat in (1, 2))
    sharing.to_pack(cleo)
    cleo.thumb.tap("[data-put='in-cheese']")
    cleo.thumb.tap("[data-put='in-silk']")
    under = cleo.page.locator("[data-declare] small")
    expect(under).to_have_text("said as soon as Bo has declared")
    sharing.declare(bo, "apples", 2)
    expect(under).to_have_text("that is all the others hear")
    cleo.thumb.tap("[data-many='3']")
    expect(cleo.page.locator("[name='in-silk']")).to_have_value("3")
    expect(cleo.page.locator("[name='in-cheese']")).to_have_value("1")


def test_a_mere_tap_says_what_opens_it(bo: Phone) -> None:
    """For eyes and screen readers; a moment later its name stands there again."""
    page = bo.page
    bo.thumb.tap(HOLD)
    expect(page.locator(HOLD)).to_contain_text("Keep your finger on it")
    expect(page.locator("#said")).to_have_text("Keep your finger on it")
    expect(page.locator(HOLD)).to_contain_text("My bag: hold")
    is_secret(page)


def test_the_thumb_hides_an_open_bag(bo: Phone) -> None:
    """Beside declaring at first; once that is done it is the biggest button."""
    sharing.hold(bo)
    bo.thumb.tap(".dock a.button")
    tasks.at_board(bo.thumb)
    is_secret(bo.page)
    sharing.hold(bo)
    bo.thumb.tap(tasks.tile("declared", "cheese"))
    bo.thumb.tap("button[value='declare']")
    tasks.at_board(bo.thumb)
    sharing.hold(bo)
    expect(bo.page.locator(".dock [data-declare]")).to_have_count(0)
    tasks.put(bo.thumb, {"silk": 1})
    bo.thumb.tap(".dock a.next")
    tasks.at_board(bo.thumb)
    is_secret(bo.page)
    sharing.hold(bo)
    expect(bo.page.locator("#note .slot")).to_have_count(3)


def test_i1_who_takes_another_card_after_declaring_reads_it_where_the_bag_is_hidden(
    phone: Phone, three: Table
) -> None:
    bo = phone.at(three, 1)
    sharing.pack(bo, "apples", 3)
    sharing.hold(bo)
    warning = bo.page.locator("[data-differs]")
    expect(warning).to_be_hidden()
    tasks.put(bo.thumb, {"silk": 1})
    expect(warning).to_have_text("You declared 3 apples; in the bag: 4")
    expect(warning).to_be_in_viewport(ratio=1)
    bo.page.locator(".slot").first.click()
    expect(warning).to_be_hidden()


def test_what_was_tapped_before_the_bag_was_covered_is_kept(bo: Phone) -> None:
    page = bo.page
    sharing.hold(bo)
    bo.may_be_cut_off = True
    page.context.set_offline(True)
    tasks.put(bo.thumb, {"silk": 1})
    page.evaluate(SLEEP)
    expect(page.locator("#note")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator(HOLD)).to_contain_text("I am Bo")
    is_secret(page)
    sharing.hold(bo)
    expect(page.locator("#note .slot")).to_have_count(3)


def test_a_mere_tap_leaves_the_name_on_the_curtain(bo: Phone) -> None:
    """Only the line below it says for a moment what opens the bag."""
    page = bo.page
    sharing.hold(bo)
    page.reload()
    name = page.locator(f"{HOLD} strong")
    bo.thumb.tap(HOLD)
    expect(page.locator(f"{HOLD} small")).to_have_text("Keep your finger on it")
    expect(name).to_have_text("I am Bo")
    expect(page.locator(f"{HOLD} small")).to_have_text("show my bag: hold")
    expect(name).to_have_text("I am Bo")
