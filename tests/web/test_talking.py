"""Talk at a table of several phones: declarations, threats, offers, promises (T4, I6 to I10)."""

from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.proposals import Propose
from companion.rules.sheriff.talk import ProposalState, Talk
from tests.rules.given import ANN, BO, CLEO
from tests.tables import table
from tests.web import buttons
from tests.web.evening import at_table, bag_of, holds, passes
from tests.web.markup import Element
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import comes_in, makes_bank, records, seated
from tests.web.stored import table_of, talk_of, unchanged

ID = "an-id-of-this-talk-alone"


@dataclass
class Market:
    """Four at a table with a phone each: Ann is Sheriff; the bank's phone holds no seat."""

    bank: Phone
    ann: Phone
    bo: Phone
    cleo: Phone

    @property
    def talk(self) -> Talk:
        """What was said."""
        return talk_of(self.bank)

    def at(self, path: str = "") -> str:
        """An address of this table."""
        return f"/g/{self.bank.page.game}{path}"

    def look(self) -> None:
        """Everybody looks at the board."""
        for phone in (self.bank, self.ann, self.bo, self.cleo):
            phone.open(self.at())


@pytest.fixture
def market(app: Flask) -> Market:
    """A fresh table; Dov has no phone."""
    bank = at_table(app)
    return Market(bank, *(seated(app, bank, name) for name in ("Ann", "Bo", "Cleo")))


def declares(phone: Phone, good: str, number: int) -> Page:
    """The biggest button, the good, the number; on an own phone nothing is noted."""
    phone.open(f"/g/{phone.page.game}")
    if "Pack your bag" in phone.page.text:
        phone.follow(buttons.PACK_YOUR_BAG)
        phone.follow(buttons.ONLY_SAY_IT)
    else:
        phone.follow("declare")
    return phone.press(f"Declare {number}", {"good": good})


def offers(phone: Phone, **fields: str | int) -> Page:
    """Something is offered; field names without their prefix."""
    phone.open(f"/g/{phone.page.game}/offers/new")
    if any(name.startswith(("bag_", "stand_")) for name in fields):
        phone.press(buttons.CARDS_FROM_BAG)
    if "promise" in fields:
        phone.press("+ Promise")
    return phone.press(
        buttons.OFFER, {f"offer-{name.replace('_', '-', 1)}": value for name, value in fields.items()}
    )


def posted(phone: Phone, path: str, **fields: str | int) -> Page:
    """A form sent without a page."""
    tokens = {"csrf_token": phone.token, "action_id": ID}
    return phone.send("POST", path, [(name, str(value)) for name, value in {**tokens, **fields}.items()])


def test_merchants_declare_in_their_order_and_everybody_sees_it(market: Market) -> None:
    """T4, I1: clockwise from the Sheriff's left, among those with a phone."""
    market.look()
    assert "Bo declares next" in market.ann.page.text
    assert "said aloud? on to the bag" in market.ann.page.text
    board = declares(market.bo, "apples", 4)
    assert board.path == market.at()
    assert "Your bribe" in board.text
    assert "Cleo declares next" in board.text
    market.look()
    assert "Bo : 4 apples" in market.ann.page.text
    assert "Bo : 4 apples" in market.cleo.page.text
    declares(market.cleo, "cheese", 2)
    assert "Ann decides on Bo ’s bag" in market.cleo.page.text
    assert market.talk.declarations == {1: Declaration("apples", 4), 2: Declaration("cheese", 2)}


def test_t4_the_sheriff_waits_for_a_merchant_who_is_about_to_declare(market: Market) -> None:
    """What others are still packing is not the next thing to inspect, nor is a bag decided on before all have
    spoken; said aloud, it can be.
    """
    for phone, good, left in (
        (market.bo, "apples", "Bo declares next said aloud? on to the bag"),
        (market.cleo, "cheese", "Cleo declares next or on to Bo ’s bag"),
    ):
        page = market.ann.open(market.at())
        assert left in page.text
        assert page.found(r'<a class="(next[^"]*)" href="[^"]*/bags/1"') == "next next-wait"
        assert "Let it pass" not in page.text
        declares(phone, good, 2)
    page = market.ann.open(market.at())
    assert "next-wait" not in page.html
    assert "Let it pass" in page.text


def test_where_the_bank_records_a_phone_that_waits_reads_for_whom(market: Market) -> None:
    """The Sheriff's own phone too, which has no button: who declares, then that the bank alone books."""
    records(market.bank, "bank")
    assert "Bo declares next" in market.ann.open(market.at()).text
    assert "inspects" not in market.ann.page.text
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 2)
    for phone, waits in ((market.ann, "Ann decides on Bo ’s bag"), (market.bo, "Ann decides on your bag")):
        assert f"{waits} only the bank can record it" in phone.open(market.at()).text
    for name in ("Bo", "Cleo", "Dov"):
        passes(market.bank, name, "apples", 2)
    assert "Ann ends the round only the bank can record it" in market.ann.open(market.at()).text
    assert "only the bank" not in market.bank.open(market.at()).text


