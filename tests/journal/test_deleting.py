"""A deleted game: nothing of it is left in the database's files but its id."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import Book, Journal, StorageRefused, UnknownGame, digest
from companion.journal import sqlite as file
from companion.journal.last_entry import LAST, LOST, noted, set_aside
from companion.journal.schema import entries
from companion.places import PlaceLost
from companion.records import Members, NewSummary, Stop, Timer
from tests.cluster import Cluster, Evenings
from tests.databases import in_a_file, on_a_server
from tests.journal.conftest import ANN, BO, EVENING, added, appended, opened
from tests.together import at_once

NAME = "Zénaïde-Ümit"
Raw = Callable[[], bytes]


def anybody(_members: Members) -> None:
    """Whoever asks may."""


@pytest.fixture
def raw(request: pytest.FixtureRequest, place: Path | str) -> Raw:
    """Every byte that the database has in files, but for the server's own log."""
    if isinstance(place, Path):
        return lambda: b"".join(each.read_bytes() for each in sorted(place.parent.iterdir()))
    server: Cluster = request.getfixturevalue("postgres")

    def read() -> bytes:
        server.run("CHECKPOINT")  # what is in the server's memory goes into its files
        ((folder,),) = server.run(
            f"SELECT oid::text FROM pg_database WHERE datname = '{Evenings.NAME}'"  # noqa: S608 - our own name
        )
        base = server.folder / "data" / "base" / str(folder)
        return b"".join(each.read_bytes() for each in sorted(base.iterdir()))

    return read


def told(journal: Journal, *names: str) -> list[str]:
    """Evenings at which a name each is everywhere where one can be, told in turn and at any length: so rows
    are moved from page to page.
    """
    dice = random.Random(len(names))  # noqa: S311 - the same each time
    tales = list[NewSummary]()
    of = {opened(journal, f"open {number}").game: name for number, name in enumerate(names)}

    def happens(book: Book) -> None:
        name = of[book.game]
        number = book.last_seq() + 1
        added(book, f"a{number}", f'{{"by":"{name}","x":"{"x" * dice.randrange(900)}"}}')
        book.keep_summary(f'{{"names":["{name}"],"x":"{"x" * dice.randrange(900)}"}}')
        book.change(talk=f'{{"promise":"{name}","x":"{"x" * dice.randrange(2_000)}"}}')
        book.keep_note(1, number, f'{{"{name}":1}}')

    def ends(book: Book) -> None:
        name = of[book.game]
        book.open_door(EVENING, renew=True)
        book.change(knocks=f'["{name}"]')
        book.stop(Stop(book.game, 99, EVENING, "1", name, f'"{name}"', f'"{name}"'))
        book.set_timer(Timer(60_000))
        book.hold("seat-1", BO, EVENING)
        book.hand_over("seat-1", length=8, life=0, now=EVENING)
        book.tell("seat_taken", EVENING, 1)
        tales.append(NewSummary(book.game, 99, f'{{"guest":"{of[book.game]}"}}'))

    for _ in range(8):
        with journal.books(*dice.sample(sorted(of), len(of))) as books:
            for book in books.values():
                happens(book)
    with journal.books(*of) as books:
        for book in books.values():
            ends(book)
    journal.groups.keep_told(tales)
    return list(of)


def test_no_byte_of_a_name_is_left_of_a_deleted_game(journal: Journal, raw: Raw) -> None:
    names = [f"{NAME} {number:04}" for number in range(40)]
    *gone, stays = told(journal, *names)
    before = raw()
    assert all(name.encode() in before for name in names)
    for few in range(4):
        journal.delete(gone[few::4], anybody)
    journal.clear()
    after = raw()
    assert [name for name in names if name.encode() in after] == names[-1:]
    assert [record.id for record in journal.games()] == [stays]


def test_no_byte_of_a_name_is_left_of_a_deleted_group(journal: Journal, raw: Raw) -> None:
    names = [f"{NAME} {number:04}" for number in range(20)]
    games = told(journal, *(f"Ann {number}" for number in range(20)))
    many = [
        journal.groups.open(game, digest(name), f'{{"name":"{name}"}}', EVENING)
        for game, name in zip(games, names, strict=True)
    ]
    for group in many[:-1]:
        with journal.groups.book(group) as book:
            book.change(body=book.record.body.replace("name", "names"))
            book.delete()
    journal.clear()
    after = raw()
    assert [name for name in names if name.encode() in after] == names[-1:]
    assert all(journal.is_gone(group) for group in many[:-1])


@on_a_server
def test_the_servers_statistics_keep_no_name(journal: Journal, raw: Raw, postgres: Cluster) -> None:
    (game,) = told(journal, NAME)
    postgres.run("ANALYZE", Evenings.NAME)
    journal.delete([game], anybody)
    journal.clear()
    assert NAME.encode() not in raw()


