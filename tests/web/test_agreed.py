"""A bag with what was agreed on about it before: the sheet shows it, books it, and says what comes to nothing
(I6 to I10, T7).
"""

import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from flask import Flask

from companion.rules.sheriff.bags import Deal, Decision, Declaration
from companion.rules.sheriff.deciding import Decide, words_of
from companion.rules.sheriff.declaring import Declare, Threaten
from companion.rules.sheriff.proposals import Answer, Propose
from tests.rules.given import ANN, BO, CLEO, DOV, passing
from tests.tables import BANK, Table, table
from tests.web import buttons
from tests.web.evening import holds
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import comes_in, records, seated
from tests.web.test_talking import declares

BAG: Fields = {"seat": 1, "good": "apples", "number": 2}
EVES: Fields = {"agreed-0-giver": 1, "agreed-0-receiver": 0, "agreed-0-gold": 4}
LAPSED = "Cleo offered 5 gold: lapsed"
NOBODY = "nobody took the offer"


@dataclass
class Market:
    """Ann is Sheriff, Bo brings a bag, Cleo joins in: a phone each. The bank has no seat, Dov no phone."""

    table: Table
    bank: Phone
    ann: Phone
    bo: Phone
    cleo: Phone

    def at(self, path: str = "") -> str:
        """An address of this table."""
        return f"/g/{self.table.id}{path}"

    def board(self, phone: Phone) -> Page:
        """A phone looks at the board."""
        return phone.open(self.at())

    def sheet(self, phone: Phone, seat: int = BO) -> Page:
        """A phone looks at the sheet of a bag."""
        return phone.open(self.at(f"/bags/{seat}"))

    def offer(
        self, giver: int, gold: int, *, bag: int = BO, opens: bool = False, accepted: bool = True
    ) -> None:
        """Ann is offered gold over a bag, and accepts."""
        decision = Decision.OPENS if opens else None if giver == bag else Decision.PASSES
        self.table.says(Propose(bag, Deal(giver, ANN, gold, decision=decision)))
        if accepted:
            self.table.says(Answer(self.table.talk.proposals[-1].number, accepts=True))

    def sent(self, phone: Phone, what: str, fields: Fields) -> Page:
        """A form sent without its page."""
        tokens = {"csrf_token": phone.token, "action_id": secrets.token_urlsafe(16)}
        sent = [(name, str(value)) for name, value in {**tokens, **fields}.items()]
        return phone.send("POST", self.at(what), sent)

    def holds(self, **gold: int) -> None:
        """The purses are these."""
        held = {who.name: self.table.game.gold(seat) for seat, who in enumerate(self.table.game.seats)}
        assert {name: held[name] for name in gold} == gold


def market_of(app: Flask, recording: str = "everybody", *options: str) -> Market:
    """A fresh table of four."""
    there = table(app, expansions=options)
    there.membership.may_record(there.id, recording)
    return Market(there, *(there.phone(place) for place in (BANK, ANN, BO, CLEO)))


@pytest.fixture
def market(app: Flask) -> Market:
    """Everybody may record everything."""
    return market_of(app)


@pytest.fixture(params=["everybody", "own"])
def either(app: Flask, request: pytest.FixtureRequest) -> Market:
    """Everybody records everything, or each the own."""
    return market_of(app, request.param)