def test_when_all_have_declared_the_market_is_over(market: Market) -> None:
    """T4: the phase follows what was said, although nothing is booked yet."""
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 2)
    for page in (market.ann.open(market.at()), market.cleo.open(market.at())):
        assert "Market and bags" in page.text
        assert "go to market" in page.text
    market.bank.open(market.at("/declarations/3"))
    market.bank.press("Declare 3", {"good": "bread"})
    for phone in (market.ann, market.bank, market.cleo):
        page = phone.open(market.at())
        assert "Inspection" in page.text
        assert "market" not in page.text.lower()


def test_the_bank_is_led_to_speak_for_players_without_a_phone(app: Flask) -> None:
    """T4: Bo, who is to speak before Cleo, has none; what Cleo says, Cleo's own phone says."""
    bank = at_table(app)
    seated(app, bank, "Ann")
    seated(app, bank, "Cleo")
    bank.open(f"/g/{bank.page.game}")
    page = declares(bank, "apples", 2)
    assert "Bo : 2 apples" in page.text
    assert "Cleo declares next" in page.text
    assert 'data-turn=""' in page.answer.text


def test_out_of_order_it_is_refused_once_with_the_good_still_chosen(market: Market) -> None:
    """That others come first is not about a field: it is only shown above the form."""
    page = posted(market.bank, market.at("/declarations/3"), good="bread", number=3)
    assert page.status == 422
    assert page.text.count("Bo declares first.") == 1
    assert dict(page.forms[0].fields)["good"] == "bread"
    assert not market.talk.declarations


def test_a_declaration_is_said_otherwise_and_taken_back(market: Market) -> None:
    declares(market.bo, "apples", 4)
    market.bo.follow("My bag")
    market.bo.press("I am Bo")
    market.bo.press("Declare", {"in-apples": 2, "in-silk": 1, "declared": "bread"})
    assert market.talk.declarations == {1: Declaration("bread", 3)}
    market.bo.follow("My bag")
    market.bo.press("I am Bo")
    page = market.bo.press(buttons.TAKE_BACK)
    assert not market.talk.declarations
    assert "Pack your bag" in page.text


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"number": "3"}, "good"),
        ({"good": "mead", "number": "3"}, "good"),
        ({"good": "apples"}, "number"),
        ({"good": "apples", "number": "6"}, "number"),
        ({"good": "apples", "number": "1 0"}, "number"),
    ],
)
def test_an_invalid_declaration_is_refused_beside_its_field(
    market: Market, fields: dict[str, str], field: str
) -> None:
    page = posted(market.bo, market.at("/declarations/1"), **fields)
    assert page.status == 422
    assert page.beside(field)


def test_the_sheriff_threatens_and_lets_be(market: Market) -> None:
    declares(market.bo, "apples", 4)
    market.ann.open(market.at())
    page = market.ann.press("Threaten to open: Bo")
    assert "Ann threatens to open Bo ’s bag" in page.text
    market.look()
    assert "Ann threatens to open your bag" in market.bo.page.text
    assert not [form for form in market.bo.page.forms if form.element.get("action").endswith("/threats")]
    assert "Ann threatens, holds 50" in market.bank.open(market.at("/bags/1")).text
    page = market.ann.press("Let Bo be")
    assert "threatens" not in page.text
    assert market.talk.threatened is None


def test_who_waits_is_told_first_of_all_what_waits_for_an_answer(market: Market) -> None:
    """On small phones an offer may be below the bar."""
    declares(market.bo, "apples", 4)
    offers(market.ann, gold=2, receiver=1)
    text = market.bo.open(market.at()).text
    assert "1 offer waits for you Cleo declares next" in text
    declares(market.cleo, "cheese", 2)
    assert "1 offer waits for you Ann decides on your bag" in market.bo.open(market.at()).text
    assert "wait for you" not in market.cleo.page.text


def offers_over(phone: Phone, bag: int, **fields: str | int) -> Page:
    """Something is offered over this bag; field names without their prefix."""
    asked = {f"offer-{name.replace('_', '-')}": value for name, value in fields.items()}
    phone.open(f"/g/{phone.page.game}/offers/new?{urlencode({'bag': bag, **asked})}")
    return phone.press(buttons.OFFER)


def stack(page: Page) -> Element:
    """The list of what waits for an answer."""
    return next(one for one in page.root.elements("ul") if one.get("class") == "asks")


def asks(page: Page) -> list[str]:
    """What waits for an answer above the next button, as it is written, most gold first."""
    lines = (one for one in page.root.elements("li") if "offer-asks" in one.get("class"))
    return [next(line.elements("div")).text for line in lines]


