"""The Sheriff's three buttons, a price that is named, and the rope that offers pull at (I6, I7, I9)."""

import re

import pytest

from companion.rules.seats import SHIELDS
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.proposals import Propose
from companion.rules.sheriff.talk import ProposalState
from tests.rules.given import ANN, BO, CLEO
from tests.web import buttons
from tests.web.evening import passes
from tests.web.phone import Page
from tests.web.stored import service_of
from tests.web.test_aloud import last, noted
from tests.web.test_deciding import declared, sent
from tests.web.test_talking import Market, offers, offers_over, posted

__all__ = ["declared"]


def names_price(market: Market, gold: int) -> Page:
    """The second of two taps: the first unfolds the sums."""
    form = market.ann.open(market.at()).form_to("/prices/1")
    tapped = next(button for button in form.buttons if button.get("value") == str(gold))
    return market.ann.submit(form, {}, tapped)


def ropes(page: Page) -> list[str]:
    """What each rope says."""
    return [one.text for one in page.root.elements("span") if one.get("class") == "tug"]


def test_the_sheriff_with_a_bag_to_decide_on_has_all_else_behind_one_button(declared: Market) -> None:
    page = declared.ann.open(declared.at())
    assert "More…" in page.text
    behind = page.found(r'(?s)<details id="more">(.*?)</details>')
    for words in ("Offer…", "Agreed aloud…", "Threaten to open:"):
        assert words in behind
        assert page.html.count(words) == behind.count(words)
    assert "More…" not in declared.cleo.open(declared.at()).text


def test_each_offer_shows_the_shield_of_who_gives(declared: Market) -> None:
    offers(declared.bo, gold=4)
    page = declared.ann.open(declared.at())
    asks = [one for one in page.root.elements("li") if "offer-asks" in one.get("class").split()]
    shields = [one["class"] for ask in asks for one in ask.elements("span") if "shield" in one.get("class")]
    assert shields == [f"shield field-{SHIELDS[BO]} shield-small"]


def test_i6_a_price_is_named_from_the_best_offer_upward_and_paid_with_one_tap(declared: Market) -> None:
    offers(declared.bo, gold=4)
    form = declared.ann.open(declared.at()).form_to("/prices/1")
    assert [button.get("value") for button in form.buttons] == ["", "5", "6", "9", ""]
    names_price(declared, 9)
    assert last(declared).deal == Deal(BO, ANN, 9)
    assert "9 gold asked for" in declared.ann.page.text
    assert "Without Bo ’s 4 gold" in declared.ann.page.form(buttons.LET_BY)[1].text
    page = declared.bo.open(declared.at())
    assert "Ann wants 9 gold to let you pass" in page.text
    assert "Pay 9 then Ann must let it pass" in page.text
    assert "decides on your bag" not in page.text
    assert "Ann asks Bo for 9 gold" in declared.cleo.open(declared.at()).text
    declared.bo.press("Pay 9")
    assert [one.state for one in declared.talk.proposals] == [ProposalState.WITHDRAWN, ProposalState.ACCEPTED]
    assert "accepted: it is binding" in declared.bo.page.text
    page = declared.ann.open(declared.at())
    assert "accepted: it is binding" in page.text
    assert "not while the bribe stands" in page.text
    assert "/prices/" not in page.html
    assert "is binding" not in declared.cleo.open(declared.at()).text


def test_i9_what_is_given_to_open_a_bag_counts_if_it_is_opened(declared: Market) -> None:
    offers_over(declared.cleo, BO, gold=7, decision="opens")
    declared.ann.open(declared.at())
    assert "accepted: counts if it is opened" in declared.ann.press(buttons.ACCEPT).text
    assert "Let it pass" in declared.ann.page.text


def test_i9_of_two_opposite_deals_each_says_when_it_counts(declared: Market) -> None:
    """The Sheriff named a price, and agreed with somebody else to open the same bag: one comes to nothing."""
    offers(declared.bo, gold=4)
    names_price(declared, 9)
    offers_over(declared.cleo, BO, gold=7, decision="opens")
    declared.ann.open(declared.at())
    declared.ann.press(buttons.ACCEPT)
    declared.bo.open(declared.at())
    page = declared.bo.press("Pay 9")
    assert "accepted: counts if it passes" in page.text
    assert "accepted: counts if it is opened" in declared.cleo.open(declared.at()).text
    assert "is binding" not in page.text + declared.cleo.page.text


