"""The Sheriff decides first and the note is read afterwards (I2, I3); the decision stands."""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import NotYours, Refusal
from companion.rules.rights import Actor
from companion.rules.sheriff import deciding
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff import talk as say
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.deals import may_strike
from companion.rules.sheriff.deciding import AskPayer, Decide, DecideAgain, TurnOver
from companion.rules.sheriff.declaring import Declare, TakeBackDeclaration, Threaten
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import Answer, Propose, Withdraw, may_settle, undecided
from companion.rules.sheriff.recorders import may_say
from companion.rules.sheriff.rotation import PassBadge
from tests.rules.given import ANN, BO, CLEO, DOV, Table, deal, given, opened, paying
from tests.rules.given import passing as let_pass
from tests.rules.voices import Voices

APPLES = Declaration("apples", 3)
PASSES, OPENS = Decision.PASSES, Decision.OPENS
HONEST, LIE = Goods({"apples": 3}), Goods({"apples": 1, "silk": 2})


def declared(table: Table | None = None) -> Voices:
    """Bo, at the left of Sheriff Ann, said three apples."""
    return Voices.at(table or given(4)).when(Declare(BO, APPLES))


def decided(voices: Voices, decision: Decision, merchant: int = BO) -> Voices:
    return voices.when(
        Decide(merchant, decision, deciding.words_of(voices.table.game, voices.talk, merchant))
    )


class TestDeciding:
    def test_i3_a_bag_is_packed_until_it_lies_open(self) -> None:
        voices = declared()
        for packs in (voices, decided(voices, PASSES)):
            assert deciding.may_pack(packs.table.game, packs.talk, BO) is None
        opens = decided(voices, OPENS)
        assert deciding.may_pack(opens.table.game, opens.talk, BO) == no.LiesOpen(BO)
        booked = opens.then_at(opens.table.when(opened(BO, "apples", 3)))
        assert deciding.may_pack(booked.table.game, booked.talk, BO) is None

    def test_i2_on_what_was_declared(self) -> None:
        assert decided(declared(), PASSES).talk.decisions[BO].decision is PASSES
        assert decided(declared(), OPENS).talk.decisions[BO].decision is OPENS

    def test_i9_offers_are_over_the_bags_that_are_not_decided(self) -> None:
        voices = declared()
        assert undecided(voices.table.game, voices.talk) == (BO, CLEO, DOV)
        voices = decided(voices, OPENS)
        assert undecided(voices.table.game, voices.talk) == (CLEO, DOV)

    def test_nothing_was_declared(self) -> None:
        Voices.at(given(4)).refuses(Decide(BO, PASSES, "-"), no.NothingDeclared(BO))

    def test_the_bag_is_done(self) -> None:
        voices = declared()
        later = voices.then_at(voices.table.when(let_pass(BO, "apples", 3)))
        for ask in (
            Decide(BO, PASSES, deciding.words_of(voices.table.game, voices.talk, BO)),
            TurnOver(BO, HONEST),
            DecideAgain(BO),
        ):
            later.refuses(ask, no.BagAlreadyDone(BO))

    def test_on_other_words_than_there_are_now(self) -> None:
        voices = declared()
        read = deciding.words_of(voices.table.game, voices.talk, BO)
        voices.when(Declare(BO, Declaration("bread", 3))).refuses(
            Decide(BO, OPENS, read), no.BagTalkChanged(BO)
        )
        voices.offered(BO, deal(CLEO, ANN, 5), accepted=True).refuses(
            Decide(BO, OPENS, read), no.BagTalkChanged(BO)
        )

    def test_an_offer_that_nobody_accepted_changes_no_words(self) -> None:
        voices = declared()
        read = deciding.words_of(voices.table.game, voices.talk, BO)
        assert voices.offered(BO, deal(BO, ANN, 5)).when(Decide(BO, OPENS, read)).talk.decisions

    def test_an_accepted_deal_that_can_no_longer_be_paid_changes_the_words(self) -> None:
        """I6: the buttons name what is booked with the decision, and that is gone."""
        voices = declared().offered(BO, deal(CLEO, ANN, 5), accepted=True)
        read = deciding.words_of(voices.table.game, voices.talk, BO)
        poor = voices.then_at(voices.table.when(paying(CLEO, DOV, 50)))
        poor.refuses(Decide(BO, PASSES, read), no.BagTalkChanged(BO))
        assert decided(poor, PASSES).talk.decisions

    def test_so_does_one_of_two_deals_out_of_one_purse(self) -> None:
        voices = declared()
        for offer in (deal(CLEO, ANN, 5), replace(deal(CLEO, ANN, 5), decision=PASSES)):
            voices = voices.offered(BO, offer, accepted=True)
        read = deciding.words_of(voices.table.game, voices.talk, BO)
        voices.then_at(voices.table.when(paying(CLEO, DOV, 45))).refuses(
            Decide(BO, PASSES, read), no.BagTalkChanged(BO)
        )

    def test_i7_a_bribe_means_that_it_passes(self) -> None:
        voices = declared().offered(BO, deal(BO, ANN, 5), accepted=True)
        voices.refuses(
            Decide(BO, OPENS, deciding.words_of(voices.table.game, voices.talk, BO)),
            no.BribeMeansPass(BO),
        )
        assert decided(voices, PASSES).talk.decisions

    def test_it_ends_the_threat_to_this_bag_alone(self) -> None:
        voices = declared()
        assert decided(voices.when(Threaten(BO)), OPENS).talk.threatened is None
        assert decided(voices.when(Threaten(CLEO)), OPENS).talk.threatened == CLEO

    def test_only_the_sheriff_decides(self) -> None:
        voices = declared()
        ask = Decide(BO, PASSES, deciding.words_of(voices.table.game, voices.talk, BO))
        game = voices.table.game
        assert may_say(Actor(bank=False, seats=frozenset({ANN})), game, voices.talk, ask) is None
        assert may_say(Actor(bank=False, seats=frozenset({BO})), game, voices.talk, ask) == NotYours((ANN,))


