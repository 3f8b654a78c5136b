"""What is said before a bag is booked: declarations in turn (T4, I1), the Sheriff's threat, marks (I10)."""

from dataclasses import replace

import pytest

from companion.rules.refusals import NoSuchSeat, NotInRounds, PlayerHasLeft
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff import talk as say
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Promise
from companion.rules.sheriff.deciding import Decide, words_of
from companion.rules.sheriff.declaring import (
    Declare,
    LetBe,
    MarkKept,
    TakeBackDeclaration,
    Threaten,
    declare_first,
    next_speaker,
    promises_of,
    promises_to_come,
    said_at_once,
    threatened,
)
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave, lapsing
from companion.rules.sheriff.proposals import Answer, Propose, deals_of
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.rules.sheriff.saying import MOST_IDS, kept_in_turn, passed_over
from tests.rules.given import ANN, BO, CLEO, DOV, EVE, deal, given, passing
from tests.rules.voices import EVERYBODY, Voices


def ready(merchant: int, declaration: Declaration) -> Declare:
    """Said when the turn comes."""
    return Declare(merchant, declaration, in_turn=True)


APPLES, BREAD = Declaration("apples", 3), Declaration("bread", 2)


class TestDeclaringInTurn:
    def test_t4_clockwise_from_the_sheriffs_left(self) -> None:
        voices = Voices.at(given(4))
        assert next_speaker(voices.table.game, voices.talk, EVERYBODY) == BO
        voices.refuses(Declare(CLEO, APPLES), no.DeclaresFirst(BO))
        voices = voices.when(Declare(BO, BREAD))
        voices.refuses(Declare(DOV, APPLES), no.DeclaresFirst(CLEO))
        voices = voices.when(Declare(CLEO, APPLES), Declare(DOV, APPLES))
        assert voices.declared == {BO: BREAD, CLEO: APPLES, DOV: APPLES}
        assert next_speaker(voices.table.game, voices.talk, EVERYBODY) is None

    def test_t4_what_is_declared_early_waits_for_all_before_it_who_are_not_ready(self) -> None:
        voices = Voices.at(given(5))
        game = voices.table.game
        assert declare_first(game, voices.talk, EVE, EVERYBODY) == (BO, CLEO, DOV)
        assert declare_first(game, voices.talk, EVE, EVERYBODY - {BO}) == (CLEO, DOV)
        voices = voices.when(ready(CLEO, APPLES))
        assert declare_first(game, voices.talk, EVE, EVERYBODY) == (BO, DOV)
        assert declare_first(game, voices.talk, BO, EVERYBODY) == ()

    def test_t4_who_has_no_phone_holds_nobody_up(self) -> None:
        voices = Voices.at(given(4), CLEO, DOV)
        assert next_speaker(voices.table.game, voices.talk, voices.speakers) == CLEO
        voices.refuses(Declare(DOV, APPLES), no.DeclaresFirst(CLEO))
        voices = voices.when(Declare(CLEO, APPLES), Declare(DOV, APPLES), Declare(BO, APPLES))
        assert tuple(voices.declared) == (CLEO, DOV, BO)

    def test_t4_who_sits_out_or_was_inspected_holds_nobody_up(self) -> None:
        table = given(4).when(SitOut(BO), passing(CLEO, "apples", 1))
        assert Voices.at(table).when(Declare(DOV, APPLES)).declared == {DOV: APPLES}

    def test_i1_a_legal_good_in_play_and_a_number_that_a_bag_holds(self) -> None:
        voices = Voices.at(given(3))
        for good in ("silk", "bread", "gold", "", "green_apples"):
            voices.refuses(Declare(BO, Declaration(good, 2)), no.NotDeclarable())
        for number in (0, -1, 6, 10**309):
            voices.refuses(Declare(BO, Declaration("apples", number)), no.NumberOutOfBag(1, 5))

    def test_t4_only_a_merchant_whose_bag_waits(self) -> None:
        voices = Voices.at(given(4).when(passing(BO, "apples", 1), Leave(DOV, counts=True)))
        voices.refuses(Declare(ANN, APPLES), no.SheriffBringsNoBag(ANN))
        voices.refuses(Declare(BO, APPLES), no.BagAlreadyDone(BO))
        voices.refuses(Declare(DOV, APPLES), PlayerHasLeft(DOV))
        voices.refuses(Declare(7, APPLES), NoSuchSeat(7))

    def test_only_while_rounds_are_played(self) -> None:
        voices = Voices.at(given(4).when(EndGame()))
        promise = Promise(1, BO, ANN, "Lunch")
        for ask in (Declare(BO, APPLES), TakeBackDeclaration(BO), Threaten(BO), LetBe()):
            voices.refuses(ask, NotInRounds())
        voices.refuses(MarkKept(promise, kept=True), no.NoSuchPromise())
        voices.refuses(Propose(BO, deal(BO, ANN, 1)), NotInRounds())
        assert next_speaker(voices.table.game, voices.talk, EVERYBODY) is None


