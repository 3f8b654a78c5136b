"""Who records what where everybody has a phone, and whose own action an entry was."""

import pytest

from companion.rules.kinds import NO_SEAT, Step, may, may_record
from companion.rules.ledger import Goods
from companion.rules.nottingham.corrections import NeverHappened, may_correct_entry
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CheckLoot, CloseCount
from companion.rules.nottingham.game import Command, Options
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.ruleset import COMMANDS, may_book
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.rules.nottingham.way import EndGame, GameOver, PlayOn, StepByHand
from companion.rules.refusals import BankRecords, NoSuchSeat, NotYours, OnlyTheBank, OnlyWatching
from companion.rules.rights import Actor, Recording
from tests.rules.dice import steps
from tests.rules.nottingham.given import (
    ANN,
    BO,
    CLEO,
    DOV,
    FIVE,
    Table,
    all_missions,
    delivering,
    fulfilling,
    given,
    right,
)

BANK = Actor(bank=True, seats=frozenset())
WATCHES = Actor(bank=False, seats=frozenset())
OWN = Recording.OWN


def at(*seats: int) -> Actor:
    return Actor(bank=False, seats=frozenset(seats))


ITS_SEAT: list[Command] = [
    Deliver(BO, "chest", 3),
    Fulfil(BO, "five_of_one"),
    Leave(BO),
    Rename(BO, "Bob"),
    CheckLoot(BO, Goods()),
    ComeBack(BO),
]
ANY_SEAT: list[Command] = [StepByHand(), GameOver(), PlayOn()]
THE_BANK: list[Command] = [EndGame(), SetOptions(Options(open_sums=True)), CloseCount()]


class TestRecording:
    @pytest.mark.parametrize("command", ITS_SEAT)
    def test_each_records_their_own(self, command: Command) -> None:
        game = given().game
        assert may_book(OWN, at(BO), game, command) is None
        assert may_book(OWN, at(CLEO), game, command) == NotYours((BO,))
        assert (
            may_book(OWN, BANK, game, command)
            is may_book(Recording.EVERYBODY, at(CLEO), game, command)
            is None
        )
        assert may_book(OWN, WATCHES, game, command) == OnlyWatching()
        assert may_book(Recording.BANK, at(BO), game, command) == BankRecords()

    def test_n20_who_went_home_can_do_nothing_but_come_back(self) -> None:
        game = given().when(Leave(DOV)).game
        home = Actor(bank=False, seats=frozenset(), away=frozenset({DOV}))
        assert may_book(OWN, home, game, ComeBack(DOV)) is None
        assert may_book(Recording.BANK, home, game, ComeBack(DOV)) == BankRecords()
        for command in (ComeBack(BO), Rename(DOV, "Dave"), *ANY_SEAT):
            assert may_book(OWN, home, game, command) is not None

    @pytest.mark.parametrize("command", ANY_SEAT)
    def test_n18_the_board_in_the_middle_is_everybodys(self, command: Command) -> None:
        game = given().when(Leave(DOV)).game
        assert may_book(OWN, at(CLEO), game, command) is None
        assert may_book(OWN, at(DOV), game, command) == NotYours((ANN, BO, CLEO))

    @pytest.mark.parametrize("command", THE_BANK)
    def test_what_concerns_the_whole_game_is_the_banks(self, command: Command) -> None:
        game = given().game
        assert may_book(OWN, at(ANN, BO), game, command) == OnlyTheBank()
        assert may_book(OWN, BANK, game, command) is None

    def test_a_step_that_names_no_seat_is_the_banks(self) -> None:
        assert may_record(OWN, at(ANN), given().game, Step(Deliver)) == OnlyTheBank()


class TestCorrecting:
    def test_each_corrects_their_own_and_makes_it_nobody_elses(self) -> None:
        was = given().when(delivering(BO, "chest")).event
        assert may_correct_entry(OWN, at(BO), was) is None
        assert may_correct_entry(OWN, at(BO), was, delivering(BO, "gold")) is None
        assert may_correct_entry(OWN, at(BO), was, NeverHappened()) is None
        assert may_correct_entry(OWN, at(BO), was, delivering(CLEO, "gold")) == NotYours((CLEO,))
        assert may_correct_entry(OWN, at(BO, CLEO), was, fulfilling(CLEO)) is None
        assert may_correct_entry(OWN, at(CLEO), was, delivering(CLEO, "gold")) == NotYours((BO,))

    def test_the_bank_corrects_everything(self) -> None:
        table = given().when(delivering(BO, "chest"), right(1, NeverHappened()))
        was = table.event.was
        assert may_correct_entry(OWN, BANK, was, delivering(CLEO, "gold")) is None
        assert may_correct_entry(OWN, WATCHES, was) == OnlyWatching()
        assert may_correct_entry(OWN, at(BO), table.event.now) == OnlyTheBank()


def owners_of(table: Table) -> tuple[int, ...]:
    seats: tuple[int, ...] = table.event.owners(table.states[-2])
    return seats


class TestOwners:
    def test_whose_action_it_was(self) -> None:
        table = given()
        assert owners_of(table.when(delivering(BO, "chest", 3, CLEO))) == (BO,)
        assert owners_of(table.when(fulfilling(CLEO, "five_of_one", FIVE))) == (CLEO,)
        assert owners_of(table.when(Leave(DOV))) == (DOV,)
        assert owners_of(table.when(Leave(DOV), ComeBack(DOV))) == (DOV,)
        assert owners_of(table.when(Rename(DOV, "Dave"))) == (DOV,)
        assert owners_of(table.when(EndGame(), CheckLoot(DOV, Goods()))) == (DOV,)

    def test_a_step_and_an_answer_are_everybodys(self) -> None:
        table, every = given(), (ANN, BO, CLEO, DOV)
        assert owners_of(table.when(StepByHand())) == every
        assert owners_of(table.when(*all_missions(), PlayOn())) == every
        assert owners_of(table.when(*all_missions(), GameOver())) == every

    def test_a_correction_is_of_whom_it_was_and_is(self) -> None:
        table = given().when(delivering(BO, "chest"))
        assert owners_of(table.when(right(1, delivering(BO, "gold")))) == (BO,)
        assert owners_of(table.when(right(1, delivering(CLEO, "gold")))) == ()
        struck = table.when(right(1, NeverHappened()))
        assert owners_of(struck) == (BO,)
        assert owners_of(struck.when(right(1, delivering(BO, "gold")))) == ()

    def test_the_rest_is_the_banks(self) -> None:
        table = given()
        assert table.events[0].owners(table.game) == ()
        assert owners_of(table.when(EndGame())) == owners_of(table.when(EndGame(), CloseCount())) == ()
        assert owners_of(table.when(SetOptions(Options(spaces=12)))) == ()


class TestSteps:
    def test_what_can_be_done_at_the_start(self) -> None:
        every = steps(given().game, COMMANDS)
        assert {step.command for step in every if step.seat is None} == {StepByHand, EndGame, SetOptions}
        seats = {(step.command, step.seat) for step in every if step.seat is not None}
        assert seats == {(kind, seat) for kind in (Deliver, Fulfil, Leave, Rename) for seat in range(4)}

    def test_a_step_knows_its_seat(self) -> None:
        assert Step.of(Deliver(BO, "chest", 3)) == Step(Deliver, BO)
        assert Step.of(EndGame()) == Step(EndGame)
        assert may(given().game, Step(Deliver)) == NoSuchSeat(NO_SEAT)
