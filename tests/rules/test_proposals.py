"""Proposals: deals offered, changed, withdrawn and answered before a bag is booked (I6 to I9)."""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import NoSuchSeat, NotYours, PlayerHasLeft, Refusal
from companion.rules.rights import Actor
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import LONGEST_PROMISE, MOST_DEALS, Deal, Decision, Declaration
from companion.rules.sheriff.deciding import Decide, words_of
from companion.rules.sheriff.declaring import Declare, Threaten
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.proposals import (
    MOST_OPEN,
    Answer,
    Change,
    OnTheTable,
    Propose,
    Reopen,
    Withdraw,
    bid,
    bid_of,
    deals_of,
    due,
    in_place_of,
    in_time,
    is_bribed,
    is_broken,
    lapsed,
    may_settle,
    on_the_table,
    once_late,
    payable,
    unanswered,
    was_unpaid,
)
from companion.rules.sheriff.recorders import may_say
from companion.rules.sheriff.talk import Proposal, ProposalState, silence
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, Table, deal, given, opened, passing, paying
from tests.rules.voices import Voices

OPEN, ACCEPTED, REFUSED, WITHDRAWN = ProposalState


class TestOffering:
    def test_i6_a_merchant_offers_the_sheriff_a_bribe(self) -> None:
        voices = Voices.at(given(4)).when(Propose(BO, deal(BO, ANN, 8)))
        assert voices.talk.proposals == (Proposal(1001, BO, deal(BO, ANN, 8), OPEN),)

    def test_i9_anybody_joins_in_over_anybodys_bag(self) -> None:
        offers = (deal(CLEO, ANN, 5), deal(ANN, BO, 5), deal(CLEO, DOV, promise="Lunch"))
        voices = Voices.at(given(4)).when(*(Propose(BO, offer) for offer in offers))
        assert [proposal.number for proposal in voices.talk.proposals] == [1001, 1002, 1003]

    def test_numbers_are_never_used_twice_in_an_evening(self) -> None:
        voices = Voices.at(given(4, round=3)).offered(BO, deal(BO, ANN, 8))
        assert voices.last == 3001
        voices.refuses(Answer(1001, accepts=True), no.NoSuchProposal())

    @pytest.mark.parametrize(
        "offer, refusal",
        [
            (deal(BO, BO, 1), no.DealWithOneself()),
            (deal(BO, ANN), no.EmptyDeal()),
            (deal(BO, ANN, promise=" "), no.EmptyDeal()),
            (deal(BO, ANN, -1), no.GoldOutOfRange(9_999)),
            (deal(BO, 9, 1), NoSuchSeat(9)),
            (deal(9, ANN, 1), NoSuchSeat(9)),
            (deal(BO, ANN, promise="x" * (LONGEST_PROMISE + 1)), no.PromiseTooLong(LONGEST_PROMISE)),
            (deal(BO, ANN, dragon=1), no.GoodNotInPlay("dragon")),
            (deal(CLEO, ANN, bag={"apples": 1}), no.BagGoodsFromOthers(BO)),
            (deal(BO, ANN, bag={"green_apples": 1}), no.GoodNotInPlay("green_apples")),
            (deal(BO, ANN, 51), no.PurseTooSmall(BO, 50, 51)),
            (deal(BO, ANN, apples=1), no.StandTooSmall(BO, "apples", 0, 1)),
        ],
    )
    def test_i6_a_deal_that_a_bag_could_not_be_booked_with(self, offer: Deal, refusal: Refusal) -> None:
        Voices.at(given(4)).refuses(Propose(BO, offer), refusal)

    def test_i8_contraband_of_the_bag_by_its_kind(self) -> None:
        offer = deal(BO, ANN, bag={"silk": 1})
        assert Voices.at(given(4)).offered(BO, offer).talk.proposals[0].deal == offer

    def test_only_over_a_bag_that_waits(self) -> None:
        voices = Voices.at(given(4).when(SitOut(BO)))
        voices.refuses(Propose(BO, deal(CLEO, ANN, 1)), no.BagSettled(BO))
        voices.refuses(Propose(ANN, deal(CLEO, ANN, 1)), no.SheriffBringsNoBag(ANN))

    def test_who_left_offers_nothing(self) -> None:
        voices = Voices.at(given(4).when(Leave(DOV, counts=True)))
        voices.refuses(Propose(BO, deal(DOV, ANN, 1)), PlayerHasLeft(DOV))
        voices.refuses(Propose(BO, deal(BO, DOV, 1)), PlayerHasLeft(DOV))

    def test_nobody_has_more_open_proposals_than_a_table_can_follow(self) -> None:
        bags, purposes = (BO, CLEO, DOV), (None, *Decision)
        every = [
            Propose(bag, replace(deal(EVE, to, 1), decision=purpose))
            for bag in bags
            for to in (ANN, BO)
            for purpose in purposes
        ]
        voices = Voices.at(given(5)).when(*every[:MOST_OPEN])
        refusal = no.TooManyProposals(EVE, MOST_OPEN)
        voices.refuses(Propose(EVE, deal(EVE, ANN, 1)), refusal)
        assert voices.when(Propose(BO, deal(CLEO, ANN, 1))).talk.proposals[-1].deal.giver == CLEO
        one_less = voices.when(Withdraw(voices.last))
        again = one_less.when(Propose(EVE, deal(EVE, ANN, 1)))
        again.refuses(Change(voices.last, every[MOST_OPEN - 1].deal), refusal)
        assert one_less.when(Change(voices.last, every[MOST_OPEN - 1].deal)).talk.proposals[-1].state is OPEN

    def test_old_proposals_that_came_to_nothing_are_forgotten_their_numbers_not_used_again(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(CLEO, ANN, 1))
        for number in range(30):
            voices = voices.when(Propose(BO, deal(BO, ANN, 1)), Withdraw(1002 + number))
        assert [proposal.number for proposal in voices.talk.proposals] == [1001, *range(1019, 1032)]