class TestWhatWasAccepted:
    def test_i7_it_is_a_line_on_the_sheet_and_no_field(self, either: Market) -> None:
        either.offer(BO, 4)
        page = either.sheet(either.ann)
        assert "Bo offers Ann 4 gold: accepted" in page.text
        assert page.root.with_id("deal-0-gold") is None
        assert dict(page.forms[0].fields)["agreed-0-gold"] == "4"
        either.ann.press(buttons.PASSES, {"good": "apples", "number": 2})
        either.holds(Ann=54, Bo=46)

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {**EVES, "agreed-0-gold": 40},
            {"deal-0-giver": 1, "deal-0-receiver": 0, "deal-0-gold": 40},
            {**EVES, "agreed-0-giver": 2},
            {**EVES, "agreed-0-promise": "and lunch"},
        ],
    )
    def test_i7_no_forged_form_books_another(self, either: Market, fields: Fields) -> None:
        either.offer(BO, 4)
        page = either.sent(either.ann, "/passes", {**BAG, **fields})
        assert page.status == 422
        assert "Bo offers Ann 4 gold: accepted" in page.text
        either.holds(Ann=50, Bo=50)

    def test_i7_nobody_is_told_to_remove_what_was_accepted_by_phone(self, market: Market) -> None:
        market.table.says(Declare(BO, Declaration("apples", 2)))
        market.offer(BO, 4)
        market.offer(CLEO, 5, opens=True, accepted=False)
        for page in (market.board(market.ann), market.sheet(market.ann)):
            assert "Bo ’s bribe stands, so the bag passes." in page.text
            assert "remove it" not in page.text

    @pytest.mark.parametrize("fields", [{}, EVES])
    def test_i7_the_bag_is_not_opened_by_leaving_it_out(self, either: Market, fields: Fields) -> None:
        either.offer(BO, 4)
        page = either.ann.open(either.at("/bags/1?good=apples&number=2"))
        assert "not while the bribe stands" in page.text
        assert either.sent(either.ann, "/inspections", {**BAG, **fields}).status == 422
        either.holds(Ann=50, Bo=50)

    @pytest.mark.parametrize("contents", ["", "&contents=opened"])
    def test_i7_no_button_opens_the_bag(self, either: Market, contents: str) -> None:
        either.offer(BO, 4)
        page = either.ann.open(either.at(f"/bags/1?good=apples&number=2{contents}"))
        buttons = [button.spoken for form in page.forms for button in form.buttons]
        assert not [said for said in buttons if "open" in said.lower()]
        assert [said for said in buttons if "pass" in said or "as declared" in said]

    def test_i7_it_is_opened_where_what_was_accepted_is_for_opening(self, either: Market) -> None:
        either.offer(CLEO, 4, opens=True)
        either.sheet(either.ann)
        either.ann.press(buttons.OPENS, {"good": "apples", "number": 2})
        either.holds(Ann=50, Bo=54, Cleo=46)

    def test_what_was_accepted_since_the_sheet_was_opened_is_read_first(self, either: Market) -> None:
        sheet = either.sheet(either.ann)
        either.offer(BO, 4)
        either.ann.page = sheet
        page = either.ann.press(buttons.PASSES, {"good": "apples", "number": 2})
        assert "Bo and Ann made a deal about this bag" in " ".join(page.refusals.values())
        either.ann.press(buttons.PASSES)
        either.holds(Ann=54, Bo=46)

    def test_somebody_else_joins_in_by_word_of_mouth(self, market: Market) -> None:
        market.offer(BO, 4)
        market.sheet(market.bank)
        market.bank.press("Dov", {"good": "apples", "number": 2})
        market.bank.press(buttons.PASSES, {"deal-0-gold": 1})
        market.holds(Ann=55, Bo=46, Dov=49)

    def test_a_form_of_a_page_from_before_still_books_it(self, market: Market) -> None:
        market.offer(BO, 4)
        filled = {"deal-0-giver": 1, "deal-0-receiver": 0, "deal-0-gold": 4}
        assert market.sent(market.ann, "/passes", {**BAG, **filled}).status == 303
        market.holds(Ann=54, Bo=46)

    def test_i7_a_correction_changes_nothing_that_others_gave(self, app: Flask) -> None:
        own = market_of(app, "own")
        own.offer(BO, 4)
        own.sheet(own.ann)
        own.ann.press(buttons.PASSES, {"good": "apples", "number": 2})
        entry = own.table.seq
        page = own.ann.open(own.at(f"/corrections/{entry}"))
        assert "Bo offers Ann 4 gold: accepted" in page.text
        forged = {**EVES, "entry": entry, "good": "apples", "number": 2, "outcome": "passed"}
        assert own.sent(own.ann, "/corrections", {**forged, "agreed-0-gold": 40}).status == 422
        own.ann.press(buttons.PASSES, {"number": 3})
        own.holds(Ann=54, Bo=46)
        assert own.table.game.stand(1) == {"apples": 3}