class TestReadyBeforeTheTurn:
    def test_t4_it_is_said_as_soon_as_the_turn_comes(self) -> None:
        voices = Voices.at(given(4)).when(ready(DOV, BREAD), ready(CLEO, APPLES))
        assert not voices.declared
        assert next_speaker(voices.table.game, voices.talk, EVERYBODY) == BO
        assert voices.talk.latest == say.SILENT
        voices = voices.when(Declare(BO, APPLES))
        assert voices.declared == {BO: APPLES, CLEO: APPLES, DOV: BREAD}
        assert voices.talk.latest == ("declared", BO)
        assert said_at_once(voices.talk) == (BO, CLEO, DOV)

    def test_t4_what_was_said_before_or_otherwise_was_not_said_at_once(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, APPLES))
        assert said_at_once(voices.talk) == (BO,)
        voices = voices.when(ready(DOV, BREAD), Declare(CLEO, APPLES))
        assert said_at_once(voices.talk) == (CLEO, DOV)
        assert said_at_once(voices.when(Declare(CLEO, BREAD)).talk) == (CLEO,)
        assert not said_at_once(voices.when(Threaten(BO)).talk)
        assert not said_at_once(voices.when(TakeBackDeclaration(CLEO)).talk)

    def test_t4_what_follows_from_a_phone_that_sleeps_was_said_last(self) -> None:
        voices = Voices.at(given(5)).when(ready(DOV, BREAD), ready(EVE, APPLES), Declare(BO, APPLES))
        asleep = kept_in_turn(voices.table.game, voices.talk, EVERYBODY - {CLEO})
        assert (said_at_once(voices.talk), said_at_once(asleep)) == ((BO,), (DOV, EVE))

    def test_t4_what_was_said_in_turn_stays_when_its_phone_is_gone(self) -> None:
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES), Declare(BO, BREAD))
        gone = replace(voices, speakers=frozenset({BO, DOV}))
        assert gone.declared == {BO: BREAD, CLEO: APPLES}
        assert next_speaker(gone.table.game, gone.talk, gone.speakers) == DOV

    def test_t4_it_needs_no_phone_that_is_awake(self) -> None:
        asleep = replace(Voices.at(given(4)).when(ready(CLEO, APPLES)), speakers=frozenset({BO, DOV}))
        assert not asleep.declared
        voices = asleep.when(Declare(BO, BREAD))
        assert voices.declared == {BO: BREAD, CLEO: APPLES}
        assert kept_in_turn(voices.table.game, asleep.talk, frozenset()) is asleep.talk

    def test_t4_what_is_said_since_somebody_is_asleep_stays_when_they_wake(self) -> None:
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES))
        game, awake = voices.table.game, EVERYBODY - {BO}
        assert passed_over(game, voices.talk, EVERYBODY, EVERYBODY, 7) is voices.talk
        after = passed_over(game, voices.talk, awake, EVERYBODY, 7) or voices.talk
        assert (after.latest, after.said_on, after.ready) == (("declared", CLEO), 7, {})
        assert kept_in_turn(game, after, EVERYBODY).declarations == {CLEO: APPLES}
        assert passed_over(game, after, awake, EVERYBODY, 8) is after

    def test_t4_what_a_bag_made_way_for_is_not_kept_by_a_phone_that_is_asleep(self) -> None:
        """That bag may be taken back."""
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES))
        game = voices.table.when(SitOut(BO)).game
        assert passed_over(game, voices.talk, EVERYBODY - {BO}, EVERYBODY, 7) is voices.talk

    def test_t4_in_turn_it_is_said_at_once(self) -> None:
        voices = Voices.at(given(4)).when(ready(BO, APPLES))
        assert (voices.declared, voices.talk.ready) == ({BO: APPLES}, {})

    def test_t4_a_bag_that_is_done_makes_way_until_it_is_taken_back(self) -> None:
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES))
        assert voices.then_at(voices.table.when(SitOut(BO))).declared == {CLEO: APPLES}
        assert not voices.declared

    def test_it_is_changed_and_taken_back(self) -> None:
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES), ready(CLEO, BREAD))
        assert voices.when(Declare(BO, APPLES)).declared == {BO: APPLES, CLEO: BREAD}
        voices = voices.when(TakeBackDeclaration(CLEO))
        assert voices.talk.latest == say.SILENT
        assert voices.when(Declare(BO, APPLES)).declared == {BO: APPLES}

    def test_i1_it_is_checked_at_once(self) -> None:
        Voices.at(given(4)).refuses(ready(CLEO, Declaration("silk", 2)), no.NotDeclarable())
        Voices.at(given(4)).refuses(ready(ANN, APPLES), no.SheriffBringsNoBag(ANN))

    def test_it_is_over_with_its_round(self) -> None:
        voices = Voices.at(given(4)).when(ready(CLEO, APPLES))
        table = voices.table.when(SitOut(BO), SitOut(CLEO), SitOut(DOV), PassBadge())
        assert not voices.then_at(table).declared