def test_all_that_waits_for_the_sheriff_is_one_stack_most_gold_first(market: Market) -> None:
    """Whoever gives it, over whosever bag; each says what it is for and whose bag it is about. Of as much the
    newest comes first, so a bid that was raised does not stay where it began.
    """
    declares(market.bo, "apples", 4)
    offers(market.bo, gold=3)
    offers_over(market.cleo, 1, gold=3, decision="opens", promise="Dov is opened")
    offers_over(market.cleo, 2, gold=2, bag_apples=1)
    page = market.ann.open(market.at())
    assert asks(page) == [
        "Cleo 3 gold if opened: Bo ’s bag the promise “ Dov is opened ”",
        "Bo 3 gold for Bo ’s bag",
        "Cleo 2 gold for Cleo ’s bag 1 “apple” on Cleo ’s word",
    ]
    posted(market.bo, market.at("/bids/1"), **{"from": 3, "merchant": 1, "passes": 5})
    page = market.ann.open(market.at())
    assert asks(page)[0] == "Bo 8 gold for Bo ’s bag"
    assert page.text.count("Bo offers you 8 gold") == 3  # on each of its two buttons, and under the rope
    market.ann.press(buttons.ACCEPT)
    assert market.talk.proposals[0].state is ProposalState.ACCEPTED
    assert len(asks(market.ann.page)) == 2
    assert not asks(market.bo.open(market.at()))


def test_who_offers_and_how_much_comes_first_and_all_of_a_long_promise_is_read(market: Market) -> None:
    """Nobody accepts what they cannot see."""
    declares(market.bo, "apples", 4)
    offers(market.bo, gold=5, promise="a favour " * 14)
    (offer,) = (one for one in stack(market.ann.open(market.at())).elements("li") if one.get("id"))
    assert next(offer.elements("p")).text == "Bo 5 gold for Bo ’s bag"
    assert f"the promise “ {('a favour ' * 14).strip()} ”" in offer.text


def test_offers_that_lie_over_a_running_clock_say_how_late_it_is(app: Flask) -> None:
    """One leaves it in sight; a clock that is not running is no news."""
    apples = Declaration("apples", 2)
    there = table(app, 3, expansions=["timer"]).says(Declare(BO, apples), Declare(CLEO, apples))
    there.says(Propose(BO, Deal(BO, ANN, 2)))
    ann = there.phone(ANN)
    for running, clocks in ((True, 0), (False, 0)):
        there.service.set_clock(there.id, 150_000, running=running)
        assert ann.open(f"/g/{there.id}").html.count("data-clock") == clocks
    there.says(Propose(CLEO, Deal(CLEO, ANN, 3)))
    for running, clocks in ((False, 0), (True, 1)):
        there.service.set_clock(there.id, 150_000, running=running)
        assert ann.open(f"/g/{there.id}").html.count("data-clock") == clocks


def test_how_many_offers_wait_is_said_since_not_all_are_in_sight(market: Market) -> None:
    """Above the buttons, on the sheet of their bag, and to who hears the list; of one alone nothing."""
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 2)
    offers(market.bo, gold=8)
    assert "Without" not in stack(market.ann.open(market.at())).text
    assert "1 offer" not in stack(market.ann.page).text
    offers_over(market.cleo, 1, gold=3)
    offers(market.cleo, gold=2)
    page = market.ann.open(market.at())
    assert "3 offers The offers of Bo and Cleo would lapse" in stack(page).text
    assert stack(page)["aria-label"] == "3 offers wait for you"
    sheet = market.ann.open(market.at("/bags/1"))
    assert "2 offers Bo offers you 8 gold" in sheet.text
    assert "offers" not in market.ann.open(market.at("/bags/2")).text.partition("Cleo offers")[0]


def test_what_a_merchant_calls_the_cards_of_a_bag_is_theirs_to_say_once(market: Market) -> None:
    page = offers(market.bo, gold=8, bag_apples=2, bag_cheese=1)
    assert "You offer Ann 8 gold, 2 “apples” and 1 “cheese” on Bo ’s word" in page.text


def test_who_is_offered_something_over_the_own_bag_reads_whose_it_is(market: Market) -> None:
    """Whoever is asked has the same stack, the bank for those without a phone."""
    declares(market.bo, "apples", 4)
    offers_over(market.ann, 1, gold=2, receiver=1, decision="passes")
    assert asks(market.bo.open(market.at())) == ["Ann 2 gold if passed: your bag"]
    assert "Ann offers you 2 gold if your bag passes" in market.bo.page.text
    assert "Ann offers Bo 2 gold if Bo ’s bag passes" in market.cleo.open(market.at()).text
    offers_over(market.ann, 1, gold=2, receiver=3, decision="")
    assert asks(market.bank.open(market.at())) == ["Ann to Dov 2 gold over Bo ’s bag"]