class TestWhoGives:
    """Each records the own."""

    @pytest.fixture
    def own(self, app: Flask) -> Market:
        """Dov has no phone."""
        return market_of(app, "own")

    @pytest.mark.parametrize("what", ["/passes", "/inspections"])
    @pytest.mark.parametrize("giver", [2, 3])
    def test_i9_the_sheriff_empties_nobodys_purse_over_anothers_bag(
        self, own: Market, what: str, giver: int
    ) -> None:
        deal: Fields = {"deal-0-giver": giver, "deal-0-receiver": 0, "deal-0-gold": 50}
        deal = {**deal, "deal-0-decision": "either"}
        page = own.sent(own.ann, what, {**BAG, **deal})
        assert page.status == 422
        assert "or the bank can give that away" in page.text
        own.holds(Ann=50, Bo=50, Cleo=50, Dov=50)

    def test_the_sheet_offers_those_who_may_give(self, own: Market) -> None:
        for sheet, seats in (
            (own.sheet(own.ann, 3), ["0", "3"]),
            (own.sheet(own.bank), ["0", "1", "2", "3"]),
        ):
            shields = (one for one in sheet.root.elements("button") if "tile" in one.get("class", "").split())
            assert [one["value"] for one in shields if one.get("name") == "add"] == seats

    def test_i6_a_merchant_without_a_phone_bribes_by_word_of_mouth(self, own: Market) -> None:
        own.sheet(own.ann, 3)
        own.ann.press(buttons.PASSES, {"good": "apples", "number": 2, "deal-0-gold": 5})
        own.holds(Ann=55, Dov=45)

    def test_the_gold_of_a_merchant_who_bribes_on_a_phone_cannot_be_typed_as_the_sheriffs(
        self, own: Market
    ) -> None:
        """Where every other sheet has the merchant's gold, the Sheriff's would be given away."""
        form, _ = own.sheet(own.ann).form(buttons.PASSES)
        assert not [name for name, _ in form.fields if name.startswith("deal-0-")]

    def test_the_sheriff_gives_what_is_the_sheriffs_when_asked_to(self, own: Market) -> None:
        own.sheet(own.ann)
        assert "Ann gives Bo" in own.ann.page.text
        form, _ = own.ann.press("+ Gold").form(buttons.PASSES)
        assert dict(form.fields)["deal-0-giver"] == "0"
        own.ann.press(buttons.PASSES, {"good": "apples", "number": 2, "deal-0-gold": 5})
        own.holds(Ann=45, Bo=55)


