"""Who may record, take back, correct and speak: the bank everything, the others what the table lets them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.rules.kinds import Recorder, Step
from companion.rules.ledger import Goods
from companion.rules.refusals import BankRecords, NoSuchSeat, NotYours, OnlyTheBank, OnlyWatching, Refusal
from companion.rules.rights import Actor, Recording, may_record_for
from companion.rules.sheriff import game as sheriff
from companion.rules.sheriff import talk as say
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Promise
from companion.rules.sheriff.declaring import Declare, LetBe, MarkKept, TakeBackDeclaration, Threaten
from companion.rules.sheriff.ending import CheckStand, ChoosePlates, CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.game import Command, Correct, Event, Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.proposals import Answer, Change, Propose, Reopen, Withdraw
from companion.rules.sheriff.recorders import (
    may_book,
    may_correct_entry,
    may_give,
    may_pay_for,
    may_record,
    may_run_clock,
    may_say,
)
from companion.rules.sheriff.refusals import GivesAlone, MerchantAgrees, NoSuchProposal
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge, SetRounds, SkipTurn
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.seating import ComeBack, Join, Rename
from companion.rules.sheriff.switching import SetOptions
from tests.codec.samples import EVENTS
from tests.rules.given import ANN, BO, CLEO, DOV, Table, deal, given, opened, passing, paying
from tests.rules.test_evenings import plain_commands
from tests.rules.voices import Voices

EVERYBODY, OWN, BANK = Recording
BOOKKEEPER, WATCHER = Actor(bank=True, seats=frozenset()), Actor(bank=False, seats=frozenset())
APPLES = Declaration("apples", 1)
APPLE = Goods({"apples": 1})


def at(*seats: int) -> Actor:
    """A phone with these seats and without the bank."""
    return Actor(bank=False, seats=frozenset(seats))


EVERY_COMMAND = plain_commands(given(4).game)


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=str)
class TestWhateverIsRecorded:
    def test_the_bank_may_everything(self, command: Command) -> None:
        for recording in Recording:
            assert may_book(recording, BOOKKEEPER, given(4).game, command) is None

    def test_who_only_watches_may_nothing(self, command: Command) -> None:
        for recording in Recording:
            assert may_book(recording, WATCHER, given(4).game, command) == OnlyWatching()

    def test_everybody_may_all_where_everybody_records(self, command: Command) -> None:
        assert may_book(EVERYBODY, at(DOV), given(4).game, command) is None

    def test_no_seat_may_anything_where_the_bank_records(self, command: Command) -> None:
        assert may_book(BANK, at(ANN, BO), given(4).game, command) == BankRecords()


SEATS = ("seat", "merchant", "giver", "receiver")


class TestEachTheirOwn:
    """Ann is the Sheriff."""

    @pytest.mark.parametrize("command", EVERY_COMMAND, ids=str)
    def test_no_other_player_may_record_what_is_about_somebody_elses(self, command: Command) -> None:
        """But what any player may who is here, and the Sheriff."""
        named = {getattr(command, field, None) for field in SEATS}
        if command.recorder is not Recorder.TABLE:
            other = next(seat for seat in (DOV, CLEO, BO) if seat not in named)
            assert may_book(OWN, at(other), given(4).game, command) is not None

    @pytest.mark.parametrize(
        "command, seats",
        [
            (PassBag(BO, APPLES, APPLE), (ANN,)),
            (OpenBag(BO, APPLES, APPLE), (ANN,)),
            (PassBadge(), (ANN,)),
            (SitOut(BO), (BO, ANN)),
            (Leave(BO, counts=True), (BO,)),
            (RevealContraband(BO, Goods({"silk": 1})), (BO,)),
            (CheckStand(BO, Goods()), (BO,)),
            (CountGold(BO, 7), (BO,)),
            (ChoosePlates(BO, ("apples",)), (BO,)),
            (Pay(BO, None, 7), (BO,)),
            (Pay(BO, CLEO, 7), (BO,)),
            (Rename(BO, "Bob"), (BO,)),
            (SkipTurn(ANN), (ANN,)),
        ],
        ids=str,
    )
    def test_the_sheriff_and_each_player_record_their_own(
        self, command: Command, seats: tuple[int, ...]
    ) -> None:
        game = given(4).game
        for seat in range(4):
            refusal = None if seat in seats else NotYours(seats)
            assert may_book(OWN, at(seat), game, command) == refusal
        assert may_book(OWN, at(*range(4)), game, command) is None

    def test_what_does_not_say_who_gives_is_the_banks(self) -> None:
        class Gives(EndGame):
            recorder = sheriff.Recorder.GIVER

        assert not Gives.recorder.seats(given(4).game, BO)
        assert may_book(OWN, at(*range(4)), given(4).game, Gives()) == OnlyTheBank()

    @pytest.mark.parametrize(
        "command",
        [
            SetRounds(5),
            SetOptions(Options(timer=True)),
            MendSheriff(BO),
            ComeBack(BO, 1),
            Join("Eve", BO, 1),
            EndGame(),
            CloseCount(),
            Pay(None, BO, 7),
        ],
        ids=str,
    )
    def test_what_concerns_all_and_money_of_the_bank_are_the_banks(self, command: Command) -> None:
        assert may_book(OWN, at(*range(4)), given(4).game, command) == OnlyTheBank()

    @pytest.mark.parametrize("bag", [passing, opened])
    def test_i9_nobody_gives_over_a_bag_what_is_anothers_unless_they_agreed(
        self, bag: Callable[..., PassBag | OpenBag]
    ) -> None:
        """The Sheriff takes nothing out of Dov's purse by a deal in Dov's name over Bo's bag."""
        game, dovs = given(4).game, deal(DOV, ANN, 50)
        assert may_book(OWN, at(ANN), game, bag(BO, "apples", 1, dovs)) == GivesAlone(DOV)
        assert may_book(OWN, at(ANN), game, bag(BO, "apples", 1, dovs), [deal(DOV, ANN, 5)]) == GivesAlone(
            DOV
        )
        assert may_book(OWN, at(ANN), game, bag(BO, "apples", 1, dovs, dovs), [dovs]) == GivesAlone(DOV)
        assert may_book(OWN, at(ANN), game, bag(BO, "apples", 1, dovs), [dovs]) is None
        assert may_book(OWN, at(ANN, DOV), game, bag(BO, "apples", 1, dovs)) is None
        assert may_book(OWN, at(ANN), game, bag(BO, "apples", 1, deal(ANN, DOV, 5))) is None
        assert may_book(EVERYBODY, at(BO), game, bag(BO, "apples", 1, dovs)) is None
        for recording in Recording:
            assert may_book(recording, BOOKKEEPER, game, bag(BO, "apples", 1, dovs)) is None

    def test_i6_a_merchant_without_a_phone_bribes_by_word_of_mouth(self) -> None:
        game, bribe = given(4).game, passing(BO, "apples", 1, deal(BO, ANN, 5))
        assert may_book(OWN, at(ANN), game, bribe, speakers={CLEO}) is None
        assert may_book(OWN, at(ANN), game, bribe, speakers={BO}) == GivesAlone(BO)
        assert may_give(OWN, at(ANN), CLEO, BO, frozenset()) == GivesAlone(CLEO)

    def test_the_button_to_pay_is_there_for_every_seat(self) -> None:
        game = given(4).game
        assert may_record(OWN, at(DOV), game, Step(Pay)) is None
        assert may_record(OWN, WATCHER, game, Step(Pay)) == OnlyWatching()
        assert may_pay_for(OWN, at(DOV), BO) == NotYours((BO,))
        assert may_pay_for(BANK, at(DOV), DOV) == BankRecords()

    def test_a_seat_that_is_not_there_is_nobodys(self) -> None:
        assert may_record(OWN, at(DOV), given(4).game, Step(Leave, 9)) == NoSuchSeat(9)