def test_an_offer_that_comes_too_late_is_told_so(market: Market) -> None:
    """Its bag was booked meanwhile; an offer is not what is taken back or corrected."""
    declares(market.bo, "apples", 4)
    offers(market.bo, gold=8)
    passes(market.bank, "Bo", "apples", 4)
    too_late = "Bo ’s bag is settled: offers over it no longer count."
    assert posted(market.ann, market.at("/offers/1001/answers"), accepts=1).refusals == {"": too_late}
    page = posted(market.cleo, market.at("/offers"), bag=1, **{"offer-gold": 1})
    assert page.refusals == {"": too_late}
    for name in ("Cleo", "Dov"):
        passes(market.bank, name, "apples", 1)
    page = market.cleo.open(market.at("/offers/new"))
    assert page.path.split("?")[0] == market.at()
    assert "is settled" in page.text
    assert "Offer…" not in page.text


def test_what_may_be_withdrawn_and_not_changed_says_so_in_a_word(market: Market) -> None:
    """What was accepted and can no longer be paid: a cross alone beside it tells nobody what it does."""
    offers(market.bo, gold=40)
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    market.bank.open(market.at("/pay?giver=1"))
    market.bank.press(buttons.RECORD, {"giver": 1, "receiver": 2, "gold": 30})
    page = market.bo.open(market.at())
    form = page.form_to("/offers/1001/withdrawals")
    (button,) = form.element.elements("button")
    assert not [*button.elements("svg")]
    assert button.text.startswith("Withdraw")
    assert "can no longer be paid" in page.text


def test_an_offer_is_raised_accepted_and_booked_with_the_bag(market: Market) -> None:
    """I6, I7: the bribe is paid as the bag passes, and until then its gold is on the table."""
    declares(market.bo, "apples", 4)
    page = offers(market.bo, gold=8, bag_apples=1)
    assert "You offer Ann 8 gold and 1 “apple” on Bo ’s word" in page.text
    market.bo.follow("Change")
    assert "You have 50 gold" in market.bo.page.text
    page = market.bo.press(buttons.OFFER_THIS_INSTEAD, {"offer-gold": 12})
    assert "You offer Ann 12 gold and 1 “apple” on Bo ’s word" in page.text
    turn = market.ann.open(market.at()).found(r'data-turn="([^"]*)"')
    assert "answer-1001-1" in turn
    page = market.ann.press(buttons.ACCEPT)
    assert page.path == market.at()
    assert "accepted" in page.text
    market.bo.open(market.at("/offers/new"))
    assert "You have 50 gold, 12 of it is on the table" in market.bo.page.text
    market.ann.open(market.at())
    bag_of(market.ann, "Bo")
    assert "not while the bribe stands" in market.ann.page.text
    market.ann.press(buttons.PASSES)
    holds(market.ann, Ann=62, Bo=38)
    stand = table_of(market.bank).game.stand
    assert (dict(stand(0)), dict(stand(1))) == ({"apples": 1}, {"apples": 3})


def test_what_was_said_fills_the_sheet_until_the_sheriff_says_otherwise(market: Market) -> None:
    declares(market.bo, "apples", 4)
    sheet = market.ann.open(market.at("/bags/1"))
    fields = dict(sheet.forms[0].fields)
    assert (fields["good"], fields["number"]) == ("apples", "4")
    market.ann.press(buttons.PASSES, {"good": "bread", "number": 2})
    assert dict(table_of(market.bank).game.stand(1)) == {"bread": 2}


def offered_over(phone: Phone) -> tuple[str, str]:
    """Whose bag a new offer is proposed for, by number, and what its button says about that."""
    page = phone.open(f"/g/{phone.page.game}/offers/new")
    form, button = page.form(buttons.OFFER)
    return dict(form.fields)["bag"], button.text.removeprefix("Offer it ")


def test_i9_an_offer_is_proposed_over_the_bag_that_it_is_likely_about(market: Market) -> None:
    """The own one, unless something lies on the table for it already, which is changed there; then the one
    that is next. What the Sheriff threatens is what all talk about.
    """
    own, bos = "it counts with your bag, if accepted", "it counts with Bo ’s bag, if accepted"
    declares(market.bo, "apples", 4)
    declares(market.cleo, "cheese", 2)
    assert offered_over(market.bo) == ("1", own)
    assert offered_over(market.cleo) == ("2", own)
    assert offered_over(market.ann) == ("1", bos)
    offers(market.cleo, gold=2)
    assert offered_over(market.cleo) == ("1", bos)
    market.ann.open(market.at())
    market.ann.press("Threaten to open: Cleo")
    assert offered_over(market.cleo) == ("2", own)
    cleos = ("2", "it counts with Cleo ’s bag, if accepted")
    assert [offered_over(phone) for phone in (market.bo, market.ann)] == [cleos] * 2


def test_an_answer_is_to_the_words_that_were_read(market: Market) -> None:
    offers(market.bo, gold=8)
    market.ann.open(market.at())
    form, accept = market.ann.page.form(buttons.ACCEPT)
    market.bo.follow("Change")
    market.bo.press(buttons.OFFER_THIS_INSTEAD, {"offer-gold": 3})
    page = market.ann.submit(form, {}, accept)
    assert page.status == 422
    assert page.refusals == {"": "This offer has just changed. Read it again."}