class TestTheDecisionADealIsFor:
    def test_i9_gold_to_open_a_bag_is_not_booked_with_a_pass(self, market: Market) -> None:
        market.offer(CLEO, 5, opens=True)
        assert "Cleo offers Ann 5 gold if Bo ’s bag is opened: accepted" in market.sheet(market.ann).text
        page = market.ann.press(buttons.PASSES, {"good": "apples", "number": 2})
        assert LAPSED in page.text
        market.holds(Ann=50, Cleo=50)

    def test_i9_an_offer_is_for_passing_unless_it_says_otherwise(self, market: Market) -> None:
        market.cleo.open(market.at("/offers/new"))
        market.cleo.press(buttons.OFFER, {"bag": BO, "offer-gold": 5})
        market.board(market.ann)
        market.ann.press(buttons.ACCEPT)
        market.sheet(market.ann)
        market.ann.press(buttons.OPENS, {"good": "apples", "number": 2})
        market.holds(Ann=46, Bo=54, Cleo=50)

    def test_an_offer_of_a_page_from_before_counts_either_way(self, market: Market) -> None:
        fields: Fields = {"bag": 1, "offer-giver": 2, "offer-receiver": 0, "offer-gold": 5}
        assert market.sent(market.cleo, "/offers", fields).status == 303
        market.board(market.ann)
        market.ann.press(buttons.ACCEPT)
        market.sheet(market.ann)
        market.ann.press(buttons.OPENS, {"good": "apples", "number": 2})
        market.holds(Ann=51, Cleo=45)

    @pytest.mark.parametrize("word, gold", [("passes", 50), ("opens", 55), ("either", 55), ("", 50)])
    def test_i9_a_deal_typed_on_the_sheet_says_it_too(self, app: Flask, word: str, gold: int) -> None:
        bank = table(app).phone()
        bank.follow("Bo ’s bag")
        bank.press("Cleo", {"good": "apples", "number": 2})
        bank.press(buttons.OPENS, {"deal-0-gold": 5, "deal-0-decision": word})
        holds(bank, Ann=gold - 4, Cleo=100 - gold)

    def test_i7_a_merchants_own_bribe_is_never_for_opening(self, market: Market) -> None:
        fields: Fields = {"bag": 1, "offer-giver": 1, "offer-receiver": 0, "offer-gold": 5}
        assert market.sent(market.bo, "/offers", {**fields, "offer-decision": "opens"}).status == 422
        assert market.sent(market.bo, "/offers", {**fields, "offer-decision": "burns"}).status == 422
        assert market.sent(market.bo, "/offers", {**fields, "offer-decision": "passes"}).status == 303
        assert market.table.talk.proposals[0].deal.decision is None

    def test_i7_why_an_own_bribe_is_not_for_opening_is_said_as_it_is(self, market: Market) -> None:
        """No bribe stands; what the Sheriff heard is refused likewise, and becomes no bribe for passing."""
        fields: Fields = {"bag": 1, "offer-giver": 1, "offer-receiver": 0, "offer-gold": 3}
        page = market.sent(market.bo, "/offers", {**fields, "offer-decision": "opens"})
        assert "Bo ’s own bribe is for letting the bag pass, never for opening it." in page.text
        page = market.sent(market.ann, "/aloud", {"bag": 1, "giver": 1, "gold": 3, "decision": "opens"})
        assert (page.status, market.table.talk.proposals) == (422, ())
        assert page.refusals[""] == "Bo ’s own bribe is for letting the bag pass, never for opening it."

    def test_i7_over_the_own_bag_no_condition_is_chosen_and_it_is_said_before_it_is_offered(
        self, market: Market
    ) -> None:
        page = market.bo.open(market.at("/offers/new?bag=1&offer-gold=3"))
        assert "Bo offers Ann 3 gold if Bo ’s bag passes" in page.text
        assert page.form(buttons.OFFER)[0].offers("offer-decision") is None
        page = market.bo.open(
            market.at("/offers/new?bag=2&offer-receiver=0&offer-gold=3&offer-decision=opens")
        )
        assert "Bo offers Ann 3 gold if Cleo ’s bag is opened" in page.text
        assert {*(page.form(buttons.OFFER)[0].offers("offer-decision") or ())} == {
            "either",
            "passes",
            "opens",
            "",
        }

    def test_i9_what_was_chosen_stays_after_a_refusal(self, market: Market) -> None:
        fields: Fields = {"bag": 2, "offer-giver": 1, "offer-receiver": 0, "offer-gold": 80}
        for word in ("opens", "either", "passes"):
            page = market.sent(market.bo, "/offers", {**fields, "offer-decision": word})
            form, _ = page.form(buttons.OFFER)
            assert (page.status, dict(form.fields)["offer-decision"]) == (422, word)
            assert dict(form.fields)["offer-gold"] == "80"