class TestSayingItAgain:
    def test_i1_a_slip_of_the_thumb_is_corrected(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, APPLES), Declare(CLEO, APPLES), Declare(BO, BREAD))
        assert voices.declared == {BO: BREAD, CLEO: APPLES}

    def test_t4_who_takes_it_back_is_the_one_to_declare(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, APPLES), Declare(CLEO, APPLES), TakeBackDeclaration(BO))
        assert voices.declared == {CLEO: APPLES}
        assert next_speaker(voices.table.game, voices.talk, EVERYBODY) == BO
        voices.refuses(Declare(DOV, APPLES), no.DeclaresFirst(BO))
        assert voices.when(Declare(CLEO, BREAD)).declared == {CLEO: BREAD}

    def test_nobody_takes_back_what_was_not_said(self) -> None:
        voices = Voices.at(given(4).when(SitOut(CLEO)))
        voices.refuses(TakeBackDeclaration(BO), no.NothingDeclared(BO))
        voices.refuses(TakeBackDeclaration(CLEO), no.SitsOutAlready(CLEO))
        voices.refuses(Declare(CLEO, APPLES), no.SitsOutAlready(CLEO))

    @pytest.mark.parametrize("giver", [BO, CLEO])
    def test_i7_the_words_stand_once_a_deal_rests_on_them(self, giver: int) -> None:
        """The merchant's own bribe, or what a third player pays over this bag (I9)."""
        voices = Voices.at(given(4)).when(Declare(BO, APPLES)).offered(BO, deal(giver, ANN, 5))
        assert voices.when(Declare(BO, BREAD)).declared == {BO: BREAD}
        voices = voices.when(Answer(voices.last, accepts=True))
        voices.refuses(Declare(BO, BREAD), no.DeclarationStands(BO))
        voices.refuses(TakeBackDeclaration(BO), no.DeclarationStands(BO))

    def test_a_refused_deal_binds_nobody(self) -> None:
        voices = Voices.at(given(4)).when(Declare(BO, APPLES)).offered(BO, deal(BO, ANN, 5))
        voices = voices.when(Answer(voices.last, accepts=False), TakeBackDeclaration(BO))
        assert voices.declared == {}


