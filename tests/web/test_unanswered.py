"""An offer that nobody answered: what becomes of it is said before its bag is decided on, and after (I7)."""

import pytest

from companion.rules.ledger import Goods
from tests.rules.given import BO, SILK
from tests.web import buttons
from tests.web.phone import Fields
from tests.web.stored import service_of
from tests.web.test_talking import Market, declares, market, offers

__all__ = ["market"]


@pytest.fixture
def offered(market: Market) -> Market:
    """Bo says three apples, and offers four gold for letting them pass; Cleo has spoken, too."""
    declares(market.bo, "apples", 3)
    declares(market.cleo, "cheese", 2)
    offers(market.bo, gold=4)
    market.look()
    return market


def notes(market: Market, **cards: int) -> None:
    """Bo keeps what is in the bag."""
    service_of(market.bo.client.application).note(market.bo.page.game, BO, 1, Goods(cards))


def test_the_sheriff_reads_what_stays_unpaid_before_deciding(offered: Market) -> None:
    """I7: an offer counts only once it was accepted."""
    assert "Without Bo ’s 4 gold" in offered.ann.page.form(buttons.LET_BY)[1].text
    assert offered.ann.page.text.count("Without") == 1
    offered.ann.press(buttons.ACCEPT)
    assert "Without" not in offered.ann.page.text


def test_what_several_offered_is_named_by_who_offered_it(offered: Market) -> None:
    """I9: the Sheriff's own offer is nothing that the Sheriff goes without."""
    for phone in (offered.cleo, offered.ann):
        phone.open(offered.at("/offers/new"))
        phone.press(buttons.OFFER, {"bag": BO, "offer-gold": 2})
    offered.look()
    assert "The offers of Bo and Cleo would lapse" in offered.ann.page.text


def test_what_is_more_than_gold_is_called_an_offer(offered: Market) -> None:
    """I6: a promise needs more words than there is room for."""
    offers(offered.bo, gold=4, promise="I look away")
    offered.look()
    assert "Without Bo ’s offer" in offered.ann.page.text


def test_both_are_told_who_keeps_the_gold(offered: Market) -> None:
    """I7: what was not accepted is not paid."""
    notes(offered, apples=3)
    assert "Bo keeps 4 gold: nobody took the offer" in offered.ann.press(buttons.LET_BY).text
    offered.look()
    assert "You keep 4 gold: nobody took the offer" in offered.bo.page.text
    assert "Bo keeps 4 gold: nobody took the offer" in offered.bank.page.text
    assert "nobody took" not in offered.cleo.page.text


def test_nobody_is_said_to_keep_what_went_to_the_fine(offered: Market) -> None:
    """D1: of the 50 gold that Bo offered for the silk, the fine takes its part."""
    offers(offered.bo, gold=50)
    notes(offered, silk=3)
    offered.look()
    offered.ann.press("Open it")
    offered.ann.press("turn the cards over here")
    offered.ann.press(buttons.LIES_THERE)
    offered.look()
    assert f"You were caught. You pay Ann {3 * SILK}." in offered.bo.page.text
    assert "Bo offered 50 gold: lapsed" in offered.bo.page.text
    assert "You keep" not in offered.bo.page.text


def test_over_a_bag_that_is_decided_on_no_offer_looks_open(offered: Market) -> None:
    """I2, I9: until the bag is recorded the offer is there, as one that came to nothing."""
    offered.ann.press(buttons.LET_BY)
    offered.look()
    for phone in (offered.ann, offered.bo, offered.cleo):
        assert "4 gold nobody took it" in phone.page.text
    offered.bo.press("decide again")
    offered.look()
    assert "nobody took it" not in offered.bo.page.text
    assert "Accept" in offered.ann.page.text


def test_a_raise_that_meets_an_accept_is_refused_in_words(offered: Market) -> None:
    """I7: what was accepted is final; the six are no second offer that nobody can answer."""
    offered.ann.press(buttons.ACCEPT)
    board = offered.bo.press("+2")
    assert board.status == 422
    assert "An earlier offer by Bo was accepted for this: that deal stands." in board.refusals[""]
    assert [proposal.deal.gold for proposal in offered.talk.proposals] == [4]
    assert "+2" not in board.text


def test_an_offer_typed_while_another_is_accepted_is_refused_with_what_was_typed(offered: Market) -> None:
    """I7: on the sheet, too."""
    offered.bo.open(offered.at("/offers/new"))
    offered.ann.press(buttons.ACCEPT)
    sheet = offered.bo.press(buttons.OFFER, {"offer-gold": 6})
    assert "that deal stands" in sheet.refusals[""]
    assert ("offer-gold", "6") in sheet.form(buttons.OFFER)[0].fields


def a_round_later(market: Market) -> None:
    """All bags pass, and Bo is Sheriff."""
    for seat in (1, 2, 3):
        market.bank.open(market.at(f"/bags/{seat}"))
        market.bank.press(buttons.PASSES, {"good": "apples", "number": 3})
    market.bank.open(market.at())
    market.bank.press("Badge to")


@pytest.mark.parametrize(
    "path, button, fields",
    [("", "+2", {}), ("/offers/new", "Offer it", {"offer-gold": 6})],
)
def test_an_offer_that_comes_a_round_too_late_is_refused(
    market: Market, path: str, button: str, fields: Fields
) -> None:
    """I9: a phone without a connection sends it by itself when it has one again."""
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 3)
    form, pressed = market.cleo.open(market.at(path)).form(button)
    a_round_later(market)
    page = market.cleo.submit(form, fields, pressed)
    assert page.status == 422
    assert page.refusals[""] == "This was for round 1, which is over. Look again."
    assert not market.talk.proposals


def test_an_offer_that_comes_once_its_bag_is_decided_on_is_refused(offered: Market) -> None:
    """I9: with the reason, and nothing stands on any board."""
    form, pressed = offered.bo.page.form("+2")
    offered.ann.press(buttons.LET_BY)
    board = offered.bo.submit(form, {}, pressed)
    assert board.refusals[""] == "Bo ’s bag is settled: offers over it no longer count."
    assert [proposal.deal.gold for proposal in offered.talk.proposals] == [4]
