"""A group file: a group with all its evenings, brought back on another machine whole, or not at all."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest

from companion import groupfile, spreadsheets
from companion.archive import Archive
from companion.gamefile import LARGEST_FILE, GameFileRefusedError
from companion.groupfile import TwiceError
from companion.groups import Groups, UnknownGroup
from companion.journal import Journal, UnknownGame
from companion.registry import GAMES
from companion.rules.evenings import Past, spelling
from companion.rules.refusals import GroupsTooMany
from tests.fresh import journal_at
from tests.service.conftest import ANN, BO
from tests.service.test_groups import Ends, anybody, ends, groups

__all__ = ["ends", "groups"]
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def archive(journal: Journal) -> Archive:
    return Archive(GAMES, journal)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Journal:
    """The journal of another machine."""
    journal_at(tmp_path / "elsewhere.db")
    return Journal(tmp_path / "elsewhere.db")


@pytest.fixture
def group(groups: Groups, ends: Ends) -> str:
    """Thursdays: three evenings, in which Ann was Anne once, and Bo, whom all call Bobby, won one."""
    group = groups.open(ends(), ANN, by=ANN)
    groups.keep(ends("Anne", gold=(10, 90, 20)), group, by=ANN)
    groups.keep(ends("Ann", "Bo", "<b>Eve</b>", gold=(10, 20, 90)), group, by=ANN)
    groups.rename(group, "Thursdays", by=ANN)
    groups.merge(group, spelling("Anne"), spelling("Ann"), by=ANN)
    groups.call(group, spelling("Bo"), "Bobby", by=ANN)
    return group


@pytest.fixture
def text(archive: Archive, groups: Groups, group: str) -> str:
    """Its file."""
    return "".join(archive.export_group(group, groups.past(group)))


def standings(past: Past) -> list[tuple[Any, ...]]:
    """What a group tells of everybody, and how they were written."""
    return [
        (
            past.people[one.person].name,
            one.evenings,
            one.wins,
            one.total,
            one.best,
            {*past.spellings(one.person).values()},
        )
        for every in past.standings.values()
        for one in every
    ]


def test_a_group_comes_back_whole_on_another_machine(
    groups: Groups, group: str, text: str, elsewhere: Journal
) -> None:
    there = Groups(GAMES, elsewhere)
    back = there.bring_back(groupfile.read(GAMES, text), BO, by=BO)
    assert there.known_to(BO)[0].keeper
    past, was = there.read(back, BO).past, groups.read(group, ANN).past
    assert past.naming.name == "Thursdays"
    assert standings(past) == standings(was)
    assert [kept.at for kept in past.evenings] == [kept.at for kept in was.evenings]
    assert {kept.id for kept in past.evenings}.isdisjoint(kept.id for kept in was.evenings)
    assert {elsewhere.log(kept.id).holders()[0].token_hash for kept in past.evenings} == {BO}
    with Archive(GAMES, elsewhere) as archive:
        again = json.loads("".join(archive.export_group(back, past)))
        assert all(not archive.check(record).findings for record in archive.journal.games())
    first = json.loads(text)
    assert again["people"] == first["people"]
    assert [game["entries"] for game in again["evenings"]] == [game["entries"] for game in first["evenings"]]


def test_what_evenings_tell_is_stored_with_them(text: str, elsewhere: Journal) -> None:
    back = Groups(GAMES, elsewhere).bring_back(groupfile.read(GAMES, text), BO, by=BO)
    assert all(game.told for game in elsewhere.groups.group(back).evenings())


def test_the_same_tap_brings_back_one_group(text: str, elsewhere: Journal) -> None:
    there, file = Groups(GAMES, elsewhere), groupfile.read(GAMES, text)
    assert there.bring_back(file, BO, by=BO) == there.bring_back(file, BO, by=BO)
    assert len(elsewhere.games()) == 3


def test_a_phone_that_knows_too_many_groups_brings_back_none(
    text: str, elsewhere: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.groups.MOST_GROUPS", 0)
    with pytest.raises(GroupsTooMany):
        Groups(GAMES, elsewhere).bring_back(groupfile.read(GAMES, text), BO, by=BO)
    assert elsewhere.games() == ()


def test_a_group_file_is_as_its_schema_in_docs_says(text: str) -> None:
    group, game = (
        json.loads((DOCS / f"{name}-file.schema.json").read_text("utf-8")) for name in ("group", "game")
    )
    assert group["properties"]["evenings"]["items"] == {"$ref": "game-file.schema.json"}
    group["definitions"] = game.pop("definitions")
    group["properties"]["evenings"]["items"] = game
    fastjsonschema.compile(group)(json.loads(text))


def test_a_group_without_an_evening_comes_back_too(
    archive: Archive, groups: Groups, ends: Ends, elsewhere: Journal
) -> None:
    game = ends()
    group = groups.open(game, ANN, by=ANN)
    groups.take_out(game, group, by=ANN)
    file = groupfile.read(GAMES, "".join(archive.export_group(group, groups.past(group))))
    there = Groups(GAMES, elsewhere)
    assert there.read(there.bring_back(file, BO, by=BO), BO).past.evenings == ()


def test_an_evening_that_is_deleted_meanwhile_is_left_out(
    archive: Archive, groups: Groups, group: str, journal: Journal
) -> None:
    past = groups.past(group)
    parts = archive.export_group(group, past)
    begun = next(parts) + next(parts)
    journal.delete([past.evenings[1].id], anybody)
    file = json.loads(begun + "".join(parts))
    assert [game["game"] for game in file["evenings"]] == [past.evenings[0].id, past.evenings[2].id]


@pytest.mark.parametrize("of", ["file", "spreadsheet"])
def test_a_group_that_is_deleted_meanwhile_is_not_taken_for_whole(
    archive: Archive, groups: Groups, group: str, of: str
) -> None:
    past = groups.past(group)
    lines = spreadsheets.evenings(GAMES, archive.told_of_group(group, past))
    parts = archive.export_group(group, past) if of == "file" else lines
    next(parts)
    next(parts)
    groups.delete(group, by=ANN)
    with pytest.raises(UnknownGame):
        list(parts)
    with pytest.raises(UnknownGroup):
        groups.past(group)


def test_a_spreadsheet_has_who_everybody_is_in_the_group(
    archive: Archive, groups: Groups, group: str
) -> None:
    evenings = archive.told_of_group(group, groups.past(group))
    lines = list(csv.DictReader(io.StringIO("".join(spreadsheets.evenings(GAMES, evenings)))))
    assert [(line["player"], line["person"]) for line in lines] == [
        ("Ann", "Ann"),
        ("Bo", "Bobby"),
        ("<b>Eve</b>", "<b>Eve</b>"),
        ("Anne", "Ann"),
        ("Bo", "Bobby"),
        ("Cleo", "Cleo"),
        ("Ann", "Ann"),
        ("Bo", "Bobby"),
        ("Cleo", "Cleo"),
    ]
    assert [line["place"] for line in lines[:3]] == ["3", "2", "1"]


# Refused


Change = Callable[[dict[str, Any]], object]
WRONG: dict[str, tuple[Change, str]] = {
    "another format": (lambda file: file.update(format="x"), "format"),
    "newer": (lambda file: file.update(version=2), "version"),
    "without its people": (lambda file: file.pop("people"), "file"),
    "with a key too many": (lambda file: file.update(more=1), "file"),
    "an evening of a newer version": (
        lambda file: file["evenings"][1].update(version=9),
        "evenings[1].version",
    ),
    "gold from nowhere": (
        lambda file: file["evenings"][2]["entries"][0]["event"]["moves"][0].__setitem__(3, -1),
        "evenings[2].entries[0]",
    ),
    "an evening that was changed": (
        lambda file: file["evenings"][0]["entries"][0].update(action_id="another"),
        "evenings[0].chain",
    ),
    "an evening that is none": (lambda file: file["evenings"].append(3), "evenings[3].file"),
    "a name with hidden marks": (lambda file: file.update(name="\u202eThursdays"), "name"),
    "a name that is too long": (lambda file: file.update(name=25 * "x"), "name"),
    "a name that is none": (lambda file: file.update(name=3), "name"),
    "people that are none": (lambda file: file.update(people={}), "people"),
    "somebody without a spelling": (
        lambda file: file["people"][0].update(spellings=[]),
        "people[0].spellings",
    ),
    "a spelling of two": (lambda file: file["people"].append(file["people"][0]), "people[4].spellings"),
    "somebody with markup and a mark": (
        lambda file: file["people"][0].update(spellings=["<i>\u200b"]),
        "people[0].spellings",
    ),
    "somebody called nothing": (
        lambda file: file["people"][0].update(called=True, name=""),
        "people[0].name",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_not_whole_is_refused(text: str, wrong: str) -> None:
    change, place = WRONG[wrong]
    file = json.loads(text)
    change(file)
    refuses(json.dumps(file), place)


def refuses(text: str, place: str) -> GameFileRefusedError:
    """The file is refused at this place."""
    with pytest.raises(GameFileRefusedError) as refused:
        groupfile.read(GAMES, text)
    assert refused.value.place.startswith(place)
    return refused.value


def test_an_evening_that_is_there_twice_is_refused(text: str) -> None:
    file = json.loads(text)
    file["evenings"].append(file["evenings"][0])
    assert isinstance(refuses(json.dumps(file), "evenings[3]"), TwiceError)


def test_more_evenings_than_a_group_keeps_are_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groupfile, "MOST_EVENINGS", 2)
    refuses(text, "evenings")


def test_more_names_than_a_group_keeps_are_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groupfile, "MOST_SPELLINGS", 4)
    refuses(text, "people")


def test_an_evening_larger_than_a_game_file_is_never_taken_apart(text: str) -> None:
    file = json.loads(text)
    file["evenings"][0] = LARGEST_FILE * [0]
    refuses(json.dumps(file), "evenings[0]")


SPOILT: dict[str, Callable[[str], str]] = {
    "nothing": lambda _: "",
    "a list": lambda _: "[]",
    "empty": lambda _: "{}",
    "half": lambda text: text[: len(text) // 2],
    "without its end": lambda text: text[:-4],
    "with more after its end": lambda text: text + "x",
    "a key that is a number": lambda text: text.replace('"people"', "3", 1),
    "a key twice": lambda text: text.replace('"name": "T', '"name": "x", "name": "T', 1),
    "half a version": lambda text: text.replace('"version": 1', '"version": 1.0', 1),
    "a comma too many": lambda text: text.replace('"evenings": [', '"evenings": [,', 1),
    "half a character": lambda text: text.replace('"Thursdays"', '"\\ud800"', 1),
    "nested": lambda text: text.replace('"Thursdays"', 99_999 * "[", 1),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_no_json_is_refused(text: str, spoilt: str) -> None:
    changed = SPOILT[spoilt](text)
    assert changed != text
    with pytest.raises(GameFileRefusedError):
        groupfile.read(GAMES, changed)


def test_a_file_may_be_laid_out_otherwise(text: str) -> None:
    for again in (
        json.dumps(json.loads(text), sort_keys=True),
        "\ufeff\n" + json.dumps(json.loads(text), indent=3),
    ):
        assert groupfile.read(GAMES, again) == groupfile.read(GAMES, text)