class TestTheThreat:
    def test_one_bag_at_a_time(self) -> None:
        voices = Voices.at(given(4)).when(Threaten(BO))
        assert threatened(voices.table.game, voices.talk) == BO
        voices = voices.when(Threaten(CLEO))
        assert threatened(voices.table.game, voices.talk) == CLEO
        voices = voices.when(LetBe())
        assert threatened(voices.table.game, voices.talk) is None
        voices.refuses(LetBe(), no.NobodyThreatened())

    def test_only_a_bag_that_waits_is_threatened(self) -> None:
        table = given(4)
        voices = Voices.at(table).when(Threaten(BO)).then_at(table.when(passing(BO, "apples", 1)))
        assert threatened(voices.table.game, voices.talk) is None
        voices.refuses(Threaten(BO), no.BagAlreadyDone(BO))
        voices.refuses(Threaten(ANN), no.SheriffBringsNoBag(ANN))
        voices.refuses(LetBe(), no.NobodyThreatened())

    def test_i7_an_accepted_bribe_ends_it_for_good(self) -> None:
        voices = Voices.at(given(4)).when(Threaten(BO)).offered(BO, deal(BO, ANN, 5), accepted=True)
        assert voices.talk.threatened is None
        voices.refuses(Threaten(BO), no.BribeMeansPass(BO))
        assert voices.when(Threaten(CLEO)).talk.threatened == CLEO

    @pytest.mark.parametrize("merchant, offer", [(BO, deal(CLEO, ANN, 5)), (CLEO, deal(CLEO, ANN, 5))])
    def test_i9_a_third_players_deal_or_another_bags_bribe_does_not(self, merchant: int, offer: Deal) -> None:
        voices = Voices.at(given(4)).when(Threaten(BO)).offered(merchant, offer, accepted=True)
        assert voices.talk.threatened == BO


