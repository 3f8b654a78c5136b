"""What processes at the same server tell each other: that a game has moved, which phones they heard from, and
how often an address has tried.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from companion.attendance import Attendance
from companion.journal import Journal, Neighbours, neighbours, started_over
from companion.notifier import Notifier
from companion.records import ASLEEP, BANK, Heard, Holder, Reached
from tests.cluster import Evenings
from tests.journal.conftest import ANN, BO, EVENING, appended, opened
from tests.journal.test_faults_on_a_server import disconnect
from tests.together import at_once

LONG = 30.0  # seconds; nothing here takes that long
MINUTE = 60_000


@pytest.fixture
def place(evenings: Evenings) -> str:
    """These are about PostgreSQL."""
    return evenings.emptied()


def next_door(journal: Journal) -> Neighbours:
    """Whom a journal on a server has beside it."""
    assert journal.store.neighbours is not None
    return journal.store.neighbours


@contextmanager
def told(place: str) -> Iterator[Notifier]:
    """The notifier of another process, which has begun to listen."""
    with Journal(place) as journal:
        notifier = Notifier()
        others = next_door(journal)
        notifier.pass_on = others.ring
        others.listen(notifier)
        others.heard("settled")
        until(lambda: listens(journal.place))
        yield notifier


def listens(place: Path | str) -> bool:
    """Whether a process has opened the channel."""
    with psycopg.connect(str(place)) as there:
        asked = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        return bool(there.execute(asked.encode()).fetchall())


def until(happened: Callable[[], bool]) -> None:
    """Wait for it."""
    ends = time.monotonic() + LONG
    while not happened():
        assert time.monotonic() < ends
        time.sleep(0.005)


def test_a_file_has_no_neighbours(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.store.neighbours is None


def test_a_ring_is_heard_by_another_process_as_far_as_the_journal_says(
    journal: Journal, place: str, game: str
) -> None:
    with told(place) as notifier:
        appended(journal, game, "a2")
        next_door(journal).listen(mine := Notifier())
        mine.pass_on = next_door(journal).ring
        threading.Timer(0.05, mine.ring, (game, Reached(77, 7))).start()
        assert notifier.wait(game, Reached(1), LONG) == Reached(2, 0)


def test_a_ring_between_two_waits_is_heard(journal: Journal, place: str, game: str) -> None:
    with told(place) as notifier:
        assert notifier.wait(game, Reached(1), 0.0) == Reached(1)
        appended(journal, game, "a2")
        next_door(journal).listen(Notifier())
        next_door(journal).ring(game)
        until(lambda: notifier.wait(game, Reached(1), 0.0) == Reached(2))


def test_a_ring_that_was_lost_is_heard_when_all_are_looked_at(
    journal: Journal, place: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a process is killed between COMMIT and ring."""
    monkeypatch.setattr(neighbours, "CHECKED", 0.2)
    monkeypatch.setattr(neighbours, "PATIENCE", 0.1)
    with told(place) as notifier:
        threading.Timer(0.3, appended, (journal, game, "a2")).start()
        assert notifier.wait(game, Reached(1), LONG) == Reached(2)


def test_who_was_cut_off_hears_of_what_happened_meanwhile(
    journal: Journal, place: str, game: str, evenings: Evenings
) -> None:
    with told(place) as notifier:
        heard: list[Reached] = []
        waiting = threading.Thread(target=lambda: heard.append(notifier.wait(game, Reached(1), LONG)))
        waiting.start()
        until(lambda: notifier.listeners() == 1)
        disconnect(evenings)
        started_over(appended)(journal, game, "a2")
        waiting.join()
        assert heard == [Reached(2)]


@pytest.mark.parametrize(
    "said", ["", " ", "x", "x x", "\x01 \x7f", "me 22222222 ÀÉ💰 ", "9" * 7_999, "a " * 3_999]
)
def test_nonsense_wakes_nobody_and_stops_nothing(
    journal: Journal, place: str, game: str, evenings: Evenings, said: str
) -> None:
    with told(place) as notifier:
        notifier.wait(game, Reached(1), 0.0)
        with psycopg.connect(evenings.address, autocommit=True) as stranger:
            stranger.execute("SELECT pg_notify(%s, %s)", [neighbours.CHANNEL, said])
            stranger.execute(
                "SELECT pg_notify(%s, %s)", [neighbours.CHANNEL, f"{said} {game} 99999 9"[-7_999:]]
            )
            appended(journal, game, "a2")
            stranger.execute("SELECT pg_notify(%s, %s)", [neighbours.CHANNEL, f"stranger {game}"])
        assert notifier.wait(game, Reached(1), LONG) == Reached(2)


def test_many_rings_are_few_messages_none_too_long(journal: Journal, evenings: Evenings) -> None:
    with closing(psycopg.connect(evenings.address, autocommit=True)) as stranger:
        stranger.execute(f"LISTEN {neighbours.CHANNEL}".encode())
        others = next_door(journal)
        games = [f"{number:08}" for number in range(1_200)]
        for game in games * 3:
            others.ring(game)
        others.listen(Notifier())
        heard: list[str] = []
        for notice in stranger.notifies(timeout=LONG):
            assert len(notice.payload) < 8_000
            heard += notice.payload.split()[1:]
            if len(heard) == len(games):
                break
        assert sorted(heard) == games


def test_a_write_itself_rings_nobody(journal: Journal, game: str, evenings: Evenings) -> None:
    """It would wait for all other writers at COMMIT."""
    with closing(psycopg.connect(evenings.address, autocommit=True)) as stranger:
        stranger.execute(f"LISTEN {neighbours.CHANNEL}".encode())
        appended(journal, game, "a2")
        stranger.execute("SELECT pg_notify(%s, 'last')", [neighbours.CHANNEL])
        assert next(stranger.notifies(timeout=LONG)).payload == "last"


