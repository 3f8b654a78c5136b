"""What is said at a table of six: offers to either Deputy, what both or one decide (E8, E11, E12, E14)."""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import NotYours
from companion.rules.rights import Actor
from companion.rules.sheriff import proposals
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff import talk as say
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Paying, Promise
from companion.rules.sheriff.deciding import (
    AskPayer,
    Decide,
    DecideAgain,
    TurnOver,
    as_booked,
    asked_payer,
    is_answer,
    opening,
    passing,
    words_of,
)
from companion.rules.sheriff.declaring import (
    Declare,
    LetBe,
    Threaten,
    awaited,
    may_be_due,
    next_speaker,
    threatening,
)
from companion.rules.sheriff.leaving import Leave, lapsing
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import Answer, Change, Propose
from companion.rules.sheriff.recorders import may_say
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, FLO, Table, deal, given
from tests.rules.given import passing as let_pass
from tests.rules.voices import Voices

APPLES = Declaration("apples", 2)
PASSES, OPENS = Decision.PASSES, Decision.OPENS


def declared(table: Table | None = None, *speakers: int) -> Voices:
    """Cleo, at the left of Deputies Ann and Bo, said two apples."""
    return Voices.at(table or given(6), *(speakers or range(6))).when(Declare(CLEO, APPLES))


def decided(voices: Voices, decision: Decision, alone: int | None = None) -> Voices:
    return voices.when(Decide(CLEO, decision, words_of(voices.table.game, voices.talk, CLEO), alone))


def by_ann(decision: Decision, alone: int | None = None) -> Voices:
    """Ann, a Deputy, decides on her own phone."""
    voices = declared()
    words = words_of(voices.table.game, voices.talk, CLEO)
    return voices.when(Decide(CLEO, decision, words, alone, said_by=ANN))


def bribed(deputy: int = ANN, gold: int = 5) -> Voices:
    return declared().offered(CLEO, deal(CLEO, deputy, gold), accepted=True)


class TestBribes:
    def test_e15_merchants_declare_from_the_left_of_the_deputy_drawn_first(self) -> None:
        voices = Voices.at(given(6, sheriff=DOV, deputies=(DOV, ANN)), *range(6))
        assert next_speaker(voices.table.game, voices.talk, voices.speakers) == EVE

    @pytest.mark.parametrize("deputy", [ANN, BO])
    def test_e12_of_either_deputy(self, deputy: int) -> None:
        voices = bribed(deputy)
        game, talk = voices.table.game, voices.talk
        assert proposals.is_bribed(game, talk, CLEO)
        assert proposals.is_bribed(game, talk, CLEO, deputy)
        assert not proposals.is_bribed(game, talk, CLEO, BO if deputy == ANN else ANN)

    def test_e11_it_is_for_passing_whoever_decides(self) -> None:
        """Where Bo alone opens, nothing was given to Ann for that."""
        voices = bribed(ANN)
        [proposal] = voices.talk.proposals
        assert proposal.deal.decision is PASSES
        game, talk = voices.table.game, voices.talk
        assert (
            proposals.due(game, talk, CLEO, PASSES)
            == proposals.due(game, talk, CLEO, PASSES, BO)
            == (proposal.deal,)
        )
        assert proposals.due(game, talk, CLEO, OPENS, BO) == ()

    def test_e12_one_of_two_can_still_be_threatening(self) -> None:
        voices = bribed(ANN).when(Threaten(CLEO), LetBe())
        assert not proposals.stays_shut(voices.table.game, voices.talk, CLEO)
        both = voices.offered(CLEO, deal(CLEO, BO, 5), accepted=True)
        assert proposals.stays_shut(both.table.game, both.talk, CLEO)
        both.refuses(Threaten(CLEO), no.BribeMeansPass(CLEO))

    def test_i9_a_third_player_pays_for_opening_as_long_as_one_can(self) -> None:
        to_open = replace(deal(DOV, BO, 4), decision=OPENS)
        voices = bribed(ANN).offered(CLEO, to_open, accepted=True)
        voices = voices.offered(CLEO, deal(CLEO, BO, 6), accepted=True).when(
            Propose(CLEO, replace(to_open, giver=EVE))
        )
        voices.refuses(Answer(voices.last, accepts=True), no.BribeMeansPass(CLEO))

    def test_e8_nothing_is_paid_with_what_lies_on_the_booty(self) -> None:
        """Ann has no gold: what Cleo gives her is only hers where she acts alone (E11)."""
        voices = bribed(ANN)
        game, talk = given(6, gold={ANN: 0}).game, voices.talk
        onward = replace(talk.proposals[0], number=1999, deal=deal(ANN, DOV, 5))
        talk = replace(talk, proposals=(*talk.proposals, onward))
        assert onward.deal not in proposals.due(game, talk, CLEO, PASSES)
        assert onward.deal in proposals.due(game, talk, CLEO, PASSES, ANN)

    def test_i6_a_bid_is_to_one_of_them(self) -> None:
        voices = declared()
        asked = proposals.bid(voices.talk, CLEO, deal(CLEO, BO, 5))
        assert asked == Propose(CLEO, Deal(CLEO, BO, 5))
        voices = voices.when(asked)
        standing = proposals.bid_of(voices.talk, CLEO, CLEO, BO)
        assert standing is not None
        assert proposals.bid_of(voices.talk, CLEO, CLEO, ANN) is None
        more = proposals.bid(voices.talk, CLEO, deal(CLEO, BO, 6))
        assert more == Change(standing.number, replace(standing.deal, gold=6))

    def test_i6_what_was_agreed_aloud_takes_the_place_of_a_bid_to_the_same_deputy(self) -> None:
        voices = declared(None, ANN, BO)
        voices = voices.offered(CLEO, deal(CLEO, ANN, 3)).offered(CLEO, deal(CLEO, BO, 4))
        voices = voices.when(Propose(CLEO, deal(CLEO, BO, 7), aloud=True))
        assert [proposal.state for proposal in voices.talk.proposals] == ["open", "withdrawn", "accepted"]
        third = declared().when(Propose(CLEO, deal(DOV, EVE, 3), aloud=True))
        assert third.talk.proposals[-1].deal.receiver == EVE


