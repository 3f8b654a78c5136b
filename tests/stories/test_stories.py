"""Whole evenings as data, told to the rules and kept in a second book at the same time."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cli.score import score
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.seats import Presence, Stage
from companion.rules.sheriff.cards.other_cards import OTHER
from companion.rules.sheriff.ending import CheckStand, ChoosePlates, CloseCount, CountGold, RevealContraband
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.replaying import replay
from tests.rules.given import Table
from tests.stories.book import BOOTY, Book, Entry, book_after
from tests.stories.telling import Story, entries_of, opened, told

STORIES = sorted(Path(__file__).parent.glob("*.toml"))
CHANGED = "where a card's number changed, the story's payments may have to change too, see docs/rulings.md"


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_bank_and_the_second_book_agree_all_evening(path: Path) -> None:
    story = tomllib.loads(path.read_text("utf-8"))
    table, written = opened(story), list[Entry]()
    named: dict[str, int] = {}
    for number, entries in entries_of(story):
        for entry in entries:
            table = told_by_the_rules(table, entry, named)
            written.append(entry)
            agree(table, book_after(story, written))
        purses = dict(zip(story["players"], table.purses, strict=True))
        assert (number, purses) == (number, story["rounds"][number].get("purses", purses))
    assert table.game.stage is Stage.COUNT
    counted_out(table, story, book_after(story, written))


def told_by_the_rules(table: Table, entry: Entry, named: dict[str, int]) -> Table:
    """The table after an entry of a story, which the rules have to allow."""
    try:
        return told(table, entry, named)
    except Refusal as refusal:
        raise AssertionError(f"the rules refuse {entry}, saying “{refusal}”: {CHANGED}") from refusal


def agree(table: Table, book: Book) -> None:
    """Every purse and every stand, cards face down by their number."""
    for name, gold in zip(book.names, table.purses, strict=True):
        written = book.gold[name]
        assert gold == written, (
            f"{name} has {gold} gold by the rules, {written} by the second book: {CHANGED}"
        )
    for seat, name in enumerate(book.names):
        assert (name, dict(table.game.stand(seat))) == (name, known_of(book, name))
    booty = known_of(book, BOOTY), book.gold[BOOTY]
    assert (dict(table.game.booty_cards), table.game.booty_gold) == booty
    if table.game.stage is Stage.ROUNDS:
        assert [book.names[seat] for seat in table.game.sheriffs] == book.sheriffs


def known_of(book: Book, name: str) -> dict[str, int]:
    """The cards before somebody as all know them."""
    return dict(+book.open[name]) | ({FACE_DOWN: book.down[name].total()} if +book.down[name] else {})


def counted_out(table: Table, story: Story, book: Book) -> None:
    """The ceremony at the end, and the totals of both books and of the story."""
    stated = story.get("result", {})
    plates, coins = stated.get("plates", {}), stated.get("coins", {})
    for seat, name in enumerate(book.names):
        if +book.down[name]:
            table = table.when(RevealContraband(seat, Goods(+book.down[name])))
        if table.game.seats[seat].presence is not Presence.GONE:
            table = table.when(CheckStand(seat, Goods(+book.open[name] + book.down[name])))
            assert table.event.moves == ()
    for name, gold in coins.items():
        table, book.gold[name] = table.when(CountGold(book.names.index(name), gold)), gold
    first = table.game.first_sheriff
    for seat in (*range(first, len(book.names)), *range(first)):
        if book.names[seat] in plates:
            table = table.when(ChoosePlates(seat, tuple(plates[book.names[seat]])))
    table = table.when(CloseCount())
    result = table.game.result
    assert result is not None
    totals = {name: player.total for name, player in zip(book.names, result.players, strict=True)}
    assert totals == book.totals(plates) == stated.get("totals", totals)
    assert totals == totals_of_score(table, plates)
    assert {totals[book.names[seat]] for seat in result.winners} == {max(totals.values())}
    assert replay(table.events) == table.game


def totals_of_score(table: Table, plates: Mapping[str, list[str]]) -> dict[str, int]:
    """What `counting-house score` says of a sheet with all that lies on the table."""
    game = table.game
    sheet = {
        "edition": game.edition,
        "first_sheriff": game.seats[game.first_sheriff].name,
        "promo_copies": dict(game.options.promo),
        "players": [
            {
                "name": who.name,
                "gold": game.gold(seat),
                "stand": dict(game.stand(seat)),
                "feast_plates": plates.get(who.name, []),
                "extras": [on_sheet(extra) for extra in game.extras(seat)],
            }
            for seat, who in enumerate(game.seats)
        ],
    }
    status, answer, fault = score(json.dumps(sheet))
    assert (status, fault) == (0, "")
    return {player["name"]: player["total"] for player in json.loads(answer)["players"]}


def on_sheet(extra: Extra) -> dict[str, object]:
    """A card that counts at the end, as a sheet has it."""
    head, _, name = extra.what.partition(":")
    if head != OTHER:
        return {"what": extra.what, "gold": extra.gold}
    return {"what": OTHER, "name": name, "gold": extra.gold}


def test_the_stories_tell_of_everything_that_can_happen() -> None:
    """Three, four, five and six players, both editions, and every kind of entry somewhere."""
    stories = [tomllib.loads(path.read_text("utf-8")) for path in STORIES]
    assert {len(story["players"]) for story in stories} == {3, 4, 5, 6}
    assert {story.get("edition", "first") for story in stories} == {"first", "second"}
    entries = [entry for story in stories for part in story["rounds"] for entry in part["entries"]]
    words = {key for entry in entries for key in entry} | {
        key for entry in entries for deal in entry.get("deals", []) for key in deal
    }
    assert words >= {
        "opened",
        "deals",
        "raids",
        "pays",
        "tells",
        "discards",
        "out",
        "pay",
        "leave",
        "take_back",
    }
    assert words >= {"correct", "rounds", "end", "gold", "stand", "down", "bag", "promise"}
    assert words >= {"alone", "share", "other_pays"}
    assert words >= {"market", "order", "card", "laws", "by_law"}
