"""Storage in trouble: an action is stored and everybody sees it, or nothing changes, and that is said."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from companion.codec import UnreadableError
from companion.journal import Book, Journal
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service, StorageRefused, Unconfirmed
from companion.web.sheriff.table import Table
from tests.fresh import journal_at
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, Play, Watch
from tests.service.spoiling import body_of, chained_again, spoil

Another = Callable[[], Service]


@pytest.fixture
def place(path: Path) -> Path:
    """These are about SQLite."""
    return journal_at(path)


def test_a_refused_write_changes_nothing_and_the_same_tap_works_later(
    service: Service, table: Table, path: Path
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageRefused):
            service.play(table.id, paying(0, 1, 5), "tap")
        with pytest.raises(StorageRefused):
            service.open(command_for(), "another table", ANN)
        assert service.current(table.id) == table
    assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2


class Doubtful(Journal):
    """Every write of an action ends in doubt: it is stored, and COMMIT says that it is not."""

    @contextmanager
    def writing(self, game: str) -> Iterator[Book]:
        with super().writing(game) as book:
            yield book
        raise Unconfirmed("disk", "made up")


class Lost(Journal):
    """Every write of an action is in doubt, and nothing of it is there."""

    @contextmanager
    def writing(self, game: str) -> Iterator[Book]:
        with super().writing(game) as book:
            yield book
            raise Unconfirmed("disk", "made up")


class Dumb(Doubtful):
    """Nor can the outcome be read."""

    def rows(self, statement: object, values: object = None) -> NoReturn:
        raise StorageRefused("disk", f"{statement} {values}")


def test_a_doubt_at_commit_is_settled_by_the_file_when_it_is_stored(path: Path, table: Table) -> None:
    with Doubtful(path) as journal:
        service = Service(GAMES, journal, Notifier())
        assert service.play(table.id, paying(0, 1, 5), "tap").game.gold(1) == 55
        assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2


def test_a_doubt_stays_while_the_file_has_nothing_of_it(path: Path, table: Table, service: Service) -> None:
    with Lost(path) as journal:
        doubtful = Service(GAMES, journal, Notifier())
        with pytest.raises(Unconfirmed):
            doubtful.play(table.id, paying(0, 1, 5), "tap")
        assert doubtful.current(table.id) == table
    assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2


def test_a_doubt_that_nobody_can_settle_is_told_as_one(path: Path, table: Table, service: Service) -> None:
    with Dumb(path) as journal:
        with pytest.raises(Unconfirmed):
            Service(GAMES, journal, Notifier()).play(table.id, paying(0, 1, 5), "tap")
        assert service.play(table.id, paying(0, 1, 5), "tap").seq == 2


# A damaged entry


MANY = [["purse:0", "purse:1", "gold", 5_000]]


@pytest.mark.parametrize(
    "seq,changes",
    [
        (1, {"edition": "third"}),
        (1, {"kind": "paid"}),
        (2, {"kind": "unheard_of"}),
        (2, {"moves": MANY}),
        (2, {"moves": [["bank", "purse:1", "gold", -5]]}),
        (2, {"version": 7}),
    ],
    ids=str,
)
def test_an_entry_that_cannot_be_makes_its_table_unreadable_and_no_other(  # noqa: PLR0913, PLR0917 - fixtures
    service: Service,
    table: Table,
    play: Play,
    path: Path,
    another_service: Another,
    seq: int,
    changes: dict[str, object],
) -> None:
    play(paying(0, 1, 5))
    whole = service.open(command_for(), "another table", ANN)
    spoil(path, table.id, seq, json.dumps({**body_of(path, table.id, seq), **changes}))
    chained_again(path, table.id)
    reader = another_service()
    with pytest.raises(UnreadableError):
        reader.current(table.id)
    with pytest.raises(UnreadableError):
        reader.play(table.id, paying(0, 1, 5), "tap")
    assert reader.play(whole.id, passing(1, "apples", 1), "tap").seq == 2


def test_the_first_entry_is_an_opening(
    service: Service, table: Table, path: Path, another_service: Another
) -> None:
    taken_back = '{"version":1,"kind":"taken_back","seq":1,"moves":[]}'
    spoil(path, table.id, 1, taken_back)
    chained_again(path, table.id)
    assert service.current(table.id) == table
    with pytest.raises(UnreadableError):
        another_service().current(table.id)


# Beside the log


def test_the_clock_runs_down_pauses_and_never_falls_below_nothing(
    service: Service, table: Table, watch: Watch
) -> None:
    assert service.clock(table.id) is None
    service.set_clock(table.id, 60_000, running=True)
    watch.now += 45_000
    assert (found := service.clock(table.id))
    assert (found.remaining, found.running) == (15_000, True)
    watch.now += 45_000
    assert (found := service.clock(table.id))
    assert (found.remaining, found.over_for) == (0, 30_000)
    service.set_clock(table.id, 9_000, running=False)
    watch.now += 45_000
    assert (found := service.clock(table.id))
    assert (found.remaining, found.running) == (9_000, False)


def test_a_clock_set_back_gives_nobody_more_time(service: Service, table: Table, watch: Watch) -> None:
    service.set_clock(table.id, 60_000, running=True)
    watch.now -= 3_600_000
    assert (found := service.clock(table.id))
    assert found.remaining == 60_000


def test_a_clock_runs_on_whatever_happens_to_the_date(service: Service, table: Table, watch: Watch) -> None:
    service.set_clock(table.id, 60_000, running=True)
    watch.date -= 3_600_000
    watch.now += 20_000
    assert (found := service.clock(table.id))
    assert found.remaining == 40_000


def test_the_database_says_what_it_is(service: Service) -> None:
    assert service.journal.touch().startswith("SQLite 3.")