class TestTheDecisionStands:
    def test_the_same_again_changes_nothing(self) -> None:
        voices = decided(declared(), OPENS)
        again = voices.when(Decide(BO, OPENS, "read long ago"))
        assert again.talk.decisions == voices.talk.decisions

    def test_the_other_is_refused(self) -> None:
        decided(declared(), PASSES).refuses(Decide(BO, OPENS, "apples-3"), no.DecisionStands(BO))

    def test_nothing_more_is_said_of_the_bag(self) -> None:
        voices = declared().offered(BO, deal(BO, ANN, 5))
        number, voices = voices.last, decided(voices, OPENS)
        for ask in (Declare(BO, Declaration("bread", 3)), TakeBackDeclaration(BO), Threaten(BO)):
            voices.refuses(ask, no.DecisionStands(BO))
        for offer in (
            Propose(BO, deal(CLEO, ANN, 5)),
            Answer(number, accepts=True),
            Withdraw(number),
        ):
            voices.refuses(offer, no.BagSettled(BO))

    def test_the_bag_is_booked_as_decided(self) -> None:
        voices = decided(declared(), PASSES)
        game = voices.table.game
        assert may_settle(game, voices.talk, let_pass(BO, "apples", 3)) is None
        assert may_settle(game, voices.talk, opened(BO, "apples", 3)) == no.DecisionStands(BO)
        voices = decided(declared(), OPENS)
        assert may_settle(game, voices.talk, let_pass(BO, "apples", 3)) == no.DecisionStands(BO)
        assert may_settle(game, voices.talk, opened(BO, "apples", 3)) is None

    def test_t7_also_if_it_is_booked_once_the_time_is_up(self) -> None:
        game, bag = given(4).game, opened(BO, "apples", 3)
        assert may_settle(game, declared().talk, bag, late=True) == no.TimeIsUp()
        assert may_settle(game, decided(declared(), OPENS).talk, bag, late=True) is None

    def test_a_bag_that_was_taken_back_is_still_decided(self) -> None:
        voices = decided(declared(), PASSES)
        booked = voices.then_at(voices.table.when(let_pass(BO, "apples", 3)))
        taken_back = booked.then_at(voices.table)
        assert taken_back.talk.decisions[BO].decision is PASSES

    @pytest.mark.parametrize(
        "bag, decision", [(let_pass(BO, "apples", 3), PASSES), (opened(BO, "apples", 3), OPENS)]
    )
    def test_i2_a_declared_bag_is_decided_on_as_it_is_booked(
        self, bag: PassBag | OpenBag, decision: Decision
    ) -> None:
        voices = declared()
        event = voices.table.when(bag).event
        assert deciding.as_booked(voices.talk, event).decisions == {BO: say.Decided(decision, booked=True)}

    def test_a_bag_that_nobody_declared_is_not(self) -> None:
        voices = Voices.at(given(4))
        for command in (let_pass(BO, "apples", 3), SitOut(BO)):
            assert deciding.as_booked(voices.talk, voices.table.when(command).event) is voices.talk

    def test_one_that_is_decided_on_already_stays_so(self) -> None:
        voices = decided(declared(), PASSES)
        event = voices.table.when(let_pass(BO, "apples", 3)).event
        once = deciding.as_booked(voices.talk, event)
        assert once.decisions == {BO: say.Decided(PASSES, booked=True)}
        assert deciding.as_booked(once, event) is once

    def test_the_merchant_may_let_the_sheriff_decide_again(self) -> None:
        voices = decided(declared(), PASSES)
        game, ask = voices.table.game, DecideAgain(BO)
        assert may_say(Actor(bank=False, seats=frozenset({BO})), game, voices.talk, ask) is None
        assert may_say(Actor(bank=False, seats=frozenset({ANN})), game, voices.talk, ask) == NotYours((BO,))
        assert decided(voices.when(ask), OPENS).talk.decisions[BO].decision is OPENS
        declared().refuses(ask, no.NothingDecided(BO))

    def test_for_a_merchant_without_a_phone_the_bank_may(self) -> None:
        """Nor for one with a phone, though the bank may be the Sheriff."""
        voices = decided(declared(), PASSES)
        game, ask, bank = voices.table.game, DecideAgain(BO), Actor(bank=True, seats=frozenset({ANN}))
        assert may_say(bank, game, voices.talk, ask, frozenset({ANN, CLEO})) is None
        refusal = may_say(bank, game, voices.talk, ask, frozenset({ANN, BO}))
        assert refusal == no.MerchantAgrees(BO)
        own = Actor(bank=True, seats=frozenset({BO}))
        assert may_say(own, game, voices.talk, ask, frozenset({BO})) is None

    def test_it_goes_with_the_round(self) -> None:
        voices = decided(declared(), PASSES)
        table = voices.table.when(*(let_pass(seat, "apples", 3) for seat in voices.table.game.waiting))
        assert not say.talk_of(table.when(PassBadge()).game, voices.talk).decisions


