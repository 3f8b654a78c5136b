"""The phones at a table, as the bank's phone shows them."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone

NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve")
LAST = 4
LOADED = "() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('moments.js'))"


@pytest.mark.parametrize("script", [True, False])
def test_what_was_done_to_a_seat_leads_back_to_its_row(open_phones: OpenPhone, *, script: bool) -> None:
    bank, guest = open_phones(script=script), open_phones()
    board = tasks.open_table(bank, NAMES)
    sharing.join(guest, sharing.open_door(bank, board), LAST)
    guest.page.goto("about:blank")
    bank.page.goto(f"{board}/phones")
    row = bank.page.locator(".phone-seat").nth(LAST)
    row.locator("details.release summary").tap()
    row.locator("details.release button").tap()
    expect(row).to_contain_text("without a phone")
    expect(row).to_be_in_viewport()
    row.locator("form[action$='/seats'] button").tap()
    expect(row).to_contain_text("on this phone")
    expect(row).to_be_in_viewport()


def test_one_question_at_a_time_is_open(open_phones: OpenPhone) -> None:
    """Whose red button it is stays plain."""
    bank, guest = open_phones(), open_phones()
    board = tasks.open_table(bank, NAMES)
    sharing.join(guest, sharing.open_door(bank, board), LAST)
    bank.page.goto(f"{board}/phones")
    bank.page.locator("form[action$='/seats'] button").first.tap()
    expect(bank.page.locator(".phone-seat").first).to_contain_text("on this phone")
    red = bank.page.locator("button.button-wax:visible")
    for question in bank.page.locator("details:has(.button-wax) > summary").all():
        question.tap()
        expect(red).to_have_count(1)


def test_a_seat_taken_on_this_phone_leaves_the_code_where_it_is(open_phones: OpenPhone) -> None:
    bank = open_phones()
    board = tasks.open_table(bank, NAMES)
    sharing.open_door(bank, board)
    bank.page.wait_for_function(LOADED)  # what keeps it in place comes after the first paint
    row = bank.page.locator(".phone-seat").first
    row.scroll_into_view_if_needed()
    before = row.bounding_box()
    row.locator("form[action$='/seats'] button").tap()
    expect(row).to_contain_text("on this phone")
    expect(bank.page.locator(".move-code")).to_be_in_viewport()
    after = row.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 1


@pytest.mark.parametrize("script", [True, False])
def test_what_asks_first_is_unfolded_one_at_a_time(open_phones: OpenPhone, *, script: bool) -> None:
    """Two red buttons at once do not say which is which."""
    bank = open_phones(script=script)
    board = tasks.open_table(bank, NAMES)
    code = sharing.open_door(bank, board)
    for seat in (1, LAST):
        sharing.join(open_phones(), code, seat)
    bank.page.goto(f"{board}/phones")
    red = bank.page.locator(".button-wax:visible")
    for seat, what in ((1, "release"), (1, "banker"), (LAST, "release")):
        fold = bank.page.locator(".phone-seat").nth(seat).locator(f"details.{what}")
        fold.locator("summary").tap()
        expect(fold.locator(".button-wax")).to_be_visible()
        expect(red).to_have_count(1)


def test_names_stay_whole_beside_their_buttons(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=ViewportSize(width=320, height=568), language="fr-FR")
    tasks.open_table(phone, ("Théophile", "Gwénaëlle", "Bo"))
    phone.page.goto(phone.page.url.split("?")[0] + "/phones")
    lines = phone.page.locator(".phone-seat :is(b bdi, small)").evaluate_all(
        "(all) => all.map((one) => one.getClientRects().length)"
    )
    assert set(lines) == {1}