class TestOnTheTable:
    def test_d5_the_same_gold_is_not_offered_twice(self) -> None:
        voices = (
            Voices.at(given(4)).offered(BO, deal(BO, ANN, 30)).offered(CLEO, deal(BO, CLEO, 5), accepted=True)
        )
        assert on_the_table(voices.table.game, voices.talk, BO) == OnTheTable(35, Goods())
        voices.refuses(Propose(DOV, deal(BO, ANN, 16)), no.GoldOnTheTable(BO, 50, 35, 16))
        assert voices.offered(DOV, deal(BO, ANN, 15)).last == 1003

    def test_i6_the_same_card_is_not_offered_twice_face_down_or_not(self) -> None:
        stands = {BO: {"apples": 2, FACE_DOWN: 1}}
        voices = Voices.at(given(4, stands=stands)).offered(BO, deal(BO, ANN, apples=1, face_down=1))
        assert on_the_table(voices.table.game, voices.talk, BO).goods == {"apples": 1, FACE_DOWN: 1}
        voices.refuses(Propose(CLEO, deal(BO, ANN, face_down=1)), no.GoodsOnTheTable(BO, FACE_DOWN, 1, 1, 1))
        voices.refuses(Propose(CLEO, deal(BO, ANN, apples=2)), no.GoodsOnTheTable(BO, "apples", 2, 1, 2))
        voices.refuses(Propose(CLEO, deal(BO, ANN, silk=1)), no.StandTooSmall(BO, "silk", 0, 1))
        assert voices.offered(CLEO, deal(BO, ANN, apples=1)).last == 1002

    def test_what_is_refused_withdrawn_or_booked_is_off_the_table(self) -> None:
        table = given(4)
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 10)).offered(CLEO, deal(BO, ANN, 20))
        voices = voices.offered(DOV, deal(BO, ANN, 20), accepted=True)
        voices = voices.when(Answer(1001, accepts=False), Withdraw(1002))
        assert on_the_table(table.game, voices.talk, BO).gold == 20
        booked = table.when(passing(DOV, "apples", 1, *deals_of(table.game, voices.talk, DOV)))
        booked.holds(purses={BO: 30})
        assert on_the_table(booked.game, voices.talk, BO) == OnTheTable(0, Goods())
        assert voices.then_at(booked).offered(BO, deal(BO, ANN, 30)).last == 1004

    def test_gold_that_others_offer_is_not_there_yet(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(CLEO, BO, 10), accepted=True)
        voices.refuses(Propose(BO, deal(BO, ANN, 51)), no.PurseTooSmall(BO, 50, 51))

    def test_i8_cards_of_the_bag_are_on_no_stand(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, bag={"apples": 3}))
        assert on_the_table(voices.table.game, voices.talk, BO) == OnTheTable(0, Goods())

    def test_who_left_takes_the_own_proposals_and_those_to_them_off_the_table(self) -> None:
        table = given(5)
        voices = Voices.at(table).offered(BO, deal(EVE, ANN, 10), accepted=True)
        voices = voices.offered(BO, deal(CLEO, EVE, 10)).then_at(table.when(Leave(EVE, counts=True)))
        game = voices.table.game
        assert on_the_table(game, voices.talk, EVE).gold == on_the_table(game, voices.talk, CLEO).gold == 0
        assert deals_of(game, voices.talk, BO) == ()
        voices.refuses(Answer(voices.last, accepts=True), PlayerHasLeft(EVE))

    def test_t7_gold_on_the_table_itself_is_not_counted_here(self) -> None:
        voices = Voices.at(given(4, coins_on_table=True)).offered(BO, deal(BO, ANN, 400))
        assert voices.offered(BO, deal(BO, ANN, 9_000), accepted=True).last == 1002