class TestWhatLiesOpen:
    def test_i7_an_open_offer_is_seen_before_the_bag_is_decided(self, market: Market) -> None:
        market.offer(CLEO, 5, accepted=False)
        page = market.sheet(market.ann)
        assert "Cleo offers you 5 gold if Bo ’s bag passes : unanswered, it lapses with the bag" in page.text

    @pytest.mark.parametrize("answer, says", [("Accept", "accepted"), ("Refuse", "")])
    def test_i7_an_open_offer_is_answered_on_the_sheet_and_nothing_typed_is_lost(
        self, either: Market, answer: str, says: str
    ) -> None:
        either.offer(BO, 4, accepted=False)
        either.offer(CLEO, 5, accepted=False)
        gift: Fields = {"deal-0-giver": 0, "deal-0-gold": 2}
        either.ann.open(either.at(f"/bags/1?{urlencode(gift)}"))
        filled: Fields = {"good": "bread", "number": 3, **gift}
        page = either.ann.press(answer, filled)
        assert page.title == "Bo ’s bag"
        assert (f"Bo offers Ann 4 gold: {says or 'not'}" in page.text) is bool(says)
        assert "Cleo offers you 5 gold if Bo ’s bag passes : unanswered" in page.text
        fields = dict(page.forms[0].fields)
        assert {name: fields[name] for name in filled} == {name: str(value) for name, value in filled.items()}
        either.ann.press(buttons.PASSES)
        either.holds(Ann=52 if says else 48, Bo=48 if says else 52)

    def test_i7_what_changed_since_the_sheet_was_opened_is_read_before_it_is_accepted(
        self, market: Market
    ) -> None:
        market.offer(BO, 4, accepted=False)
        sheet = market.sheet(market.ann)
        market.board(market.bo)
        market.bo.follow("Change")
        market.bo.press(buttons.OFFER_THIS_INSTEAD, {"offer-gold": 1})
        market.ann.page = sheet
        page = market.ann.press(buttons.ACCEPT, {"good": "bread", "number": 3})
        assert page.status == 422
        assert page.title == "Bo ’s bag"
        assert page.beside("deals")
        assert "Bo offers you 1 gold : unanswered" in page.text
        assert dict(page.forms[0].fields)["good"] == "bread"
        market.board(market.bo)
        market.bo.press("Withdraw")
        assert market.ann.press("Refuse").status == 422
        assert "unanswered" not in market.ann.page.text

    def test_only_who_gets_it_answers_on_the_sheet(self, market: Market) -> None:
        market.offer(CLEO, 5, accepted=False)
        for phone in (market.bo, market.cleo, market.bank):
            assert "unanswered" in market.sheet(phone).text
            assert all("answers" not in button.get("formaction") for button in phone.page.forms[0].buttons)

    def test_the_answer_on_the_sheet_of_a_bag_that_was_booked_leads_to_the_board(
        self, market: Market
    ) -> None:
        market.offer(BO, 4, accepted=False)
        sheet = market.sheet(market.ann)
        market.sheet(market.bank)
        market.bank.press(buttons.PASSES, {"good": "apples", "number": 2})
        market.ann.page = sheet
        assert market.ann.press(buttons.ACCEPT).root.with_id("board") is not None
        market.holds(Ann=50, Bo=50)

    def test_a_sheet_with_outdated_offers_says_so_and_is_redrawn(self, market: Market) -> None:
        said = market.sheet(market.ann).found('data-said="([^"]+)"')
        news = market.at(f"/live?on=sheet&mark=0&at=bags/1&said={said}")
        assert "show them" not in market.ann.send("GET", news).text
        market.offer(CLEO, 5, bag=2, accepted=False)
        assert "show them" not in market.ann.send("GET", news).text
        market.offer(BO, 4, accepted=False)
        assert "The offers over this bag have changed: show them" in market.ann.send("GET", news).text
        said = market.sheet(market.ann).found('data-said="([^"]+)"')
        news = market.at(f"/live?on=sheet&mark=0&at=bags/1&said={said}")
        assert "show them" not in market.ann.send("GET", news).text
        market.board(market.bo)
        market.bo.press("Withdraw")
        assert "show them" in market.ann.send("GET", news).text

    def test_both_sides_and_the_bank_are_told_what_came_to_nothing(self, market: Market) -> None:
        market.offer(CLEO, 5, accepted=False)
        market.sheet(market.ann)
        market.ann.press(buttons.PASSES, {"good": "apples", "number": 2})
        for phone in (market.ann, market.cleo, market.bank):
            assert NOBODY in market.board(phone).text
        assert NOBODY not in market.board(market.bo).text
        market.board(market.ann)
        market.ann.press(buttons.TAKE_BACK)
        assert NOBODY not in market.board(market.cleo).text
        market.board(market.ann)
        market.ann.press(buttons.ACCEPT)
        market.sheet(market.bank)
        market.bank.press(buttons.PASSES, {"good": "apples", "number": 1})
        market.holds(Ann=55, Cleo=45)
        assert NOBODY not in market.board(market.cleo).text

    def test_i7_a_deal_that_can_no_longer_be_paid_binds_nobody_and_all_are_told(
        self, app: Flask, market: Market
    ) -> None:
        stage = comes_in(app, market.bank, "Table view")
        market.offer(BO, 20)
        market.table.says(*(Declare(seat, Declaration("apples", 2)) for seat in (BO, CLEO)))
        market.sent(market.bo, "/payments", {"giver": 1, "receiver": 3, "gold": 40})
        market.offer(CLEO, 1, accepted=False)
        for phone in (market.ann, market.bo, market.cleo, stage):
            assert "can no longer be paid" in market.board(phone).text
        assert "not while the bribe stands" not in market.board(market.ann).text
        assert "Bo offers Ann 20 gold: can no longer be paid" in market.sheet(market.bank).text
        market.bank.press(buttons.OPENS, {"good": "apples", "number": 2})
        for phone in (market.ann, market.bo, market.cleo, market.bank):
            assert "Bo could not pay Ann 20 gold: lapsed" in market.board(phone).text
        market.holds(Ann=46, Bo=14)

    def test_what_came_to_nothing_is_told_until_something_newer_is_said(self, market: Market) -> None:
        market.offer(CLEO, 5, accepted=False)
        market.table.plays(passing(1, "apples", 2))
        assert NOBODY in market.board(market.cleo).text
        market.offer(CLEO, 2, bag=3, accepted=False)
        for phone in (market.ann, market.cleo, market.bank):
            assert NOBODY not in market.board(phone).text
        market.sent(market.bank, "/payments", {"giver": 0, "receiver": 1, "gold": 1})
        assert NOBODY not in market.board(market.cleo).text
        market.board(market.bank)
        market.bank.press(buttons.TAKE_BACK)
        assert NOBODY not in market.board(market.cleo).text

    def test_what_came_to_nothing_is_told_until_something_newer_is_booked(self, market: Market) -> None:
        market.offer(CLEO, 5, accepted=False)
        market.table.plays(passing(BO, "apples", 2), passing(CLEO, "apples", 2))
        assert NOBODY not in market.board(market.cleo).text
        market.board(market.bank)
        market.bank.press(buttons.TAKE_BACK)
        assert NOBODY in market.board(market.cleo).text

    def test_what_came_to_nothing_with_a_bag_that_stays_away(self, market: Market) -> None:
        market.offer(CLEO, 5)
        market.sent(market.bank, "/absences", {"seat": 1})
        assert LAPSED in market.board(market.cleo).text


