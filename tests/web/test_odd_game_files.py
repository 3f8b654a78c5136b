"""Game files that are nearly right: refused in words, or a game of which every page shows."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, note
from hypothesis import strategies as some

from companion import gamefile
from companion.archive import Archive
from companion.gamefile import GameFile, GameFileRefusedError
from companion.registry import GAMES
from companion.rules.kinds import TakenBack
from companion.rules.seats import Stage
from companion.rules.sheriff.game import EntryCorrected
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from tests.codec.samples import CODEC
from tests.rules.dice import Dice
from tests.rules.evenings import played
from tests.rules.given import Table
from tests.web.phone import Phone
from tests.web.routes import ROWS

Result = dict[str, Any]
MOMENT = 1_767_225_600_000
EVENINGS = 5
WORDS = (
    *(
        "",
        "gold",
        "king",
        "queen",
        "king:gold",
        "king:",
        ":apples",
        "apples:king",
        "gold:apples",
        "king:queen",
    ),
    *("total", "legal_cards", "contraband_cards", "shared", "apples", "bread", "pepper", "feast_plate"),
    *("face_down", "green_apples", "feast_plate:bread", "king:pepper", "queen:green_apples", "a:b:c", "\0"),
)
NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 99, 1_000_000)
SHEET = {
    "players": [
        {"name": "Ann", "gold": 42, "stand": {"apples": 4, "silk": 1, "arcane_scrolls": 1}},
        {"name": "Bo", "gold": 7, "stand": {"feast_plate": 1, "apples": 4}, "feast_plates": ["cheese"]},
        {"name": "Cleo", "gold": 15, "stand": {"cheese": 3}},
    ]
}


@cache
def evening(number: int) -> str:
    """The game file of an evening that came to its result."""
    if number == EVENINGS:
        return json.dumps(file_of(Table.after((CountOut(parse(SHEET)).begin(),))))
    seed = 100 * number
    while True:
        table = played(Dice(Random(seed).randbytes(900)))  # noqa: S311 - any evening will do
        # These tables count their entries from 0, a file from 1: what names an entry would name another.
        named = any(isinstance(event, EntryCorrected | TakenBack) for event in table.events)
        if table.game.stage is Stage.CLOSED and not named:
            return json.dumps(file_of(table))
        seed += 1


def file_of(table: Table) -> dict[str, Any]:
    """A game file with these events."""
    entries = [
        {
            "seq": seq,
            "action_id": f"action-{seq}",
            "recorded_at": MOMENT,
            "event": json.loads(CODEC.encode_event(event)),
        }
        for seq, event in enumerate(table.events, 1)
    ]
    head = {"format": gamefile.FORMAT, "version": gamefile.UNCHAINED, "release": "0.1.0", "game": "7KQ2M9XA"}
    return {**head, "opened_at": MOMENT, "closed_at": MOMENT, "entries": entries}


def places(value: object, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*at, key)
        yield from places(part, (*at, key))


def spoil(event: Result, dice: Random) -> None:
    """Change one part of an event."""
    *way, last = dice.choice(list(places(event)))
    parent: Any = event
    for key in way:
        parent = parent[key]
    match parent[last]:
        case bool() as value:
            parent[last] = not value
        case int() as value:
            parent[last] = dice.choice((*NUMBERS, value + 1, value - 1))
        case str():
            parent[last] = dice.choice(WORDS)
        case list() as value if value:
            dice.choice((value.pop, value.clear, value.reverse, lambda: value.append(deepcopy(value[0]))))()
        case _:
            parent[last] = dice.choice((None, [], 0, "apples"))


def odd(number: int, seed: int) -> str:
    """A game file with up to three parts that are otherwise, most of them in its result."""
    file, dice = json.loads(evening(number)), Random(seed)  # noqa: S311 - hypothesis chose the seed
    for _ in range(dice.choice((1, 1, 2, 3))):
        entry = file["entries"][-1] if dice.random() < 0.6 else dice.choice(file["entries"])
        spoil(entry["event"], dice)
    return json.dumps(file)


def opened(app: Flask, file: GameFile) -> Phone:
    """The bank's phone of a game that was restored."""
    archive: Archive = app.extensions["archive"]
    _, words = archive.restore(file, now=app.extensions["service"].now())
    phone = Phone(app)
    phone.open(f"/m/{words.secret}")
    phone.submit(phone.page.form_to("/join"), {})
    assert phone.page.status == 200
    return phone