class TestChanging:
    def test_i6_raised_and_lowered_within_the_purse(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 30)).offered(CLEO, deal(BO, ANN, 15))
        voices = voices.when(Change(1001, deal(BO, ANN, 35)))
        assert voices.talk.proposals[0] == Proposal(1001, BO, deal(BO, ANN, 35), OPEN, changes=1)
        voices.refuses(Change(1001, deal(BO, ANN, 36)), no.GoldOnTheTable(BO, 50, 15, 36))
        voices.refuses(Change(1001, deal(BO, ANN)), no.EmptyDeal())
        assert voices.when(Change(1001, deal(BO, ANN, 1, "Lunch"))).talk.proposals[0].changes == 2

    @pytest.mark.parametrize("ask", [Answer(1001, accepts=False), Withdraw(1001)])
    def test_one_refused_or_withdrawn_is_open_again(self, ask: Answer | Withdraw) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 30)).when(ask)
        voices.refuses(Answer(1001, accepts=True), no.ProposalNotOpen())
        voices = voices.when(Change(1001, deal(BO, ANN, 40)), Answer(1001, accepts=True))
        assert deals_of(voices.table.game, voices.talk, BO) == (deal(BO, ANN, 40),)

    def test_i7_an_accepted_one_is_final(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 30), accepted=True)
        voices.refuses(Change(1001, deal(BO, ANN, 20)), no.ProposalAccepted())
        voices.refuses(Withdraw(1001), no.ProposalNotOpen())
        voices.refuses(Answer(1001, accepts=False), no.ProposalNotOpen())

    @pytest.mark.parametrize("other", [deal(CLEO, ANN, 30), deal(BO, CLEO, 30), deal(ANN, BO, 30)])
    def test_it_stays_between_its_two(self, other: Deal) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 30))
        voices.refuses(Change(1001, other), no.SidesStay((BO, ANN)))

    def test_nothing_is_said_of_proposals_that_are_not_there_or_of_bags_booked(self) -> None:
        table = given(4)
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 30))
        done = voices.then_at(table.when(opened(BO, "apples", 1)))
        for number, place, refusal in ((7, voices, no.NoSuchProposal()), (1001, done, no.BagSettled(BO))):
            for ask in (Change(number, deal(BO, ANN, 1)), Withdraw(number), Answer(number, accepts=False)):
                place.refuses(ask, refusal)


class TestBidding:
    def test_i6_five_and_then_seven_is_one_bid(self) -> None:
        voices = Voices.at(given(4))
        for gold in (5, 7):
            voices = voices.when(bid(voices.talk, BO, deal(BO, ANN, gold)))
        (bribe,) = voices.talk.proposals
        assert (bribe.deal, bribe.changes) == (deal(BO, ANN, 7), 1)
        assert bid_of(voices.talk, BO, BO, ANN) == bribe
        assert bid_of(voices.talk, CLEO, CLEO, ANN) is None

    def test_i9_anybody_else_bids_for_the_one_or_the_other(self) -> None:
        voices = Voices.at(given(4))
        for gold, decision in ((5, Decision.OPENS), (6, Decision.OPENS), (7, Decision.PASSES)):
            voices = voices.when(bid(voices.talk, BO, Deal(CLEO, ANN, gold, decision=decision)))
        (offer,) = voices.talk.proposals
        assert (offer.merchant, offer.deal) == (BO, Deal(CLEO, ANN, 7, decision=Decision.PASSES))
        assert bid_of(voices.talk, BO, CLEO, ANN) == offer
        assert bid_of(voices.talk, CLEO, CLEO, ANN) is None

    def test_i6_goods_and_words_stay_when_the_gold_is_raised(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5, promise="Lunch"))
        voices = voices.when(bid(voices.talk, BO, deal(BO, ANN, 7)))
        (offer,) = voices.talk.proposals
        assert offer.deal == deal(BO, ANN, 7, promise="Lunch")

    def test_i6_an_answered_offer_is_no_bid(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 4), accepted=True)
        assert bid_of(voices.talk, BO, BO, ANN) is None
        voices.refuses(bid(voices.talk, BO, deal(BO, ANN, 2)), no.DealStands(BO))

    def test_i6_offers_to_others_and_either_way_are_no_bid(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, CLEO, 4)).offered(BO, deal(CLEO, ANN, 4))
        assert bid_of(voices.talk, BO, BO, ANN) is None
        assert bid_of(voices.talk, BO, CLEO, ANN) is None


