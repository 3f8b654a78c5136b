"""What a game offers to all above the rules: Sheriff of Nottingham's record, and the least there can be."""

from dataclasses import replace

import pytest

from companion.rules.kinds import PutBack, TakeBack
from companion.rules.ledger import Goods
from companion.rules.past import as_corrected, latest_of
from companion.rules.refusals import NoSuchSeat, NotYours, Refusal
from companion.rules.rights import Recording
from companion.rules.ruleset import Laws, Summary
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Decision, Declaration, Promise
from companion.rules.sheriff.declaring import Declare, as_undone
from companion.rules.sheriff.ending import CheckStand, CloseCount, RevealContraband
from companion.rules.sheriff.game import Command, Correct
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.refusals import SheriffBringsNoBag
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.seating import Rename
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.switching import SetOptions
from companion.rules.sheriff.talk import Decided, Talk, silence
from companion.rules.sheriff.tally import CountOut
from tests.rules.given import ANN, BO, CLEO, deal, given, opened, passing, paying
from tests.rules.test_evenings import plain_commands
from tests.rules.test_rights import at
from tests.rules.voices import Voices


def test_the_record_judges_a_command_by_rules_and_rights() -> None:
    game = given(4).game
    assert SHERIFF.decide(game, SitOut(BO)) == SatOut(BO)
    for seat, refusal in ((ANN, SheriffBringsNoBag(ANN)), (9, NoSuchSeat(9))):
        with pytest.raises(Refusal) as refused:
            SHERIFF.decide(game, SitOut(seat))
        assert refused.value == refusal
    assert SHERIFF.may_book(Recording.OWN, at(BO), game, SitOut(BO)) is None
    assert SHERIFF.may_book(Recording.OWN, at(CLEO), game, SitOut(BO)) == NotYours((BO, ANN))


def test_the_talk_hears_of_what_is_booked() -> None:
    """A declared bag is decided on, also if it was declared by itself; any other entry leaves the talk."""
    assert SHERIFF.talking is not None
    table, talking = given(4), SHERIFF.talking
    ready = Voices.at(table).when(Declare(CLEO, Declaration("bread", 1), in_turn=True)).talk
    said = table.when(passing(BO, "apples", 1))
    phones = frozenset({BO, CLEO})
    after = talking.booked(said.game, ready, said.when(passing(CLEO, "bread", 1)).event, None, phones)
    assert isinstance(after, Talk)
    assert after.decisions == {CLEO: Decided(Decision.PASSES, booked=True)}
    assert talking.booked(table.game, ready, said.event, None, phones) is ready


def test_i10_a_promise_waits_again_once_its_payment_is_taken_back() -> None:
    table = given(4)
    talk = replace(silence(table.game), kept=(Promise(1, BO, ANN, "Lunch"),))
    paid, other = (table.when(Pay(BO, ANN, 5, reason=reason)).event for reason in ("Lunch", "Rent"))
    assert as_undone(talk, paid).kept == ()
    for undone in (other, table.when(passing(BO, "apples", 1)).event, None):
        assert as_undone(talk, undone) is talk


def test_a_table_is_timed_while_a_bag_waits() -> None:
    table = given(3)
    assert SHERIFF.is_timed(table.game)
    assert not SHERIFF.is_timed(table.when(SitOut(BO), SitOut(CLEO)).game)


def test_a_summary_says_the_round_until_somebody_has_won() -> None:
    table = given(3)
    rounds = {"round": 1, "rounds": table.game.rounds}
    assert SHERIFF.summary(table.game) == Summary(Stage.ROUNDS, table.game.seats, rounds)
    over = table.when(paying(ANN, BO, 5), EndGame(), CloseCount()).game
    at = SHERIFF.summary(over)
    assert (at.stage, at.winners, at.replaces) == (Stage.CLOSED, (BO,), "")


def test_a_summary_at_a_count_names_the_one_that_it_replaces() -> None:
    players = [{"name": name, "gold": 5} for name in ("Ann", "Bo", "Cleo")]
    sheet = parse({"edition": "first", "players": players})
    at = SHERIFF.summary(SHERIFF.evolve(None, SHERIFF.opening(CountOut(sheet, "an older one"))))
    assert (at.stage, at.winners, at.replaces) == (Stage.CLOSED, (ANN, BO, CLEO), "an older one")


def test_what_is_said_is_said_after_an_entry() -> None:
    game, talking = given(3).game, SHERIFF.talking
    assert talking
    talk = talking.say(
        game, talking.talk_of(game, None, {BO}), Declare(BO, Declaration("apples", 2)), "tap", {BO}, 7
    )
    assert isinstance(talk, Talk)
    assert (talk.said_on, talk.declarations) == (7, {BO: Declaration("apples", 2)})