class TestMarks:
    def test_i10_a_promise_of_the_round_is_kept_or_not_after_all(self) -> None:
        table = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")))
        lunch = Promise(1, BO, ANN, "Lunch")
        voices = Voices.at(table).when(MarkKept(lunch, kept=True))
        assert voices.talk.kept == (lunch,)
        assert voices.when(MarkKept(lunch, kept=True)).talk.kept == (lunch,)
        broken = voices.when(MarkKept(lunch, kept=False)).talk
        assert (broken.kept, broken.broken, broken.latest) == ((), (lunch,), ("broken", BO))
        open_again = voices.when(MarkKept(lunch, kept=False), MarkKept(lunch, kept=None)).talk
        assert (open_again.kept, open_again.broken) == ((), ())

    def test_i10_a_broken_word_is_remembered_once_it_can_no_longer_be_due(self) -> None:
        table = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")), SitOut(CLEO), SitOut(DOV))
        lunch = Promise(1, BO, ANN, "Lunch")
        voices = Voices.at(table).when(MarkKept(lunch, kept=False))
        second = table.when(PassBadge())
        third = second.when(*map(SitOut, second.game.waiting), PassBadge())
        dinner = deal(ANN, CLEO, 1, "Dinner")
        voices = voices.then_at(third).offered(ANN, dinner, accepted=True)
        voices = voices.when(MarkKept(Promise(3, ANN, CLEO, "Dinner"), kept=True))
        assert voices.talk.broken == (lunch,)

    def test_i10_one_accepted_over_a_bag_that_waits_keeps_its_mark_when_it_is_booked(self) -> None:
        opening, lunch = Promise(1, BO, ANN, "Open Guy's bag"), Promise(1, CLEO, ANN, "Lunch")
        voices = Voices.at(given(4)).offered(BO, deal(BO, ANN, 20, opening.text), accepted=True)
        voices = voices.offered(CLEO, deal(CLEO, ANN, 1, lunch.text)).offered(
            CLEO, deal(CLEO, ANN, 1), accepted=True
        )
        assert promises_of(voices.table.game, voices.talk) == (opening,)
        voices.refuses(MarkKept(lunch, kept=True), no.NoSuchPromise())
        voices = voices.when(MarkKept(opening, kept=True))
        booked = voices.table.when(passing(BO, "apples", 1, *deals_of(voices.table.game, voices.talk, BO)))
        assert voices.talk.kept == promises_of(booked.game, voices.talk) == (opening,)

    def test_i10_one_made_under_a_condition_is_due_once_that_comes_true(self) -> None:
        """I9: Cleo's if Bo's bag is opened, Dov's if it passes, Eve's either way."""
        opens, passes = Decision.OPENS, Decision.PASSES
        words = ((CLEO, "Lunch", opens), (DOV, "Dinner", passes), (EVE, "Wine", None))
        voices = Voices.at(given(5)).when(Declare(BO, APPLES))
        for giver, text, decision in words:
            offer = replace(deal(giver, ANN, 1, text), decision=decision)
            voices = voices.offered(BO, offer, accepted=True)
        game = voices.table.game
        lunch, dinner, wine = (Promise(1, giver, ANN, text) for giver, text, _ in words)
        assert promises_of(game, voices.talk) == (wine,)
        assert [*promises_to_come(game, voices.talk)] == [(lunch, BO, opens), (dinner, BO, passes)]
        voices.refuses(MarkKept(lunch, kept=True), no.NoSuchPromise())
        opened = voices.when(Decide(BO, opens, words_of(game, voices.talk, BO)))
        assert promises_of(game, opened.talk) == (lunch, wine)
        assert [*promises_to_come(game, opened.talk)] == []
        assert opened.when(MarkKept(lunch, kept=True)).talk.kept == (lunch,)

    def test_i10_marks_go_with_their_promises(self) -> None:
        first = given(4)
        with_promise = first.when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")))
        voices = Voices.at(with_promise).when(MarkKept(Promise(1, BO, ANN, "Lunch"), kept=True))
        other = Promise(1, CLEO, ANN, "Dinner")
        voices = voices.then_at(first).offered(CLEO, deal(CLEO, ANN, 1, "Dinner"), accepted=True)
        assert voices.when(MarkKept(other, kept=True)).talk.kept == (other,)

    def test_i10_a_mark_stays_while_the_badge_goes_on(self) -> None:
        lunch = Promise(1, BO, ANN, "Lunch")
        table = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")), SitOut(CLEO), SitOut(DOV))
        voices = Voices.at(table).when(MarkKept(lunch, kept=True)).then_at(table.when(PassBadge()))
        assert kept_in_turn(voices.table.game, voices.talk, EVERYBODY).kept == (lunch,)
        assert voices.when(Threaten(CLEO)).talk.kept == (lunch,)
        assert voices.when(MarkKept(lunch, kept=False)).talk.kept == ()

    def test_i10_a_promise_is_due_in_the_next_round_too_and_is_marked_at_any_time(self) -> None:
        """Later it is due only where its giver is Sheriff, within a turn of the badge."""
        lunch, dinner = Promise(1, DOV, BO, "Lunch"), Promise(1, BO, DOV, "Dinner")
        deals = deal(BO, DOV, 1, "Dinner"), deal(DOV, BO, 1, "Lunch")
        table = given(4).when(passing(BO, "apples", 1, *deals), SitOut(CLEO), SitOut(DOV))
        second = table.when(PassBadge())
        assert Voices.at(second).when(MarkKept(lunch, kept=True)).talk.kept == (lunch,)
        third = second.when(SitOut(CLEO), SitOut(DOV), SitOut(ANN), PassBadge())
        assert promises_of(third.game, say.silence(third.game)) == ()
        assert Voices.at(third).when(MarkKept(lunch, kept=True)).talk.kept == (lunch,)
        fourth = third.when(SitOut(DOV), SitOut(ANN), SitOut(BO), PassBadge())
        assert promises_of(fourth.game, say.silence(fourth.game)) == (lunch,)
        assert Voices.at(fourth).when(MarkKept(dinner, kept=False)).talk.broken == (dinner,)

    def test_i10_in_the_count_every_promise_of_the_evening_can_be_marked(self) -> None:
        """Nothing later will show it."""
        lunch = Promise(1, BO, ANN, "Lunch")
        rounds = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")), SitOut(CLEO), SitOut(DOV))
        for _ in range(2):
            rounds = rounds.when(PassBadge())
            rounds = rounds.when(*map(SitOut, rounds.game.waiting))
        assert promises_of(rounds.game, say.silence(rounds.game)) == ()
        assert Voices.at(rounds.when(EndGame())).when(MarkKept(lunch, kept=True)).talk.kept == (lunch,)

    def test_i10_what_was_due_in_the_last_round_is_marked_until_the_result(self) -> None:
        """What was agreed over a bag that was never dealt with came to nothing."""
        lunch = Promise(1, BO, ANN, "Lunch")
        rounds = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 1, "Lunch")), SitOut(CLEO), SitOut(DOV))
        voices = Voices.at(rounds.when(EndGame()))
        assert voices.when(MarkKept(lunch, kept=False)).talk.broken == (lunch,)
        voices.then_at(voices.table.when(CloseCount())).refuses(MarkKept(lunch, kept=True), NotInRounds())
        first = Voices.at(given(4)).offered(CLEO, deal(CLEO, ANN, 1, "Dinner"), accepted=True)
        ended = first.then_at(first.table.when(EndGame()))
        ended.refuses(MarkKept(Promise(1, CLEO, ANN, "Dinner"), kept=True), no.NoSuchPromise())

    def test_i10_a_promise_is_due_when_its_giver_is_sheriff_whoever_went_home_since(self) -> None:
        """Bo's of the third round falls due in the last turn of those who are left, four rounds later."""
        table = given(5)
        for _ in range(2):
            table = table.when(*map(SitOut, table.game.waiting), PassBadge())
        lunch = Promise(3, BO, CLEO, "Lunch")
        table = table.when(passing(BO, "apples", 1, deal(BO, CLEO, 1, "Lunch")))
        for _ in range(3):
            table = table.when(*map(SitOut, table.game.waiting), PassBadge())
            assert lunch not in promises_of(table.game, say.silence(table.game)) or table.game.round == 4
        table = table.when(Leave(DOV, counts=True))
        assert lapsing(table.game, BO) == (lunch,)
        table = table.when(*map(SitOut, table.game.waiting), PassBadge())
        assert (table.game.round, table.game.sheriff) == (7, BO)
        assert promises_of(table.game, say.silence(table.game)) == (lunch,)
        table = table.when(*map(SitOut, table.game.waiting), PassBadge())
        assert lapsing(table.game, BO) == ()