class TestAnswering:
    def test_i7_deals_of_a_bag_are_booked_with_it(self) -> None:
        table = given(4)
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 8)).offered(BO, deal(CLEO, ANN, 5), accepted=True)
        voices = voices.offered(CLEO, deal(CLEO, ANN, 1), accepted=True).when(Answer(1001, accepts=True))
        deals = deals_of(table.game, voices.talk, BO)
        assert deals == (deal(BO, ANN, 8), deal(CLEO, ANN, 5))
        table.when(passing(BO, "apples", 1, *deals)).holds(purses=[63, 42, 45, 50])

    def test_i7_the_merchants_accepted_bribe_of_the_sheriff_means_that_the_bag_passes(self) -> None:
        third = Voices.at(given(4)).offered(BO, deal(CLEO, ANN, 5), accepted=True)
        third = third.offered(BO, deal(BO, CLEO, 5), accepted=True).offered(BO, deal(BO, ANN, 5))
        assert not is_bribed(third.table.game, third.talk, BO)
        voices = third.when(Answer(third.last, accepts=True))
        assert is_bribed(voices.table.game, voices.talk, BO)
        assert not is_bribed(voices.table.game, voices.talk, CLEO)

    def test_i7_a_refused_bribe_is_not_kept(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5)).when(Answer(1001, accepts=False))
        assert voices.talk.proposals[0].state is REFUSED
        assert deals_of(voices.table.game, voices.talk, BO) == ()

    def test_nobody_answers_words_they_have_not_read(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 30)).when(Change(1001, deal(BO, ANN, 1)))
        for accepts in (True, False):
            voices.refuses(Answer(1001, accepts, changes=0), no.ProposalChanged())
        assert voices.when(Answer(1001, accepts=True, changes=1)).talk.proposals[0].state is ACCEPTED

    def test_d5_the_giver_must_still_have_all_that_is_on_the_table(self) -> None:
        table = given(4, stands={BO: {"apples": 1}})
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 20)).offered(CLEO, deal(BO, ANN, 20, apples=1))
        poorer = voices.then_at(table.when(paying(BO, DOV, 15)))
        poorer.refuses(Answer(1001, accepts=True), no.GoldOnTheTable(BO, 35, 20, 20))
        assert poorer.when(Withdraw(1002), Answer(1001, accepts=True)).talk.proposals[0].state is ACCEPTED
        without = voices.then_at(table.when(paying(BO, DOV, apples=1)))
        without.refuses(Answer(1002, accepts=True), no.StandTooSmall(BO, "apples", 0, 1))
        assert poorer.when(Answer(1002, accepts=False)).talk.proposals[1].state is REFUSED

    def test_a_promise_alone_needs_no_gold(self) -> None:
        table = given(4)
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 20)).offered(BO, deal(BO, ANN, promise="Lunch"))
        poorer = voices.then_at(table.when(paying(BO, DOV, 40)))
        assert poorer.when(Answer(1002, accepts=True)).talk.proposals[1].state is ACCEPTED

    def test_a_bag_takes_as_many_deals_as_its_form(self) -> None:
        voices = Voices.at(given(4))
        for giver in (CLEO, DOV):
            for purpose in (None, *Decision):
                offer = replace(deal(giver, ANN, 1), decision=purpose)
                voices = voices.offered(BO, offer, accepted=True)
        assert len(deals_of(voices.table.game, voices.talk, BO)) == MOST_DEALS
        voices = voices.offered(BO, deal(BO, CLEO, 1))
        voices.refuses(Answer(voices.last, accepts=True), no.TooManyDeals(MOST_DEALS))
        assert voices.offered(CLEO, deal(CLEO, ANN, 1), accepted=True).talk.proposals[-1].state is ACCEPTED


def test_a_deal_of_a_bag_taken_back_is_there_again() -> None:
    """What was said outlives the entry, so that the bag's form is filled as it was."""
    table = given(4)
    voices = Voices.at(table).offered(BO, deal(BO, ANN, 8), accepted=True)
    booked = table.when(passing(BO, "apples", 1, deal(BO, ANN, 8)))
    assert on_the_table(booked.game, voices.talk, BO).gold == 0
    back = replace(booked, events=booked.events[:-1], states=booked.states[:-1])
    assert on_the_table(back.game, voices.talk, BO).gold == 8