def test_what_an_entry_says_is_what_its_latest_correction_says() -> None:
    table = given(3).when(paying(ANN, BO, 5), passing(BO, "apples", 2), Correct(1, paying(ANN, BO, 4)))
    log = list(enumerate(table.events))
    assert as_corrected(log, 1) == table.event.now
    assert as_corrected(log, 2) == table.events[2]
    assert as_corrected(log, 0) is as_corrected(log, 9) is None
    assert (latest_of(log, 1), latest_of(log, 2)) == (3, 2)


APPLE = Goods({"apples": 1})
OUT = SitOut(BO), SitOut(CLEO)

SAME: list[tuple[Command | Correct, tuple[Command, ...]]] = [
    (SitOut(BO), (SitOut(BO),)),
    (opened(BO, "apples", 2), (opened(BO, "apples", 2),)),
    (passing(BO, "apples", 2), (passing(BO, "apples", 2),)),
    (PassBadge(), (EndGame(),)),
    (PassBadge(), (*OUT, PassBadge())),
    (EndGame(), (EndGame(),)),
    (CloseCount(), (EndGame(), CloseCount())),
    (Rename(BO, "Bob"), (Rename(BO, "Bob"),)),
    (SetOptions(Options(timer=True)), (SetOptions(Options(timer=True)),)),
    (MendSheriff(CLEO), (MendSheriff(CLEO),)),
    (CheckStand(BO, APPLE), (*OUT, EndGame(), CheckStand(BO, APPLE))),
    (ProclaimLaws(("Tax",)), (SetOptions(Options(laws=True)), ProclaimLaws(("Tax",)))),
    (
        RevealContraband(BO, Goods({"silk": 1})),
        (
            passing(BO, "apples", 1, face_down=1),
            SitOut(CLEO),
            EndGame(),
            RevealContraband(BO, Goods({"silk": 1})),
        ),
    ),
]


@pytest.mark.parametrize("asked,done", SAME)
def test_what_another_did_already_is_so(asked: Command, done: tuple[Command, ...]) -> None:
    before, after = given(3), given(3).when(*done)
    assert not SHERIFF.is_so(before.game, before.events, asked)
    assert SHERIFF.is_so(after.game, after.events, asked)


@pytest.mark.parametrize(
    "asked",
    [
        opened(BO, "apples", 2, silk=1),
        opened(BO, "bread", 2),
        opened(BO, "apples", 2, deal(CLEO, ANN, 1)),
        opened(CLEO, "apples", 2),
        replace(opened(BO, "apples", 2), payment=Goods({"apples": 1})),
    ],
)
def test_a_bag_opened_otherwise_is_not_the_same(asked: OpenBag) -> None:
    table = given(3).when(opened(BO, "apples", 2))
    assert not SHERIFF.is_so(table.game, table.events, asked)


@pytest.mark.parametrize(
    "asked", [passing(BO, "apples", 1, face_down=1), passing(BO, "bread", 2), passing(CLEO, "apples", 2)]
)
def test_a_bag_that_passed_otherwise_is_not_the_same(asked: Command) -> None:
    table = given(3).when(passing(BO, "apples", 2))
    assert not SHERIFF.is_so(table.game, table.events, asked)


def test_nothing_else_is_so() -> None:
    table = given(4)
    known = {type(asked) for asked, _ in SAME}
    others: tuple[Command | Correct, ...] = (*plain_commands(table.game), Correct(1, paying(ANN, BO, 4)))
    assert not any(
        SHERIFF.is_so(table.game, table.events, asked) for asked in others if type(asked) not in known
    )


def test_a_game_may_have_no_laws_of_its_own_and_nothing_that_is_so_or_timed() -> None:
    plain = type(SHERIFF)(
        "plain",
        SHERIFF.kinds,
        SHERIFF.opening,
        SHERIFF.decide,
        SHERIFF.evolve,
        SHERIFF.may_book,
        SHERIFF.owners,
    )
    laws: Laws[object, object] = plain.laws  # type: ignore[type-var]
    assert laws.opening(None) is laws.event(None, None) is laws.game(None) is None  # type: ignore[func-returns-value]
    game = given(3).game
    assert not plain.is_so(game, (), TakeBack(1))
    assert not plain.is_so(game, (), PutBack(2))
    assert not plain.is_timed(game)
    assert plain.summary(game) == Summary(Stage.ROUNDS, game.seats)
