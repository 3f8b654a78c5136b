"""The command line on real files, with its exit statuses and its one line for an error."""

import json
import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.groups import Groups
from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.notifier import Notifier
from companion.records import NewEntry, Timer
from companion.registry import GAMES
from companion.rules.kinds import TakeBack
from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.setup import OpenTable
from companion.service import Service
from tests.fresh import journal_at

PHONE = "p" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a game of a few entries: a bag passed, one opened, one taken back."""
    home = tmp_path / "data"
    home.mkdir()
    with Journal(journal_at(home / DATABASE)) as journal:
        service = Service(GAMES, journal, Notifier())
        names, shields = ("Ann", "Bo", "Cleo"), ("leaf", "stag", "arrow")
        game = service.open(OpenTable("first", Options(), names, shields, 0), "a" * 22, PHONE).id
        apples, cheese = Declaration("apples", 3), Declaration("cheese", 2)
        service.play(game, PassBag(1, apples, Goods({"apples": 2, "face_down": 1})), "b" * 22)
        service.play(game, OpenBag(2, cheese, Goods({"cheese": 1, "mead": 1})), "c" * 22)
        service.play(game, TakeBack(3), "d" * 22)
    return home


def game_of(folder: Path) -> str:
    with Journal(folder / DATABASE) as journal:
        return journal.games()[-1].id


def run(folder: Path, *arguments: str) -> int:
    return main(["--data-dir", str(folder), *arguments])


def one_line(text: str) -> str:
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    return text


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        *("serve", "demo", "score", "export", "import"),
        *("check", "backup", "copy", "prune", "doctor"),
    ):
        with pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert end.value.code == 0
        assert "exit status" in capsys.readouterr().out


def test_bad_use_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    for typed in ("", "nonsense", "export", "serve --port 99999", "serve --port x", "prune --unused 7"):
        with pytest.raises(SystemExit) as end:
            main(typed.split())
        assert end.value.code == 2
        assert "too few" in one_line(capsys.readouterr().err) or "prune" not in typed


def test_an_exported_game_comes_back_as_the_same_game(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other"
    game = game_of(folder)
    assert run(folder, "export", game, "-o", str(file)) == 0
    assert run(other, "import", str(file)) == 0
    said = capsys.readouterr().out
    back = game_of(other)
    assert back in said
    with Journal(folder / DATABASE) as old, Journal(other / DATABASE) as new:
        before, after = (
            Service(GAMES, old, Notifier()).current(game),
            Service(GAMES, new, Notifier()).current(back),
        )
        assert after.states == before.states
        assert after.lines == before.lines


def test_a_game_file_holds_no_word_of_who_holds_the_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "export", game_of(folder)) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["game"] == game_of(folder)
    assert PHONE not in text


def test_an_exported_group_comes_back_and_a_code_makes_its_keeper(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "group.json", tmp_path / "other"
    with Journal(folder / DATABASE) as journal:
        groups = Groups(GAMES, journal)
        service = Service(GAMES, journal, Notifier())
        ending = (SitOut(2), EndGame(), RevealContraband(1, Goods({"silk": 1})), CloseCount())
        for tap, action in enumerate(ending):
            service.play(game_of(folder), action, f"{tap}" * 22)
        group = groups.open(game_of(folder), PHONE, by=PHONE)
    assert run(folder, "export", group, "-o", str(file)) == 0
    assert run(folder, "export", group, "-o", str(file)) == 2
    assert run(other, "import", str(file)) == 0
    said = capsys.readouterr().out
    found = re.search("type the code ([A-Z0-9]{4})-([A-Z0-9]{4})", said)
    assert found
    with Journal(other / DATABASE) as journal:
        groups = Groups(GAMES, journal)
        back = groups.behind(found[1] + found[2])
        assert back
        assert back in said
        assert groups.come_in(back, found[1] + found[2], PHONE)
        there = groups.read(back, PHONE)
    assert there.keeper
    assert [guest.name for guest in there.past.evenings[0].evening.guests] == ["Ann", "Bo", "Cleo"]


def test_a_file_larger_than_a_group_is_refused_unread(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as large:
        large.truncate(33 << 20)
    assert run(tmp_path / "data", "import", str(file)) == 2
    assert "more than 33554432 bytes, which is more than a group" in one_line(capsys.readouterr().err)


def test_a_game_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "export", "NOSUCH22") == 2
    assert "NOSUCH22" in one_line(capsys.readouterr().err)


IMPOSSIBLE: dict[str, tuple[str, Callable[[Any], object]]] = {
    "a gap": ("entries", lambda game: game["entries"].pop(1)),
    "nobody's seat": ("entries[1]", lambda game: game["entries"][1]["event"].update(merchant=9)),
    "taken back by nobody": ("entries[3]", lambda game: game["entries"][3]["event"].update(by=[9])),
    "gold out of nothing": (
        "entries",
        lambda game: game["entries"][1]["event"]["moves"][0].__setitem__(3, 99),
    ),
    "an id twice": (
        "entries[2]",
        lambda game: game["entries"][2].update(action_id=game["entries"][1]["action_id"]),
    ),
    "a later version": ("version", lambda game: game.update(version=99)),
    "a key too many": ("more", lambda game: game.update(more=1)),
}


def test_a_game_that_cannot_be_is_refused_with_its_place(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(folder, "export", game_of(folder))
    exported, file = capsys.readouterr().out, tmp_path / "changed.json"
    for what, (place, change) in IMPOSSIBLE.items():
        game = json.loads(exported)
        change(game)
        file.write_text(json.dumps(game), "utf-8")
        assert run(tmp_path / "other", "import", str(file)) == 2
        assert place in one_line(capsys.readouterr().err), what
    with Journal(tmp_path / "other" / DATABASE) as journal:
        assert journal.games() == ()


def test_what_is_no_game_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no.json"
    for text in ("", "{", "[]", "null", "1" * 400, '{"format": "x"}', "[" * 10_000, "\0"):
        file.write_text(text, "utf-8")
        assert run(tmp_path / "data", "import", str(file)) == 2
        one_line(capsys.readouterr().err)


def test_check_finds_nothing_in_whole_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "check") == 0
    assert game_of(folder) in capsys.readouterr().out


def test_check_names_the_entry_that_is_damaged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (trigger,) in triggers:
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE entries SET body = replace(body, 'face_down', 'unicorns') WHERE seq = 2")
        database.commit()
    assert run(folder, "check") == 1
    said = capsys.readouterr().out
    assert game_of(folder) in said
    assert "2" in said.split(game_of(folder), 1)[1]


def test_a_backup_is_the_same_evening_and_replaces_nothing(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "restored" / DATABASE
    copy.parent.mkdir()
    assert run(folder, "backup", str(copy)) == 0
    assert run(copy.parent, "check") == 0
    with Journal(folder / DATABASE) as old, Journal(copy) as new:
        assert new.log(game_of(folder)).entries() == old.log(game_of(folder)).entries()
    capsys.readouterr()
    assert run(folder, "backup", str(copy)) != 0
    one_line(capsys.readouterr().err)


def test_doctor_names_folder_database_and_version(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "doctor", "--port", "0") in {0, 1}  # it may have found something on this machine
    said = capsys.readouterr().out
    assert str(folder) in said
    assert sqlite3.sqlite_version in said


def test_serve_ends_with_one_line_if_a_file_is_not_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    (tmp_path / DATABASE).write_bytes(os.urandom(8192))
    assert run(tmp_path, "serve", "--host", "127.0.0.1", "--port", "0") == 1
    assert DATABASE in one_line(capsys.readouterr().err)


def test_check_says_what_was_confirmed_and_is_missing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "check") == 0
    noted = folder / f"{DATABASE}-last"
    noted.write_text(f"{game_of(folder)} 0000099 {'0' * 64}\n")
    assert run(folder, "check") == 1
    assert "Entry 99 of game" in capsys.readouterr().out
    assert run(folder, "check") == 1
    (folder / f"{DATABASE}-lost").unlink()
    assert run(folder, "check") == 0


# Tables that nobody touched


def lists(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """What `prune` says."""
    capsys.readouterr()
    assert run(folder, "prune", *options) == 0
    return capsys.readouterr().out


def aged(folder: Path, days: int) -> None:
    """Everything in the folder happened this many days earlier."""
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        file.execute("DROP TRIGGER entries_refuse_update")
        for table, column in (
            ("games", "opened_at"),
            ("entries", "recorded_at"),
            ("holders", "held_since"),
        ):
            file.execute(f"UPDATE {table} SET {column} = {column} - ?", (days * 86_400_000,))  # noqa: S608 - our own names
        file.commit()


def test_prune_lists_what_nobody_touched_and_removes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no games that nobody touched for 365 days" in lists(folder, capsys)
    aged(folder, 400)
    said = lists(folder, capsys)
    assert game_of(folder) in said
    assert "1 game that nobody touched for 365 days. Nothing is removed without --backup FILE." in said
    assert "no games" in lists(folder, capsys, "--unused", "500")


def test_prune_copies_everything_before_it_removes_anything(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aged(folder, 400)
    old, copy = game_of(folder), tmp_path / "before.db"
    with Journal(folder / DATABASE) as journal:
        service = Service(GAMES, journal, Notifier())
        opening = OpenTable("first", Options(), ("Ann", "Bo", "Cleo"), ("leaf", "stag", "arrow"), 0)
        kept = service.open(opening, "e" * 22, PHONE)
    assert "1 game removed" in lists(folder, capsys, "--backup", str(copy))
    with Journal(folder / DATABASE) as journal:
        assert [record.id for record in journal.games()] == [kept.id]
        assert journal.log(old).entries() == ()
        assert Service(GAMES, journal, Notifier()).current(kept.id).game == kept.game
        assert not journal.store.missing()
    with Journal(copy) as backup:
        assert backup.log(old).last_seq() == 4
    assert run(folder, "check") == 0
    assert run(folder, "prune", "--backup", str(copy)) == 2


TOUCHED = (
    "INSERT INTO visits SELECT id, '{phone}', {now} FROM games",
    "UPDATE holders SET held_since = {now}",
    "INSERT INTO rooms SELECT id, 1, NULL, NULL, {now}, 'unsaid', '{{}}', NULL, '[]' FROM games",
    "INSERT INTO notices SELECT id, 1, {now}, 'seat_taken', 0 FROM games",
    "INSERT INTO handovers SELECT id, 'bank', '{phone}', '{phone}', 0, {now}, 0 FROM games",
    "UPDATE games SET closed_at = {now}",
)


def test_whoever_was_there_keeps_a_table(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aged(folder, 400)
    for number, touched in enumerate(TOUCHED):
        other = shutil.copytree(folder, tmp_path / str(number))
        with closing(sqlite3.connect(other / DATABASE)) as file:
            file.execute(touched.format(phone=PHONE, now=time.time_ns() // 1_000_000))
            file.commit()
        assert "no games" in lists(other, capsys), touched


def test_prune_leaves_nothing_of_a_table_but_its_id(folder: Path, tmp_path: Path) -> None:
    aged(folder, 400)
    with Journal(folder / DATABASE) as journal, journal.writing(game_of(folder)) as book:
        book.open_door(1, renew=True)
        book.tell("seat_taken", 1, 1)
        book.keep_note(1, 1, "{}")
        book.set_timer(Timer(60_000))
        book.visit(PHONE, 1)
        book.hand_over("seat-1", life=1, length=8, now=0)
        book.keep_summary("{}")
    assert run(folder, "prune", "--backup", str(tmp_path / "before.db")) == 0
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}  # noqa: S608 - our own names
    assert rows == {**dict.fromkeys(tables, 0), "alembic_version": 1, "gone": 1}
    assert b"Ann" not in b"".join(each.read_bytes() for each in folder.glob(f"{DATABASE}*"))


def test_prune_goes_on_where_there_are_many(tmp_path: Path) -> None:
    """More than are removed in one write, with those that stay between them."""
    with Journal(tmp_path / DATABASE) as journal:
        for number in range(250):
            journal.open_game(None, NewEntry(f"tap {number}", "f", "{}", number % 2 * 1_000))
        assert len(tuple(journal.untouched(500))) == 125
        assert len(journal.prune(500)) == 125
        assert {record.opened_at for record in journal.games()} == {1_000}
        assert len(journal.games()) == 125