def test_only_the_id_stays_and_nobody_gets_it_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = told(journal, NAME)
    journal.delete([game], anybody)
    assert journal.is_gone(game)
    assert not journal.is_gone("22222222")
    assert journal.game(game) is None
    assert journal.log(game).entries() == ()
    assert journal.log(game).holders() == ()
    ids = iter((game, "33333333"))
    monkeypatch.setattr("companion.journal.book.letters", lambda _length: next(ids))
    assert opened(journal, "another").game == "33333333"


def test_whoever_may_not_deletes_nothing(journal: Journal, game: str) -> None:
    def only_bo(members: Members) -> None:
        if members.holders[0].token_hash != BO:
            raise PlaceLost

    with pytest.raises(PlaceLost):
        journal.delete([game], only_bo)
    assert journal.log(game).last_seq() == 1
    assert not journal.is_gone(game)


def test_of_several_games_all_go_or_none(journal: Journal, game: str) -> None:
    with pytest.raises(UnknownGame):
        journal.delete([game, "22222222"], anybody)
    assert journal.log(game).last_seq() == 1
    journal.delete([game, opened(journal, "another").game], anybody)
    assert journal.games() == ()


def test_of_two_that_delete_at_once_one_does(place: Path | str) -> None:
    with Journal(place, patience=30) as journal:
        game = opened(journal).game
        answers = at_once(*(lambda: journal.delete([game], anybody) for _ in range(2)))
    assert {type(answer) for answer in answers} == {type(None), UnknownGame}


def test_what_was_asked_of_several_tables_is_done_where_they_are(journal: Journal, game: str) -> None:
    """One of them was deleted after they were looked up."""
    other = opened(journal, "another").game
    journal.delete([other], anybody)
    with journal.books(other, game) as books:
        assert {*books} == {game}
        books[game].change()
    journal.keep_summaries([NewSummary(other, 1, "{}"), NewSummary(game, 1, "{}")])


def test_games_expire_by_their_last_entry_alone(journal: Journal) -> None:
    def at(now: int) -> str:
        return opened(journal, f"a{now}", now=now).game

    old, played, new = at(1_000), at(1_001), at(EVENING)
    appended(journal, played, "since")
    with journal.writing(old) as book:
        book.visit(ANN, EVENING)
    assert journal.prune(EVENING, played_only=True) == (old,)
    assert journal.is_gone(old)
    assert {record.id for record in journal.games()} == {played, new}


# When the database is rewritten


@pytest.fixture
def read_elsewhere(place: Path | str) -> Iterator[None]:
    """Another program reads everything, as it was before, and takes its time."""
    with Journal(place) as other, other.store.snapshot() as snapshot:
        snapshot.execute(entries.select()).all()
        yield


def test_what_somebody_still_reads_is_cleared_later(place: Path | str, raw: Raw) -> None:
    with Journal(place, patience=0.05) as journal:
        (game,) = told(journal, NAME)
        with Journal(place) as other:
            with other.store.snapshot() as snapshot:
                assert snapshot.execute(entries.select()).all()
                journal.delete([game], anybody)
                with pytest.raises(StorageRefused, match="still reads"):
                    journal.clear()
                assert journal.uncleared() == (game,)
            journal.clear()
        assert journal.uncleared() == ()
        assert NAME.encode() not in raw()


def test_a_large_database_is_rewritten_only_when_nobody_minds(
    journal: Journal, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("sqlite", "postgres"):
        monkeypatch.setattr(f"companion.journal.{module}.SMALL", 1)
    journal.delete(told(journal, NAME), anybody)
    journal.clear()
    assert len(journal.uncleared()) == 1
    journal.clear(large=True)
    assert journal.uncleared() == ()
    assert NAME.encode() not in raw()


@in_a_file
@pytest.mark.usefixtures("game")
def test_a_database_without_traces_is_not_rewritten(journal: Journal, path: Path) -> None:
    journal.close()
    before = path.read_bytes()
    journal.clear(large=True)
    journal.close()
    assert path.read_bytes() == before


# What is noted beside a file


@in_a_file
@pytest.mark.parametrize("name", [LAST, LOST])
def test_a_note_of_a_deleted_game_is_cleared(journal: Journal, path: Path, game: str, name: str) -> None:
    if name == LOST:
        set_aside(path)
    journal.delete([game], anybody)
    assert noted(path, name) is None
    assert not journal.store.missing()


@in_a_file
def test_an_entry_of_a_deleted_game_is_not_missing_after_a_kill(
    journal: Journal, path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file.SqliteStore, "forget", lambda *_: None)  # it is killed before
    journal.delete([game], anybody)
    journal.close()
    with Journal(path) as again:
        assert not again.store.missing()
        assert noted(path) is None
