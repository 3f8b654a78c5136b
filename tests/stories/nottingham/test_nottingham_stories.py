"""Whole evenings of Nottingham as data, told to the rules, and their count sheets to `score`."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.cli.score import score
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import SHIELDS, Numbers
from companion.rules.nottingham.corrections import Correct, NeverHappened
from companion.rules.nottingham.deliveries import Deliver, Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount
from companion.rules.nottingham.game import Command, Options
from companion.rules.nottingham.missions import Fulfil, Fulfilled
from companion.rules.nottingham.scoring import Result
from companion.rules.nottingham.seating import Leave, OpenTable
from companion.rules.nottingham.way import GameOver, PlayOn, StepByHand
from tests.rules.nottingham.given import Table

Entry = Mapping[str, Any]
STORIES = [tomllib.loads(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("*.toml"))]
STORY = pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{len(story['players'])} players")


def opened(story: Entry) -> Table:
    """The table as everybody sits down."""
    options = Options(spaces=story.get("spaces", 22), printed=tuple(story.get("printed", ())))
    names = tuple(story["players"])
    return Table.after(OpenTable(names, SHIELDS[: len(names)], options).begin())


def told(table: Table, entry: Entry, named: dict[str, int]) -> Table:
    """The table after an entry; `named` remembers which entries are corrected later."""
    if "take_back" in entry:
        return table.back()
    if "name" in entry:
        named[entry["name"]] = len(table.events)
    command = command_of(table, entry)
    if "correct" in entry:
        assert isinstance(command, Deliver | Fulfil | NeverHappened)
        return table.when(Correct(named[entry["correct"]], command, "Misread"))
    assert not isinstance(command, NeverHappened)
    return table.when(command)


def command_of(table: Table, entry: Entry) -> Command | NeverHappened:
    """The command for an entry of a story."""
    seats = {seat.name: number for number, seat in enumerate(table.game.seats)}
    if "deliver" in entry:
        ambushers = tuple(seats[name] for name in entry.get("ambushes", ()))
        return Deliver(seats[entry["deliver"]], entry["object"], entry["cards"], ambushers)
    if "fulfil" in entry:
        numbers = Numbers(*entry["numbers"]) if "numbers" in entry else None
        return Fulfil(seats[entry["fulfil"]], entry["mission"], numbers)
    if "leave" in entry:
        return Leave(seats[entry["leave"]])
    plain: dict[str, Command | NeverHappened] = {
        "step_by_hand": StepByHand(),
        "play_on": PlayOn(),
        "over": GameOver(),
        "never": NeverHappened(),
    }
    return next(command for word, command in plain.items() if word in entry)


def agree(table: Table, entry: Entry) -> None:
    """What the story says of the Sheriff, of a delivery and of a mission after an entry."""
    game, event = table.game, table.event
    assert game.step == entry.get("step", game.step)
    assert game.due == entry.get("due")
    if isinstance(event, Delivered):
        assert event.is_called_off == entry.get("called_off", False)
    if isinstance(event, Fulfilled):
        assert event.each == entry["each"]
    if isinstance(event, Delivered | Fulfilled):
        assert event.printed == entry.get("printed")


@STORY
def test_the_rules_and_the_story_agree_all_evening(story: Entry) -> None:
    table, named = opened(story), dict[str, int]()
    for entry in story["entries"]:
        table = told(table, entry, named)
        if "take_back" not in entry:
            agree(table, entry)
    names = story["players"]
    for name, loot in story.get("checks", {}).items():
        table = table.when(CheckLoot(names.index(name), Goods(loot)))
    table = table.when(CloseCount())
    result = table.game.result
    assert result
    assert ended(result, names) == story["result"]
    assert ended_by_score(table) == story["result"]


def ended(result: Result, names: list[str]) -> dict[str, object]:
    """A result, as a story has it."""
    return {
        "totals": {name: player.total for name, player in zip(names, result.players, strict=True)},
        "ranks": {name: player.rank for name, player in zip(names, result.players, strict=True)},
        "winners": [names[seat] for seat in result.winners],
        "missions": {mission.mission: mission.each for mission in result.missions},
    }


def ended_by_score(table: Table) -> dict[str, object]:
    """What `counting-house score` says of a sheet with all that lies on the table."""
    game = table.game
    sheet = {
        "game": "nottingham",
        "missions": {word: [numbers.alone, numbers.shared] for word, numbers in game.numbers.items()},
        "players": [
            {"name": who.name, "loot": dict(game.loot(seat)), "missions": list(game.missions(seat))}
            for seat, who in enumerate(game.seats)
        ],
    }
    status, answer, fault = score(json.dumps(sheet))
    assert (status, fault) == (0, "")
    counted = json.loads(answer)
    return {
        "totals": {player["name"]: player["total"] for player in counted["players"]},
        "ranks": {player["name"]: player["rank"] for player in counted["players"]},
        "winners": counted["winners"],
        "missions": {word: mission["each"] for word, mission in counted["missions"].items()},
    }


def test_the_stories_tell_of_everything_that_can_happen() -> None:
    assert {len(story["players"]) for story in STORIES} == {4, 7}
    entries = [entry for story in STORIES for entry in story["entries"]]
    words = {key for entry in entries for key in entry}
    assert words >= {"deliver", "fulfil", "ambushes", "called_off", "correct", "never", "take_back", "leave"}
    assert words >= {"step_by_hand", "play_on", "over"}
    assert {entry["due"] for entry in entries if "due" in entry} == {"home", "missions"}
