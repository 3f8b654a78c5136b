"""The Sheriff's way, and when the game is over (N4, N6, N15 to N18)."""

from companion.rules.nottingham.corrections import NeverHappened
from companion.rules.nottingham.game import Due, Options
from companion.rules.nottingham.refusals import EighthUndecided, HomeUndecided, NothingAsked
from companion.rules.nottingham.seating import SetOptions
from companion.rules.nottingham.way import (
    CountBegun,
    EndGame,
    GameOver,
    PlayedOn,
    PlayOn,
    StepByHand,
    Stepped,
)
from companion.rules.refusals import NotInRounds
from companion.rules.seats import Stage
from tests.rules.nottingham.given import (
    ANN,
    BO,
    CLEO,
    FIVE,
    Table,
    all_missions,
    delivering,
    fulfilling,
    given,
    right,
)


def on_the_last_space(spaces: int = 10) -> Table:
    """A table whose Sheriff is home with the next step."""
    return given(spaces=spaces).when(*[StepByHand()] * spaces)


class TestSteps:
    def test_n17_a_step_by_hand_moves_the_sheriff_and_nothing_else(self) -> None:
        """No card to draw and none discarded: the Sheriff moves once more."""
        table = given(spaces=10, printed=(3, 8, *(2,) * 8)).when(StepByHand(), StepByHand())
        assert table.event == Stepped(2, 8)
        table.holds({}, step=2)

    def test_n4_n15_each_set_and_each_mission_is_a_step(self) -> None:
        table = given().when(delivering(ANN, "chest"), fulfilling(BO, "five_of_one", FIVE))
        table.when(delivering(ANN, "chest", 3, BO)).holds(step=2)


class TestHome:
    def test_n16_home_is_the_step_after_the_last_space(self) -> None:
        table = given().when(*[StepByHand()] * 22)
        assert (table.game.due, table.game.printed) == (None, None)
        assert table.when(StepByHand()).game.due is Due.HOME

    def test_n6_n18_the_app_asks_and_nothing_else_is_booked_until_the_table_answers(self) -> None:
        table = on_the_last_space().when(delivering(ANN, "chest"))
        assert (table.game.step, table.game.due) == (11, Due.HOME)
        for command in (delivering(BO, "gold"), fulfilling(BO, "five_of_one", FIVE), StepByHand()):
            table.refuses(command, HomeUndecided())

    def test_n18_home_begins_the_count(self) -> None:
        table = on_the_last_space().when(delivering(ANN, "chest"), GameOver())
        assert table.event == CountBegun(early=False)
        assert (table.game.stage, table.game.due) == (Stage.COUNT, None)

    def test_n18_not_yet_leaves_the_sheriff_on_the_last_space(self) -> None:
        """The board in the middle is right. The next step asks again."""
        table = on_the_last_space().when(delivering(ANN, "chest"), PlayOn())
        assert table.event == PlayedOn(10)
        assert table.game.due is None
        assert table.when(delivering(BO, "chest")).game.due is Due.HOME

    def test_n18_a_shorter_way_can_mean_home(self) -> None:
        table = given().when(*[StepByHand()] * 14, SetOptions(Options(spaces=10)))
        assert table.game.due is Due.HOME
        table.when(PlayOn()).holds(step=10)


class TestTheEighthCard:
    def test_n6_n18_the_eighth_mission_card_asks_too(self) -> None:
        table = given().when(*all_missions(but=1))
        assert (table.game.taken, table.game.due) == (7, None)
        table = table.when(*list(all_missions())[-1:])
        assert (table.game.taken, table.game.due) == (8, Due.MISSIONS)
        for command in (delivering(BO, "gold"), StepByHand()):
            table.refuses(command, EighthUndecided())
        assert table.when(GameOver()).event == CountBegun(early=False)

    def test_n18_a_table_that_plays_on_is_not_asked_again(self) -> None:
        table = given().when(*all_missions(), PlayOn())
        table.holds(step=8)
        assert table.game.due is None
        assert table.when(delivering(CLEO, "chest")).game.due is None

    def test_n18_but_it_is_once_a_card_was_taken_anew(self) -> None:
        table = given().when(*all_missions(), PlayOn(), right(8, NeverHappened()))
        assert table.game.due is None
        assert table.when(fulfilling(BO, "three_pairs")).game.due is Due.MISSIONS

    def test_n18_home_and_the_eighth_card_at_once_are_answered_one_by_one(self) -> None:
        """A Sheriff who is not home says nothing about the eighth card, which ends the game too."""
        table = given(spaces=10).when(*all_missions(but=1), *[StepByHand()] * 3, *list(all_missions())[-1:])
        assert table.game.due is Due.HOME
        table = table.when(PlayOn())
        assert table.game.due is Due.MISSIONS
        assert table.when(PlayOn()).game.due is None

    def test_n18_who_was_not_home_before_the_eighth_card_is_asked_about_that(self) -> None:
        table = given(spaces=10).when(*all_missions(but=1), *[StepByHand()] * 4, PlayOn())
        assert (table.game.step, table.game.due) == (10, None)
        table = table.when(*list(all_missions())[-1:], PlayOn())
        assert table.game.due is Due.MISSIONS


class TestEnding:
    def test_nobody_answers_what_is_not_asked(self) -> None:
        given().refuses(GameOver(), NothingAsked())
        given().refuses(PlayOn(), NothingAsked())

    def test_the_game_can_end_at_any_time_and_once(self) -> None:
        table = given().when(EndGame())
        assert table.event == CountBegun(early=True)
        for command in (EndGame(), GameOver(), PlayOn(), StepByHand()):
            table.refuses(command, NotInRounds())

    def test_n18_an_end_when_it_is_due_is_not_early(self) -> None:
        assert on_the_last_space().when(StepByHand(), EndGame()).event == CountBegun(early=False)