class TestDeciding:
    def test_e11_both_unless_one_does_alone(self) -> None:
        assert decided(declared(), OPENS).talk.decisions[CLEO] == say.Decided(OPENS)
        assert decided(declared(), OPENS, BO).talk.decisions[CLEO] == say.Decided(OPENS, alone=BO)
        assert decided(declared(), PASSES, BO).talk.decisions[CLEO] == say.Decided(PASSES, alone=BO)
        voices = declared()
        voices.refuses(Decide(CLEO, OPENS, "", DOV), no.NotDeputy(DOV))

    def test_the_decision_stands_and_so_does_whose_it_is(self) -> None:
        voices = decided(declared(), OPENS, BO)
        assert decided(voices, OPENS, BO).talk.decisions == voices.talk.decisions
        voices.refuses(Decide(CLEO, OPENS, "", ANN), no.DecisionStands(CLEO))
        voices.refuses(Decide(CLEO, OPENS, ""), no.DecisionStands(CLEO))

    def test_e12_a_bribe_binds_those_who_act(self) -> None:
        voices = bribed(ANN)
        voices.refuses(Decide(CLEO, OPENS, ""), no.OtherMayOpen(ANN, BO))
        voices.refuses(Decide(CLEO, OPENS, "", ANN), no.OtherMayOpen(ANN, BO))
        assert decided(voices, OPENS, BO).talk.decisions[CLEO].alone == BO

    def test_e12_nobody_is_sent_to_another_where_both_were_bribed(self) -> None:
        both = bribed(ANN).offered(CLEO, deal(CLEO, BO, 5), accepted=True)
        for alone in (None, ANN, BO):
            both.refuses(Decide(CLEO, OPENS, "", alone), no.BribeMeansPass(CLEO))

    @pytest.mark.parametrize("alone", [None, ANN, BO])
    def test_a_bag_is_booked_as_it_was_decided(self, alone: int | None) -> None:
        voices = decided(declared(), OPENS, alone).when(TurnOver(CLEO, Goods({"apples": 2})))
        game, talk = voices.table.game, voices.talk
        bag = opening(game, talk, CLEO)
        assert bag == OpenBag(CLEO, APPLES, Goods({"apples": 2}), alone=alone)
        assert proposals.may_settle(game, talk, bag) is None
        other = replace(bag, alone=BO if alone is None else None)
        assert proposals.may_settle(game, talk, other) == no.DecisionStands(CLEO)
        shut = decided(declared(), PASSES, alone)
        passed = passing(game, shut.talk, CLEO, Goods({"apples": 2}))
        assert passed == PassBag(CLEO, APPLES, Goods({"apples": 2}), alone=alone)
        assert proposals.may_settle(game, shut.talk, passed) is None

    def test_e16_a_decision_outlives_the_deputy_who_made_it_alone(self) -> None:
        """Else nobody could book the bag, and the round could not end."""
        voices = decided(declared(), OPENS, BO).when(TurnOver(CLEO, Goods({"apples": 2})))
        for table in (
            voices.table.when(Leave(BO, counts=True, heir=FLO)),
            voices.table.when(Leave(FLO, counts=True), Leave(BO, counts=True)),
        ):
            bag = opening(table.game, voices.talk, CLEO)
            assert bag == OpenBag(CLEO, APPLES, Goods({"apples": 2}))
            assert proposals.may_settle(table.game, voices.talk, bag) is None
            table.when(bag)

    def test_a_bag_typed_before_anybody_decided(self) -> None:
        voices = bribed(ANN)
        game, talk, bag = voices.table.game, voices.talk, OpenBag(CLEO, APPLES, Goods({"apples": 2}))
        assert proposals.may_settle(game, talk, bag) is None  # nothing agreed is for opening
        assert proposals.may_settle(game, talk, let_pass(CLEO, "apples", 2)) == no.AcceptedStands((CLEO, ANN))
        assert passing(game, talk, CLEO, Goods({"apples": 2})) is not None

    def test_the_decision_of_a_booked_bag_stands_with_whose_it_was(self) -> None:
        voices = declared()
        event = voices.table.decided(replace(let_pass(CLEO, "apples", 2), alone=BO))
        assert as_booked(voices.talk, event).decisions[CLEO] == say.Decided(PASSES, alone=BO, booked=True)


