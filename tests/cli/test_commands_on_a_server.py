"""What the command line does with evenings on a server: the same, by an address instead of a folder."""

import os
import subprocess
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.journal import Journal
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service
from tests.cluster import Cluster, Evenings, programs
from tests.journal.conftest import ANN
from tests.rules.given import command_for, paying

SECRET = "hush"  # noqa: S105 - of nobody


@pytest.fixture
def address(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> str:
    """A server with one evening, as the environment names it."""
    address = evenings.emptied()
    with Journal(address) as journal:
        service = Service(GAMES, journal, Notifier())
        table = service.open(command_for(), "open", ANN)
        service.play(table.id, paying(0, 1, 5), "tap")
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("PATH", f"{programs()}:{os.environ['PATH']}")
    return address


def game_at(address: str) -> str:
    """The newest game there."""
    with Journal(address) as journal:
        return journal.games()[0].id


def run(folder: Path, *arguments: str) -> int:
    return main(["--data-dir", str(folder), *arguments])


def test_a_game_is_checked_exported_and_imported(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_at(address)
    assert run(tmp_path, "check") == 0
    assert game in capsys.readouterr().out
    assert run(tmp_path, "export", game, "-o", str(tmp_path / "game.json")) == 0
    assert run(tmp_path, "import", str(tmp_path / "game.json")) == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "game.json"]
    with Journal(address) as journal:
        assert len(journal.games()) == 2


def test_the_doctor_names_the_server_and_misses_the_key(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", address.replace("counting@", f"counting:{SECRET}@"))
    assert run(tmp_path, "doctor") == 1
    said = capsys.readouterr().out
    assert "PostgreSQL" in said
    assert "1 games, 1 of them open" in said
    assert "COMPANION_SECRET_KEY is not, so serve does not start" in said
    assert SECRET not in said


def test_a_backup_is_restored_by_the_server_s_own_program(
    address: str,
    tmp_path: Path,
    postgres: Cluster,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copy = tmp_path / "evenings.dump"
    assert run(tmp_path, "backup", str(copy)) == 0
    assert "1 game copied" in capsys.readouterr().out
    assert copy.stat().st_mode & 0o077 == 0
    assert run(tmp_path, "backup", str(copy)) == 2
    capsys.readouterr()
    postgres.run("DROP DATABASE IF EXISTS restored")
    restored = postgres.new("restored")
    subprocess.run(
        (programs() / "pg_restore", "--no-owner", "--exit-on-error", f"--dbname={restored}", copy), check=True
    )
    monkeypatch.setenv("DATABASE_URL", restored)
    assert run(tmp_path, "check") == 0
    assert "1 game, 2 entries, no findings" in capsys.readouterr().out
    with Journal(restored) as back, Journal(address) as journal:
        game = journal.games()[0].id
        assert back.log(game).entries() == journal.log(game).entries()
        assert any(holder.token_hash == ANN for holder in back.log(game).holders())
        assert Service(GAMES, back, Notifier()).play(game, paying(0, 1, 5), "after").seq == 3
        assert not [fault for fault in back.store.problems() if "fsync" not in fault]


def test_without_the_programs_there_is_no_backup(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert address
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(tmp_path, "backup", str(tmp_path / "evenings.dump")) == 1
    error = capsys.readouterr().err
    assert "missing or too old (there is no pg_dump). Install PostgreSQL's client programs" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("program", ["pg_dump", "pg_restore"])
def test_a_program_older_than_the_server_is_named_and_makes_no_backup(
    program: str,
    address: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would leave something out, or could not read the copy."""
    assert address
    put_first(tmp_path / "bin" / program, f"echo '{program} (PostgreSQL) 14.9 (Debian 14.9-1)'", monkeypatch)
    assert run(tmp_path, "backup", str(tmp_path / "evenings.dump")) == 1
    error = capsys.readouterr().err
    assert f"({program} (PostgreSQL) 14.9 (Debian 14.9-1) is older than the server's PostgreSQL" in error
    assert error.count("\n") == 1
    assert [place.name for place in tmp_path.iterdir()] == ["bin"]


def test_other_users_of_the_machine_see_no_password_in_the_command_of_a_backup(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, real = tmp_path / "seen", programs() / "pg_dump"
    script = f'echo "$@" >> {seen}; echo "$PGPASSWORD" > {seen}.password; exec {real} "$@"'
    put_first(tmp_path / "bin" / "pg_dump", script, monkeypatch)
    monkeypatch.setenv("DATABASE_URL", address.replace("counting@", f"counting:{SECRET}@"))
    assert run(tmp_path, "backup", str(tmp_path / "evenings.dump")) == 0
    assert "--format=custom" in seen.read_text()
    assert SECRET not in seen.read_text()
    assert Path(f"{seen}.password").read_text() == f"{SECRET}\n"


def put_first(program: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of this name that is found before any other."""
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


def test_tables_nobody_touched_are_removed_after_a_backup(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 4_000_000_000 * 10**9)  # in the year 2096
    assert run(tmp_path, "prune", "--backup", str(tmp_path / "before.dump")) == 0
    assert "1 game removed" in capsys.readouterr().out
    with Journal(address) as journal:
        assert journal.games() == ()


@pytest.mark.parametrize(
    "address,said",
    [
        ("mysql://counting:hush@house/evenings", "it begins with postgresql://"),
        ("evenings.db", "it begins with postgresql://"),
        ("postgresql://counting:hush@127.0.0.1:1/evenings", "the database cannot be opened"),
        ("postgresql://counting:hush@[::1/evenings", "the address cannot be read"),
    ],
)
def test_a_server_that_cannot_be_used_is_one_line_without_its_password(
    address: str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("COMPANION_SECRET_KEY", "k" * 32)
    monkeypatch.chdir(tmp_path)
    for command in (("check",), ("serve", "--port", "0"), ("backup", "x")):
        assert run(tmp_path, *command) == 1
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
        assert SECRET not in error