class TestTheCards:
    def test_i3_lie_open_once_the_bag_is_to_be_opened(self) -> None:
        voices = declared()
        voices.refuses(TurnOver(BO, LIE), no.NothingDecided(BO))
        decided(voices, PASSES).refuses(TurnOver(BO, LIE), no.NothingDecided(BO))
        voices = decided(voices, OPENS)
        assert deciding.opening(voices.table.game, voices.talk, BO) is None
        assert deciding.cards_of(voices.talk, BO) == deciding.cards_of(voices.talk, CLEO) == ""
        voices = voices.when(TurnOver(BO, LIE))
        assert deciding.opening(voices.table.game, voices.talk, BO) == OpenBag(BO, APPLES, LIE)
        assert deciding.cards_of(voices.talk, BO) == "apples-1 silk-2"
        done = voices.table.when(OpenBag(BO, APPLES, LIE))
        assert deciding.opening(done.game, voices.talk, BO) is None
        for ask in (TurnOver(BO, HONEST), DecideAgain(BO)):
            voices.refuses(ask, no.DecisionStands(BO))

    def test_lie_by_their_backs_from_the_decision_until_they_are_turned(self) -> None:
        """As many as were declared, which is true (T4); and a note that cannot be the bag shows nothing."""
        shut = declared()
        opens = decided(shut, OPENS)
        turned = opens.when(TurnOver(BO, LIE))
        booked = turned.then_at(turned.table.when(opened(BO, "apples", 3, **LIE)))
        stages = (Voices.at(given(4)), shut, decided(shut, PASSES), opens, turned, booked)
        assert [deciding.faces_down(at.table.game, at.talk, BO) for at in stages] == [0, 0, 0, 3, 0, 0]
        assert deciding.may_turn(opens.table.game, opens.talk, BO, LIE) is None
        assert deciding.may_turn(shut.table.game, shut.talk, BO, LIE) == no.NothingDecided(BO)
        few = deciding.may_turn(opens.table.game, opens.talk, BO, Goods({"silk": 1}))
        assert few == no.ContentsMismatch(3, 1)

    def test_are_turned_over_by_their_merchant_or_by_the_sheriff(self) -> None:
        voices, ask = decided(declared(), OPENS), TurnOver(BO, LIE)
        for seat, refusal in ((ANN, None), (BO, None), (CLEO, NotYours((BO, ANN)))):
            actor = Actor(bank=False, seats=frozenset({seat}))
            assert may_say(actor, voices.table.game, voices.talk, ask) == refusal

    def test_are_as_many_as_were_declared(self) -> None:
        decided(declared(), OPENS).refuses(TurnOver(BO, Goods({"silk": 2})), no.ContentsMismatch(3, 2))

    def test_i8_that_were_promised_are_counted_by_the_note(self) -> None:
        """Two silk promised, one there: face down it goes to the Sheriff (I11), and nobody asks."""
        voices = declared().offered(BO, deal(BO, ANN, bag={"silk": 2}), accepted=True)
        bag = deciding.passing(voices.table.game, voices.talk, BO, Goods({"apples": 2, "silk": 1}))
        assert bag == PassBag(
            BO,
            APPLES,
            Goods({"apples": 2, "face_down": 1}),
            (deal(BO, ANN, bag={"silk": 2}),),
            there=Goods({"silk": 1}),
        )
        voices.table.when(bag).holds(stands={BO: {"apples": 2}, ANN: {"face_down": 1}})

    def test_i2_a_bag_passes_with_its_contraband_face_down(self) -> None:
        voices = decided(declared(), PASSES)
        assert deciding.passing(voices.table.game, voices.talk, BO, HONEST) == PassBag(BO, APPLES, HONEST)
        assert deciding.passing(voices.table.game, voices.talk, BO, LIE) == PassBag(
            BO, APPLES, Goods({"apples": 1, "face_down": 2})
        )

    def test_i6_pass_with_what_was_agreed_aloud(self) -> None:
        voices, aloud = decided(declared(), PASSES), deal(CLEO, ANN, 4)
        bag = deciding.passing(voices.table.game, voices.talk, BO, HONEST, (aloud,))
        assert bag == PassBag(BO, APPLES, HONEST, (aloud,))

    def test_whether_deals_can_be_struck_is_known_before_the_cards_are(self) -> None:
        """I6, I7, I9: purses, bribes, and the decision that a deal is for."""
        game = given(4, gold={BO: 3}).game
        assert may_strike(game, BO, (deal(BO, ANN, 3),), PASSES) is None
        assert may_strike(game, BO, (deal(BO, ANN, 4),), PASSES) == no.PurseTooSmall(BO, 3, 4)
        assert may_strike(game, BO, (deal(BO, ANN, 3),), OPENS) == no.BribeToRemove(BO)
        for_passing = replace(deal(CLEO, ANN, 3), decision=PASSES)
        assert may_strike(game, BO, (for_passing,), OPENS) == no.DealForOther(CLEO)

    @pytest.mark.parametrize("noted, stand, asked", [(LIE, 1, True), (HONEST, 1, False), (LIE, 0, False)])
    def test_brimstone_oil_may_be_among_those_face_down(
        self, noted: Goods, stand: int, *, asked: bool
    ) -> None:
        """It is asked of every merchant with a card face down, while there is anything to discard."""
        table = given(4, promo={"brimstone_oil": 1}, stands={CLEO: {"cheese": stand}})
        voices = decided(declared(table), PASSES)
        bag = deciding.passing(voices.table.game, voices.talk, BO, noted)
        assert deciding.may_raid(voices.table.game, bag) is asked

    @pytest.mark.parametrize("decision", Decision)
    def test_go_with_the_deals_made_for_the_decision(self, decision: Decision) -> None:
        """What is given either way, and what was accepted for this decision (I9)."""
        either, for_it = deal(CLEO, ANN, 2), replace(deal(CLEO, ANN, 3), decision=decision)
        other = replace(for_it, decision=next(one for one in Decision if one is not decision))
        voices = declared()
        for offer in (either, for_it, other):
            voices = voices.offered(BO, offer, accepted=True)
        voices = decided(voices, decision)
        if decision is OPENS:
            voices = voices.when(TurnOver(BO, HONEST))
            bag: PassBag | OpenBag | None = deciding.opening(voices.table.game, voices.talk, BO)
        else:
            bag = deciding.passing(voices.table.game, voices.talk, BO, HONEST)
        assert bag is not None
        assert bag.deals == (either, for_it)