def test_gold_on_the_table_is_not_offered_twice(market: Market) -> None:
    offers(market.bo, gold=45)
    page = offers(market.bo, receiver=2, gold=6)
    assert page.status == 422
    sentence = "You have 50 gold, and 45 of it is offered elsewhere: not enough for 6."
    assert page.beside("offer-gold") == sentence
    assert page.root.with_id("offer-gold")["value"] == "6"  # type: ignore[index]


def test_i9_a_second_offer_for_the_same_begins_with_what_the_first_gives(market: Market) -> None:
    declares(market.bo, "apples", 4)
    market.bo.press("+5")
    market.bo.open(market.at("/offers/new?bag=1"))
    assert "You have 50 gold" in market.bo.page.text
    assert "on the table" not in market.bo.page.text
    assert "Replaces" not in market.bo.page.text
    market.bo.press("+ Promise")
    market.bo.press(buttons.OFFER, {"offer-promise": "Lunch"})
    (deal,) = (proposal.deal for proposal in market.talk.proposals if proposal.stands)
    assert (deal.gold, deal.promise) == (5, "Lunch")


def test_i9_an_offer_says_which_other_one_it_replaces(market: Market) -> None:
    offers(market.bo, gold=5)
    page = market.bo.open(market.at("/offers/new?bag=1&offer-giver=1&offer-receiver=0&offer-promise=Lunch"))
    assert "Replaces 5 gold" in page.text
    page = market.bo.open(market.at("/offers/new?bag=1&offer-giver=1&offer-receiver=2&offer-gold=1"))
    assert "Replaces" not in page.text


def test_the_sheriff_offers_to_the_merchant_whose_bag_is_threatened(market: Market) -> None:
    market.ann.open(market.at())
    market.ann.press("Threaten to open: Cleo")
    page = offers(market.ann, gold=2, promise="No word of it")
    assert "You offer Cleo 2 gold and the promise “ No word of it ”" in page.text
    assert market.talk.proposals[0].merchant == 2


@pytest.mark.parametrize(
    "fields, field",
    [
        ({}, "offer-gold"),
        ({"offer-gold": "x"}, "offer-gold"),
        ({"offer-gold": "51"}, "offer-gold"),
        ({"offer-gold": "1", "offer-receiver": "1"}, "offer-receiver"),
        ({"offer-gold": "1", "offer-receiver": "9"}, "offer-receiver"),
        ({"offer-stand-apples": "1"}, "offer-goods"),
        ({"offer-bag-dragon": "1"}, "offer-goods"),
        ({"offer-promise": "x" * 141}, "offer-promise"),
        ({"offer-gold": "1", "bag": "0"}, "bag"),
    ],
)
def test_an_invalid_offer_is_refused_beside_its_field(
    market: Market, fields: dict[str, str], field: str
) -> None:
    page = posted(market.bo, market.at("/offers"), **fields)
    assert page.status == 422
    assert page.beside(field), page.refusals
    assert not market.talk.proposals


def test_nobody_offers_or_answers_for_somebody_else(market: Market) -> None:
    page = posted(market.bo, market.at("/offers"), **{"offer-gold": 1, "offer-giver": 2})
    assert page.refusals == {"": "This is up to Cleo or the bank."}
    offers(market.bo, gold=8)
    for phone in (market.bo, market.cleo):
        assert "Accept" not in phone.open(market.at()).text
        page = posted(phone, market.at("/offers/1001/answers"), accepts=1, changes=0)
        assert (page.status, page.refusals) == (422, {"": "This is up to Ann or the bank."})
    assert posted(market.cleo, market.at("/offers/1001/withdrawals")).status == 422
    assert posted(market.cleo, market.at("/offers/1001"), **{"offer-gold": 1}).status == 422
    assert market.talk.proposals[0].deal.gold == 8


def test_an_id_that_comes_with_other_words_is_refused(app: Flask, market: Market) -> None:
    sent = {"csrf_token": market.bo.token, "action_id": ID, "good": "apples"}
    path = market.at("/declarations/1")
    assert market.bo.send("POST", path, [*sent.items(), ("number", "3")]).status == 303
    with unchanged(app):
        refused = market.bo.send("POST", path, [*sent.items(), ("number", "4")])
    assert refused.status == 409
    assert "That was already recorded differently" in refused.text
    assert market.bo.send("POST", path, [*sent.items(), ("number", "3")]).status == 303
    assert market.talk.declarations == {1: Declaration("apples", 3)}


def test_what_is_only_said_does_not_tell_that_nothing_was_booked(market: Market) -> None:
    """An offer of nothing, and a declaration of nothing."""
    for path, button in (("/offers/new", "Offer it"), ("/declarations/1", "Declare")):
        market.bo.open(market.at(path))
        page = market.bo.press(button)
        assert page.status == 422
        assert "This did not work." in page.text
        assert "Not recorded" not in page.text