# Phones


def holder(phone: str, role: str = BANK) -> Holder:
    """A phone with a role."""
    return Holder(role, phone, EVENING, EVENING, None)


def test_a_phone_that_one_process_heard_from_is_here_for_all(journal: Journal, place: str, game: str) -> None:
    with Journal(place) as other:
        here, there = (Attendance(10 * MINUTE, next_door(each)) for each in (journal, other))
        bank = [holder(ANN)]
        saw(here, game, ANN, 10 * MINUTE, asks=False)
        saw(there, game, BO, 10 * MINUTE + 1)
        assert there.of(game, bank) == {ANN: Heard(10 * MINUTE, asks=False)}
        saw(here, game, ANN, 11 * MINUTE)
        there.ask(game, 11 * MINUTE)
        assert there.of(game, bank) == {ANN: Heard(11 * MINUTE)}
        assert there.of("another", bank) == {ANN: Heard(10 * MINUTE)}


def saw(attendance: Attendance, game: str, phone: str, now: int, *, asks: bool = True) -> None:
    """A phone that is awake sent a request."""
    assert not attendance.seen(game, phone, now, asks=asks)


def test_a_page_that_asked_by_itself_will_do_so_again(game: str) -> None:
    here = Attendance(MINUTE)
    for asks, known in ((False, False), (True, True), (False, True)):
        saw(here, game, ANN, MINUTE, asks=asks)
        assert here.of(game, [holder(ANN)]) == {ANN: Heard(MINUTE, asks=known)}


def test_others_are_told_and_asked_now_and_then(journal: Journal, place: str, game: str) -> None:
    with Journal(place) as other:
        here = Attendance(MINUTE, next_door(journal))
        for second in range(5):
            saw(here, game, ANN, MINUTE + second * 1_000)
        assert next_door(other).heard(game) == {ANN: Heard(MINUTE)}
        next_door(other).keep_heard(game, ANN, Heard(1))
        assert next_door(other).heard(game) == {ANN: Heard(MINUTE)}


def test_others_are_told_at_once_that_a_phone_is_back(journal: Journal, game: str) -> None:
    here, back = Attendance(MINUTE, next_door(journal)), MINUTE + ASLEEP
    saw(here, game, ANN, MINUTE)
    assert here.seen(game, ANN, back, asks=True)
    assert next_door(journal).heard(game) == {ANN: Heard(back, since=back)}
    saw(here, game, ANN, back + 1)
    assert here.of(game, [holder(ANN)]) == {ANN: Heard(back + 1, since=back)}


def test_a_call_is_heard_by_another_process_once_a_phone_is_back(
    journal: Journal, place: str, game: str
) -> None:
    with told(place) as notifier:
        before = notifier.wait(game, Reached(1), 0.0)
        next_door(journal).listen(mine := Notifier())
        mine.pass_on = next_door(journal).ring
        next_door(journal).keep_heard(game, ANN, Heard(MINUTE, since=MINUTE))
        mine.call(game)
        assert notifier.wait(game, before, LONG) == Reached(1, woken=MINUTE)


def test_what_was_heard_goes_with_its_game(journal: Journal, game: str) -> None:
    next_door(journal).keep_heard(game, ANN, Heard(1))
    assert journal.prune(EVENING * 2) == (game,)
    assert next_door(journal).heard(game) == {}


def test_a_server_that_is_gone_makes_no_phone_silent(journal: Journal, game: str, evenings: Evenings) -> None:
    attendance = Attendance(MINUTE, next_door(journal))
    evenings.server.run("ALTER TABLE heard RENAME TO elsewhere", evenings.NAME)
    try:
        saw(attendance, game, ANN, MINUTE + 1)
        heard = attendance.of(game, [holder(ANN), holder(BO)])
        assert heard == {ANN: Heard(MINUTE + 1), BO: Heard(MINUTE)}
    finally:
        evenings.server.run("ALTER TABLE elsewhere RENAME TO heard", evenings.NAME)


# Tries


def test_tries_at_several_processes_are_counted_together(journal: Journal, place: str) -> None:
    with Journal(place) as other:

        def attempt(each: Neighbours) -> list[int]:
            return [each.add_try("codes", "192.0.2.1", 60.0)[1] for _ in range(5)]

        tried = at_once(*(lambda each=each: attempt(next_door(each)) for each in (journal, other) * 2))
        counts = [count for told in tried for count in told]  # type: ignore[attr-defined] # each is a list
        assert max(counts) == 20
        assert all(sum(count <= most for count in counts) <= most for most in range(21))
        made, tries = next_door(other).add_try("codes", "192.0.2.2", 60.0)
        assert tries == 1
        next_door(journal).drop_try(made)
        assert next_door(journal).first_try("codes", "192.0.2.2", 60.0) is None
        assert next_door(journal).add_try("tables", "192.0.2.1", 60.0)[1] == 1
        assert next_door(journal).add_try("codes", "192.0.2.1", 0.0)[1] == 0


def test_all_go_by_the_time_of_the_server(journal: Journal, place: str, evenings: Evenings) -> None:
    with Journal(place) as other:
        there = evenings.server.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")[0][0]
        assert abs(next_door(journal).now() - next_door(other).now()) < MINUTE
        assert abs(next_door(journal).now() - there) < MINUTE


def test_a_journal_that_is_closed_listens_no_more(place: str, evenings: Evenings) -> None:
    with told(place) as notifier:
        notifier.ring("22222222", Reached(1))
    until(lambda: not listens(evenings.address))
    with Journal(place) as journal:
        assert opened(journal).seq == 1