def test_one_piece_of_gold_is_one_in_french_for_who_hears_it(declared: Market) -> None:
    for phone in (declared.ann, declared.bo):
        phone.headers["Accept-Language"] = "fr"
    assert "1 pièce d’or de Bo" in declared.ann.open(declared.at()).text
    assert "+1 pièce d’or pour Ann +2 pièces d’or pour Ann" in declared.bo.open(declared.at()).text


def test_i6_a_price_that_is_refused_leaves_what_was_offered(declared: Market) -> None:
    offers(declared.bo, gold=4)
    names_price(declared, 6)
    declared.bo.open(declared.at())
    declared.bo.press("No")
    assert [(one.deal.gold, one.state) for one in declared.talk.proposals] == [
        (4, ProposalState.OPEN),
        (6, ProposalState.REFUSED),
    ]
    assert "/bids/1" in declared.bo.page.html
    assert "You 6 gold asked for refused" in declared.bo.page.text
    assert "Bo 6 gold asked for refused" in declared.ann.open(declared.at()).text


def test_a_price_that_cannot_be_paid_is_refused_in_sight_once(declared: Market) -> None:
    """Beside the field in the dock; above the board for who hears the page."""
    form = declared.ann.open(declared.at()).form_to("/prices/1")
    page = declared.ann.submit(form, {"price": 90}, form.buttons[-1])
    assert page.beside("price") == "Bo has 50 gold and cannot give 90."
    [above] = [one for one in page.root.elements("div") if one.get("id") == "refusals"]
    assert "unseen" in above.get("class").split()


def test_i6_a_price_stays_beside_the_merchants_bid_on_every_screen_until_it_is_paid(declared: Market) -> None:
    offers(declared.bo, gold=3)
    names_price(declared, 8)
    form = declared.bo.open(declared.at()).form_to("/bids/1")
    declared.bo.submit(form, {}, next(one for one in form.buttons if one.get("value") == "2"))
    assert "Pay 8" in declared.bo.page.text
    assert "5 gold to let it pass" in declared.bo.page.text
    assert "Ann asks Bo for 8 gold" in declared.cleo.open(declared.at()).text
    declared.ann.open(declared.at())
    assert "8 gold asked for" in declared.ann.page.text
    assert "Without Bo ’s 5 gold" in declared.ann.page.text
    declared.ann.press("Refuse")
    declared.bo.open(declared.at())
    declared.bo.press("Pay 8")
    assert "accepted: it is binding" in declared.bo.page.text


def test_i6_a_price_goes_once_the_sheriff_takes_it_back_or_takes_the_bid(declared: Market) -> None:
    offers(declared.bo, gold=3)
    names_price(declared, 8)
    declared.ann.press("Withdraw")
    assert "Pay 8" not in declared.bo.open(declared.at()).text
    names_price(declared, 8)
    declared.ann.press(buttons.ACCEPT)
    assert "Pay 8" not in declared.bo.open(declared.at()).text
    assert "accepted: it is binding" in declared.bo.page.text


def test_i6_a_merchant_who_bids_stops_at_the_price_first_and_reads_what_is_more(declared: Market) -> None:
    """Two quick taps on five do not go past seven; the Sheriff still reads what was asked for."""
    names_price(declared, 5)
    form = declared.ann.open(declared.at()).form_to("/prices/1")
    declared.ann.submit(form, {"price": 7}, form.buttons[-1])
    steps = []
    for tap in ("5", "2", "5"):
        form = declared.bo.open(declared.at()).form_to("/bids/1")
        steps.append([button.get("value") for button in form.buttons])
        declared.bo.submit(form, {}, next(one for one in form.buttons if one.get("value") == tap))
    assert steps == [["1", "2", "5"], ["1", "2"], ["1", "2", "5"]]
    assert "5 more than asked" in declared.bo.open(declared.at()).text
    assert "7 gold asked for" in declared.ann.open(declared.at()).text


def test_the_bid_over_the_own_bag_says_so_beside_that_over_the_bag_that_is_decided_on(
    declared: Market,
) -> None:
    """Both are offered at once: one must not be taken for the other."""
    said = declared.cleo.open(declared.at()).text
    assert said.index("Bo : open it") < said.index("Your own bag")
    assert "Your bribe" not in said
    assert "Your bribe" in declared.bo.open(declared.at()).text


def test_i6_another_price_takes_the_place_of_the_first(declared: Market) -> None:
    names_price(declared, 5)
    form = declared.ann.open(declared.at()).form_to("/prices/1")
    declared.ann.submit(form, {"price": 12}, form.buttons[-1])
    assert [(one.deal.gold, one.state) for one in declared.talk.proposals] == [
        (5, ProposalState.WITHDRAWN),
        (12, ProposalState.OPEN),
    ]