class TestOneRoundsTalk:
    def test_the_talk_of_another_round_is_silence(self) -> None:
        table = given(3)
        voices = Voices.at(table).when(Declare(BO, APPLES))
        assert say.talk_of(table.game, voices.talk) == voices.talk
        assert (
            say.talk_of(table.game, None)
            == say.silence(table.game)
            == say.Talk(1, {}, None, (), (), (), ("", 0))
        )
        later = table.when(SitOut(BO), SitOut(CLEO), PassBadge())
        assert say.talk_of(later.game, voices.talk) == say.silence(later.game)
        assert voices.then_at(later).when(Declare(CLEO, APPLES)).declared == {CLEO: APPLES}

    def test_the_same_action_twice_is_once(self) -> None:
        voices = Voices.at(given(4))
        once = replace(voices, talk=voices.said(Propose(BO, deal(BO, ANN, 5)), "tap"))
        assert once.said(Propose(BO, deal(BO, ANN, 5)), "tap") == once.talk
        assert len(once.said(Propose(BO, deal(BO, ANN, 5)), "another").proposals) == 2

    def test_a_tap_repeated_after_the_badge_went_on_says_nothing_in_the_new_round(self) -> None:
        table = given(3)
        later = table.when(SitOut(BO), SitOut(CLEO), PassBadge())
        voices = Voices.at(table)
        voices = replace(voices, talk=voices.said(Threaten(CLEO), "tap")).then_at(later)
        assert say.talk_of(later.game, voices.said(Threaten(CLEO), "tap")) == say.silence(later.game)
        voices = voices.when(Declare(CLEO, APPLES))
        assert voices.said(Threaten(CLEO), "tap") == voices.talk

    def test_a_refused_action_is_not_remembered_and_old_ones_are_forgotten(self) -> None:
        voices = Voices.at(given(4))
        voices.refuses(LetBe(), no.NobodyThreatened())
        assert voices.talk.action_ids == ()
        for number in range(MOST_IDS + 5):
            voices = replace(voices, talk=voices.said(Threaten(BO), f"tap {number}"))
        assert voices.talk.action_ids == tuple(f"tap {number}" for number in range(5, MOST_IDS + 5))
