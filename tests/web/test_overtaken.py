"""Two phones in one moment: who comes second is refused on the table as it is by then, and knows its stamp."""

import pytest
from flask import Flask

from tests.web.evening import at_table, passes, purses
from tests.web.phone import Page, Phone
from tests.web.race import overtaken
from tests.web.seated import seated
from tests.web.stored import clerk_of


def is_new(app: Flask, page: Page) -> None:
    """The page says that it shows the table as it is now: nothing would come to heal it."""
    assert int(page.found(r'data-stamp="(\d+)"')) == clerk_of(app).stamp(page.game)


def test_of_two_who_take_back_the_second_sees_that_it_is_done(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    passes(bank, "Bo", "apples", 2, {"deal-0-gold": 5})
    bo.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press("Take back"))
    page = bank.press("Take back")
    assert (page.status, [*page.refusals]) == (409, [""])
    assert purses(page) == {"Ann": 50, "Bo": 50, "Cleo": 50, "Dov": 50}
    assert "Bo took back" in page.text
    is_new(app, page)


def test_of_two_who_count_the_stands_the_second_sees_the_count(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = at_table(app, players=3, fields={"rounds": 1})
    bo = seated(app, bank, "Bo")
    for name in ("Bo", "Cleo"):
        bank.open(f"/g/{bank.page.game}")
        passes(bank, name, "apples", 1)
    bo.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press("Count the stands"))
    page = bank.press("Count the stands")
    assert page.status == 422
    assert page.root.with_id("refusals") is not None
    assert "Count the stands" not in page.text
    is_new(app, page)


def test_a_payment_that_is_refused_shows_what_the_giver_has_by_now(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = seated(app, bank, "Bo")
    passes(bank, "Cleo", "apples", 3)
    for phone in (bo, bank):
        phone.open(f"/g/{bank.page.game}/pay?giver=2")
    overtaken(app, monkeypatch, lambda: bo.press("Book it", {"receiver": 1, "good-apples": 2}))
    page = bank.press("Book it", {"receiver": 1, "good-apples": 2})
    assert page.status == 422
    assert page.root.with_id("good-apples")["data-most"] == "1"
    is_new(app, page)


def test_an_offer_that_is_answered_too_late_stands_as_it_is_by_then(
    app: Flask, bank: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bo withdraws while Ann accepts."""
    bo, ann = seated(app, bank, "Bo"), seated(app, bank, "Ann")
    bo.open(f"/g/{bank.page.game}/offers/new")
    bo.press("Offer", {"offer-gold": 5})
    ann.open(f"/g/{bank.page.game}")
    overtaken(app, monkeypatch, lambda: bo.press("Withdraw"))
    page = ann.press("Accept")
    assert page.status == 422
    assert "Bo offers" not in page.text
    is_new(app, page)