def test_strangers_and_watchers_say_nothing(app: Flask, market: Market) -> None:
    offers(market.bo, gold=8)
    watcher = comes_in(app, market.bank, "Just watch")
    assert "Bo offers Ann 8 gold" in watcher.page.text
    assert "Offer…" not in watcher.page.text
    for phone in (watcher, Phone(app)):
        phone.send("GET", "/settings")
        with unchanged(app):
            for path in (
                "/declarations/1",
                "/offers",
                "/offers/1001",
                "/offers/1001/answers",
                "/offers/1001/withdrawals",
                "/threats",
                "/promises",
            ):
                assert posted(phone, market.at(path), accepts=1, seat=1).status == 403


def test_the_bank_speaks_for_whom_it_must(market: Market) -> None:
    """A phone that went to sleep holds nobody up, and who has none is spoken for by the bank."""
    market.bank.open(market.at())
    market.bank.follow("Declare for Bo")
    market.bank.press("Declare 2", {"good": "apples"})
    assert market.talk.declarations == {1: Declaration("apples", 2)}
    offers(market.ann, gold=2, receiver=3)
    page = market.bank.open(market.at())
    assert page.form(buttons.ACCEPT)
    offers(market.ann, gold=2, receiver=1)
    assert (
        len([form for form in market.bank.open(market.at()).forms if "answers" in form.element.get("action")])
        == 1
    )


def test_the_bank_offers_for_a_merchant_without_a_phone(market: Market) -> None:
    """I9: about any bag, between any two; cards of a bag only from its own merchant."""
    market.bank.open(market.at("/offers/new?bag=3"))
    market.bank.press(buttons.CARDS_FROM_BAG)
    page = market.bank.press(buttons.OFFER, {"offer-giver": 3, "offer-bag-face_down": 2})
    assert "Dov offers Ann 2 cards face down from the bag" in page.text
    market.bank.open(market.at("/offers/new?bag=3&offer-giver=2&offer-goods=1"))
    assert not market.bank.page.root.with_id("offer-bag-apples")
    page = posted(
        market.bank,
        market.at("/offers"),
        bag=3,
        **{"offer-giver": 2, "offer-receiver": 3, "offer-bag-apples": 1},
    )
    assert page.beside("offer-goods") == "Only Dov can promise cards from this bag."


def test_the_bank_that_plays_offers_its_own_things_first(market: Market) -> None:
    """Its own bag is booked, and an offer is made over another's: nothing in that player's name."""
    posted(market.bank, market.at("/seats"), seat=3)
    market.bank.open(market.at())
    passes(market.bank, "Dov", "apples", 2)
    page = market.bank.open(market.at("/offers/new"))
    form, _ = page.form(buttons.OFFER)
    assert dict(form.fields)["offer-giver"] == "3"
    assert "You offer Ann 4 gold" in market.bank.press(buttons.OFFER, {"offer-gold": 4}).text


def asked(market: Market, **fields: str | int) -> Page:
    """The bank, who is Ann, asks for what others give: at first what Bo does, over Bo's bag."""
    makes_bank(market.bank, 0)
    market.ann.open(market.at(f"/offers/new?bag={fields.pop('bag', 1)}&offer-giver={fields.pop('giver', 1)}"))
    sent: Fields = {f"offer-{name}": value for name, value in fields.items()}
    return market.ann.press(buttons.ASK_FOR_IT, sent)


def test_i6_the_bank_asks_who_has_a_phone_and_says_nothing_in_their_name(market: Market) -> None:
    """Bo's own bribe stays as it was, and Ann accepts nothing that Bo did not offer."""
    offers(market.bo, gold=5)
    board = asked(market, gold=32)
    assert board.path == market.at()
    market.look()
    for phone in (market.bank, market.cleo):
        assert "Ann asks Bo for 32 gold" in phone.page.text
        assert "Bo offers Ann 5 gold" in phone.page.text
    assert "You ask Bo for 32 gold" in market.ann.page.text
    assert "Ann wants 32 gold to let you pass" in market.bo.page.text
    assert "You offer Ann 5 gold" in market.bo.page.text
    answered = [
        form.element["action"] for form in market.ann.page.forms if "/answers" in form.element["action"]
    ]
    assert answered == [market.at("/offers/1001/answers")]
    market.bo.press("Pay 32")
    assert [one.state for one in market.talk.proposals] == [ProposalState.WITHDRAWN, ProposalState.ACCEPTED]
    assert "Bo 32 gold accepted" in market.cleo.open(market.at()).text


def test_i6_the_form_says_who_asks_before_it_is_sent(market: Market) -> None:
    makes_bank(market.bank, 0)
    page = market.ann.open(market.at("/offers/new?bag=1&offer-giver=1&offer-gold=32"))
    assert "Ann asks Bo for 32 gold" in page.text
    assert page.form(buttons.ASK_FOR_IT)
    page = market.ann.open(market.at("/offers/new?bag=3&offer-giver=3&offer-receiver=0&offer-gold=32"))
    assert "Dov offers Ann 32 gold" in page.text
    assert page.form(buttons.OFFER)