class TestSettling:
    """A bag is booked with what was accepted over it, as it was accepted."""

    BRIBE = deal(BO, ANN, 4)
    TO_PASS = replace(deal(CLEO, ANN, 5), decision=Decision.PASSES)
    TO_OPEN = replace(deal(DOV, ANN, 6), decision=Decision.OPENS)

    def test_i7_an_accepted_bribe_is_booked_to_the_coin_and_the_bag_passes(self) -> None:
        voices = Voices.at(given(4)).offered(BO, self.BRIBE, accepted=True)
        game, talk = voices.table.game, voices.talk
        assert may_settle(game, talk, passing(BO, "apples", 1, self.BRIBE)) is None
        for deals in ((), (deal(BO, ANN, 40),), (deal(CLEO, ANN, 4),)):
            asked = passing(BO, "apples", 1, *deals)
            assert may_settle(game, talk, asked) == no.AcceptedStands((BO, ANN))
        assert may_settle(game, talk, opened(BO, "apples", 1)) == no.BribeMeansPass(BO)
        assert may_settle(game, talk, passing(CLEO, "apples", 1)) is None

    def test_what_was_agreed_besides_is_booked_with_it(self) -> None:
        voices = Voices.at(given(4)).offered(BO, self.BRIBE, accepted=True)
        more = passing(BO, "apples", 1, deal(ANN, DOV, 1), self.BRIBE)
        assert may_settle(voices.table.game, voices.talk, more) is None

    def test_two_equal_ones_are_two(self) -> None:
        voices = Voices.at(given(4)).offered(BO, self.BRIBE, accepted=True)
        twice = passing(BO, "apples", 1, self.BRIBE, self.BRIBE)
        assert may_settle(voices.table.game, voices.talk, twice) is None

    def test_i9_each_goes_with_the_decision_it_was_made_for(self) -> None:
        voices = Voices.at(given(4))
        for offer in (self.TO_PASS, self.TO_OPEN, deal(ANN, BO, 1)):
            voices = voices.offered(BO, offer, accepted=True)
        game, talk = voices.table.game, voices.talk
        assert due(game, talk, BO, Decision.PASSES) == (self.TO_PASS, deal(ANN, BO, 1))
        assert payable(game, talk, BO) == (self.TO_PASS, self.TO_OPEN, deal(ANN, BO, 1))
        assert due(game, talk, BO, Decision.OPENS) == (self.TO_OPEN, deal(ANN, BO, 1))
        assert may_settle(game, talk, opened(BO, "apples", 1, self.TO_OPEN)) == no.AcceptedStands((ANN, BO))
        assert may_settle(game, talk, opened(BO, "apples", 1, self.TO_OPEN, deal(ANN, BO, 1))) is None

    def test_d5_what_can_no_longer_be_paid_holds_nobody_up(self) -> None:
        voices = Voices.at(given(4, stands={BO: {"apples": 1}}))
        voices = voices.offered(BO, deal(BO, ANN, 4, apples=1), accepted=True)
        voices = voices.offered(BO, deal(BO, CLEO, 3), accepted=True)
        voices = voices.then_at(voices.table.when(paying(BO, DOV, apples=1)))
        assert due(voices.table.game, voices.talk, BO, Decision.PASSES) == (deal(BO, CLEO, 3),)
        assert payable(voices.table.game, voices.talk, BO) == (deal(BO, CLEO, 3),)
        assert may_settle(voices.table.game, voices.talk, opened(BO, "bread", 1, deal(BO, CLEO, 3))) is None

    def test_i7_a_bribe_that_can_no_longer_be_paid_binds_nobody(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 20), accepted=True)
        assert is_bribed(voices.table.game, voices.talk, BO)
        voices = voices.then_at(voices.table.when(paying(BO, DOV, 40)))
        assert not is_bribed(voices.table.game, voices.talk, BO)

    def test_t7_once_the_time_is_up_a_bag_passes_with_what_was_accepted_in_time_alone(self) -> None:
        voices = Voices.at(given(4)).offered(CLEO, deal(CLEO, ANN, 4), accepted=True)
        game, talk = voices.table.game, voices.talk
        assert may_settle(game, talk, passing(BO, "apples", 1), late=True) is None
        assert may_settle(game, talk, passing(BO, "apples", 1, self.BRIBE), late=True) == no.TimeIsUp()
        assert may_settle(game, talk, opened(BO, "apples", 1), late=True) == no.TimeIsUp()
        assert may_settle(game, talk, passing(CLEO, "apples", 1, deal(CLEO, ANN, 4)), late=True) is None

    def test_t7_once_the_time_is_up_nothing_more_is_offered_or_accepted(self) -> None:
        voices = Voices.at(given(4)).offered(BO, self.BRIBE)
        game, talk = voices.table.game, voices.talk
        haggling = (Answer(1001, accepts=True), Change(1001, self.BRIBE), Propose(BO, deal(CLEO, ANN, 1)))
        for ask in (*haggling, Threaten(CLEO)):
            assert in_time(game, talk, ask, late=True) == no.TimeIsUp()
            assert in_time(game, talk, ask, late=False) is None
        declared = Declare(BO, Declaration("apples", 1))
        for other in (Answer(1001, accepts=False), Withdraw(1001), Answer(1999, accepts=True), declared):
            assert in_time(game, talk, other, late=True) is None

    def test_t7_once_the_time_is_up_what_nobody_accepted_is_off_the_table_and_so_is_a_threat(self) -> None:
        """Over a bag that was opened in time a third player's offer has come to nothing already (I9)."""
        voices = Voices.at(given(4)).when(Declare(BO, Declaration("apples", 1)), Threaten(CLEO))
        voices = voices.offered(CLEO, deal(CLEO, ANN, 4), accepted=True).when(Threaten(DOV))
        voices = voices.offered(DOV, deal(DOV, ANN, 3)).offered(BO, deal(CLEO, ANN, 2))
        voices = voices.when(Decide(BO, Decision.OPENS, words_of(voices.table.game, voices.talk, BO)))
        left = once_late(voices.table.game, voices.talk)
        assert left.threatened is None
        assert [one.number for one in left.proposals] == [1001, 1003]
        assert replace(left, threatened=DOV, proposals=voices.talk.proposals) == voices.talk

    def test_t7_a_bag_that_was_decided_in_time_is_settled_and_not_too_late(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, Declaration("apples", 1)))
        voices = voices.when(Decide(BO, Decision.OPENS, words_of(voices.table.game, voices.talk, BO)))
        assert in_time(voices.table.game, voices.talk, Propose(BO, self.BRIBE), late=True) is None
        voices.refuses(Propose(BO, self.BRIBE), no.BagSettled(BO))

    def test_t7_a_bag_that_was_decided_once_time_was_up_passes_by_that(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, Declaration("apples", 1)))
        words = words_of(voices.table.game, voices.talk, BO)
        voices = voices.when(Decide(BO, Decision.PASSES, words, late=True))
        game, talk = voices.table.game, voices.talk
        assert may_settle(game, talk, passing(BO, "apples", 1, deal(BO, ANN, 5)), late=True) == no.TimeIsUp()
        assert may_settle(game, talk, passing(BO, "apples", 1), late=True) is None

    def test_a_bag_that_cannot_be_decided_is_refused_for_that(self) -> None:
        voices = Voices.at(given(4)).offered(BO, self.BRIBE, accepted=True)
        voices = voices.then_at(voices.table.when(passing(BO, "apples", 1, self.BRIBE)))
        assert may_settle(voices.table.game, voices.talk, opened(BO, "apples", 1), late=True) is None