class TestThePayer:
    """Bo is opened with two silk of three and has no gold: the fine is owed, and cheese lies on the stand."""

    @staticmethod
    def short(**stand: int) -> Voices:
        table = given(4, gold={BO: 0}, stands={BO: stand})
        return decided(declared(table), OPENS).when(TurnOver(BO, LIE))

    def test_d2_is_asked_which_goods_go(self) -> None:
        voices = self.short(cheese=4)
        assert deciding.asked_payer(voices.table.game, voices.talk, BO) is None
        voices = voices.when(AskPayer(BO))
        assert deciding.asked_payer(voices.table.game, voices.talk, BO) == BO
        assert voices.when(AskPayer(BO)).talk.decisions == voices.talk.decisions
        with_goods = OpenBag(BO, APPLES, LIE, payment=Goods({"cheese": 3}))
        assert deciding.is_answer(voices.table.game, voices.talk, with_goods)
        assert not deciding.is_answer(voices.table.game, voices.talk, opened(BO, "apples", 3))
        ruled = replace(with_goods, fine=0)
        assert not deciding.is_answer(
            voices.table.game, voices.talk, ruled
        )  # E27: nobody rules in the own case

    def test_is_asked_by_the_sheriff(self) -> None:
        voices = self.short(cheese=4)
        game, ask = voices.table.game, AskPayer(BO)
        assert may_say(Actor(bank=False, seats=frozenset({ANN})), game, voices.talk, ask) is None
        assert may_say(Actor(bank=False, seats=frozenset({BO})), game, voices.talk, ask) == NotYours((ANN,))

    def test_d1_is_not_asked_where_coins_cover_it(self) -> None:
        voices = decided(declared(), OPENS)
        voices.refuses(AskPayer(BO), no.NothingDecided(BO))
        voices.when(TurnOver(BO, LIE)).refuses(AskPayer(BO), no.NoDebt(BO))
        voices.when(TurnOver(BO, HONEST)).refuses(AskPayer(BO), no.NoDebt(ANN))

    def test_owes_nothing_once_the_bag_is_booked_or_gold_came(self) -> None:
        voices = self.short(cheese=4).when(AskPayer(BO))
        rich = voices.then_at(voices.table.when(paying(CLEO, BO, 20)))
        assert deciding.asked_payer(rich.table.game, rich.talk, BO) is None
        done = voices.table.when(OpenBag(BO, APPLES, LIE, payment=Goods({"cheese": 4})))
        assert deciding.asked_payer(done.game, voices.talk, BO) is None
        voices.then_at(done).refuses(AskPayer(BO), no.BagAlreadyDone(BO))

    def test_is_not_asked_for_cards_that_cannot_have_been_there(self) -> None:
        """I5: since the cards were turned over, the last silk came to light elsewhere."""
        voices = self.short(cheese=4)
        everything = voices.table.game.copies("silk")
        game = given(4, gold={BO: 0}, stands={BO: {"cheese": 4}, CLEO: {"silk": everything - 1}})
        assert isinstance(AskPayer(BO).may(game.game, voices.talk), Refusal)


def test_i4_a_merchant_stays_until_the_bag_that_was_decided_on_is_recorded() -> None:
    """Nobody goes home from a fine that lies on the table."""
    voices = declared()
    assert deciding.may_be_away(voices.table.game, voices.talk, BO) is None
    voices = decided(voices, OPENS)
    assert deciding.may_be_away(voices.table.game, voices.talk, BO) == no.DecidedOn(BO)
    assert deciding.may_be_away(voices.table.game, voices.talk, CLEO) is None
    recorded = voices.table.when(opened(BO, "apples", 3)).game
    assert deciding.may_be_away(recorded, voices.talk, BO) is None


def test_i4_a_sheriff_stays_until_every_bag_that_was_decided_on_is_recorded() -> None:
    """Who owes an honest merchant does not go home either."""
    voices = decided(declared(), OPENS)
    sheriff = voices.table.game.sheriff
    assert deciding.may_be_away(voices.table.game, voices.talk, sheriff) == no.DecidedOn(BO)
    recorded = voices.table.when(opened(BO, "apples", 3)).game
    assert deciding.may_be_away(recorded, voices.talk, sheriff) is None
