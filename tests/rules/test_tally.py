"""A game known only by its count sheet is a game of one entry."""

from companion.rules.kinds import decide
from companion.rules.refusals import CountIsClosed, NotInRounds
from companion.rules.seats import SHIELDS, Stage
from companion.rules.sheriff.kinds import COMMANDS
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from tests.rules.dice import steps
from tests.rules.given import Table, paying, refused

SHEET = {
    "first_sheriff": "Bo",
    "promo_copies": {"feast_plate": 2, "olive_oil": 3},
    "players": [
        {"name": "Ann", "gold": 42, "stand": {"apples": 4, "rye_bread": 1}},
        {"name": "Bo", "gold": 0, "stand": {"feast_plate": 2}, "feast_plates": ["bread", "apples"]},
        {"name": "Cleo", "gold": 7},
        {"name": "Dov", "gold": 1, "stand": {"tabletop_trophy": 1}},
    ],
}


def counted(sheet: object) -> Table:
    return Table.after((CountOut(parse(sheet)).begin(),))


def test_purses_stands_and_the_result_are_the_sheets() -> None:
    table = counted(SHEET)
    table.holds(
        purses=[42, 0, 7, 1],
        stands=[{"apples": 4, "rye_bread": 1}, {"feast_plate": 2}, {}, {"tabletop_trophy": 1}],
    )
    assert table.game.result == parse(SHEET).result()
    assert table.game.stage is Stage.CLOSED
    assert table.game.plates == {0: (), 1: ("bread", "apples"), 2: (), 3: ()}


def test_everybody_sits_where_the_sheet_says() -> None:
    game = counted(SHEET).game
    assert [seat.name for seat in game.seats] == ["Ann", "Bo", "Cleo", "Dov"]
    assert [seat.shield for seat in game.seats] == list(SHIELDS[:4])
    assert (game.sheriff, game.first_sheriff, game.rounds) == (1, 1, 1)


def test_the_options_are_those_that_the_cards_tell() -> None:
    promo = {"feast_plate": 2, "olive_oil": 3, "tabletop_trophy": 1}
    assert counted(SHEET).game.options == Options(royal_goods=True, promo=counted(SHEET).game.options.promo)
    assert counted(SHEET).game.options.promo == promo
    plain = {"players": [{"name": name, "gold": 1, "stand": {"apples": 1}} for name in ("Ann", "Bo", "Cleo")]}
    assert counted(plain).game.options == Options()


def test_t1_a_count_alone_takes_six() -> None:
    sheet = {
        "edition": "second",
        "players": [{"name": f"Player {number}", "gold": number} for number in range(6)],
    }
    table = counted(sheet)
    table.holds(purses=range(6))
    assert table.event.edition == "second"
    assert {seat.shield for seat in table.game.seats} == set(SHIELDS)


def test_a_count_in_which_a_number_was_wrong_is_named() -> None:
    assert CountOut(parse(SHEET), "the wrong one").begin().replaces == "the wrong one"


def test_nothing_can_be_done_after_it() -> None:
    table = counted(SHEET)
    assert steps(table.game, COMMANDS) == ()
    refused(lambda: decide(table.game, EndGame()), NotInRounds())
    refused(lambda: decide(table.game, paying(0, 1, 1)), CountIsClosed())