class TestCounterOffers:
    """Of two offers of one giver to one receiver, over one bag and for one purpose, one counts."""

    def test_what_was_agreed_aloud_and_answered_by_a_bid_is_the_bid(self) -> None:
        voices = Voices.at(given(4))
        voices = voices.when(Propose(BO, deal(BO, ANN, 8), aloud=True))
        voices = voices.when(bid(voices.talk, BO, deal(BO, ANN, 5)))
        assert [one.state for one in voices.talk.proposals] == [WITHDRAWN, OPEN]
        voices = voices.when(Answer(voices.last, accepts=True))
        voices.refuses(Answer(1001, accepts=True), no.ProposalNotOpen())
        assert deals_of(voices.table.game, voices.talk, BO) == (deal(BO, ANN, 5),)

    def test_an_offer_takes_the_place_of_the_givers_own_and_of_no_price_that_is_asked(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5))
        second = Proposal(1002, BO, deal(BO, ANN, 5, promise="Lunch"), OPEN)
        assert in_place_of(voices.talk, second) == voices.talk.proposals[0]
        assert in_place_of(voices.talk, replace(second, deal=deal(BO, CLEO, 5))) is None
        voices = voices.when(Answer(1001, accepts=False))
        assert in_place_of(voices.talk, second) is None

    def test_what_is_noted_takes_the_place_of_an_offer_with_goods(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5, promise="Lunch"))
        voices = voices.when(Propose(BO, deal(BO, ANN, 8), aloud=True))
        assert [one.state for one in voices.talk.proposals] == [WITHDRAWN, OPEN]

    def test_one_that_is_changed_takes_the_place_of_what_it_comes_to_equal(self) -> None:
        to_pass, to_open = (replace(deal(CLEO, ANN, 5), decision=decision) for decision in Decision)
        voices = Voices.at(given(4)).offered(BO, to_pass).offered(BO, to_open)
        voices = voices.when(Change(1001, replace(to_pass, gold=6, decision=Decision.OPENS)))
        assert [one.state for one in voices.talk.proposals] == [OPEN, WITHDRAWN]

    @pytest.mark.parametrize(
        "bag, other",
        [
            (BO, deal(BO, CLEO, 5)),
            (CLEO, deal(BO, ANN, 5)),
            (BO, deal(CLEO, ANN, 5)),
            (BO, replace(deal(CLEO, ANN, 5), decision=Decision.OPENS)),
        ],
    )
    def test_others_stay(self, bag: int, other: Deal) -> None:
        to_pass = replace(deal(CLEO, ANN, 5), decision=Decision.PASSES)
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 8)).offered(BO, to_pass).offered(bag, other)
        assert [one.state for one in voices.talk.proposals] == [OPEN, OPEN, OPEN]

    def test_i7_the_same_player_is_not_paid_twice(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5), accepted=True)
        voices.refuses(Propose(BO, deal(BO, ANN, 8)), no.DealStands(BO))

    def test_i7_nor_for_an_offer_that_an_older_release_left_beside_the_deal(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5), accepted=True)
        (accepted,) = voices.talk.proposals
        beside = replace(accepted, number=1002, deal=deal(BO, ANN, 8), state=OPEN)
        talk = replace(voices.talk, proposals=(accepted, beside))
        assert Answer(1002, accepts=True).may(voices.table.game, talk) == no.DealStands(BO)

    def test_i7_a_refused_offer_does_not_come_back_beside_the_deal(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5)).when(Answer(1001, accepts=False))
        voices = voices.offered(BO, deal(BO, ANN, 6), accepted=True)
        voices.refuses(Change(1001, deal(BO, ANN, 8)), no.DealStands(BO))

    def test_a_deal_that_can_no_longer_be_paid_makes_room_for_another(self) -> None:
        table = given(4)
        voices = Voices.at(table).offered(BO, deal(BO, ANN, 30), accepted=True)
        voices = voices.then_at(table.when(paying(BO, DOV, 40))).offered(BO, deal(BO, ANN, 8), accepted=True)
        assert deals_of(voices.table.game, voices.then_at(table).talk, BO) == (deal(BO, ANN, 8),)


class TestUnanswered:
    def test_i7_i9_what_the_sheriff_was_offered_over_a_bag_and_did_not_answer(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 4)).offered(BO, deal(CLEO, ANN, 2))
        voices = voices.offered(BO, deal(ANN, BO, 1)).offered(CLEO, deal(CLEO, ANN, 3))
        voices = voices.when(Answer(1002, accepts=False))
        open_ones = unanswered(voices.table.game, voices.talk, BO)
        assert [proposal.number for proposal in open_ones] == [1001]