def test_i9_the_bank_asks_in_no_name_but_of_those_without_a_phone(market: Market) -> None:
    """Between two who both have phones, the bank has nothing to say."""
    makes_bank(market.bank, 0)
    page = market.ann.open(market.at("/offers/new?bag=1&offer-giver=1&offer-receiver=2&offer-gold=3"))
    form, _ = page.form(buttons.ASK_FOR_IT)
    assert form.offers("offer-receiver") == frozenset({"0", "1", "3", ""})
    page = posted(
        market.ann, market.at("/offers"), bag=1, **{"offer-giver": 1, "offer-receiver": 2, "offer-gold": 3}
    )
    assert page.beside("offer-receiver") == "Only their own phone can ask for that."
    assert not market.talk.proposals


def test_a_bank_without_a_seat_where_all_have_phones_has_nothing_to_offer(app: Flask, market: Market) -> None:
    assert "Offer…" in market.bank.open(market.at()).text
    seated(app, market.bank, "Dov")
    assert "Offer…" not in market.bank.open(market.at()).text


def test_i6_what_was_asked_for_and_not_answered_comes_to_nothing(market: Market) -> None:
    asked(market, gold=32)
    passes(market.ann, "Bo", "apples", 2)
    market.look()
    assert "Ann asked for 32 gold: lapsed" in market.bo.page.text


def test_i7_who_accepted_by_mistake_gives_it_back_and_all_are_told(market: Market) -> None:
    declares(market.bo, "apples", 4)
    offers(market.bo, gold=8)
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    assert "Undo" not in market.bo.open(market.at()).text
    page = market.ann.press("Undo")
    assert page.form(buttons.ACCEPT)
    assert "Bo offers Ann 8 gold no longer accepted" in market.cleo.open(market.at()).text
    assert "You offer Ann 8 gold no longer accepted" in market.bo.open(market.at()).text
    assert "reopened-1001" in market.bo.page.answer.text
    market.ann.press(buttons.ACCEPT)
    passes(market.ann, "Bo", "apples", 4)
    assert "Undo" not in market.ann.open(market.at()).text
    holds(market.bank, Ann=58, Bo=42)


def test_french_players_read_their_own_words(app: Flask, market: Market) -> None:
    offers(market.bo, gold=8, bag_apples=2)
    page = comes_in(app, market.bank, "Dov", "fr").page
    assert "Bo propose à Ann : 8 pièces d’or et 2 « pommes » (à en croire Bo )" in page.text
    assert "Proposer…" in page.text


def test_one_phone_alone_has_no_talk(app: Flask) -> None:
    bank = at_table(app)
    assert 'class="talk"' not in bank.page.html
    fields: Fields = {"deal-0-gold": 1, "deal-0-promise": "Dov is opened"}
    page = passes(bank, "Bo", "apples", 2, fields)
    assert "Dov is opened" in page.text


def test_pages_of_what_cannot_be_said_now_lead_back_to_the_board(market: Market) -> None:
    offers(market.bo, gold=8)
    for phone, path, why in (
        (market.bank, "/declarations/3", "Bo declares first."),
        (market.cleo, "/declarations/1", "This is up to Bo or the bank."),
        (market.cleo, "/offers/1001", "This is up to Bo or the bank."),
        (market.ann, "/offers/7", "This offer is no longer there."),
    ):
        page = phone.open(market.at(path))
        assert page.path.split("?")[0] == market.at()
        assert why in page.text


def test_t4_all_that_was_said_at_once_is_read_out(market: Market) -> None:
    declares(market.cleo, "cheese", 2)
    known = market.bank.open(market.at()).found(r'data-mark="([\d.]+)"')
    declares(market.bo, "apples", 3)
    told = market.bank.send("GET", market.at(f"/live?on=sheet&mark={known}"))
    assert "Bo declares 3 apples. Cleo declares 2 cheese." in told.text


def test_i6_a_merchant_raises_one_bid_by_single_taps(market: Market) -> None:
    """A tap adds to what its form showed: the same tap twice is one bid."""
    declares(market.bo, "apples", 3)
    market.bo.open(market.at())
    form = market.bo.page.form_to("/bids/1")
    assert [button["value"] for button in form.buttons] == ["1", "2", "5"]
    market.bo.submit(form, {}, form.buttons[2])
    assert "Bo offers" in market.ann.open(market.at()).text
    again = market.bo.page.form_to("/bids/1")
    assert [button["value"] for button in again.buttons] == ["1", "2", "5"]
    market.bo.submit(again, {}, again.buttons[0])
    market.bo.submit(again, {}, again.buttons[0])
    assert [(one.deal.gold, one.changes) for one in market.talk.proposals] == [(6, 1)]
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    assert "/bids/" not in market.bo.open(market.at()).html