def back(recording: Recording, actor: Actor, before: Game, event: Event) -> Refusal | None:
    """Whether this phone may take back an entry that was made on this game."""
    return may_record_for(recording, actor, event.owners(before))


def taken_back(table: Table, actor: Actor, recording: Recording = OWN) -> Refusal | None:
    """Whether this phone may take the table's latest entry back."""
    return back(recording, actor, table.states[-2], table.event)


class TestTakingBack:
    def test_a_bag_and_the_badge_by_who_was_sheriff_then(self) -> None:
        table = given(3)
        bags = passing(BO, "apples", 1), opened(CLEO, "apples", 1)
        for command in (*bags, PassBadge()):
            table = table.when(command)
            assert taken_back(table, at(ANN)) is None
            assert taken_back(table, at(BO, CLEO)) == NotYours((ANN,))

    @pytest.mark.parametrize("gold", [50, 0], ids=["in coins", "with a debt"])
    def test_i4_an_opened_bag_by_whoever_was_caught_whatever_was_paid(self, gold: int) -> None:
        caught = given(3, gold={BO: gold}).when(opened(BO, "apples", 2, silk=2))
        assert taken_back(caught, at(BO)) is None
        assert taken_back(caught, at(CLEO)) == NotYours((ANN, BO))
        honest = given(3).when(opened(BO, "apples", 2))
        assert taken_back(honest, at(BO)) == NotYours((ANN,))

    def test_d2_a_bag_with_a_debt_by_its_payer_too(self) -> None:
        """Whose goods go chooses them, so a slip of that thumb is theirs to mend."""
        lie = replace(opened(BO, "apples", 2, apples=1, cheese=1), payment=Goods({"apples": 1}))
        table = given(4).when(paying(BO, CLEO, 50), lie)
        assert taken_back(table, at(BO)) is taken_back(table, at(ANN)) is None
        assert taken_back(table, at(CLEO)) == NotYours((ANN, BO))

    def test_sitting_out_by_either_who_may_record_it(self) -> None:
        table = given(4).when(SitOut(BO))
        assert taken_back(table, at(ANN)) is taken_back(table, at(BO)) is None
        assert taken_back(table, at(CLEO)) == NotYours((BO, ANN))

    def test_e25_laws_by_the_sheriff_who_drew_them(self) -> None:
        table = given(4, expansions=("laws",))
        laws = ProclaimLaws(("Apples are taxed",))
        assert may_book(OWN, at(ANN), table.game, laws) is None
        assert may_book(OWN, at(BO), table.game, laws) == NotYours((ANN,))
        assert taken_back(table.when(laws), at(ANN)) is None
        assert taken_back(table.when(laws), at(BO)) == NotYours((ANN,))

    def test_a_payment_by_its_giver_the_banks_by_the_bank(self) -> None:
        paid = given(4).when(paying(BO, CLEO, 3))
        assert taken_back(paid, at(BO)) is None
        assert taken_back(paid, at(CLEO)) == NotYours((BO,))
        assert taken_back(given(4).when(paying(None, CLEO, 3)), at(CLEO)) == OnlyTheBank()

    def test_a_trade_is_up_to_both_and_undone_by_the_bank(self) -> None:
        """Neither takes alone, nor takes alone back, what the other gave."""
        trade = Pay(BO, CLEO, 7, back_gold=3)
        assert may_book(OWN, at(BO, CLEO), given(4).game, trade) is None
        assert may_book(OWN, at(BO), given(4).game, trade) == NotYours((CLEO,))
        assert may_book(OWN, at(CLEO), given(4).game, trade) == NotYours((BO,))
        assert taken_back(given(4).when(trade), at(BO, CLEO)) == OnlyTheBank()

    @pytest.mark.parametrize(
        "word",
        [
            "player_left",
            "contraband_revealed",
            "stand_checked",
            "gold_counted",
            "plates_chosen",
            "renamed",
            "turn_skipped",
        ],
    )
    def test_what_is_of_a_seat_by_the_seat(self, word: str) -> None:
        event = EVENTS[word]
        seat: int = event.seat
        assert back(OWN, at(seat), given(4).game, event) is None
        assert back(OWN, at(DOV), given(4).game, event) == NotYours((seat,))

    def test_the_end_of_the_last_round_by_the_sheriff_the_early_end_by_the_bank(self) -> None:
        last = given(3, rounds=1).when(SitOut(BO), SitOut(CLEO), PassBadge())
        assert taken_back(last, at(ANN)) is None
        assert taken_back(given(3).when(EndGame()), at(ANN, BO, CLEO)) == OnlyTheBank()

    @pytest.mark.parametrize(
        "word",
        [
            "table_opened",
            "rounds_set",
            "options_set",
            "sheriff_mended",
            "count_closed",
        ],
    )
    def test_what_concerns_all_by_the_bank(self, word: str) -> None:
        assert back(OWN, at(*range(4)), given(4).game, EVENTS[word]) == OnlyTheBank()

    def test_i2_its_merchant_says_what_was_in_a_bag_that_passed_and_nothing_else(self) -> None:
        gift = deal(CLEO, ANN, 4)
        was = given(4).when(passing(BO, "apples", 2, gift)).event
        own = replace(passing(BO, "apples", 2, gift), contents=Goods({"face_down": 2}))
        assert may_correct_entry(OWN, at(BO), was, own) is None
        assert may_correct_entry(BANK, at(BO), was, own) == BankRecords()
        assert may_correct_entry(OWN, at(CLEO), was, own) == NotYours((ANN,))
        for other in (
            replace(own, deals=()),
            replace(own, declaration=Declaration("bread", 2)),
            replace(own, merchant=DOV),
            opened(BO, "apples", 2, gift),
        ):
            assert may_correct_entry(OWN, at(BO), was, other) == NotYours((ANN,))
        was_opened = given(4).when(opened(BO, "apples", 2)).event
        assert may_correct_entry(OWN, at(BO), was_opened, own, frozenset()) == NotYours((ANN,))

    def test_a_correction_by_who_could_have_made_it(self) -> None:
        table = given(4).when(paying(BO, CLEO, 3), passing(DOV, "apples", 1))
        own = table.when(Correct(1, paying(BO, CLEO, 4)))
        assert taken_back(own, at(BO)) is None
        assert taken_back(own, at(CLEO)) == NotYours((BO,))
        anothers = table.when(Correct(1, paying(DOV, CLEO, 4)))
        assert taken_back(anothers, at(BO, DOV)) == OnlyTheBank()
        bag = table.when(Correct(2, passing(DOV, "apples", 2)))
        assert taken_back(bag, at(ANN)) is None
        assert taken_back(bag, at(DOV)) == NotYours((ANN,))

    def test_as_the_table_records(self) -> None:
        table = given(4).when(paying(BO, CLEO, 3))
        for recording, actor, refusal in (
            (BANK, at(BO), BankRecords()),
            (EVERYBODY, at(DOV), None),
            (EVERYBODY, WATCHER, OnlyWatching()),
            (BANK, BOOKKEEPER, None),
        ):
            assert taken_back(table, actor, recording) == refusal