class TestLapsing:
    @staticmethod
    def dealt(table: Table) -> BagPassed | BagOpened | SatOut:
        """How the bag was dealt with, as the latest entry says."""
        event = table.events[-1]
        assert isinstance(event, BagPassed | BagOpened | SatOut)
        return event

    def test_i9_what_nobody_answered_or_was_for_the_other_decision_comes_to_nothing(self) -> None:
        to_open = replace(deal(CLEO, ANN, 5), decision=Decision.OPENS)
        voices = Voices.at(given(4)).offered(BO, to_open, accepted=True)
        voices = voices.offered(BO, deal(BO, ANN, 4), accepted=True).offered(BO, deal(DOV, ANN, 1))
        voices = voices.offered(CLEO, deal(DOV, ANN, 1)).offered(BO, deal(DOV, CLEO, 2))
        voices = voices.when(Withdraw(voices.last))
        voices = voices.then_at(voices.table.when(passing(BO, "apples", 1, deal(BO, ANN, 4))))
        assert [given_up.number for given_up in lapsed(voices.talk, self.dealt(voices.table))] == [1001, 1003]

    def test_i7_nothing_is_accepted_for_opening_a_bag_that_a_bribe_lets_pass(self) -> None:
        to_open = replace(deal(CLEO, ANN, 5), decision=Decision.OPENS)
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 4), accepted=True).offered(BO, to_open)
        voices.refuses(Answer(voices.last, accepts=True), no.BribeMeansPass(BO))

    def test_nothing_comes_of_a_deal_about_a_bag_that_stays_away(self) -> None:
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 4), accepted=True)
        voices = voices.then_at(voices.table.when(SitOut(BO)))
        assert [given_up.number for given_up in lapsed(voices.talk, self.dealt(voices.table))] == [1001]

    def test_d5_an_accepted_deal_that_was_not_paid_is_told_apart(self) -> None:
        to_open = replace(deal(CLEO, ANN, 30), decision=Decision.OPENS)
        voices = Voices.at(given(4)).offered(BO, to_open, accepted=True).offered(BO, deal(DOV, ANN, 1))
        voices = voices.then_at(voices.table.when(paying(CLEO, DOV, 40)))
        game, said = voices.table.game, voices.talk
        assert [is_broken(game, said, one) for one in said.proposals] == [True, False]
        dealt = self.dealt(voices.table.when(opened(BO, "apples", 1)))
        unpaid = [was_unpaid(one, dealt) for one in lapsed(said, dealt)]
        assert unpaid == [True, False]


class TestAgreedAloud:
    """Ann, the Sheriff, heard "five!" and notes it (I6, I9)."""

    @staticmethod
    def noted(voices: Voices, giver: int = BO, gold: int = 5) -> Voices:
        return voices.when(Propose(BO, deal(giver, ANN, gold), aloud=True))

    def test_who_gives_it_answers_and_who_noted_it_withdraws(self) -> None:
        voices = self.noted(Voices.at(given(4)))
        game, number = voices.table.game, voices.last
        ann, bo = (Actor(bank=False, seats=frozenset({seat})) for seat in (ANN, BO))
        assert may_say(bo, game, voices.talk, Answer(number, accepts=True)) is None
        assert may_say(ann, game, voices.talk, Answer(number, accepts=True)) == NotYours((BO,))
        assert may_say(ann, game, voices.talk, Withdraw(number)) is None
        assert may_say(bo, game, voices.talk, Propose(BO, deal(BO, ANN, 5), aloud=True)) == NotYours((ANN,))

    def test_i7_confirmed_it_binds_as_any_bribe(self) -> None:
        voices = self.noted(Voices.at(given(4)))
        assert not deals_of(voices.table.game, voices.talk, BO)
        voices = voices.when(Answer(voices.last, accepts=True))
        assert deals_of(voices.table.game, voices.talk, BO) == (deal(BO, ANN, 5),)

    def test_a_giver_without_a_phone_has_agreed(self) -> None:
        voices = self.noted(Voices.at(given(4), ANN))
        assert deals_of(voices.table.game, voices.talk, BO) == (deal(BO, ANN, 5),)

    def test_d5_the_purse_covers_what_was_agreed_last(self) -> None:
        voices = Voices.at(given(4, gold={BO: 9})).offered(BO, deal(BO, ANN, 9))
        voices = self.noted(self.noted(voices, gold=8), gold=7)
        states = [proposal.state for proposal in voices.talk.proposals]
        assert states == [WITHDRAWN, WITHDRAWN, OPEN]
        voices.refuses(Propose(BO, deal(BO, ANN, 10), aloud=True), no.PurseTooSmall(BO, 9, 10))

    def test_t7_nothing_is_agreed_once_the_time_is_up(self) -> None:
        game = given(4).game
        assert (
            in_time(game, silence(game), Propose(BO, deal(BO, ANN, 5), aloud=True), late=True)
            == no.TimeIsUp()
        )
        assert in_time(game, silence(game), Propose(BO, deal(BO, ANN, 5)), late=True) == no.TimeIsUp()


