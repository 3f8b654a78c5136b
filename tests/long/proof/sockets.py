"""Requests that are none: bytes changed, left out, doubled or broken off, under every server. Each is
answered in words or hung up on, nothing breaks, and whoever asks properly is served afterwards.
"""

import re
from collections.abc import Callable
from random import Random
from unittest.mock import patch

from companion.journal import Journal
from companion.machine.databases import DATABASE
from companion.registry import GAMES
from companion.tables import caught_up
from tests.cli.test_servers import SERVERS, Bank, running
from tests.long.proof.check import Check, Try, holds

STATUS = re.compile(rb"HTTP/1\.\d (\d{3})")
NOT_OURS = {"501", "505"}
"""A server's own: a transfer coding or a version of HTTP that it does not know."""
Change = Callable[[bytes, Random], bytes]


def fuzzed(once: Try) -> list[str]:
    """So many broken requests to each server."""
    return [line for server in SERVERS for line in _under(server, once)]


def fragile(once: Try) -> list[str]:
    """With a program that breaks at a header it does not expect."""
    *words, _ = SERVERS["gunicorn"]
    with patch.dict(SERVERS, {"gunicorn": (*words, "tests.long.proof.faults:breaks")}, clear=True):
        return fuzzed(once)


def _under(server: str, once: Try) -> list[str]:
    folder, dice = once.folder / server.replace(" ", "-"), once.dice(server)
    folder.mkdir()
    answers: dict[str, int] = {}
    with running(folder, server) as bank:
        for number in range(once.rounds):
            answer = bank.breaks_off(_request(bank, dice, number))
            found = STATUS.match(answer)
            status = found[1].decode() if found else "hung up"
            answers[status] = answers.get(status, 0) + 1
            holds(not status.startswith("5") or status in NOT_OURS, f"{server} answered {status}")
        holds(bank.send("GET", f"/g/{bank.game}")[0] == 200, f"{server} draws no board any more")
        game = bank.game
    with Journal(folder / DATABASE) as journal:
        entries = journal.log(game).entries()
        holds(bool(entries), "the table is gone")
        caught_up(GAMES, game, None, entries)
    told = ", ".join(f"{number} {status}" for status, number in sorted(answers.items()))
    return [f"{server}: {once.rounds:,} broken requests: {told}"]


def _request(bank: Bank, dice: Random, number: int) -> bytes:
    body = bank.payment(f"{number:022}"[-1]).encode()
    length = dice.choice((len(body), 0, len(body) - 1, len(body) + 1, -1, 10**12))
    announced = dice.choice((f"Content-Length: {length}", "Transfer-Encoding: chunked", "X-Nothing: here"))
    whole = bank.head(announced) + body
    for _ in range(dice.randint(1, 4)):
        whole = dice.choice(CHANGES)(whole, dice)
    return whole


def _without(data: bytes, dice: Random) -> bytes:
    first = dice.randrange(len(data) + 1)
    return data[:first] + data[first + dice.randint(1, 40) :]


def _twice(data: bytes, dice: Random) -> bytes:
    first = dice.randrange(len(data) + 1)
    return data[:first] + data[first : first + dice.randint(1, 200)] * dice.randint(2, 50) + data[first:]


def _other(data: bytes, dice: Random) -> bytes:
    first = dice.randrange(len(data) + 1)
    return data[:first] + dice.randbytes(dice.randint(1, 20)) + data[first + 1 :]


def _broken_off(data: bytes, dice: Random) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def _with(data: bytes, dice: Random) -> bytes:
    lines = data.split(b"\r\n")
    lines.insert(dice.randrange(len(lines) + 1), dice.choice(LINES))
    return b"\r\n".join(lines)


LINES = (
    *(b"Host: elsewhere.example", b"Content-Length: 7", b"Transfer-Encoding: gzip, chunked", b"\x00: \x00"),
    *(b"Cookie: " + b"a=b; " * 4_000, b" folded", b"Expect: 100-continue", b"Upgrade: h2c", b"X" * 70_000),
    *(b"Origin: null", "Näme: ü".encode(), b"GET / HTTP/1.1", b"PRI * HTTP/2.0", b"Range: bytes=0-"),
)
CHANGES: tuple[Change, ...] = (_without, _twice, _other, _broken_off, _with)

SOCKETS = (
    Check(
        "sockets",
        "Whatever bytes come, no server of the program breaks, and nothing is stored that was not asked for.",
        40,
        2_000,
        fuzzed,
        {"it breaks at an unknown header": fragile},
    ),
)