class TestCorrecting:
    def test_a_bag_by_its_sheriff_even_when_the_badge_went_on(self) -> None:
        table = given(3).when(passing(BO, "apples", 1), opened(CLEO, "apples", 1), PassBadge())
        for was in table.events[1:3]:
            assert isinstance(was, BagPassed | BagOpened)
            assert may_correct_entry(OWN, at(ANN), was) is None
            assert may_correct_entry(OWN, at(ANN), was, passing(was.merchant, "apples", 2)) is None
            assert may_correct_entry(OWN, at(BO, CLEO), was) == NotYours((ANN,))

    def test_i7_deals_over_a_bag_stay_as_they_were_agreed(self) -> None:
        was = given(4).when(passing(BO, "apples", 1, deal(BO, ANN, 4), deal(DOV, CLEO, 2))).event
        assert isinstance(was, BagPassed)
        raised = passing(BO, "apples", 1, deal(BO, ANN, 40), deal(DOV, CLEO, 2))
        without = passing(BO, "apples", 1, deal(BO, ANN, 4))
        other = passing(BO, "apples", 2, deal(DOV, CLEO, 2), deal(BO, ANN, 4))
        assert may_correct_entry(OWN, at(ANN), was, raised, frozenset({BO})) == GivesAlone(BO)
        assert may_correct_entry(OWN, at(ANN), was, without, frozenset({BO})) == GivesAlone(CLEO)
        assert may_correct_entry(OWN, at(ANN), was, other, frozenset({BO})) is None
        assert may_correct_entry(OWN, at(ANN), was, raised) is None
        for correction in (raised, without):
            assert may_correct_entry(EVERYBODY, at(DOV), was, correction, frozenset({BO})) is None

    def test_i9_a_deal_for_the_other_decision_goes_with_it(self) -> None:
        to_open = Deal(DOV, CLEO, 2, decision=Decision.OPENS)
        was = given(4).when(opened(BO, "apples", 1, to_open)).event
        assert isinstance(was, BagOpened)
        assert may_correct_entry(OWN, at(ANN), was, passing(BO, "apples", 1)) is None
        assert may_correct_entry(OWN, at(ANN), was, opened(BO, "apples", 1)) == GivesAlone(CLEO)

    @pytest.mark.parametrize("recording, actor", [(OWN, at(ANN)), (EVERYBODY, at(ANN)), (BANK, BOOKKEEPER)])
    def test_a_bag_becomes_an_opened_one_only_if_its_merchant_agrees(
        self, recording: Recording, actor: Actor
    ) -> None:
        """Nor is it opened no more; also by way of no bag at all, and whoever's bag it was thought to be."""
        passed, shown = passing(BO, "apples", 1), opened(BO, "apples", 1)
        table, phones = given(4), frozenset({ANN, BO})
        was, was_opened = table.when(passed).event, table.when(shown).event
        assert may_correct_entry(recording, actor, was, shown, phones) == MerchantAgrees(BO)
        assert may_correct_entry(recording, actor, was_opened, passed, phones) == MerchantAgrees(BO)
        of_cleo = passing(CLEO, "apples", 1)
        assert may_correct_entry(recording, actor, was_opened, of_cleo, phones) == MerchantAgrees(BO)
        for command in (shown, passed):
            assert may_correct_entry(recording, actor, was, command, frozenset({ANN})) is None
        assert may_correct_entry(recording, actor, was, passing(BO, "bread", 1), phones) is None
        assert may_correct_entry(recording, actor, was_opened, opened(BO, "bread", 1), phones) is None

    def test_no_bag_becomes_an_opened_one_if_its_merchant_agrees(self) -> None:
        was, phones = given(4).when(SitOut(BO)).event, frozenset({ANN, BO})
        assert may_correct_entry(BANK, BOOKKEEPER, was, opened(BO, "apples", 1), phones) == MerchantAgrees(BO)
        assert may_correct_entry(EVERYBODY, at(BO), was, opened(BO, "apples", 1), phones) is None

    def test_what_no_correction_is_for_is_the_banks(self) -> None:
        assert may_correct_entry(OWN, at(BO), given(4).when(SitOut(BO)).event) == OnlyTheBank()

    def test_a_payment_by_its_giver_and_into_a_payment_of_the_same(self) -> None:
        was = given(4).when(paying(BO, CLEO, 3)).event
        assert isinstance(was, Paid)
        assert may_correct_entry(OWN, at(BO), was) is None
        assert may_correct_entry(OWN, at(BO), was, paying(BO, DOV, 4)) is None
        assert may_correct_entry(OWN, at(BO), was, paying(CLEO, BO, 4)) == NotYours((CLEO,))
        assert may_correct_entry(OWN, at(BO), was, paying(None, BO, 4)) == OnlyTheBank()
        assert may_correct_entry(OWN, at(DOV), was) == NotYours((BO,))

    def test_as_the_table_records(self) -> None:
        was = given(4).when(paying(None, CLEO, 3)).event
        assert isinstance(was, Paid)
        assert may_correct_entry(OWN, at(CLEO), was) == OnlyTheBank()
        assert may_correct_entry(BANK, at(CLEO), was) == BankRecords()
        assert may_correct_entry(EVERYBODY, at(CLEO), was, paying(BO, CLEO, 1)) is None
        assert may_correct_entry(EVERYBODY, WATCHER, was) == OnlyWatching()
        assert may_correct_entry(BANK, BOOKKEEPER, was, paying(BO, CLEO, 1)) is None


