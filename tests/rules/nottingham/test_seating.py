"""Who goes home and comes back, what players are called, what they play with (N16, N19, N20)."""

from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.game import Options
from companion.rules.nottingham.refusals import SpacesOutOfRange
from companion.rules.nottingham.seating import (
    ComeBack,
    Leave,
    OptionsSet,
    PlayerLeft,
    PlayerReturned,
    Rename,
    Renamed,
    SetOptions,
)
from companion.rules.nottingham.way import EndGame
from companion.rules.refusals import (
    CountIsClosed,
    IsHere,
    LastOneHere,
    NameRepeated,
    NoSuchSeat,
    NothingMoved,
    NotInRounds,
    PlayerHasLeft,
    TooFewLeft,
)
from companion.rules.seats import Presence
from tests.rules.nottingham.given import ANN, BO, CLEO, DOV, Table, command_for, delivering, given


class TestLeaving:
    def test_n20_who_goes_home_stays_in_the_count(self) -> None:
        table = given().when(delivering(DOV, "chest"), Leave(DOV))
        assert table.event == PlayerLeft(DOV)
        assert (table.game.here, table.game.seats[DOV].presence) == ((ANN, BO, CLEO), Presence.LEFT)
        result = table.when(EndGame(), CloseCount()).holds({DOV: {"chest": 1}}).game.result
        assert result
        assert result.winners == (DOV,)

    def test_n1_three_stay_to_play_on(self) -> None:
        given(3).refuses(Leave(BO), TooFewLeft())
        table = given().when(Leave(DOV))
        table.refuses(Leave(BO), TooFewLeft())
        table.refuses(Leave(DOV), PlayerHasLeft(DOV))
        table.refuses(Leave(7), NoSuchSeat(7))

    def test_somebody_stays_for_the_count(self) -> None:
        table = given(3).when(EndGame(), Leave(ANN), Leave(BO))
        table.refuses(Leave(CLEO), LastOneHere())
        table.when(CloseCount()).refuses(Leave(CLEO), CountIsClosed())

    def test_who_went_home_may_play_on(self) -> None:
        table = given().when(Leave(DOV), ComeBack(DOV))
        assert table.event == PlayerReturned(DOV)
        assert table.game == given().game
        table.refuses(ComeBack(DOV), IsHere(DOV))
        table.refuses(ComeBack(4), NoSuchSeat(4))
        table.when(Leave(DOV), EndGame()).refuses(ComeBack(DOV), NotInRounds())


class TestNames:
    def test_a_player_is_called_otherwise(self) -> None:
        table = given().when(Rename(BO, " Bob "))
        assert table.event == Renamed(BO, "Bo", "Bob")
        assert table.game.seats[BO].name == "Bob"
        table.refuses(Rename(BO, "Bob"), NothingMoved())
        table.refuses(Rename(BO, "ANN"), NameRepeated(1, "ANN"))
        table.refuses(Rename(9, "Bob"), NoSuchSeat(9))

    def test_who_had_no_name_was_called_nothing(self) -> None:
        table = Table.after(command_for(unnamed=(BO,)).begin()).when(Rename(BO, "Bob"))
        assert table.event == Renamed(BO, "", "Bob")
        assert table.game.seats[BO].named

    def test_not_after_the_result(self) -> None:
        table = given().when(EndGame(), Rename(BO, "Bob"), CloseCount())
        table.refuses(Rename(BO, "Bert"), CountIsClosed())


class TestOptions:
    def test_n16_n19_a_table_plays_with_others_from_now_on(self) -> None:
        options = Options(open_sums=True, spaces=12, printed=(4,) * 12)
        table = given().when(delivering(ANN, "chest"), SetOptions(options))
        assert table.event == OptionsSet(options)
        assert (table.game.options, table.game.printed) == (options, 4)

    def test_others_that_no_board_has_or_the_same_are_refused(self) -> None:
        given().refuses(SetOptions(Options(spaces=9)), SpacesOutOfRange(10, 40))
        given().refuses(SetOptions(Options()), NothingMoved())
        given().when(EndGame()).refuses(SetOptions(Options(spaces=12)), NotInRounds())
