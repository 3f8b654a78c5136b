"""Two machines at one server: what one of them does while the other waits, or would be in its way."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from companion.journal import Journal
from companion.records import NewSummary
from tests.cluster import Evenings
from tests.journal.conftest import ANN, BO, EVENING, added, appended, bank_words, opened

HOUR = 60 * 60 * 1000


@pytest.fixture
def place(evenings: Evenings) -> str:
    """These are about PostgreSQL."""
    return evenings.emptied()


@pytest.fixture
def another(place: str) -> Iterator[Journal]:
    """The journal of another machine."""
    with Journal(place) as journal:
        yield journal


@contextmanager
def while_locked(evenings: Evenings, lock: str, *acts: Callable[[], object]) -> Iterator[list[object]]:
    """All these are begun, each by a machine of its own, while somebody holds this lock; when the block
    begins they have come as far as they can, when it ends to their end, with what they returned.
    """
    answers: list[object] = []
    threads = [threading.Thread(target=lambda act=act: answers.append(act())) for act in acts]
    with psycopg.connect(evenings.address) as stranger:
        stranger.execute(lock.encode())
        for thread in threads:
            thread.start()
        while waiting(evenings) < len(acts):
            time.sleep(0.005)
        yield answers
        stranger.rollback()
        for thread in threads:
            thread.join()


def waiting(evenings: Evenings) -> int:
    """How many wait for a lock now."""
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return int(evenings.server.run(waits, evenings.NAME)[0][0])


def test_whoever_waited_for_a_game_reads_what_was_stored_meanwhile(
    journal: Journal, another: Journal, evenings: Evenings, game: str
) -> None:
    seen: list[int] = []

    def write() -> None:
        with another.writing(game) as book:
            seen.extend([book.begun.seq, book.last_seq(), added(book, "second").seq])

    thread = threading.Thread(target=write)
    with journal.writing(game) as book:
        added(book, "first")
        thread.start()
        while not waiting(evenings):
            time.sleep(0.005)
    thread.join()
    assert seen == [2, 2, 3]
    assert [entry.action_id for entry in journal.log(game).entries()] == ["open", "first", "second"]


def test_words_that_two_phones_use_at_once_carry_a_role_to_one(
    journal: Journal, another: Journal, evenings: Evenings, game: str
) -> None:
    code = bank_words(journal, game, now=EVENING).code
    lock = "SELECT 1 FROM games FOR UPDATE"
    with while_locked(
        evenings,
        lock,
        lambda: journal.redeem(code, token_hash=ANN, now=EVENING),
        lambda: another.redeem(code, token_hash=BO, now=EVENING),
    ) as answers:
        assert answers == []
    assert sorted(answers, key=str) == [(game, "bank"), None]


def test_a_double_tap_on_new_table_that_two_machines_hear_gives_one_table(
    journal: Journal, another: Journal, evenings: Evenings
) -> None:
    """Both have looked, and neither has found it yet."""
    lock = "LOCK TABLE openings IN EXCLUSIVE MODE"
    with while_locked(
        evenings, lock, lambda: opened(journal, "tap").game, lambda: opened(another, "tap").game
    ) as games:
        assert games == []
    assert len(games) == 2
    assert [record.id for record in journal.games()] == [games[0]] == [games[1]]


def test_two_different_tables_are_opened_without_waiting_for_each_other(
    journal: Journal, another: Journal, evenings: Evenings
) -> None:
    with while_locked(
        evenings,
        "LOCK TABLE openings IN EXCLUSIVE MODE",
        lambda: opened(journal, "tap", ANN).game,
        lambda: opened(another, "tap", BO).game,
    ) as games:
        assert games == []
    assert len(set(games)) == 2


def test_a_table_cleans_up_only_after_itself(journal: Journal, another: Journal, place: str) -> None:
    """Its own expired words, not those of a table that is being written."""
    mine, other = opened(journal, "mine").game, opened(journal, "other").game
    for game in (mine, other):
        bank_words(journal, game, now=EVENING, life=1)
    with journal.writing(mine) as book:
        book.hand_over("bank", life=0, now=EVENING + HOUR)
        with Journal(place, patience=0.05) as impatient:
            words = bank_words(impatient, other, now=EVENING + HOUR)
    assert another.redeem(words.code, token_hash=BO, now=EVENING + HOUR) == (other, "bank")


def test_two_games_are_written_at_once(journal: Journal, another: Journal) -> None:
    mine, other = opened(journal, "mine").game, opened(journal, "other").game
    with journal.writing(mine) as book:
        added(book, "first")
        assert appended(another, other, "second").seq == 2
        added(book, "third")
    assert journal.log(mine).last_seq() == 3


def test_several_games_are_taken_in_the_same_order_by_all(
    journal: Journal, another: Journal, evenings: Evenings, place: str
) -> None:
    """Whoever waits for the first of them holds no other, so nobody waits for whoever waits for them."""
    first, last = sorted(opened(journal, f"tap {number}").game for number in range(2))
    lists = [[NewSummary(game, 1, '"at"') for game in order] for order in ([first, last], [last, first])]
    acts = [lambda made=made: another.keep_summaries(made) for made in lists]
    with while_locked(evenings, f"SELECT 1 FROM games WHERE id = '{first}' FOR UPDATE", *acts) as done:  # noqa: S608
        with Journal(place, patience=0.05) as impatient:
            assert appended(impatient, last, "meanwhile").seq == 2
        assert done == []
    assert done == [None, None]


def test_an_entry_that_took_no_turn_finds_its_number_taken(
    journal: Journal, evenings: Evenings, game: str
) -> None:
    """As a program of before, or by hand: the database itself keeps the numbers apart."""
    late = "INSERT INTO entries SELECT game, 2, 'late', 'f', 0, body, chain FROM entries"
    with psycopg.connect(evenings.address) as stranger:
        stranger.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        stranger.execute("SELECT 1 FROM entries")  # sees the game as it is now, to the end
        appended(journal, game, "second")
        with pytest.raises(psycopg.IntegrityError):
            stranger.execute(late.encode())
    assert [entry.action_id for entry in journal.log(game).entries()] == ["open", "second"]