class TestWhenTheTimeIsUp:
    @pytest.fixture
    def late(self, app: Flask) -> Market:
        """The inspection clock is at 0; Bo's bribe was accepted in time, Cleo's was not answered."""
        market = market_of(app, "everybody", "timer")
        market.offer(BO, 4)
        market.offer(CLEO, 5, bag=2, accepted=False)
        market.table.service.set_clock(market.table.id, 0, running=False)
        return market

    def test_t7_no_screen_invites_to_haggle_any_more_until_the_clock_is_set_back(
        self, app: Flask, late: Market
    ) -> None:
        """Neither who may offer, answer or threaten, nor who only looks on: what was accepted is all."""
        late.table.says(
            *(Declare(seat, Declaration("apples", 2)) for seat in (BO, CLEO)),
            Propose(DOV, Deal(CLEO, BO, 3)),
            Threaten(DOV),
        )
        screens = (late.ann, late.bo, late.cleo, late.bank, comes_in(app, late.bank, "Table view"))
        haggling = re.compile(
            "Offer…|Agreed aloud…|(?i:threaten)|Accept|Refuse|Withdraw|Change|Your bribe|[35] gold"
        )
        shown = [late.board(screen).text for screen in screens]
        assert [haggling.findall(text) for text in shown] == [[]] * len(screens)
        assert all("Time is up: bags not decided on pass, without a bribe." in text for text in shown)
        assert "4 gold accepted" in shown[0]
        late.board(late.ann)
        late.ann.press(buttons.RESET_THE_CLOCK)
        for button in ("Offer…", "Threaten to open:", "Accept"):
            assert button in late.board(late.ann).text
        assert "3 gold" in late.board(late.bo).text

    @pytest.mark.parametrize("sheet", ["offers/new", "offers/1002", "aloud"])
    def test_t7_a_sheet_to_haggle_on_is_over(self, late: Market, sheet: str) -> None:
        """Its board says why, and so does the news on the phone that had it open."""
        why = "Time is up: this bag passes without a bribe."
        phone = late.ann if sheet == "aloud" else late.cleo
        page = phone.open(late.at(f"/{sheet}"))
        assert page.path.partition("?")[0] == late.at()
        assert why in page.text
        assert why in phone.send("GET", late.at(f"/live?on=sheet&at={sheet}")).text

    def test_t7_a_sheet_that_was_drawn_since_is_not_told_that_offers_changed(self, late: Market) -> None:
        """Cleo's five gold for Bo's bag are no longer on the table."""
        late.offer(CLEO, 5, accepted=False)
        said = late.sheet(late.ann).found(r'data-said="([^"]+)"')
        news = late.ann.send("GET", late.at(f"/live?on=sheet&at=bags/1&said={said}&since=0"))
        assert "data-over" not in news.html.partition("</aside>")[0]

    def test_t7_the_sheet_asks_for_the_contents_alone(self, late: Market) -> None:
        assert "Deal" not in late.sheet(late.ann, 3).text
        page = late.sheet(late.ann, 2)
        assert "time ran out: it passed" in page.text
        assert page.root.with_id("deal-0-gold") is None
        spoken = [button.spoken for form in page.forms for button in form.buttons]
        assert not [words for words in spoken if "opens it" in words or "joins in" in words]
        late.ann.press(buttons.RECORD, {"good": "apples", "number": 2, "in-apples": 1, "face_down": 1})
        late.holds(Ann=50, Cleo=50)
        assert late.table.game.stand(2) == {"apples": 1, "face_down": 1}

    def test_t7_bags_pass_by_themselves_until_all_that_wait_are_decided_on(self, late: Market) -> None:
        left = "Time is up: bags not decided on pass, without a bribe."
        late.table.plays(*(passing(seat, "apples", 2) for seat in (CLEO, DOV)))
        late.table.says(Declare(BO, Declaration("apples", 2)))
        assert left in late.board(late.ann).text
        words = words_of(late.table.game, late.table.talk, BO)
        late.table.says(Decide(BO, Decision.PASSES, words))
        text = late.board(late.ann).text
        assert "Time is up" in text
        assert left not in text

    def test_i7_what_was_accepted_in_time_stands(self, late: Market) -> None:
        assert "Bo offers Ann 4 gold: accepted" in late.sheet(late.ann).text
        late.ann.press(buttons.RECORD, {"good": "apples", "number": 2, "in-apples": 2})
        late.holds(Ann=54, Bo=46)

    def test_the_sheriff_sets_the_clock_back(self, late: Market) -> None:
        late.board(late.ann)
        late.ann.press(buttons.RESET_THE_CLOCK)
        late.sheet(late.ann, CLEO)
        late.ann.press(buttons.OPENS, {"good": "apples", "number": 2})
        late.holds(Ann=46, Cleo=54)

    def test_t7_a_sheet_says_once_that_time_is_up(self, late: Market) -> None:
        """And not at all where the clock was wrong."""
        told = re.compile("(?i)time (is up|ran out)")
        assert len(told.findall(late.sheet(late.ann, 2).text)) == 1
        for contents in ("", "&contents=opened"):
            late.ann.open(late.at(f"/bags/2?good=apples&number=2{contents}"))
            late.ann.follow(buttons.THE_CLOCK_WAS_WRONG)
            assert not told.findall(late.ann.page.text)

    def test_t7_no_form_opens_a_bag_or_brings_a_bribe(self, late: Market) -> None:
        deal = {"deal-0-giver": 2, "deal-0-receiver": 0, "deal-0-gold": 5}
        for what, fields in (("/inspections", {}), ("/passes", deal)):
            page = late.sent(late.ann, what, {**BAG, "seat": 2, **fields})
            assert page.status == 422
            assert "Time is up: this bag passes without a bribe." in page.text
            assert page.link("To the clock on the board") == late.at()
            assert "time ran out: it passed" in page.text
        late.holds(Ann=50, Cleo=50)

    def test_a_bag_booked_in_time_is_found_again_by_a_late_tap(self, app: Flask) -> None:
        market = market_of(app, "everybody", "timer")
        fields: Fields = {**BAG, "action_id": secrets.token_urlsafe(16)}
        assert market.sent(market.ann, "/inspections", fields).status == 303
        market.table.service.set_clock(market.table.id, 0, running=False)
        assert market.sent(market.ann, "/inspections", fields).status == 303
        market.holds(Ann=46, Bo=54)

    def test_t7_a_clock_that_was_wrong_opens_the_rest_of_the_sheet(self, late: Market) -> None:
        """On a phone that may set it right; what was typed is there again."""
        typed = "good=apples&number=2&deal-0-giver=2&deal-0-gold=5"
        late.ann.open(late.at(f"/bags/2?{typed}"))
        late.ann.follow(buttons.THE_CLOCK_WAS_WRONG)
        assert "Cleo gives Ann 5 gold if it passes" in late.ann.page.text
        late.ann.press(buttons.PASSES)
        late.holds(Ann=55, Cleo=45)

    def test_t7_who_may_not_run_the_clock_cannot_say_that_it_was_wrong(self, app: Flask) -> None:
        own = market_of(app, "own", "timer")
        own.table.says(Propose(CLEO, Deal(ANN, CLEO, 5)))
        own.table.service.set_clock(own.table.id, 0, running=False)
        said: Fields = {"accepts": 1, "changes": 0, "clock": "wrong"}
        assert own.sent(own.cleo, "/offers/1001/answers", said).status == 422


