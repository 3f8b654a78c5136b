"""What the processes at one database server tell each other: each passes on what only it has seen. No evening
depends on it, so its tables may be empty after the server was killed.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from secrets import token_hex
from typing import Any, Protocol

from sqlalchemy import TextClause, text

from companion.journal.trouble import StorageTrouble
from companion.records import GONE, Heard, Reached

CHANNEL = "counting_house"
GATHERED = 0.02  # seconds in which rings are gathered: each message waits for those of all other writers
NAMES = 500  # games in a message, which may have 8,000 bytes
CHECKED = 5.0  # seconds after which a lost ring is noticed
PATIENCE = 0.5  # seconds until a close is noticed, or that a server is back

TABLES = {
    "heard": """game text, token_hash text, last bigint, asks boolean, since bigint,
    PRIMARY KEY (game, token_hash)""",
    "tries": "id text PRIMARY KEY, name text, address text, made_at bigint",
}
"""Made as unlogged tables, so that they cost a writer next to nothing."""

NOTIFY = text("SELECT pg_notify(:channel, :said)")
REACHED = text(
    """SELECT id, (SELECT coalesce(max(seq), 0) FROM entries WHERE game = id), coalesce(rooms.version, 0),
        (SELECT coalesce(max(since), 0) FROM heard WHERE game = id)
    FROM games LEFT JOIN rooms ON rooms.game = id WHERE id = ANY (:games)
    UNION ALL SELECT game, 0, :gone, 0 FROM gone WHERE game = ANY (:games)"""
)
HEARD = text("SELECT token_hash, last, asks, since FROM heard WHERE game = :game")
KEEP_HEARD = text(
    """INSERT INTO heard AS kept VALUES (:game, :token_hash, :last, :asks, :since)
    ON CONFLICT (game, token_hash)
    DO UPDATE SET last = excluded.last, asks = excluded.asks, since = excluded.since
    WHERE kept.last < excluded.last RETURNING game"""
)
FORGET_HEARD = text("DELETE FROM heard WHERE game = ANY (:games) RETURNING game")
TRY = text("INSERT INTO tries VALUES (:id, :name, :address, :now) ON CONFLICT DO NOTHING RETURNING id")
TRIES = text(
    "SELECT count(*), min(made_at) FROM tries WHERE name = :name AND address = :address AND made_at > :after"
)
DROP_TRY = text("DELETE FROM tries WHERE id = :id RETURNING id")
DROP_TRIES = text(
    """DELETE FROM tries WHERE id IN
    (SELECT id FROM tries WHERE name = :name AND made_at <= :after FOR UPDATE SKIP LOCKED) RETURNING id"""
)

Listening = Callable[[str], AbstractContextManager[Callable[[float], Iterable[str]]]]
"""Opens a channel; what it yields waits so many seconds for messages and returns once any has come."""


class Hears(Protocol):
    """What is told of the neighbours' changes: the notifier."""

    def listened(self) -> Collection[str]:
        """The games that somebody here waits for."""

    def concerned(self, games: Iterable[str]) -> Collection[str]:
        """Those of these games that somebody here waits for or has waited for."""

    def hear(self, game: str, reached: Reached) -> None:
        """Take note of how far a game has come."""