def pages(game: str, entries: int) -> Iterator[str]:
    """The address of every page of a game that takes no words."""
    for row in ROWS:
        method, path = row.split()
        if method == "GET" and path.startswith("/g/") and not path.endswith("/stream"):
            for number in range(1, 4 if "<int:" not in path else entries + 1):
                yield (
                    path.replace("<game>", game)
                    .replace("<int:seat>", str(number % 3))
                    .replace("<int:entry>", str(number))
                    .replace("<int:number>", "1001")
                )


def accepted(text: str) -> GameFile | None:
    """A game file that is taken; None for one that is refused in words."""
    try:
        return gamefile.read(GAMES, text)
    except GameFileRefusedError:
        return None


def shows(app: Flask, file: GameFile) -> None:
    """Every page of the game comes, or says why not; a fault would be raised."""
    phone = opened(app, file)
    for path in pages(phone.page.game, len(file.entries)):
        assert phone.send("GET", path).status in {200, 204, 302, 403, 404}, path


@given(number=some.integers(0, EVENINGS), seed=some.integers(0, 2**32))
def test_an_odd_game_file_is_refused_or_all_its_pages_show(app: Flask, number: int, seed: int) -> None:
    text = odd(number, seed)
    if file := accepted(text):
        note(text)
        shows(app, file)


@pytest.mark.parametrize("number", range(EVENINGS + 1))
def test_a_whole_game_file_is_taken_and_all_its_pages_show(app: Flask, number: int) -> None:
    file = accepted(evening(number))
    assert file
    shows(app, file)


def refuses(result: Result) -> bool:
    """Whether a game file with this result at its end is refused at its last entry."""
    file = json.loads(evening(0))
    file["entries"][-1]["event"]["result"] = result
    with pytest.raises(GameFileRefusedError) as refused:
        gamefile.read(GAMES, json.dumps(file))
    return refused.value.place == f"entries[{len(file['entries']) - 1}]"


def a_result() -> Result:
    """How the first evening ended."""
    result: Result = json.loads(evening(0))["entries"][-1]["event"]["result"]
    return result


def test_a_result_without_a_winner_is_refused() -> None:
    first = [{**player, "rank": 2} for player in a_result()["players"]]
    assert refuses({**a_result(), "winners": []})
    assert refuses({**a_result(), "players": first})


@pytest.mark.parametrize(
    "what", ["", "king", "queen:", "king:gold", "queen:green_apples", "apples:king", "apples:", "a:b:c"]
)
def test_a_line_of_a_sum_that_nobody_could_read_is_refused(what: str) -> None:
    result = a_result()
    result["players"][0]["lines"][0]["what"] = what
    assert refuses(result)


@pytest.mark.parametrize("what", ["", "gold", "feast_plate:bread", "king:apples", "green"])
def test_a_fine_for_what_is_no_card_is_refused(what: str) -> None:
    texts = (evening(number) for number in range(EVENINGS + 1))
    file = json.loads(next(text for text in texts if '"kind": "bag_opened"' in text))
    assert accepted(json.dumps(file))
    opened = next(entry for entry in file["entries"] if entry["event"]["kind"] == "bag_opened")
    opened["event"]["fine"]["lines"][0]["what"] = what
    assert accepted(json.dumps(file)) is None


def test_a_king_of_what_is_not_legal_is_refused() -> None:
    result = a_result()
    result["bonuses"][0]["good"] = "pepper"
    assert refuses(result)


def test_an_entry_that_a_seat_recorded_which_nobody_has_is_refused() -> None:
    file = json.loads(evening(0))
    file["entries"][1]["event"]["recorded_by"] = [1]
    gamefile.read(GAMES, json.dumps(file))
    file["entries"][1]["event"]["recorded_by"] = [9]
    with pytest.raises(GameFileRefusedError, match="the recorder 9 cannot be at this table"):
        gamefile.read(GAMES, json.dumps(file))
