"""What an evening tells, counted a second time from the lines of a game file, without the rules."""

import csv
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion import gamefile, spreadsheets
from companion.codec import codec_of
from companion.records import GameRecord, Room
from companion.registry import GAMES
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.story import Story, story
from companion.tables import Line, Table
from companion.tables import told as files_tell

FILES = sorted(Path(__file__).parent.glob("*.game.json"))
Event = dict[str, Any]


def table_of(text: str) -> Table[Any, Any]:
    """The table of a game file."""
    entries, decode = gamefile.read(GAMES, text).entries, codec_of(SHERIFF).decode_line
    lines = (Line(seq, entry.recorded_at, *decode(entry.body)) for seq, entry in enumerate(entries, 1))
    return Table("", SHERIFF).with_lines(lines)


def told(text: str) -> Story:
    """What the program tells of a game file."""
    table = table_of(text)
    return story(table.log, [line.recorded_at for line in table.standing])


def as_corrected(text: str) -> dict[int, Event]:
    """What stands, by entry, each as its latest correction says; in no older file is a take back undone."""
    stands: dict[int, Event] = {}
    for entry in json.loads(text)["entries"]:
        event = entry["event"]
        if event["kind"] == "taken_back":
            del stands[event["seq"]]
        elif event["kind"] == "entry_corrected":
            stands[event["seq"]] = event["now"]
        else:
            stands[entry["seq"]] = event
    return stands


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_a_second_count_comes_to_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    events, mine = as_corrected(text), told(text)
    bags = {seq: event for seq, event in events.items() if event["kind"] in {"bag_passed", "bag_opened"}}
    assert [bag.entry for bag in mine.bags] == sorted(bags)
    tally: Counter[tuple[str, int]] = Counter()
    for bag in bags.values():
        tally.update(tallied(bag))
    for seat, player in enumerate(mine.players):
        assert {
            "brought": player.brought,
            "opened": player.opened,
            "caught": player.caught,
            "through": player.through,
            "smuggled": player.smuggled,
            "given": player.given.gold,
            "taken": player.taken.gold,
            "promised": player.promised,
            "paid": player.paid,
            "received": player.received,
            "as sheriff": sum(term.opened + term.passed for term in player.terms),
        } == {what: tally[what, seat] for what in WHAT}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_a_second_count_comes_to_what_spreadsheets_have(path: Path) -> None:
    text = path.read_text("utf-8")
    events = as_corrected(text).values()
    bags = [event for event in events if event["kind"] in {"bag_passed", "bag_opened"}]
    tally = sum(map(tallied, bags), Counter[tuple[str, int]]())
    table = table_of(text)
    evening = (GameRecord("", 0, None), files_tell(table, Room("")))
    players, rows = (
        list(csv.DictReader(io.StringIO("".join(made(GAMES, [evening])), newline="")))
        for made in (spreadsheets.evenings, spreadsheets.bags)
    )
    assert len(players) == len(table.game.seats)
    assert [(row["declared"], int(row["declared_cards"])) for row in rows] == [
        (bag["declaration"]["good"], bag["declaration"]["number"]) for bag in bags
    ]
    for seat, player in enumerate(players):
        if player["counted"] == "0":
            assert {what: int(player[name]) for what, name in COLUMNS.items()} == {
                what: tally[what, seat] for what in COLUMNS
            }
        own = [row for row in rows if row["merchant"] == player["player"]]
        outcomes = Counter(row["outcome"] for row in own)
        assert (outcomes["caught"], outcomes["through"]) == (tally["caught", seat], tally["through", seat])
        assert sum(int(row["bribes_gold"]) for row in own) == tally["given for the own", seat]


COLUMNS = {
    "brought": "bags",
    "opened": "bags_opened",
    "caught": "bags_caught",
    "through": "bags_through",
    "smuggled": "contraband_through",
    "given": "bribes_given_gold",
    "taken": "bribes_taken_gold",
    "promised": "promises",
    "paid": "fines_paid",
    "received": "fines_received",
}
WHAT = (
    "brought",
    "opened",
    "caught",
    "through",
    "smuggled",
    "given",
    "taken",
    "promised",
    "paid",
    "received",
    "as sheriff",
)


def tallied(bag: Event) -> Counter[tuple[str, int]]:
    """What one bag adds to whose numbers."""
    merchant, sheriff, said = bag["merchant"], bag["sheriff"], bag["declaration"]
    found = Counter({("brought", merchant): 1, ("as sheriff", sheriff): 1})
    for deal in bag["deals"]:
        found["promised", deal["giver"]] += bool(deal["promise"])
        if deal["receiver"] == sheriff:
            found["given", deal["giver"]] += deal["gold"]
            found["taken", sheriff] += deal["gold"]
            found["given for the own", merchant] += deal["gold"] * (deal["giver"] == merchant)
    if bag["kind"] == "bag_passed":
        found["through", merchant] += bag["contents"] != {said["good"]: said["number"]}
        found["smuggled", merchant] += bag["contents"].get("face_down", 0)
        return found
    fine = bag["fine"]
    amount = sum(
        line["amount"] if "amount" in line else line["count"] * line["each"] for line in fine["lines"]
    )
    found["opened", merchant] += 1
    found["caught", merchant] += fine["payer"] == merchant
    found["paid", fine["payer"]] += amount - (bag["debt"] or {"forgiven": 0})["forgiven"]
    found["received", fine["receiver"]] += amount - (bag["debt"] or {"forgiven": 0})["forgiven"]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_the_curve_is_what_the_moves_of_each_round_lead_to(path: Path) -> None:
    text = path.read_text("utf-8")
    events, curve = as_corrected(text), told(text).curve
    opening = next(iter(events.values()))
    if opening["kind"] == "sheet_counted" or opening["options"]["coins_on_table"]:
        assert curve == ()
        return
    purses, after = Counter[str](), dict[int, Counter[str]]()
    number = opening["round"] - 1
    for event in events.values():
        for source, target, what, amount in event["moves"]:
            if what == "gold":
                purses[source] -= amount
                purses[target] += amount
        after[number] = purses.copy()
        number = event["round"] if event["kind"] in {"table_opened", "badge_passed"} else number
    after.setdefault(number, purses)
    seats = range(len(opening["seats"]))
    assert [(point.round, point.gold) for point in curve] == [
        (of, tuple(purse[f"purse:{seat}"] for seat in seats)) for of, purse in after.items()
    ]