class TestAskedFor:
    """The Sheriff asks for what a player with a phone of their own is to give (I6)."""

    @staticmethod
    def bribed(*demands: int) -> Voices:
        """Bo offers 5 gold, then Ann asks Bo for these sums."""
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 5))
        return voices.when(*(Propose(BO, deal(BO, ANN, sum_), demanded=True) for sum_ in demands))

    def test_i6_the_own_bribe_stays_until_its_giver_accepts_another(self) -> None:
        voices = self.bribed(32)
        assert [one.state for one in voices.talk.proposals] == [OPEN, OPEN]
        voices = voices.when(Answer(voices.last, accepts=True))
        assert [one.state for one in voices.talk.proposals] == [WITHDRAWN, ACCEPTED]
        assert deals_of(voices.table.game, voices.talk, BO) == (deal(BO, ANN, 32),)

    def test_who_gives_it_answers_and_who_asked_withdraws(self) -> None:
        voices = self.bribed(32)
        game, number = voices.table.game, voices.last
        ann, bo = (Actor(bank=False, seats=frozenset({seat})) for seat in (ANN, BO))
        assert may_say(bo, game, voices.talk, Answer(number, accepts=True)) is None
        assert may_say(ann, game, voices.talk, Answer(number, accepts=True)) == NotYours((BO,))
        assert may_say(ann, game, voices.talk, Withdraw(number)) is None

    def test_what_is_asked_last_counts_and_stays_beside_what_its_giver_offers_then(self) -> None:
        voices = self.bribed(32, 20)
        assert [one.state for one in voices.talk.proposals] == [OPEN, WITHDRAWN, OPEN]
        voices = voices.when(bid(voices.talk, BO, deal(BO, ANN, 8)))
        assert [one.state for one in voices.talk.proposals] == [OPEN, WITHDRAWN, OPEN]
        assert voices.talk.proposals[0].deal == deal(BO, ANN, 8)
        voices = voices.when(Answer(voices.talk.proposals[0].number, accepts=True))
        assert [one.state for one in voices.talk.proposals] == [ACCEPTED, WITHDRAWN, WITHDRAWN]

    def test_d5_what_is_only_asked_for_is_not_on_the_table(self) -> None:
        voices = self.bribed(32)
        assert on_the_table(voices.table.game, voices.talk, BO) == OnTheTable(5, Goods())
        voices = voices.offered(CLEO, deal(BO, ANN, 30))
        voices.refuses(Answer(1002, accepts=True), no.GoldOnTheTable(BO, 50, 30, 32))

    def test_i6_nobody_is_asked_for_more_than_they_have_besides_the_own_bribe(self) -> None:
        voices = self.bribed(50)
        voices.refuses(Propose(BO, deal(BO, ANN, 51), demanded=True), no.PurseTooSmall(BO, 50, 51))
        assert Answer(voices.last, accepts=True).may(voices.table.game, voices.talk) is None

    def test_who_has_no_phone_by_then_has_not_agreed(self) -> None:
        voices = Voices.at(given(4), ANN).when(Propose(BO, deal(BO, ANN, 5), demanded=True))
        assert [one.state for one in voices.talk.proposals] == [OPEN]


class TestGivingBack:
    """A slip of the thumb is undone by who accepted, or the bank (I7)."""

    @staticmethod
    def accepted() -> Voices:
        return Voices.at(given(4)).offered(BO, deal(BO, ANN, 32), accepted=True)

    def test_i7_what_was_accepted_waits_for_an_answer_again(self) -> None:
        voices = self.accepted().when(Reopen(1001))
        assert [one.state for one in voices.talk.proposals] == [OPEN]
        assert not is_bribed(voices.table.game, voices.talk, BO)
        assert voices.talk.latest == ("reopened", 1001)

    def test_i7_a_decision_on_the_bag_makes_it_final(self) -> None:
        voices = self.accepted().when(Declare(BO, Declaration("apples", 1)))
        words = words_of(voices.table.game, voices.talk, BO)
        voices.when(Decide(BO, Decision.PASSES, words)).refuses(Reopen(1001), no.BagSettled(BO))
        booked = voices.table.when(passing(BO, "apples", 1, deal(BO, ANN, 32)))
        voices.then_at(booked).refuses(Reopen(1001), no.BagSettled(BO))
        game = voices.table.game
        assert in_time(game, voices.talk, Reopen(1001), late=True) == no.TimeIsUp()

    def test_only_what_is_accepted_is_given_back(self) -> None:
        voices = self.accepted().when(Reopen(1001))
        voices.refuses(Reopen(1001), no.ProposalNotAccepted())
        voices.refuses(Reopen(1002), no.NoSuchProposal())

    def test_who_accepted_gives_it_back_or_the_bank(self) -> None:
        voices = self.accepted()
        ann, bo, bank = (
            Actor(bank=bank, seats=frozenset(seats)) for bank, *seats in ((False, ANN), (False, BO), (True,))
        )
        assert may_say(bo, voices.table.game, voices.talk, Reopen(1001)) == NotYours((ANN,))
        assert may_say(ann, voices.table.game, voices.talk, Reopen(1001)) is None
        assert may_say(bank, voices.table.game, voices.talk, Reopen(1001)) is None

    def test_what_was_agreed_aloud_with_who_has_no_phone_the_sheriff_gives_back(self) -> None:
        voices = Voices.at(given(4), ANN)
        voices = voices.when(Propose(BO, deal(BO, ANN, 5), aloud=True))
        ann = Actor(bank=False, seats=frozenset({ANN}))
        says = Reopen(voices.last)
        assert may_say(ann, voices.table.game, voices.talk, says, voices.speakers) is None
        assert may_say(ann, voices.table.game, voices.talk, says, frozenset({ANN, BO})) == NotYours((BO,))
