"""One game's log: read as it is, or within one write."""

from dataclasses import asdict, replace
from typing import TypeVar

from companion.chain import linked
from companion.journal import glances, statements
from companion.journal.room import RoomBook, room_of
from companion.journal.schema import stops
from companion.journal.storage import Reads, Rows, Transaction
from companion.machine.release import release
from companion.records import BANK, Company, Entry, GameVersion, NewGlance, Reached, Stop

Kind = TypeVar("Kind")


class Log:
    """One game's entries, for reading."""

    def __init__(self, game: str, rows: Reads) -> None:
        self.game = game
        self._rows = rows

    def entries(self, after: int = 0) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; none for a game that does not exist."""
        return tuple(Entry(*row) for row in self._rows(statements.ENTRIES_AFTER, game=self.game, after=after))

    def last_seq(self) -> int:
        """The number of the latest entry, 0 if there is none."""
        return int(self._rows(statements.LAST_SEQ, game=self.game)[0][0])

    def find(self, action_id: str) -> Entry | None:
        """The entry that an action was stored as. Compare its fingerprint with that of the action at hand."""
        return only(Entry, self._rows(statements.ENTRY_OF, game=self.game, action_id=action_id))

    def version(self) -> GameVersion | None:
        """How far the game has come; None if there is no game with this id."""
        return version_of(self.game, self._rows(statements.VERSION, game=self.game))

    def reached(self) -> Reached:
        """How far everything public has come: entries and changes of the room alike."""
        version = self.version()
        return version.reached if version else Reached()

    def is_held_by(self, token_hash: str, role: str = BANK) -> bool:
        """Whether a device has a role in this game."""
        return bool(self._rows(statements.HELD, game=self.game, token_hash=token_hash, role=role))


class Book(Log):
    """One game within one write: what is read here stays true until the write ends. `begun` is how far the
    game had come before it.
    """

    def __init__(self, game: str, begun: GameVersion, transaction: Transaction) -> None:
        super().__init__(game, transaction.rows)
        self.begun = begun
        self._last, self._chain = begun.seq, begun.chain
        self._run, self._add = transaction.run, transaction.add
        self.room = RoomBook(game, transaction, begun.room)

    def reached(self) -> Reached:
        """How far everything public has come, with what this write has changed so far."""
        return GameVersion(self._last, self.room.room()).reached

    def company(self) -> Company:
        """Who is there now, and how far the game had come before this write."""
        return Company(self.begun, self.room.holders())

    def append(self, *, action_id: str, fingerprint: str, body: str, now: int) -> Entry:
        """Add the next entry. Reusing an action id is the caller's mistake: find() it first."""
        entry = Entry(self.game, self._last + 1, action_id, fingerprint, now, body)
        entry = replace(entry, chain=linked(self._chain, entry))
        self._add([entry])
        self._last, self._chain = entry.seq, entry.chain
        return entry

    def keep_glance(self, body: str) -> None:
        """Keep what a list says of the game after its latest entry."""
        glances.keep(self._run, [NewGlance(self.game, self._last, body)])

    def stop(self, stop: Stop) -> None:
        """Take no more entries, and keep why; all phones hear of it."""
        self._run(statements.DROP_STOP, [{"game": self.game}])
        self._run(statements.ADD[stops], [asdict(stop)])
        self.room.change()

    def close(self, now: int) -> None:
        """Mark the game as finished."""
        self._run(statements.CLOSE_GAME, [{"game": self.game, "now": now}])

    def reopen(self) -> None:
        """Mark the game as being played again."""
        self._run(statements.CLOSE_GAME, [{"game": self.game, "now": None}])


def only(kind: type[Kind], rows: Rows) -> Kind | None:
    """The first of these rows as a record; None if there is none."""
    return kind(*rows[0]) if rows else None


def version_of(game: str, rows: Rows) -> GameVersion | None:
    """How far a game has come; None without its row."""
    if not rows:
        return None
    seq, chain, stopped_in, *room = rows[0]
    stored = room_of(game, [tuple(room)] if room[0] is not None else [])
    return GameVersion(seq, stored, chain, stopped=stopped_in == release())
