"""The laws of a log of Nottingham notice what cannot be."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from companion.laws import AnyEvent, follow
from companion.rules import ledger
from companion.rules.checks import LARGEST_NUMBER, LONGEST_ID, BrokenLawError
from companion.rules.counting import Line
from companion.rules.kinds import EntryPutBack, TakenBack
from companion.rules.ledger import BANK, BOX, Goods, Move, purse, stand
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.corrections import EntryCorrected
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount, CountClosed, LootChecked
from companion.rules.nottingham.game import Event, Options
from companion.rules.nottingham.laws import check_event, check_game, check_opening
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.refusals import LootExceeded, PrintedOutOfRange, SpacesOutOfRange
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.scoring import Result
from companion.rules.nottingham.seating import OptionsSet, TableOpened
from companion.rules.nottingham.sheet import CountOut, SheetCounted, parse
from companion.rules.nottingham.way import EndGame
from companion.rules.seats import Seat
from tests.rules.nottingham.given import ANN, BO, CLEO, FIVE, delivering, fulfilling, given
from tests.rules.nottingham.test_sheet import SHEET


def numbered(events: Iterable[AnyEvent]) -> list[tuple[int, AnyEvent]]:
    return list(enumerate(events, 1))


def opened(**changes: object) -> TableOpened:
    """How a table of three was opened, but for these changes."""
    event = given(3).events[0]
    assert isinstance(event, TableOpened)
    return replace(event, **changes)  # type: ignore[arg-type]


def counted(**changes: object) -> SheetCounted:
    """How a sheet was counted, but for these changes."""
    event = CountOut(parse(SHEET)).begin()
    assert isinstance(event, SheetCounted)
    return replace(event, **changes)  # type: ignore[arg-type]


def delivered(**changes: object) -> Delivered:
    """A delivery of Bo's, but for these changes."""
    event = given(3).when(delivering(BO, "pearls", 5, CLEO)).event
    assert isinstance(event, Delivered)
    return replace(event, **changes)  # type: ignore[arg-type]


def fulfilled(**changes: object) -> Fulfilled:
    """A mission of Bo's, but for these changes."""
    event = given(3).when(fulfilling(BO, "five_of_one", FIVE)).event
    assert isinstance(event, Fulfilled)
    return replace(event, **changes)  # type: ignore[arg-type]


def closed() -> Result:
    event = (
        given(3)
        .when(delivering(ANN, "chest"), fulfilling(BO, "five_of_one", FIVE), EndGame(), CloseCount())
        .event
    )
    result: Result = event.result
    return result


def broken(event: Event, what: str) -> None:
    """The event breaks a law of a table of three, in these words."""
    with pytest.raises(BrokenLawError, match=what):
        check_event(given(3).game, event)


class TestOpening:
    def test_three_to_seven_seats_with_names_and_pawns(self) -> None:
        check_opening(opened())
        check_opening(counted())
        for seats in (opened().seats[:2], opened().seats * 3):
            with pytest.raises(BrokenLawError, match="seats are too few or too many"):
                check_opening(opened(seats=seats))
        with pytest.raises(BrokenLawError, match="the shields are unknown"):
            check_opening(opened(seats=(Seat("Ann", "lion"), *opened().seats[1:])))
        with pytest.raises(BrokenLawError, match="the same name"):
            check_opening(opened(seats=(Seat("bo", "key"), *opened().seats[1:])))

    def test_n16_a_way_that_a_board_can_have(self) -> None:
        with pytest.raises(SpacesOutOfRange):
            check_opening(opened(options=Options(spaces=9)))
        with pytest.raises(PrintedOutOfRange):
            check_event(given(3).game, OptionsSet(Options(printed=(0,) * 22)))

    def test_a_count_replaces_one_with_an_id(self) -> None:
        with pytest.raises(BrokenLawError, match="the replaces is longer"):
            check_opening(counted(replaces="x" * (LONGEST_ID + 1)))


