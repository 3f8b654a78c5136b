"""What Nottingham offers to all above the rules."""

import pytest

from companion.codec import codec_of
from companion.games import Games
from companion.rules.ledger import Goods
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.corrections import Correct, NeverHappened
from companion.rules.nottingham.deliveries import Delivered, already_delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount, loot_changed
from companion.rules.nottingham.game import Command, Due, Options, evolve
from companion.rules.nottingham.ruleset import COMMANDS, NOTTINGHAM
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.rules.nottingham.sheet import CountOut, parse
from companion.rules.nottingham.way import (
    EndGame,
    GameOver,
    PlayOn,
    StepByHand,
    asked_since,
    sheriff_moved_on,
)
from companion.rules.past import as_corrected, latest_of
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor, Recording
from companion.rules.ruleset import Summary
from companion.rules.sheriff.ruleset import SHERIFF
from tests.rules.nottingham.given import ANN, BO, FIVE, all_missions, delivering, fulfilling, given, right
from tests.rules.nottingham.test_sheet import SHEET


def test_no_log_could_be_of_both_games() -> None:
    games = Games(SHERIFF, NOTTINGHAM)
    assert games.begun_by(codec_of(NOTTINGHAM).encode_event(given().events[0])) is NOTTINGHAM
    assert games.of_command(EndGame()) is NOTTINGHAM


def test_the_record_judges_a_command_by_rules_and_rights() -> None:
    game = given().game
    assert isinstance(NOTTINGHAM.decide(game, delivering(BO, "chest")), Delivered)
    with pytest.raises(Refusal) as refused:
        NOTTINGHAM.decide(game, PlayOn())
    assert refused.value == no.NothingAsked()
    bo = Actor(bank=False, seats=frozenset({BO}))
    assert NOTTINGHAM.may_book(Recording.OWN, bo, game, delivering(BO, "chest")) is None
    assert (NOTTINGHAM.check_note, NOTTINGHAM.is_timed(game)) == (None, False)
    assert NOTTINGHAM.naming is Rename


def test_what_an_entry_says_is_what_its_latest_correction_says() -> None:
    table = given().when(delivering(ANN, "chest"), delivering(BO, "gold"), right(1, NeverHappened()))
    log = list(enumerate(table.events))
    assert as_corrected(log, 1) == table.event.now
    assert as_corrected(log, 2) == table.events[2]
    assert as_corrected(log, 0) is None
    assert (latest_of(log, 1), latest_of(log, 2)) == (3, 2)


@pytest.mark.parametrize(
    "commands", [(), (StepByHand(),), (delivering(BO, "chest"), StepByHand(), EndGame())]
)
def test_a_list_says_how_far_the_sheriff_is_and_who_plays(commands: tuple[Command, ...]) -> None:
    game = given().when(*commands).game
    progress = {"step": game.step, "home": 23}
    assert NOTTINGHAM.summary(game) == Summary(game.stage, game.seats, progress)


def test_n18_a_list_has_the_sheriff_home_where_the_way_was_shortened_to_behind_him() -> None:
    shortened = given().when(*[StepByHand()] * 14, SetOptions(Options(spaces=10)))
    assert NOTTINGHAM.summary(shortened.game).progress == {"step": 11, "home": 11}


def test_a_list_says_who_won_and_which_count_counts_no_longer() -> None:
    closed = given().when(delivering(BO, "chest"), EndGame(), CloseCount())
    assert NOTTINGHAM.summary(closed.game).winners == (BO,)
    counted = CountOut(parse(SHEET), "an older one").begin()
    assert NOTTINGHAM.summary(evolve(None, counted)).replaces == "an older one"


def test_n17_two_who_see_the_same_step_book_it_once() -> None:
    before = given()
    assert sheriff_moved_on(before.game, 0) is None
    assert sheriff_moved_on(before.when(StepByHand()).game, 0) == no.SheriffMovedOn()


def test_n18_an_answer_is_of_its_own_question_alone() -> None:
    """Two phones answer "not home" at once: the second is not taken for an answer about the eighth card."""
    begun = given(spaces=10)
    both = begun.when(*all_missions(but=1), *[StepByHand()] * 3, *list(all_missions())[-1:])
    assert asked_since(both.game, Due.HOME) is None
    assert asked_since(both.when(PlayOn()).game, Due.HOME) == no.EighthUndecided()
    assert asked_since(begun.game, Due.HOME) is None


def test_n11_two_who_record_the_same_delivery_are_told() -> None:
    since = given().when(delivering(BO, "chest", 4, ANN)).events[1:]
    assert already_delivered(since, delivering(BO, "chest", 4, ANN)) == no.AlreadyDelivered(since[0])
    for other in (
        delivering(BO, "chest", 5, ANN),
        delivering(BO, "chest", 4),
        delivering(ANN, "chest", 4),
        fulfilling(BO, "five_of_one", FIVE),
    ):
        assert already_delivered(since, other) is None


CHEST = Goods({"chest": 1})


def test_n21_loot_is_put_right_as_it_was_read() -> None:
    game = given().when(delivering(BO, "chest"), EndGame()).game
    assert loot_changed(game, BO, CHEST) is None
    assert loot_changed(game, BO, Goods()) == no.LootChanged(BO)


SAME: list[tuple[Command, tuple[Command, ...]]] = [
    (PlayOn(), (PlayOn(),)),
    (GameOver(), (GameOver(),)),
    (EndGame(), (GameOver(),)),
    (CloseCount(), (EndGame(), CloseCount())),
    (Rename(BO, "Bob"), (Rename(BO, "Bob"),)),
    (SetOptions(Options(spaces=12)), (SetOptions(Options(spaces=12)),)),
    (CheckLoot(BO, CHEST), (EndGame(), CheckLoot(BO, CHEST))),
]
OTHERS: list[Command | Correct] = [
    delivering(BO, "chest"),
    fulfilling(BO, "five_of_one", FIVE),
    StepByHand(),
    Leave(BO),
    ComeBack(BO),
    right(1, NeverHappened()),
]


@pytest.mark.parametrize("asked, done", SAME)
def test_what_another_did_already_is_so(asked: Command, done: tuple[Command, ...]) -> None:
    before = given().when(*all_missions())
    after = before.when(*done)
    assert not NOTTINGHAM.is_so(before.game, before.events, asked)
    assert NOTTINGHAM.is_so(after.game, after.events, asked)


@pytest.mark.parametrize("asked", OTHERS, ids=lambda asked: type(asked).__name__)
def test_nothing_else_is_so(asked: Command | Correct) -> None:
    """A player may deliver twice, and a mission that is recorded twice has to be refused."""
    table = given().when(delivering(BO, "chest"), fulfilling(BO, "five_of_one", FIVE))
    assert not NOTTINGHAM.is_so(table.game, table.events, asked)


def test_every_command_is_the_same_or_not() -> None:
    known = {type(asked) for asked, _ in SAME} | {type(asked) for asked in OTHERS}
    assert known == {*COMMANDS, Correct}
    assert not NOTTINGHAM.is_so(given(3).game, given(3).events, Rename(9, "Bob"))