class TestTheDeputyWhoWasNotAsked:
    """E14: whoever did not decide for both may let it be decided again."""

    @pytest.mark.parametrize("decision", Decision)
    def test_lets_both_decide_again(self, decision: Decision) -> None:
        voices = by_ann(decision)
        again = voices.when(DecideAgain(CLEO, BO))
        assert not again.talk.decisions
        assert again.talk.latest == ("disagreed", BO)
        decided(again, OPENS)

    def test_nobody_else_does_in_that_name(self) -> None:
        """The merchant has a phone, and agrees on it."""
        voices, ask = by_ann(PASSES), DecideAgain(CLEO, BO)
        game, talk, there = voices.table.game, voices.talk, frozenset({ANN, BO, CLEO})
        for bank, seat, refusal in (
            (False, BO, None),
            (False, ANN, no.MerchantAgrees(CLEO)),
            (False, DOV, no.MerchantAgrees(CLEO)),
            (True, ANN, no.MerchantAgrees(CLEO)),
            (True, BO, None),
        ):
            actor = Actor(bank=bank, seats=frozenset({seat}))
            assert may_say(actor, game, talk, ask, there) == refusal
            assert may_say(actor, game, talk, DecideAgain(CLEO), there) == no.MerchantAgrees(CLEO)

    def test_not_whoever_decided_nor_a_merchant(self) -> None:
        for seat in (ANN, CLEO, DOV):
            by_ann(PASSES).refuses(DecideAgain(CLEO, seat), no.MerchantAgrees(CLEO))

    def test_not_if_the_other_decided_alone(self) -> None:
        by_ann(OPENS, alone=ANN).refuses(DecideAgain(CLEO, BO), no.MerchantAgrees(CLEO))

    def test_not_if_it_was_said_on_a_phone_for_both(self) -> None:
        decided(declared(), OPENS).refuses(DecideAgain(CLEO, BO), no.MerchantAgrees(CLEO))

    def test_not_once_the_cards_lie_open(self) -> None:
        turned = by_ann(OPENS).when(TurnOver(CLEO, Goods({"apples": 2})))
        turned.refuses(DecideAgain(CLEO, BO), no.DecisionStands(CLEO))

    def test_not_once_the_bag_was_recorded_even_if_that_is_taken_back(self) -> None:
        """Its cards would be known; the merchant may still agree."""
        voices = by_ann(PASSES)
        event = voices.table.decided(let_pass(CLEO, "apples", 2))
        known = replace(voices, talk=as_booked(voices.talk, event))
        known.refuses(DecideAgain(CLEO, BO), no.MerchantAgrees(CLEO))
        assert not known.when(DecideAgain(CLEO)).talk.decisions

    def test_not_if_the_other_left_since(self) -> None:
        voices = by_ann(PASSES)
        later = voices.then_at(voices.table.when(Leave(ANN, counts=True, heir=FLO)))
        later.refuses(DecideAgain(CLEO, BO), no.MerchantAgrees(CLEO))


