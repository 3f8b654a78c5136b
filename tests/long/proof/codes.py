"""Codes that are guessed: few are looked at, none tells a wrong one from a shut door, nobody else waits."""

import math
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from random import Random
from urllib.parse import quote

from companion.journal import Journal
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.service import Service
from tests.bench.evenings import Evening
from tests.bench.evenings import opened as open_evening
from tests.bench.wire import Answer, Caller
from tests.cluster import cluster
from tests.long.proof.check import Check, Try, holds
from tests.long.proof.house import APP, House, on_a_server, opened

MOST = 10  # wrong codes of an address that are looked at within a minute
MINUTE = 60.0  # seconds
GUESSERS = 8
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
MALFORMED = ("A", "ABC-DE", "ABCDEFG", "0O1IL0", "ÀÉÎÔÛŸ", "......")


def guessed(once: Try, app: str = APP) -> list[str]:
    """One address tries codes at two processes that share a database."""
    with cluster("log_min_messages=panic") as server:
        database = server.new("evenings")
        shut, right = _doors(database)
        house = on_a_server(once.folder, database, app, COMPANION_PROXIES="1")
        with opened(house):
            began = time.monotonic()
            with ThreadPoolExecutor(GUESSERS) as threads:
                tries = partial(_guesses, house, once, shut)
                answers = [answer for found in threads.map(tries, range(GUESSERS)) for answer in found]
            took = time.monotonic() - began
            _judge(answers, took)
            with Caller(house.ports[0], "") as caller:
                other = caller.get(f"/j/{right}", **{"X-Forwarded-For": "192.0.2.7"})
        holds(other.status == HTTPStatus.OK, f"somebody else with the right code got {other.status}")
    statuses = Counter(answer.status for answer in answers)
    return [
        f"{len(answers):,} wrong codes in {took:.0f} s: {statuses[404]} looked at, the others told to wait",
        "one answer for unknown, shut and malformed ones; the right one lets somebody else in",
    ]


def _doors(database: str) -> tuple[str, str]:
    """The code of a door that was shut again, and of one that is open."""
    with Journal(database) as journal:
        notifier = Notifier()
        service, membership = Service(GAMES, journal, notifier), Membership(journal, notifier)
        codes = []
        for _ in range(2):
            evening: Evening = open_evening(service, membership, 1)
            membership.open_door(evening.game)
            door = membership.look(evening.game).door
            codes.append(door.code if door else "")
            if len(codes) == 1:
                membership.shut_door(evening.game)
    shut, right = codes
    return shut, right


def _guesses(house: House, once: Try, shut: str, number: int) -> list[Answer]:
    dice = once.dice(f"guesser {number}")
    caller = Caller(house.ports[number % 2], "")
    answers = [
        caller.get(f"/j/{quote(code)}")
        for code in (_code(dice, shut) for _ in range(once.rounds // GUESSERS))
    ]
    caller.close()
    return answers


def _code(dice: Random, shut: str) -> str:
    throw = dice.random()
    if throw < 0.1:
        return shut
    return dice.choice(MALFORMED) if throw < 0.2 else "".join(dice.choices(LETTERS, k=6))


def _judge(answers: list[Answer], took: float) -> None:
    looked_at = [answer for answer in answers if answer.status == HTTPStatus.NOT_FOUND]
    most = MOST * math.ceil(took / MINUTE + 1)
    holds(len(looked_at) <= most, f"{len(looked_at):,} codes were looked at in {took:.0f} s, {most} at most")
    rest = {answer.status for answer in answers} - {HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS}
    holds(not rest, f"answers of {rest}")
    holds(len({_plain(answer) for answer in looked_at}) <= 1, "a wrong code is told from another one")


def _plain(answer: Answer) -> str:
    """A page without its tokens and what was typed."""
    return re.sub(r'value="[^"]*"', "", answer.text)


CODES = (
    Check(
        "codes",
        "A stranger who guesses codes sees ten a minute looked at, by all processes together.",
        800,
        100_000,
        guessed,
        {"no limit": partial(guessed, app="tests.long.proof.unlimited:app")},
        planted_rounds=400,
    ),
)