@pytest.mark.parametrize("typed", ["", "0", "-1", "51", "five"])
def test_a_price_that_cannot_be_paid_is_refused_where_it_was_typed(declared: Market, typed: str) -> None:
    form = declared.ann.open(declared.at()).form_to("/prices/1")
    page = declared.ann.submit(form, {"price": typed}, form.buttons[-1])
    assert page.status == 422
    assert page.refusals["price"]
    panel = page.root.with_id("price")
    assert panel is not None
    assert "open" in panel.attributes
    assert page.text.count(page.refusals["price"]) == 2
    assert next(one for one in panel.elements("input") if one["name"] == "price").get("value", "") == typed
    assert not declared.talk.proposals


def test_i6_nobody_but_the_sheriff_names_a_price(declared: Market) -> None:
    for phone in (declared.bo, declared.cleo):
        assert "/prices/" not in phone.open(declared.at()).html
        assert posted(phone, declared.at("/prices/1"), gold=5).status == 422
    assert sent(declared.ann, declared.at(f"/prices/{ANN}"), gold=5).status == 422
    assert not declared.talk.proposals


def test_i9_the_rope_shows_what_stands_for_passing_and_what_for_opening(declared: Market) -> None:
    """The merchant's own offer first; on every phone the same."""
    service = service_of(declared.bank.client.application)
    for gold, decision in ((20, Decision.OPENS), (3, Decision.PASSES)):
        offer = Propose(BO, Deal(CLEO, ANN, gold, decision=decision))
        service.say(declared.bank.page.game, offer, f"{gold}", lambda _: {CLEO}, lambda *_: None)
    offers(declared.bo, gold=4, promise="never again")
    said = "7 gold to let it pass Bo 4 gold a promise Cleo 3 gold 20 gold to open it Cleo 20 gold"
    for phone in (declared.ann, declared.bo, declared.bank, declared.cleo):
        page = phone.open(declared.at())
        assert ropes(page) == [said]
        passes, opens = map(float, re.findall(r"scale\(([-.\d]+) 1\)", page.html))
        assert 0 < -passes < opens < 1  # each to its side, and the 20 gold further than the 7
    in_full = "Bo offers Ann 4 gold and the promise “ never again ” if Bo ’s bag passes"
    assert in_full in declared.cleo.page.text


def test_whose_bag_a_rope_is_over_is_said_where_there_are_two(declared: Market) -> None:
    service = service_of(declared.bank.client.application)
    for seat in (BO, CLEO):
        offer = Propose(seat, Deal(seat, ANN, 4))
        service.say(declared.bank.page.game, offer, f"{seat}", lambda _: {BO, CLEO}, lambda *_: None)
    page = declared.ann.open(declared.at())
    assert len(ropes(page)) == 2
    (pulls,) = (one.text for one in page.root.elements("summary") if "to let it pass" in one.text)
    assert pulls.startswith("Cleo ’s bag 4 gold to let it pass")


def test_the_rope_pulls_by_what_is_agreed_and_by_nothing_that_is_only_asked_for(declared: Market) -> None:
    names_price(declared, 5)
    assert ropes(declared.cleo.open(declared.at())) == []
    declared.bo.open(declared.at())
    declared.bo.press("Pay 5")
    assert ropes(declared.cleo.open(declared.at())) == [
        "5 gold to let it pass Bo 5 gold accepted 0 gold to open it"
    ]


def test_a_threat_is_above_all_on_the_phone_of_the_threatened(declared: Market) -> None:
    declared.ann.open(declared.at())
    declared.ann.press("Threaten to open: Bo")
    page = declared.bo.open(declared.at())
    assert "board-threatened" in page.html
    (told,) = (one.text for one in page.root.elements("p") if one.get("class") == "threat")
    assert told == "Ann threatens to open your bag"
    assert page.html.count("threatens to open your bag") == 1
    page = declared.cleo.open(declared.at())
    assert "board-threatened" not in page.html
    assert "Ann threatens to open Bo ’s bag" in page.text


def test_what_was_agreed_aloud_and_came_to_nothing_is_told_as_that(declared: Market) -> None:
    """And not as something that the Sheriff asked for."""
    noted(declared, "Dov", gold=2, decision="opens", bag=BO)
    noted(declared, "Bo", gold=5, bag=BO)
    passes(declared.ann, "Bo", "apples", 3)
    page = declared.ann.open(declared.at())
    assert "Agreed aloud and lapsed: 2 gold of Dov for Ann" in page.text
    assert "Agreed aloud, but not confirmed: 5 gold of Bo for Ann" in page.text
    assert "asked for" not in page.text
