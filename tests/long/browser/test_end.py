"""The end of an evening on several phones: no page is left behind when another phone went on."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone
from tests.browser.test_end import SOON, ends


def test_a_result_that_another_phone_takes_back_is_shown_no_more(
    bank_and_bo: tuple[Phone, Phone, str],
) -> None:
    """Nor a winner who is none any more, once there is another result."""
    bank, bo, board = bank_and_bo
    ends(bank, board)
    bank.page.goto(f"{board}/reveal/1")
    tasks.put(bank.thumb, {"mead": 1})
    bank.thumb.tap("#reveal .next")
    bank.thumb.tap("form[action$='/closing'] button")
    expect(bank.page.locator(".winner")).to_be_visible(timeout=SOON)
    bo.page.goto(f"{board}/result")
    bank.thumb.tap("details:has(#mend) summary")
    bank.thumb.tap("#mend button")
    expect(bo.page.locator("#board")).to_be_visible(timeout=SOON)
    bank.thumb.tap("form[action$='/put-backs'] button")
    expect(bank.page.locator(".winner")).to_be_visible(timeout=SOON)
    expect(bo.page.locator(".winner")).to_be_visible(timeout=SOON)


def test_a_code_that_was_used_is_not_shown_on(
    bank_and_bo: tuple[Phone, Phone, str], open_phones: OpenPhone
) -> None:
    bank, _bo, board = bank_and_bo
    bank.page.goto(f"{board}/move")
    bank.thumb.tap("main button.next")
    code = bank.page.locator(".move-code").inner_text()
    other = open_phones()
    other.page.goto("/join")
    other.page.fill("#code", code)
    other.thumb.tap("main button.next")
    tasks.at_board(other.thumb)
    tasks.at_board(bank.thumb)
    expect(bank.page.locator("#board")).to_contain_text("The bank is on another phone now.")