class TestTheDebtors:
    def opened(self, *poor: int) -> Voices:
        table = given(6, gold=dict.fromkeys(poor, 0), stands={seat: {"cheese": 2} for seat in poor})
        return decided(declared(table), OPENS).when(TurnOver(CLEO, Goods({"apples": 2})))

    @pytest.mark.parametrize("seat", [ANN, BO])
    def test_d2_one_who_is_short_is_asked(self, seat: int) -> None:
        voices = self.opened(seat).when(AskPayer(CLEO))
        assert asked_payer(voices.table.game, voices.talk, CLEO) == seat
        assert awaited(voices.table.game, voices.talk, voices.speakers) == seat

    def test_e9_where_both_are_short_neither_answers_alone(self) -> None:
        voices = self.opened(ANN, BO)
        voices.refuses(AskPayer(CLEO), no.DebtOpen(ANN, 2, 0))

    def test_e9_an_answer_says_which_goods_go_and_nothing_else(self) -> None:
        voices = self.opened(BO)
        bag = opening(voices.table.game, voices.talk, CLEO)
        assert bag is not None
        answer = replace(bag, other=Paying(payment=Goods({"cheese": 1})))
        assert is_answer(voices.table.game, voices.talk, answer)


class TestEither:
    """Either Deputy does what a Sheriff does on the own phone (E14)."""

    def test_e14_threatens_decides_and_asks(self) -> None:
        voices = declared()
        for ask in (Threaten(CLEO), LetBe(), Decide(CLEO, OPENS, ""), AskPayer(CLEO)):
            for seat in (ANN, BO):
                actor = Actor(bank=False, seats=frozenset({seat}))
                assert may_say(actor, voices.table.game, voices.talk, ask) is None
            third = Actor(bank=False, seats=frozenset({DOV}))
            assert may_say(third, voices.table.game, voices.talk, ask) == NotYours((ANN, BO))

    def test_e14_it_is_known_which_of_them_threatens_and_lets_be(self) -> None:
        one = declared().when(Threaten(CLEO, BO))
        assert threatening(one.table.game, one.talk) == (BO,)
        assert threatening(one.table.game, one.when(LetBe()).talk) == (BO,)
        both = one.when(Threaten(DOV))
        assert threatening(both.table.game, both.talk) == (ANN, BO)
        one.refuses(Threaten(CLEO, DOV), no.NotDeputy(DOV))

    def test_e16_a_threat_is_of_those_who_have_a_badge(self) -> None:
        one = declared().when(Threaten(CLEO, BO))
        game = replace(one.table.game, deputies=(ANN, EVE))
        assert threatening(game, one.talk) == (ANN, EVE)

    def test_e14_the_table_waits_for_one_who_has_a_phone(self) -> None:
        voices = declared(None, BO)
        assert awaited(voices.table.game, voices.talk, voices.speakers) == BO
        assert awaited(voices.table.game, voices.talk, frozenset({FLO})) == FLO  # to declare
        nobody = declared(None, DOV).when(Declare(DOV, APPLES))
        assert awaited(nobody.table.game, nobody.talk, nobody.speakers) is None

    def test_i10_a_promise_of_either_may_be_due_while_they_serve_again(self) -> None:
        game = replace(given(6).game, round=4)
        assert may_be_due(game, Promise(1, BO, CLEO, "Lunch"))
        assert not may_be_due(game, Promise(1, DOV, CLEO, "Lunch"))

    def test_i10_whoever_may_be_drawn_may_still_owe_one(self) -> None:
        promised = Promise(1, DOV, CLEO, "Lunch")
        game = replace(given(6).game, round=4, promises=(promised,))
        assert lapsing(game, DOV) == (promised,)
        four = given(6, rounds=5).when(Leave(FLO, counts=True), Leave(EVE, counts=True)).game
        assert lapsing(replace(four, round=4, promises=(promised,), badge_order=(ANN,)), DOV) == ()