class TestWhoIsWaitedFor:
    """T4: the Sheriff has no phone."""

    @pytest.fixture
    def bank(self, app: Flask) -> Phone:
        """Everybody may record everything."""
        return table(app).phone()

    def test_nobodys_biggest_button_books_a_bag_before_its_merchant_declared(
        self, app: Flask, bank: Phone
    ) -> None:
        records(bank, "everybody")
        bo, cleo = seated(app, bank, "Bo"), seated(app, bank, "Cleo")
        page = bank.open(bank.page.path)
        assert "Bo declares next" in page.text
        assert not [link for link in page.root.elements("a") if link.get("class") == "next"]
        declares(bo, "apples", 2)
        page = cleo.open(cleo.page.path.partition("?")[0])
        assert [link.text for link in page.root.elements("a") if link.get("class") == "next"] == [
            "Pack your bag and say what is in it"
        ]
        declares(cleo, "bread", 1)
        assert cleo.page.link("Bo ’s bag")

    def test_who_sits_further_left_without_a_phone_is_named_first(self, app: Flask, bank: Phone) -> None:
        """Bo says it aloud, which the bank may type, and then Cleo on her phone."""
        ann, cleo = seated(app, bank, "Ann"), seated(app, bank, "Cleo")
        assert "Bo and Cleo declare next" in ann.open(ann.page.path).text
        assert "Bo declares" in bank.open(bank.page.path).text
        declares(cleo, "bread", 1)
        assert "next-wait" not in ann.open(ann.page.path).html