class Neighbours:
    """What one process tells the others and hears from them. `now` is the server's time, used by all."""

    def __init__(
        self,
        rows: Callable[[TextClause, Mapping[str, object]], Sequence[tuple[Any, ...]]],
        listening: Listening,
        now: Callable[[], int],
    ) -> None:
        self.now = now
        self._read = rows
        self._listening = listening
        self._me = token_hex(8)
        self._lock = threading.Lock()
        self._rung: set[str] = set()
        self._any_rung = threading.Event()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []

    def close(self) -> None:
        """Stop telling and listening."""
        self._closed.set()
        self._any_rung.set()
        if self._threads:
            with suppress(StorageTrouble):  # otherwise the listening thread notices by itself
                self._rows(NOTIFY, channel=CHANNEL, said=self._me)
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _rows(self, statement: TextClause, **values: object) -> Sequence[tuple[Any, ...]]:
        return self._read(statement, values)

    # The notifier

    def listen(self, notifier: Hears) -> None:
        """Start telling the notifier what others have rung, and the others what is rung here."""
        for work in (self._pass_on, lambda: self._hear(notifier)):
            thread = threading.Thread(target=work, name="neighbours", daemon=True)
            thread.start()
            self._threads.append(thread)

    def ring(self, game: str) -> None:
        """Tell the others in a moment that a game has moved; never within a write, which would then wait."""
        with self._lock:
            self._rung.add(game)
        self._any_rung.set()

    def _pass_on(self) -> None:
        while self._any_rung.wait():
            self._any_rung.clear()  # before the check for the end: a close after that check sets it again
            if self._closed.wait(GATHERED):
                return
            with self._lock:
                rung, self._rung = list(self._rung), set()
            with suppress(StorageTrouble):  # the others look for themselves
                for first in range(0, len(rung), NAMES):
                    said = " ".join([self._me, *rung[first : first + NAMES]])
                    self._rows(NOTIFY, channel=CHANNEL, said=said)

    def _hear(self, notifier: Hears) -> None:
        while not self._closed.is_set():
            with suppress(StorageTrouble), self._listening(CHANNEL) as heard:
                self._tell(notifier, notifier.listened())
                self._follow(notifier, heard)
            self._closed.wait(PATIENCE)

    def _follow(self, notifier: Hears, heard: Callable[[float], Iterable[str]]) -> None:
        checked = time.monotonic()
        while not self._closed.is_set():
            rung: set[str] = set()
            for said in heard(PATIENCE):
                who, *games = said.split()[: NAMES + 1] or [self._me]
                rung.update(games if who != self._me else ())
            self._tell(notifier, notifier.concerned(rung))
            if time.monotonic() >= checked + CHECKED:
                self._tell(notifier, notifier.listened())
                checked = time.monotonic()

    def _tell(self, notifier: Hears, games: Collection[str]) -> None:
        """Tell the notifier how far these games are in the journal: a message only names a game."""
        if games:
            for game, seq, version, woken in self._rows(REACHED, games=list(games), gone=GONE.room):
                notifier.hear(game, Reached(seq + version, version, woken))

    # When a phone was last heard from

    def heard(self, game: str) -> Mapping[str, Heard]:
        """When each phone of a game was last heard from, by any process; empty if the server is silent."""
        with suppress(StorageTrouble):
            return {phone: Heard(*heard) for phone, *heard in self._rows(HEARD, game=game)}
        return {}

    def keep_heard(self, game: str, token_hash: str, heard: Heard) -> None:
        """Tell the others that a phone was heard from."""
        with suppress(StorageTrouble):
            self._rows(KEEP_HEARD, game=game, token_hash=token_hash, **asdict(heard))

    def forget(self, games: Collection[str]) -> None:
        """Forget the phones of games that have been deleted."""
        with suppress(StorageTrouble):
            self._rows(FORGET_HEARD, games=list(games))

    # How often an address has tried

    def add_try(self, name: str, address: str, seconds: float) -> tuple[str, int]:
        """Count an address's try at `name`; return its id, and how many there are within `seconds`."""
        now, made = self.now(), token_hex(8)
        after = now - int(seconds * 1000)
        self._rows(DROP_TRIES, name=name, after=after)
        self._rows(TRY, id=made, name=name, address=address, now=now)
        return made, int(self._rows(TRIES, name=name, address=address, after=after)[0][0])

    def drop_try(self, made: str) -> None:
        """Take this try back: it does not count."""
        self._rows(DROP_TRY, id=made)

    def first_try(self, name: str, address: str, seconds: float) -> float | None:
        """How many seconds ago the address made the first of these tries; None if there is none."""
        now = self.now()
        made_at = self._rows(TRIES, name=name, address=address, after=now - int(seconds * 1000))[0][1]
        return None if made_at is None else (now - made_at) / 1000
