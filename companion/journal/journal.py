"""The append-only log of every game, and what is kept beside it: who holds a game, its room, its timer.
It knows no rule and no page: a body is JSON text that it never reads. Times are milliseconds since 1970, UTC.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Self

from companion.chain import BEGINNING, linked
from companion.journal import glances, statements
from companion.journal.book import Book, Log, only, version_of
from companion.journal.codes import digest, letters, spoken
from companion.journal.measured import Meter, measured
from companion.journal.moving import Replay, copied
from companion.journal.neighbours import Neighbours
from companion.journal.room import Follows, HandedOver, RoomBook, hold, room_of
from companion.journal.schema import games, openings
from companion.journal.storage import Reads, Transaction, started_over
from companion.journal.store import store_at
from companion.machine.release import release
from companion.records import (
    BANK,
    CLOCK_SLACK,
    Copied,
    Entry,
    GameRecord,
    GameVersion,
    Handover,
    HeldGame,
    Holder,
    NewEntry,
    NewGlance,
    Notice,
    Reached,
    Room,
    Stop,
    Timer,
)

AT_ONCE = 100  # games that are removed in one write
GAME_LETTERS = 8
CODE_LETTERS = 6
HANDOVER_LIFE = 5 * 60 * 1000  # milliseconds


class UnknownGame(LookupError):  # noqa: N818 - its name says what happened
    """There is no game with this id."""


class Journal:
    """The journal in one file or, where its place is an address, on a server; created and migrated when it is
    opened. Any thread may use it. Everything here may raise StorageRefused; writes may raise Unconfirmed. A
    write waits `patience` seconds for its turn. A `meter` is told how the database does.
    """

    def __init__(self, place: Path | str, *, patience: float = 3.0, meter: Meter | None = None) -> None:
        self.place = place
        self._patience = patience
        self._store = measured(store_at(place, patience), meter)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    @property
    def where(self) -> str:
        """Where the database is, in words that may be printed."""
        return self._store.place

    @property
    def database(self) -> str:
        """The database's name and version."""
        return self._store.name

    @property
    def neighbours(self) -> Neighbours | None:
        """The other processes at the same server; None where this one has the journal to itself."""
        return self._store.neighbours

    def touch(self) -> None:
        """Read one row, so that a database that does not respond says why."""
        self._store.rows(statements.ANY_GAME)

    def free_bytes(self) -> int | None:
        """How much more the disk of the database takes; None where that cannot be known from here."""
        return self._store.free_bytes()

    def waits(self) -> tuple[int, float]:
        """How often somebody here had to wait for a connection so far, and how many seconds in all."""
        return self._store.waits()

    # Games

    @started_over
    def open_game(  # noqa: PLR0913 - the values of one row, each by its name
        self,
        *,
        token_hash: str,
        action_id: str,
        fingerprint: str,
        body: str,
        now: int,
        closed: bool = False,
        glance: str | None = None,
        follows: Follows | None = None,
    ) -> Entry:
        """A new game with its first entry, held by this device; the entry has its id. The same action from
        the same device finds the game it opened: compare the fingerprint. `closed` is for a game of one
        entry, `glance` what a list says of the game. A game that `follows` another is made once: later
        requests for it find the first.
        """
        new = NewEntry(action_id, fingerprint, body, now)
        opening = _rematch(follows.game) if follows else {"token_hash": token_hash, "action_id": action_id}
        before = (follows.game,) if follows else ()
        with self._store.writing(*before, opening=" ".join(opening.values())) as transaction:
            if found := only(Entry, transaction.rows(statements.OPENING_ENTRY, **opening)):
                return found
            game = _new_game(transaction, [new], closed_at=now if closed else None)
            transaction.run(statements.ADD[openings], [{**opening, "game": game}])
            hold(transaction.run, game, token_hash, now, BANK)
            if glance:
                glances.keep(transaction.run, [NewGlance(game, 1, glance)])
            if follows:
                follows.arrive(RoomBook(follows.game, transaction), RoomBook(game, transaction))
        return next(_numbered(game, [new]))

    @started_over
    def restore_game(self, lines: Sequence[NewEntry], *, closed_at: int | None = None) -> str:
        """Store a new game with all these entries, or nothing; its id. Nobody holds it: make a handover."""
        with self._store.writing() as transaction:
            return _new_game(transaction, lines, closed_at)

    def find_opening(self, token_hash: str, action_id: str) -> Entry | None:
        """The first entry of the game that this action from this device opened."""
        rows = self._store.rows(statements.OPENING_ENTRY, token_hash=token_hash, action_id=action_id)
        return only(Entry, rows)

    def rematch_of(self, game: str) -> str | None:
        """The game that follows a game."""
        found = only(Entry, self._store.rows(statements.OPENING_ENTRY, **_rematch(game)))
        return found.game if found else None

    def games(self) -> tuple[GameRecord, ...]:
        """All games, the newest first."""
        return tuple(GameRecord(*row) for row in self._store.rows(statements.ALL_GAMES))

    def game(self, game: str) -> GameRecord | None:
        """One game, or None."""
        return only(GameRecord, self._store.rows(statements.GAME_RECORD, game=game))

    def games_held_by(self, token_hash: str) -> tuple[HeldGame, ...]:
        """The games in which a device has a role, the newest first."""
        return glances.games_held_by(token_hash, self._store.rows)

    @started_over
    def keep_glances(self, made: Sequence[NewGlance]) -> None:
        """Keep what a list says of these games, all of it or nothing."""
        with self._store.writing(*(glance.game for glance in made)) as transaction:
            glances.keep(transaction.run, made)

    # The log

    def log(self, game: str) -> Log:
        """One game's entries; nothing is read until it is asked for."""
        return Log(game, self._store.rows)

    @contextmanager
    def writing(self, game: str) -> Iterator[Book]:
        """The book of one game, to read, decide and append in one transaction: committed when the block ends,
        rolled back when it raises. One write at a time, so keep it short and never nest another. Whoever
        calls it is `started_over`.
        """
        with self._store.writing(game) as transaction:
            begun = version_of(game, transaction.rows(statements.VERSION, game=game))
            if begun is None:
                raise UnknownGame(game)
            yield Book(game, begun, transaction)

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries after number `after`, in order; none for a game that does not exist."""
        return self.log(game).entries(after)

    def last_seq(self, game: str) -> int:
        """The number of the latest entry, 0 if there is none."""
        return self.log(game).last_seq()

    def find(self, game: str, action_id: str) -> Entry | None:
        """The entry that an action was stored as: what to ask after Unconfirmed."""
        return self.log(game).find(action_id)

    # Who holds a game

    def is_held_by(self, game: str, token_hash: str, role: str = BANK) -> bool:
        """Whether a device has a role in a game."""
        return self.log(game).is_held_by(token_hash, role)

    def roles(self, game: str, token_hash: str) -> tuple[Holder, ...]:
        """The roles of one phone in a game."""
        rows = self._store.rows(statements.ROLES_OF, game=game, token_hash=token_hash)
        return tuple(Holder(*row) for row in rows)

    def holders(self, game: str) -> tuple[Holder, ...]:
        """Every phone with a role in a game."""
        return tuple(Holder(*row) for row in self._store.rows(statements.HOLDERS, game=game))

    @started_over
    def make_handover(self, game: str, *, now: int, life: int = HANDOVER_LIFE) -> Handover:
        """New words that carry the bank to another phone for `life` milliseconds; earlier ones are void."""
        with self.writing(game) as book:
            return book.room.hand_over(BANK, expires_at=now + life, length=CODE_LETTERS, now=now)

    @started_over
    def redeem(
        self, words: str, *, token_hash: str, now: int, tell: Callable[[RoomBook, str], None] | None = None
    ) -> tuple[str, str] | None:
        """Give a role to this device; its game and the role. None if the words are unknown, used or expired,
        or were made later than now: a date that was ahead is put right, and would keep them valid.
        For the device that used them they give the same result again, since it asks once more if the response
        was lost. The short ones may come in lower case, with hyphens or spaces. `tell` writes in the same
        transaction, before the role moves.
        """
        typed = {"secret_hash": digest(words), "code_hash": digest(spoken(words))}
        when = {"now": now, "made_by": now + CLOCK_SLACK}
        known = only(HandedOver, self._store.rows(statements.HANDOVER, **typed, **when))
        if known is None:
            return None
        with self._store.writing(known.game) as transaction:
            found = only(HandedOver, transaction.rows(statements.HANDOVER, **typed, **when))
            if found is None:  # void since
                return None
            if found.used:
                # Any other change of a role voids its words, so the phone that has it now is the one that
                # used them.
                whose = {"game": found.game, "role": found.role, "token_hash": token_hash}
                return (found.game, found.role) if transaction.rows(statements.HELD, **whose) else None
            room = RoomBook(found.game, transaction)
            if tell is not None:
                tell(room, found.role)
            room.hold(found.role, token_hash, now)
            room.keep_used(found)
        return found.game, found.role

    # The room

    @started_over
    def change_rooms(self, games: Sequence[str], change: Callable[[RoomBook], None]) -> None:
        """Change the rooms of several games in one write."""
        with self._store.writing(*games) as transaction:
            for game in games:
                change(RoomBook(game, transaction))

    def room(self, game: str) -> Room:
        """What everybody may know of a game beside its log."""
        return room_of(game, self._store.rows(statements.ROOM, game=game))

    def behind(self, words: str, now: int, longest: int) -> str | None:
        """The game whose open door these words belong to. One that would be open for `longest` and more was
        opened while the date was ahead, and is shut.
        """
        typed = {"secret": words, "code": spoken(words)}
        rows = self._store.rows(statements.BEHIND, **typed, now=now, longest=now + longest + CLOCK_SLACK)
        return str(rows[0][0]) if rows else None

    def version(self, game: str) -> GameVersion | None:
        """How far a game has come; None if there is no game with this id."""
        return self.log(game).version()

    def reached(self, game: str) -> Reached:
        """How far everything public has come: entries and changes of the room alike."""
        return self.log(game).reached()

    def notices(self, game: str) -> tuple[Notice, ...]:
        """Who came and went, in order."""
        return tuple(Notice(*row) for row in self._store.rows(statements.NOTICES, game=game))

    def notes(self, game: str, seat: int) -> dict[int, str]:
        """What a player noted alone, by round."""
        return {int(row[0]): str(row[1]) for row in self._store.rows(statements.NOTES, game=game, seat=seat)}

    # Beside the log

    def timer(self, game: str) -> Timer | None:
        """The clock of a game, None if it was never set."""
        return only(Timer, self._store.rows(statements.TIMER, game=game))

    # Care

    def backup(self, target: Path) -> None:
        """A verified, durable snapshot, while others may write. FileExistsError if the target exists."""
        self._store.backup(target)

    def copy(self, place: Path | str, replay: Replay) -> Copied:
        """All that is here at this moment, put into an empty database while others may write here; every game
        of it is told to `replay` before it is committed. TargetTrouble if that database cannot be filled.
        """
        return copied(self._store, place, self._patience, replay)

    def untouched(self, before: int) -> Iterator[GameRecord]:
        """The games at which nobody was since that moment: nothing recorded, no phone there or let in."""
        after = ""
        while found := _untouched(self._store.rows, before, after):
            yield from found
            after = found[-1].id

    def prune(self, before: int) -> tuple[str, ...]:
        """Remove those games with all that belongs to them; their ids. A few in each write, so that a table
        that is under way waits no longer than that.
        """
        removed: list[str] = []
        after = ""
        while found := _untouched(self._store.rows, before, after):
            removed += self._remove(found, before, after)
            after = found[-1].id
        self._store.forget(removed)
        return tuple(removed)

    @started_over
    def _remove(self, found: Sequence[GameRecord], before: int, after: str) -> list[str]:
        """Whoever came to one of them since it was found keeps it."""
        with self._store.writing(*(game.id for game in found)) as transaction:
            still = [game.id for game in _untouched(transaction.rows, before, after) if game in found]
            for statement in statements.LEAVE:
                transaction.run(statement, [{"game": game} for game in still])
        return still

    def stops(self) -> tuple[Stop, ...]:
        """The games at which a law did not hold in this release."""
        return tuple(Stop(*row) for row in self._store.rows(statements.STOPS, release=release()))

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return self._store.missing()

    def problems(self) -> tuple[str, ...]:
        """What needs fixing, a sentence each; empty when all is well."""
        return tuple(self._store.problems())


def _untouched(rows: Reads, before: int, after: str) -> list[GameRecord]:
    found = rows(statements.UNTOUCHED, before=before, after=after, most=AT_ONCE)
    return [GameRecord(*row) for row in found]


def _rematch(game: str) -> dict[str, str]:
    """The name under which a game's rematch is opened: no device's token hash looks like it."""
    return {"token_hash": digest(f"rematch of {game}"), "action_id": "rematch"}


def _numbered(game: str, lines: Iterable[NewEntry]) -> Iterator[Entry]:
    """The entries of a game that begins with these lines, numbered and chained."""
    chain = BEGINNING
    for seq, new in enumerate(lines, 1):
        entry = Entry(game, seq, new.action_id, new.fingerprint, new.recorded_at, new.body)
        chain = linked(chain, entry)
        yield replace(entry, chain=chain)


def _new_game(transaction: Transaction, lines: Sequence[NewEntry], closed_at: int | None) -> str:
    game = letters(GAME_LETTERS)
    while transaction.rows(statements.GAME_RECORD, game=game):
        game = letters(GAME_LETTERS)
    transaction.run(statements.ADD[games], [asdict(GameRecord(game, lines[0].recorded_at, closed_at))])
    transaction.add(list(_numbered(game, lines)))
    return game
