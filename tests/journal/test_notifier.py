"""The notifier wakes those who wait for a game, says how far it is, and keeps nothing for those who leave."""

import threading
import time
from collections.abc import Callable

from companion.notifier import REMEMBERED, Notifier
from companion.records import Reached

LONG = 30.0  # seconds; no test waits that long


def started(work: Callable[[], None]) -> threading.Thread:
    """Run it in a thread of its own."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def wait_for_listeners(notifier: Notifier, number: int) -> None:
    """Wait until they are all at the notifier."""
    while notifier.listeners() < number:
        time.sleep(0.001)


def test_a_ring_wakes_everybody_who_waits_for_the_game() -> None:
    notifier = Notifier()
    heard: list[Reached] = []
    threads = [started(lambda: heard.append(notifier.wait("game", Reached(4), LONG))) for _ in range(5)]
    wait_for_listeners(notifier, 5)
    notifier.ring("game", Reached(5))
    for thread in threads:
        thread.join(LONG)
    assert heard == [Reached(5)] * 5
    assert notifier.listeners() == 0


def test_a_ring_that_came_before_the_wait_is_heard() -> None:
    notifier = Notifier()
    notifier.ring("game", Reached(7))
    assert notifier.wait("game", Reached(6), LONG) == Reached(7)
    assert notifier.wait("game", Reached(0), LONG) == Reached(7)


def test_nothing_new_ends_with_the_time() -> None:
    notifier = Notifier()
    notifier.ring("game", Reached(7))
    assert notifier.wait("game", Reached(7), 0.01) == Reached(7)
    assert notifier.wait("game", Reached(9), 0.0) == Reached(9)
    assert notifier.wait("other", Reached(0), 0.0) == Reached(0)
    assert notifier.listeners() == 0
    assert not notifier._waiting  # noqa: SLF001 - a leak shows nowhere else


def test_a_ring_of_another_game_or_an_older_entry_wakes_nobody() -> None:
    notifier = Notifier()
    heard: list[Reached] = []
    thread = started(lambda: heard.append(notifier.wait("game", Reached(4), LONG)))
    wait_for_listeners(notifier, 1)
    notifier.ring("other", Reached(9))
    notifier.ring("game", Reached(4))
    notifier.ring("game", Reached(3))
    assert not heard
    notifier.ring("game", Reached(6))
    thread.join(LONG)
    assert heard == [Reached(6)]


def test_a_late_ring_does_not_turn_the_number_back() -> None:
    notifier = Notifier()
    notifier.ring("game", Reached(9))
    notifier.ring("game", Reached(8))
    assert notifier.wait("game", Reached(0), LONG) == Reached(9)


def test_a_ring_says_how_often_the_room_changed_too() -> None:
    notifier = Notifier()
    notifier.ring("game", Reached(9, 3))
    notifier.ring("game", Reached(8, 2))
    assert notifier.wait("game", Reached(0), LONG) == Reached(9, 3)
    assert notifier.wait("game", Reached(9, 4), 0.0) == Reached(9, 4)


def test_a_notifier_forgets_the_game_that_rang_longest_ago() -> None:
    notifier = Notifier()
    for number in range(REMEMBERED + 1):
        notifier.ring(f"game {number}", Reached(5))
    assert notifier.wait("game 1", Reached(0), 0.0) == Reached(5)
    assert notifier.wait("game 0", Reached(0), 0.0) == Reached(0)


def test_a_waiter_may_be_woken_to_look_again() -> None:
    notifier = Notifier()
    heard: list[Reached] = []
    thread = started(lambda: heard.append(notifier.wait("game", Reached(4), LONG)))
    wait_for_listeners(notifier, 1)
    notifier.wake("other")
    assert notifier.listeners() == 1
    notifier.wake("game")
    thread.join(LONG)
    (woken,) = heard
    assert (woken.stamp, woken.room) == (4, 0)
    assert notifier.wait("game", woken, 0.0) == woken


def test_whoever_was_on_the_way_to_the_notifier_is_woken_too() -> None:
    notifier = Notifier()
    before = notifier.wait("game", Reached(4), 0.0)
    notifier.wake("game")
    assert notifier.wait("game", before, LONG) != before


def test_all_processes_are_woken_where_there_are_several() -> None:
    notifier, told = Notifier(), list[str]()
    notifier.pass_on = told.append
    notifier.wake("game")
    assert not told
    notifier.call("game")
    assert told == ["game"]


def test_nobody_waits_at_a_notifier_that_is_closed() -> None:
    notifier = Notifier()
    heard: list[Reached] = []
    threads = [started(lambda: heard.append(notifier.wait("one", Reached(4), LONG)))]
    threads += [started(lambda: heard.append(notifier.wait("other", Reached(4), LONG)))]
    wait_for_listeners(notifier, 2)
    notifier.close()
    for thread in threads:
        thread.join(LONG)
    assert heard == [Reached(4), Reached(4)]
    assert notifier.closed
    assert notifier.wait("one", Reached(4), LONG) == Reached(4)