OFFER = deal(CLEO, DOV, 5)
SAYING: list[tuple[say.Ask, tuple[int, ...]]] = [
    (Declare(BO, APPLES), (BO,)),
    (TakeBackDeclaration(BO), (BO,)),
    (Threaten(BO), (ANN,)),
    (LetBe(), (ANN,)),
    (Propose(BO, Deal(CLEO, ANN, 5)), (CLEO,)),
    (Change(1001, OFFER), (CLEO,)),
    (Withdraw(1001), (CLEO,)),
    (Reopen(1001), (DOV,)),
    (Answer(1001, accepts=True), (DOV,)),
    (MarkKept(Promise(1, BO, CLEO, "Lunch"), kept=True), (CLEO, ANN)),
    (MarkKept(Promise(1, ANN, CLEO, "Lunch"), kept=True), (CLEO,)),
]


class TestSpeaking:
    """Ann is the Sheriff; Cleo offered Dov something over Bo's bag."""

    @pytest.mark.parametrize("said, seats", SAYING, ids=str)
    def test_each_seat_speaks_for_itself(self, said: say.Ask, seats: tuple[int, ...]) -> None:
        voices = Voices.at(given(4)).offered(BO, OFFER)
        for seat in range(4):
            refusal = None if seat in seats else NotYours(seats)
            assert may_say(at(seat), voices.table.game, voices.talk, said) == refusal

    @pytest.mark.parametrize("said, seats", SAYING, ids=str)
    def test_the_bank_speaks_for_all_and_who_watches_for_nobody(
        self, said: say.Ask, seats: tuple[int, ...]
    ) -> None:
        voices = Voices.at(given(4)).offered(BO, OFFER)
        assert seats
        assert may_say(BOOKKEEPER, voices.table.game, voices.talk, said) is None
        assert may_say(WATCHER, voices.table.game, voices.talk, said) == OnlyWatching()

    def test_nobody_answers_what_is_not_there(self) -> None:
        voices = Voices.at(given(4))
        for said in (Change(7, OFFER), Withdraw(7), Reopen(7), Answer(7, accepts=True)):
            assert may_say(at(BO), voices.table.game, voices.talk, said) == NoSuchProposal()

    def test_a_deal_in_anothers_name_is_not_ones_own(self) -> None:
        """The receiver cannot put words into the giver's mouth."""
        voices = Voices.at(given(4)).offered(BO, OFFER)
        said = Change(1001, deal(DOV, CLEO, 5))
        assert may_say(at(DOV), voices.table.game, voices.talk, said) == NotYours((CLEO,))


def test_t7_the_clock_is_the_sheriffs_and_the_banks_and_everybodys_where_everybody_records() -> None:
    game = given(4).game
    for recording in Recording:
        assert may_run_clock(recording, BOOKKEEPER, game) is None
        assert may_run_clock(recording, at(ANN), game) is None
        assert may_run_clock(recording, WATCHER, game) == OnlyWatching()
    assert may_run_clock(EVERYBODY, at(BO), game) is None
    assert may_run_clock(OWN, at(BO), game) == NotYours((ANN,))
    assert may_run_clock(BANK, at(BO), game) == BankRecords()
