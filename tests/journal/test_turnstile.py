"""Who waits for a connection gets one, however busy the others are."""

import threading

from companion.journal.turnstile import Turnstile

LONG = 30.0  # seconds; nothing here takes that long


def waiting(turnstile: Turnstile, order: list[str], name: str) -> threading.Thread:
    """Somebody who has come to wait, and leaves at once."""
    before = len(turnstile._waiting)  # noqa: SLF001 - else nobody could know that they wait

    def come() -> None:
        assert turnstile.enter(LONG)
        order.append(name)
        turnstile.leave()

    thread = threading.Thread(target=come)
    thread.start()
    while len(turnstile._waiting) == before:  # noqa: SLF001
        pass
    return thread


def test_who_comes_back_at_once_is_behind_those_who_wait() -> None:
    turnstile, order = Turnstile(1), list[str]()
    assert turnstile.enter(LONG)
    threads = [waiting(turnstile, order, name) for name in ("Ann", "Bo", "Cleo")]
    turnstile.leave()
    assert turnstile.enter(LONG)
    assert order == ["Ann", "Bo", "Cleo"]
    turnstile.leave()
    for thread in threads:
        thread.join()


def test_who_waited_too_long_takes_nobody_s_place() -> None:
    turnstile = Turnstile(2)
    assert turnstile.enter(LONG)
    assert turnstile.enter(LONG)
    assert not turnstile.enter(0.01)
    turnstile.leave()
    assert turnstile.enter(0.0)
    assert not turnstile.enter(0.0)


def test_it_knows_how_often_and_how_long_somebody_waited() -> None:
    turnstile, order = Turnstile(1), list[str]()
    assert turnstile.enter(LONG)
    assert (turnstile.waits, turnstile.waited) == (0, 0.0)
    threads = [waiting(turnstile, order, name) for name in ("Ann", "Bo")]
    turnstile.leave()
    for thread in threads:
        thread.join()
    assert turnstile.waits == len(threads)
    assert turnstile.enter(LONG)
    assert not turnstile.enter(0.01)
    assert turnstile.waits == len(threads) + 1
    assert turnstile.waited >= 0.01