def test_i6_of_two_quick_taps_without_scripts_the_first_counts_and_the_board_says_so(market: Market) -> None:
    declares(market.bo, "apples", 3)
    form = market.bo.open(market.at()).form_to("/bids/1")
    market.bo.submit(form, {}, form.buttons[0])
    page = market.bo.submit(form, {}, form.buttons[2])
    assert page.status == 422
    assert page.refusals == {"": "Only the first of these taps counted. Look again."}
    assert "You offer Ann 1 gold" in page.text
    assert [one.deal.gold for one in market.talk.proposals] == [1]


def test_i6_a_bid_that_was_heard_is_no_refusal_when_it_comes_again(market: Market) -> None:
    """Its response may be lost; meanwhile it stands, or was raised from the board as it was drawn since."""
    declares(market.bo, "apples", 3)
    first = market.bo.open(market.at()).form_to("/bids/1")
    market.bo.submit(first, {}, first.buttons[2])
    assert market.bo.submit(first, {}, first.buttons[2]).status == 200
    again = market.bo.open(market.at()).form_to("/bids/1")
    market.bo.submit(again, {}, again.buttons[1])
    page = market.bo.submit(first, {}, first.buttons[2])
    assert (page.status, page.refusals) == (200, {})
    assert [(one.deal.gold, one.changes) for one in market.talk.proposals] == [(7, 1)]


def test_i6_a_bid_is_never_more_than_the_purse(market: Market) -> None:
    declares(market.bo, "apples", 3)
    for gold in (51, 0, "½", -1, ""):
        assert posted(market.bo, market.at("/bids/1"), merchant=1, passes=gold).status == 422
    assert posted(market.bo, market.at("/bids/1"), merchant=1, passes=1, **{"from": 50}).status == 422
    posted(market.bo, market.at("/bids/1"), merchant=1, passes=49)
    form = market.bo.open(market.at()).form_to("/bids/1")
    assert [button["value"] for button in form.buttons] == ["1"]
    assert [one.deal.gold for one in market.talk.proposals] == [49]


def test_i9_anybody_else_bids_over_the_bag_that_is_next(market: Market) -> None:
    """One tap for opening it; once it is offered, a tap raises it, and the Sheriff answers with one."""
    declares(market.bo, "apples", 3)
    declares(market.cleo, "cheese", 2)
    market.cleo.open(market.at())
    forms = [form for form in market.cleo.page.forms if form.element["action"].endswith("/bids/2")]
    assert [dict(form.fields).get("merchant") for form in forms] == ["1", "2"]
    said = [button.spoken for button in forms[0].buttons]
    assert said == [f"+{step} Bo : {what}" for what in ("open it", "let pass") for step in (1, 2, 5)]
    market.cleo.submit(forms[0], {}, forms[0].buttons[2])
    assert "Cleo offers you 5 gold if Bo ’s bag is opened" in market.ann.open(market.at()).text
    assert "5 gold if Bo ’s bag is opened" in market.cleo.open(market.at()).text
    again = next(form for form in market.cleo.page.forms if dict(form.fields).get("merchant") == "1")
    market.cleo.submit(again, {}, again.buttons[0])
    (bid,) = market.talk.proposals
    assert (bid.merchant, bid.deal) == (1, Deal(2, 0, 6, decision=Decision.OPENS))
    market.bo.open(market.at())
    bids = [form for form in market.bo.page.forms if "/bids/" in form.element.get("action")]
    assert [dict(form.fields)["merchant"] for form in bids] == ["1"]
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)
    assert market.talk.proposals[0].state is ProposalState.ACCEPTED


def test_i9_a_bid_for_letting_it_pass_takes_one_tap_too(market: Market) -> None:
    declares(market.bo, "apples", 3)
    declares(market.cleo, "cheese", 2)
    market.cleo.open(market.at())
    form = next(form for form in market.cleo.page.forms if dict(form.fields).get("merchant") == "1")
    market.cleo.submit(form, {}, form.buttons[4])
    assert market.talk.proposals[0].deal == Deal(2, 0, 2, decision=Decision.PASSES)


def test_a_bid_over_no_bag_is_refused(market: Market) -> None:
    declares(market.bo, "apples", 3)
    for merchant in (0, 4, 9, "x", -1):
        page = posted(market.cleo, market.at("/bids/2"), merchant=merchant, opens=5)
        assert page.status == 422, merchant
    assert posted(market.cleo, market.at("/bids/2"), merchant=1, burns=5).status == 422
    assert not market.talk.proposals


def test_only_the_own_phone_of_a_merchant_who_declared_bids(market: Market) -> None:
    for phone in (market.bo, market.cleo, market.ann, market.bank):
        assert "/bids/" not in phone.open(market.at()).html
    assert posted(market.cleo, market.at("/bids/1"), merchant=1, passes=5).status == 422
    assert not market.talk.proposals