class TestEvents:
    @pytest.mark.parametrize(
        "changes, what",
        [
            ({"seat": 3}, "seat 3 cannot be at this table"),
            ({"ambushers": (3,)}, "ambushers 3 cannot be"),
            ({"item": "silk"}, "no cards called 'silk'"),
            ({"cards": 13}, "the number 13 cannot be"),
            ({"step": -1}, "the number -1 cannot be"),
            ({"step": LARGEST_NUMBER + 1}, "the number"),
            ({"moves": (Move(BOX, stand(BO), "silk", 1),)}, "no cards called 'silk'"),
            ({"moves": (Move(BANK, purse(BO), "gold", 1),)}, "gold cannot be moved there"),
            ({"moves": (Move(BOX, stand(BO), "gold", 0),)}, "it moves nothing"),
            ({"moves": (Move(BOX, stand(3), "gold", 1),)}, "seat 3 cannot be"),
        ],
    )
    def test_what_no_delivery_is(self, changes: dict[str, object], what: str) -> None:
        check_event(given(3).game, delivered())
        broken(delivered(**changes), what)

    def test_a_mission_is_one_of_four(self) -> None:
        check_event(given(3).game, fulfilled())
        broken(fulfilled(mission="six_of_one"), "no cards called 'six_of_one'")
        broken(fulfilled(numbers=Numbers(-1, -2)), "the number -1")

    def test_a_reason_fits_on_a_line(self) -> None:
        broken(EntryCorrected(2, "x" * 141, delivered(), fulfilled(), 1, ()), "the reason is longer than 140")

    def test_loot_is_of_objects(self) -> None:
        event = given(3).when(EndGame(), CheckLoot(BO, Goods({"gold": 2}))).event
        assert isinstance(event, LootChecked)
        broken(replace(event, loot=Goods({"silk": 1})), "no cards called 'silk'")
        broken(replace(event, loot=Goods({"gold": 13})), "the number 13")


class TestTheTable:
    def game_with(self, *moves: Move) -> None:
        game = given(3).when(fulfilling(BO, "five_of_one", FIVE)).game
        check_game(replace(game, balances=ledger.post(game.balances, moves)))

    def test_n1_n3_no_more_cards_than_the_box_has(self) -> None:
        self.game_with(Move(BOX, stand(ANN), "gold", 12), Move(BOX, stand(ANN), "five_of_one", 1))
        with pytest.raises(LootExceeded):
            self.game_with(Move(BOX, stand(ANN), "gold", 12), Move(BOX, stand(BO), "gold", 1))
        two = (Move(BOX, stand(ANN), "five_of_one", 1), Move(BOX, stand(CLEO), "five_of_one", 1))
        for moves in (two, (Move(BOX, stand(BO), "five_of_one", 1),)):
            with pytest.raises(BrokenLawError, match="five_of_one has too many cards"):
                self.game_with(*moves)

    def test_n14_a_mission_that_somebody_has_is_worth_something(self) -> None:
        with pytest.raises(BrokenLawError, match="nobody knows what four_pairs is worth"):
            self.game_with(Move(BOX, stand(BO), "four_pairs", 1))


class TestResults:
    def result(self, result: Result, what: str) -> None:
        broken(CountClosed(result), what)

    def lined(self, *lines: Line) -> Result:
        """The result of a game in which Ann's sum has these lines, and adds up."""
        total = sum(line.amount for line in lines)
        ann = replace(closed().players[ANN], lines=lines, loot=total, missions=0, total=total)
        return replace(closed(), players=(ann, *closed().players[1:]))

    def test_somebody_wins_and_every_seat_has_its_sum(self) -> None:
        result = closed()
        check_event(given(3).game, CountClosed(result))
        self.result(replace(result, winners=()), "names no winner")
        self.result(replace(result, winners=(3,)), "seat 3 cannot be")
        self.result(
            replace(result, players=result.players[:2]), "the result speaks of 2 seats, the table has 3"
        )
        self.result(
            replace(result, missions=(replace(result.missions[0], players=(3,)),)), "seat 3 cannot be"
        )
        losers = tuple(replace(player, rank=2) for player in result.players)
        self.result(replace(result, players=losers), "names no winner")

    def test_a_line_names_an_object_or_a_mission(self) -> None:
        for what in ("gold", "mission:four_pairs"):
            check_event(given(3).game, CountClosed(self.lined(Line(what, 1, 5, 5))))
        for what in ("silk", "four_pairs", "mission:gold"):
            self.result(self.lined(Line(what, 1, 5, 5)), "no cards called")

    def test_sums_add_up(self) -> None:
        self.result(self.lined(Line("gold", 1, 5, 6)), "does not add up")
        whole = self.lined(Line("gold", 1, 5, 5))
        players = (replace(whole.players[ANN], total=6), *whole.players[1:])
        self.result(replace(whole, players=players), "does not add up")


def test_a_log_with_everything_is_followed() -> None:
    table = given(3).when(delivering(ANN, "chest"), fulfilling(BO, "five_of_one", FIVE))
    events: tuple[AnyEvent, ...] = (*table.events, TakenBack(3), EntryPutBack(4, None))
    assert follow(NOTTINGHAM, numbered(events)) == table.game
    with pytest.raises(BrokenLawError, match="entry 2: it opens the game a second time"):
        follow(NOTTINGHAM, numbered((opened(), opened())))
    gone = delivered(moves=(Move(stand(BO), BOX, "chest", 1),))
    with pytest.raises(BrokenLawError, match="entry 3: it takes 1 chest from where there are fewer"):
        follow(NOTTINGHAM, numbered((*table.events[:2], gone)))
