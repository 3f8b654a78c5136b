"""What a list says of a table is what a replay of its log would say, and none is replayed to say it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import gamefile
from companion.archive import Archive
from companion.games import Games
from companion.journal import Journal
from companion.membership import Membership
from companion.records import HeldGame
from companion.registry import GAMES
from companion.rules.kinds import PutBack, TakeBack
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.rotation import EndGame, SetRounds
from companion.rules.sheriff.seating import Rename
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from companion.service import Service
from companion.tables import Held, Listed, as_listed, summary_kept
from companion.web.sheriff.table import Table
from tests.databases import in_a_file
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, BO, EVENING, Play, Watch
from tests.service.spoiling import body_of

Another = Callable[[], Service]


@pytest.fixture
def archive(journal: Journal) -> Archive:
    return Archive(GAMES, journal)


def kept(keeper: Membership, phone: str = ANN) -> list[Listed | None]:
    """What was kept of each table of a phone."""
    return [summary_kept(GAMES, game) for game in keeper.games_of(phone)]


def summaries(path: Path, change: str) -> None:
    """Change what is kept behind the program's back."""
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute(change).rowcount > 0


EVENING_OUT: tuple[Action | TakeBack | PutBack, ...] = (
    Rename(1, "Zoé"),
    SetRounds(5),
    passing(1, "apples", 2, apples=2),
    paying(0, 1, 5),
    Correct(5, paying(0, 1, 4)),
    TakeBack(6),
    PutBack(7),
    SitOut(2),
    TakeBack(9),
    SitOut(2),
    SitOut(3),
    EndGame(),
    CloseCount(),
    TakeBack(14),
    PutBack(15),
)


def test_after_every_entry_it_says_what_a_replay_says(
    keeper: Membership, table: Table, play: Play, another_service: Another
) -> None:
    assert kept(keeper) == [as_listed(table)]
    for action in EVENING_OUT:
        play(action)
        assert kept(keeper) == [as_listed(another_service().current(table.id))]


def test_a_count_and_a_rematch_say_it_from_the_first_entry_on(
    service: Service, keeper: Membership, table: Table, another_service: Another
) -> None:
    players = [{"name": name, "gold": 5} for name in ("Ann", "Bo", "Cleo")]
    sheet = parse({"edition": "first", "players": players})
    count = service.open(CountOut(sheet, "an older one"), "count", BO)
    [found] = kept(keeper, BO)
    assert found == as_listed(another_service().current(count.id))
    assert found.summary.replaces == "an older one"
    service.play(table.id, EndGame(), "end")
    service.play(table.id, CloseCount(), "close")
    service.open(command_for(), "again", ANN, keeper.rematch(table.id, {0: 0}, ANN))
    assert None not in kept(keeper)
    assert len(kept(keeper)) == 2


def test_a_table_of_a_game_file_is_replayed_once(
    archive: Archive, service: Service, keeper: Membership, another_service: Another
) -> None:
    table = service.open(command_for(), "open", ANN)
    service.play(table.id, passing(1, "apples", 2), "pass")
    service.play(table.id, TakeBack(2), "back")
    game, words = archive.restore(gamefile.read(archive.games, archive.export(table.id)), EVENING)
    keeper.take_over(words.secret, BO)
    assert kept(keeper, BO) == [None]
    listed = archive.listed(keeper.games_of(BO))
    assert listed == Held((as_listed(another_service().current(game)),))
    assert kept(keeper, BO) == [*listed.tables]


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM glances",
        "UPDATE glances SET seq = 2, body = replace(body, 'Bo', 'Zoé')",
        "UPDATE glances SET release = '0.0.1', body = replace(body, 'Bo', 'Zoé')",
        "UPDATE glances SET body = '{}'",
        "UPDATE glances SET body = 'torn'",
        "UPDATE glances SET body = replace(body, 'sheriff', 'chess')",
        "UPDATE glances SET body = replace(body, '\"winners\"', '\"losers\"')",
    ],
)
@in_a_file
def test_what_holds_no_longer_is_made_again_and_kept(
    archive: Archive, keeper: Membership, play: Play, path: Path, change: str
) -> None:
    after = as_listed(play(paying(0, 1, 5), passing(1, "apples", 2)))
    summaries(path, change)
    assert kept(keeper) == [None]
    assert archive.listed(keeper.games_of(ANN)) == Held((after,))
    assert kept(keeper) == [after]


@in_a_file
def test_where_nothing_can_be_written_it_is_made_for_this_once(
    archive: Archive, keeper: Membership, table: Table, path: Path
) -> None:
    summaries(path, "DELETE FROM glances")
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        assert archive.listed(keeper.games_of(ANN)).tables == (as_listed(table),)
    assert kept(keeper) == [None]
    assert archive.listed(keeper.games_of(ANN)).tables == (as_listed(table),)
    assert kept(keeper) == [as_listed(table)]


def test_a_game_that_this_program_does_not_play_cannot_be_listed(
    journal: Journal, keeper: Membership, table: Table
) -> None:
    assert Archive(Games(), journal).listed(keeper.games_of(ANN)) == Held(unreadable=(table.id,))


def test_a_table_that_was_deleted_meanwhile_is_not_listed(archive: Archive, watch: Watch) -> None:
    assert archive.listed([HeldGame("22222222", 1, watch(), None, ())]) == Held()


@in_a_file
def test_no_entry_and_no_game_file_knows_of_it(
    archive: Archive, keeper: Membership, table: Table, play: Play, path: Path
) -> None:
    play(paying(0, 1, 5))
    before = archive.export(table.id), body_of(path, table.id, 2)
    summaries(path, "DELETE FROM glances")
    assert (archive.export(table.id), body_of(path, table.id, 2)) == before
    assert all(not archive.check(record).findings for record in archive.journal.games())
    assert keeper.games_of(BO) == ()
