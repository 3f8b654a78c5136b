"""What files tell of an evening: as docs says, whatever was played, and as a spreadsheet takes it."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given as throwing

from companion import spreadsheets
from companion.codec import codec_of
from companion.games import Games
from companion.records import GameRecord, Room
from companion.registry import GAMES
from companion.rules.ledger import Goods
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.ruleset import AnyRuleset
from companion.rules.sheriff.bags import Promise
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.talk import Talk
from companion.rules.sheriff.tally import CountOut
from companion.spreadsheets import Spreadsheet
from companion.tables import Line, Table, told
from tests.rules import given as sheriff
from tests.rules.evenings import evenings, evenings_of_six, fairs
from tests.rules.given import ANN, BO, CLEO, deal, opened, passing
from tests.rules.nottingham import given as nottingham
from tests.rules.nottingham.evenings import evenings as evenings_of_nottingham
from tests.web.test_odd_game_files import SHEET

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "game-file.schema.json").read_text("utf-8"))
is_told: Callable[[object], object] = fastjsonschema.compile(
    {"$ref": "#/definitions/told", "definitions": SCHEMA["definitions"]}
)
RECORD = GameRecord("ABCD2345", 1_767_225_600_000, 1_767_225_659_999)


def stored(rules: AnyRuleset, table: sheriff.Table | nottingham.Table) -> Table[Any, Any]:
    """The table with its log."""
    lines = (Line(seq, RECORD.opened_at, event) for seq, event in enumerate(table.events))
    return Table(RECORD.id, rules).with_lines(lines)


def of(table: sheriff.Table | nottingham.Table, talk: str | None = None) -> dict[str, Any]:
    """What files tell of it, as it is read again."""
    rules: AnyRuleset = SHERIFF if isinstance(table, sheriff.Table) else NOTTINGHAM
    read_again: dict[str, Any] = json.loads(
        json.dumps(told(stored(rules, table), Room(RECORD.id, talk=talk)))
    )
    return read_again


def read(made: Spreadsheet, *tables: sheriff.Table | nottingham.Table) -> list[dict[str, str]]:
    """A spreadsheet of tables as it is read again."""
    text = "".join(made(GAMES, [(RECORD, of(table)) for table in tables]))
    return list(csv.DictReader(io.StringIO(text.removeprefix(spreadsheets.MARK), newline="")))


@throwing(evenings() | evenings_of_six() | fairs() | evenings_of_nottingham())
def test_whatever_is_played_is_told_as_the_schema_says(table: sheriff.Table | nottingham.Table) -> None:
    is_told(of(table))


@throwing(evenings() | evenings_of_six())
def test_every_bag_is_a_line_and_their_sums_are_the_players(table: sheriff.Table) -> None:
    bags, players = read(spreadsheets.bags, table), read(spreadsheets.evenings, table)
    assert len(players) == len(table.game.seats)
    for player in players:
        own = [bag for bag in bags if bag["merchant"] == player["player"]]
        outcomes = Counter(bag["outcome"] for bag in own)
        assert int(player["bags"]) == len(own)
        assert int(player["bags_caught"]) == outcomes["caught"]
        assert int(player["bags_through"]) == outcomes["through"]
        assert int(player["bags_opened"]) == outcomes["caught"] + outcomes["opened"]
        assert int(player["bribes_given_gold"]) >= sum(int(bag["bribes_gold"]) for bag in own) >= 0


def test_a_spreadsheet_has_its_mark_and_its_ends_of_lines() -> None:
    text = "".join(spreadsheets.bags(GAMES, [(RECORD, of(sheriff.given(3).when(BLUFF)))]))
    assert text.startswith("\ufeffevening,game,edition,opened_at,round,entry,merchant,")
    assert [line[-1] for line in text.split("\n")[:-1]] == ["\r", "\r"]
    assert "\n" not in text.replace("\r\n", "")


BLUFF = passing(BO, "apples", 3, deal(BO, ANN, 6, "Lunch"), face_down=2, apples=1)


def test_a_bag_is_told_as_far_as_everybody_knows_it() -> None:
    table = sheriff.given(3).when(BLUFF, opened(CLEO, "cheese", 2, silk=1, cheese=1))
    bluff, caught = read(spreadsheets.bags, table)
    assert bluff == {
        "evening": "ABCD2345",
        "game": "sheriff",
        "edition": "first",
        "opened_at": "2026-01-01T00:00:00Z",
        "round": "1",
        "entry": "1",
        "merchant": "Bo",
        "sheriffs": "Ann",
        "outcome": "through",
        "declared": "apples",
        "declared_cards": "3",
        "cards": "face_down 2; apples 1",
        "contraband": "2",
        "bribes": "1",
        "bribes_gold": "6",
        "bribes_with_goods": "0",
        "bribes_with_words": "1",
        "fine": "0",
        "fine_forgiven": "0",
        "payers": "",
    }
    assert {**bluff, **caught} == {
        **bluff,
        "entry": "2",
        "merchant": "Cleo",
        "outcome": "caught",
        "declared": "cheese",
        "declared_cards": "2",
        "cards": "silk 1; cheese 1",
        "contraband": "1",
        **{name: "0" for name in bluff if name.startswith("bribes")},
        "fine": str(sheriff.SILK),
        "payers": "Cleo",
    }


def test_a_player_is_told_with_the_sum_and_what_the_evening_told() -> None:
    table = sheriff.given(3).when(BLUFF, opened(CLEO, "apples", 1), EndGame())
    ended = table.when(RevealContraband(BO, Goods({"silk": 2})), CloseCount())
    broken = Talk(1, {}, None, (), (), (), ("", 0), broken=(Promise(1, BO, ANN, "Lunch"),))
    told_of = of(ended, codec_of(SHERIFF).encode_talk(broken))
    [ann, bo, _] = told_of["players"]
    assert (bo["gold"], bo["bags"], bo["bags_through"], bo["contraband_through"]) == (44, 1, 1, 2)
    assert (bo["promises"], bo["promises_kept"], bo["promises_broken"]) == (1, 0, 1)
    assert bo["total"] == bo["gold"] + bo["goods"] + bo["bonuses"]
    assert ann["badge_profit"] == 6 - sheriff.APPLE
    assert told_of["badges"] == [
        {"round": 1, "player": "Ann", "opened": 1, "hits": 0, "passed": 1, "profit": 6 - sheriff.APPLE}
    ]
    [first, last] = told_of["gold"]
    assert first == {"round": 0, "gold": [50, 50, 50]}
    assert last["gold"] == [player["gold"] for player in told_of["players"]]


def test_before_the_result_nobody_has_a_place() -> None:
    [ann, *_] = read(spreadsheets.evenings, sheriff.given(3).when(BLUFF))
    assert (ann["place"], ann["total"], ann["badge_passed"]) == ("", "", "1")


def test_a_count_tells_of_no_bag() -> None:
    count = sheriff.Table.after((CountOut(parse(SHEET)).begin(),))
    ann, *_ = read(spreadsheets.evenings, count)
    assert (ann["counted"], ann["gold"], ann["bags"], ann["badge_profit"]) == ("1", "42", "", "")
    assert read(spreadsheets.bags, count) == []


def test_both_games_are_in_one_spreadsheet() -> None:
    table = nottingham.given(3).when(nottingham.delivering(ANN, "pearls"))
    of_both = read(spreadsheets.evenings, sheriff.given(3), table)
    assert [line["game"] for line in of_both] == ["sheriff"] * 3 + ["nottingham"] * 3
    assert (of_both[0]["deliveries"], of_both[3]["deliveries"], of_both[3]["bags"]) == ("", "1", "")


@pytest.mark.parametrize("name", ["=1+1", "+49", "-2", "@home"])
def test_a_name_is_no_formula_and_a_negative_number_is_a_number(name: str) -> None:
    command = sheriff.command_for(3, names=(name, "Bo", "Cleo"))
    table = sheriff.Table.after((command.begin(),)).when(opened(BO, "apples", 1))
    first, *_ = read(spreadsheets.evenings, table)
    assert first["player"] == f"'{name}"
    assert first["badge_profit"] == str(-sheriff.APPLE)


@pytest.mark.parametrize("text", ["\t=1", "\r=1"])
def test_a_text_that_begins_with_a_tab_or_a_return_is_no_formula(text: str) -> None:
    told_of = {"game": "sheriff", "players": [{"player": text}]}
    [line] = csv.DictReader(
        io.StringIO("".join(spreadsheets.evenings(GAMES, [(RECORD, told_of)])), newline="")
    )
    assert line["player"] == f"'{text}"


@pytest.mark.parametrize("name", ["Bo, junior", 'Bo "the Bag"', "שרה", "👩‍👩‍👧", "<b>Bo</b>", "a;b"])
def test_every_name_is_read_again_as_it_is(name: str) -> None:
    table = sheriff.Table.after((sheriff.command_for(3, names=("Ann", name, "Cleo")).begin(),)).when(BLUFF)
    assert [line["player"] for line in read(spreadsheets.evenings, table)] == ["Ann", name, "Cleo"]
    [bag] = read(spreadsheets.bags, table)
    assert bag["merchant"] == name


@pytest.mark.parametrize("made", [spreadsheets.evenings, spreadsheets.bags])
def test_docs_have_every_column_and_none_besides(made: Spreadsheet) -> None:
    text = (DOCS / "files.md").read_text("utf-8")
    part = text.partition("## Of a bag")[2 if made is spreadsheets.bags else 0]
    named = [name for line in part.splitlines() if line.startswith("| `") for name in named_in(line)]
    [head] = made(GAMES, ())
    assert named == head.removeprefix(spreadsheets.MARK).strip().split(",")


def named_in(line: str) -> Iterator[str]:
    """The columns that a line of docs names, in order."""
    return iter(re.findall("`([a-z_]+)`", line.split("|")[1]))


def test_a_game_without_numbers_has_its_log_alone() -> None:
    untold = Games(replace(SHERIFF, files=None))
    assert "".join(spreadsheets.evenings(untold, [(RECORD, {"game": "x"})])).count("\r\n") == 1
