"""The append-only log of every game, and what is kept beside it: who holds a game, its room, its timer.
It knows no rule and no page: a body is JSON text that it never reads. Times are milliseconds since 1970, UTC.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol, Self

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Select,
    and_,
    exists,
    func,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from companion import records
from companion.journal import migrations
from companion.journal.book import (
    IDS,
    LATEST,
    OF_HOLDER,
    VISIT,
    Book,
    Follows,
    Log,
    add_entries,
    chained,
    digest,
    letters,
    spoken,
    unused,
)
from companion.journal.groups import Groups, known_by, new_group
from companion.journal.schema import (
    entries,
    games,
    gone,
    groups,
    handovers,
    holders,
    kept,
    notices,
    openings,
    rooms,
    stops,
    summaries,
    told,
    visits,
)
from companion.journal.sqlite import SqliteStore
from companion.journal.storage import Reader, Rows, Store, Write
from companion.journal.trouble import StartOver, StorageRefused, started_over
from companion.machine.release import release
from companion.records import UnknownGame

AT_ONCE = 100  # games that are deleted in one write
GAME_LETTERS = 8

# Moments that show that somebody played, or was at a table.
PLAYED = (entries.c.recorded_at,)
TOUCHES = (
    *PLAYED,
    visits.c.seen_at,
    holders.c.held_since,
    handovers.c.expires_at,
    rooms.c.open_until,
    notices.c.recorded_at,
)


def store_at(
    place: Path | str, patience: float, prepare: Callable[[Connection], str] = migrations.upgrade
) -> Store:
    """Open the file at this path, or the server at this address. `prepare` brings its tables to the newest
    revision and returns that, all in one write.
    """
    if isinstance(place, Path):
        return SqliteStore(place, prepare, patience)
    try:
        from companion.journal.postgres import PostgresStore  # noqa: PLC0415 - its driver is an extra
    except ImportError as missing:
        raise StorageRefused("unsuited", f"{missing}: pip install 'counting-house[postgres]'") from missing
    return PostgresStore(place, prepare, patience)


class Meter(Protocol):
    """What measures the journal."""

    def took(self, kind: str, seconds: float) -> None:
        """Record how long a `read` (one statement) or a `write` (with the wait for its turn) took."""

    def stored(self) -> None:
        """Count a write that added to a log."""


class Journal(Reader):
    """The journal in one file or, where its place is an address, on a server; created and migrated when it is
    opened. Any thread may use it. Everything here may raise StorageRefused; writes may raise Unconfirmed. A
    write waits `patience` seconds for its turn. A `meter` times reads and writes. Ask its `store` about the
    database itself. Once it is `sealed`, every write is refused.
    """

    sealed = False

    def __init__(self, place: Path | str, *, patience: float = 3.0, meter: Meter | None = None) -> None:
        self.place = place
        self._meter = meter
        self.store = store_at(place, patience)
        self.groups = Groups(self, self._writing)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def touch(self) -> str:
        """The database's name and version, once it has responded; one that does not raises StorageRefused."""
        self.rows(select(games.c.id).limit(1))
        return self.store.name

    def rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of a reading statement, as they are stored."""
        with self._timed("read"):
            return self.store.rows(statement, values)

    @contextmanager
    def _writing(self, *several: str) -> Iterator[Write]:
        """One write in these games."""
        if self.sealed:
            raise StorageRefused("read_only")
        with self._timed("write"), self.store.writing(*several) as write:
            yield write
        if self._meter and write.added:
            self._meter.stored()

    @contextmanager
    def _timed(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            if self._meter:
                self._meter.took(kind, time.perf_counter() - began)

    # Games

    @started_over
    def open_game(
        self,
        by: records.Tap | None,
        *lines: records.NewEntry,
        closed_at: int | None = None,
        summary: str | None = None,
        follows: Follows | None = None,
    ) -> records.Entry:
        """Store a new game with all these entries, or nothing, and return the first one, which has the game's
        id. The device of this tap holds it, and the same tap returns the game that it opened before: compare
        the fingerprint. Without a tap nobody holds it: make a handover. `summary` is what lists show of it. A
        game that `follows` another is made once: later requests return the first.
        """
        opener = _rematch(follows.game) if follows else (by.token_hash, by.action_id) if by else None
        with self._writing(*([follows.game] if follows else [])) as write:
            if opener and (found := write.first(records.Entry, _opened_by(*opener))):
                return found
            game = unused(write, GAME_LETTERS, IDS.c.id)
            write.add(games, _opened(game, lines, closed_at))
            new = [*chained(game, lines)]
            add_entries(write, new)
            book = Book(game, write)
            if opener:
                try:
                    write.add(openings, {"token_hash": opener[0], "action_id": opener[1], "game": game})
                except IntegrityError as opened:
                    raise StartOver("locked", "the same tap has opened a game at another machine") from opened
            if by:
                held = {"role": records.BANK, "token_hash": by.token_hash, "held_since": by.at}
                write.add(holders, {"game": game, **held})
            if summary:
                book.keep_summary(summary)
            if follows:
                follows.arrive(Book(follows.game, write), book)
        return new[0]

    @started_over
    def restore_group(
        self, token_hash: str, body: str, several: Sequence[records.NewGame], *, now: int
    ) -> str:
        """Store a new group with all these games, or nothing; return its id. This device is its keeper and
        the bank of its games; for one that knows a group already, as its token was made for this tap, that.
        """
        # All others wait for the write, so chains are made before it.
        by_id = {letters(GAME_LETTERS): game for game in several}
        if len(by_id) < len(several):
            raise StartOver("locked", "two new games with one id")
        new = [entry for game, its in by_id.items() for entry in chained(game, its.entries)]
        held = {"role": records.BANK, "token_hash": token_hash, "held_since": now}
        with self._writing() as write:
            if known := known_by(write, token_hash):
                return known
            group = new_group(write, token_hash, body, now).record.id
            if any(write.rows(select(IDS).where(IDS.c.id.in_(few))) for few in _few([*by_id])):
                raise StartOver("locked", "a new game with a known id")
            write.add(games, *(_opened(game, its.entries, its.closed_at) for game, its in by_id.items()))
            write.add(holders, *({"game": game, **held} for game in by_id))
            write.add(kept, *({"game": game, "group_id": group} for game in by_id))
            tells = ((game, len(its.entries), its.told) for game, its in by_id.items() if its.told)
            write.add(told, *({"game": game, "seq": seq, "body": tale} for game, seq, tale in tells))
            if new:
                add_entries(write, new)
        return group

    def find_opening(self, token_hash: str, action_id: str) -> records.Entry | None:
        """The first entry of the game that this action from this device opened."""
        return self.first(records.Entry, _opened_by(token_hash, action_id))

    def rematch_of(self, game: str) -> str | None:
        """The game that follows a game."""
        found = self.find_opening(*_rematch(game))
        return found.game if found else None

    def games(self) -> tuple[records.GameRecord, ...]:
        """All games, the newest first."""
        return self.all(records.GameRecord, select(games).order_by(games.c.opened_at.desc(), games.c.id))

    def game(self, game: str) -> records.GameRecord | None:
        """One game, or None."""
        return self.first(records.GameRecord, select(games).filter_by(id=game))

    def games_held_by(
        self, token_hash: str, over: int | None = None, skipped: int = 0
    ) -> tuple[records.HeldGame, ...]:
        """The games in which a device has a role, the newest first, in one statement; of those that are over
        only so many, after some that are `skipped`. A summary of another entry or release is left out.
        """
        summary = and_(
            summaries.c.game == games.c.id, summaries.c.seq == entries.c.seq, summaries.c.release == release()
        )
        found = self.rows(
            select(games.c.id, entries.c.seq, entries.c.recorded_at, summaries.c.body, *OF_HOLDER)
            .select_from(holders)
            .join(games, games.c.id == holders.c.game)
            .join(entries, and_(entries.c.game == games.c.id, LATEST))
            .outerjoin(visits, VISIT)
            .outerjoin(summaries, summary)
            .where(holders.c.token_hash == token_hash, _newest(token_hash, over, skipped))
            .order_by(games.c.opened_at.desc(), games.c.id, holders.c.role)
        )
        return tuple(
            records.HeldGame(game, seq, recorded_at, body, tuple(records.Holder(*row[4:]) for row in roles))
            for (game, seq, recorded_at, body), roles in groupby(found, key=lambda row: row[:4])
        )

    @started_over
    def keep_summaries(self, made: Sequence[records.NewSummary]) -> None:
        """Store what lists show of these games, all of it or nothing."""
        with self.books(*(summary.game for summary in made)) as books:
            for summary in made:
                if book := books.get(summary.game):
                    book.keep_summary(summary.body, summary.seq)

    # One game, or a few

    def log(self, game: str) -> Log:
        """One game, for reading."""
        return Log(game, self)

    @contextmanager
    def writing(self, game: str) -> Iterator[Book]:
        """The book of one game, to read, decide and append in one transaction: committed when the block ends,
        rolled back when it raises. One write at a time, so keep it short and never nest another. The calling
        function must be `started_over`.
        """
        with self._writing(game) as write:
            yield Book(game, write)

    @contextmanager
    def books(self, *several: str) -> Iterator[dict[str, Book]]:
        """The books of several games, by their ids, in one write; without those that were deleted meanwhile.
        The calling function must be `started_over`.
        """
        if not several:
            yield {}
            return
        with self._writing(*several) as write:
            found = dict[str, Book]()
            for game in several:
                with suppress(UnknownGame):
                    found[game] = Book(game, write)
            yield found

    # Who holds a game

    @started_over
    def redeem(
        self, words: str, *, token_hash: str, now: int, tell: Callable[[Book, str], None] | None = None
    ) -> tuple[str, str] | None:
        """Give this device the role that these words carry; return the game and the role. None if the words
        are unknown, used or expired, or were made later than now: the date was ahead then, and would keep
        them valid. The device that used them gets the same result again, because it asks once more if the
        response was lost. Short words may have lower case, hyphens or spaces. `tell` writes in the same
        transaction, before the role moves.
        """
        asked = select(handovers).where(
            or_(
                handovers.c.secret_hash == digest(words),
                handovers.c.code_hash == digest(spoken(words)),
            ),
            handovers.c.expires_at > now,
            handovers.c.made_at <= now + records.CLOCK_SLACK,
        )
        known = self.rows(asked)
        if not known:
            return None
        with self._writing(known[0].game) as write:
            found = write.rows(asked)
            if not found:  # void since
                return None
            handed = found[0]
            if handed.used:
                # Any other change of a role voids its words, so the phone that has it now is the one that
                # used them.
                held = select(holders).filter_by(game=handed.game, role=handed.role, token_hash=token_hash)
                return (handed.game, handed.role) if write.rows(held) else None
            book = Book(handed.game, write)
            if tell is not None:
                tell(book, handed.role)
            book.hold(handed.role, token_hash, now)
            # Kept until they expire: the phone that used them may ask again.
            write.add(handovers, {**handed._asdict(), "used": 1})
        return handed.game, handed.role

    def behind(self, words: str) -> records.Room | None:
        """The room whose door these words belong to, open or shut."""
        asked = select(rooms).where(or_(rooms.c.secret == words, rooms.c.code == spoken(words)))
        return self.first(records.Room, asked)

    # Care

    def untouched(self, before: int) -> Iterator[records.GameRecord]:
        """The games where nobody has been since `before`: nothing recorded, no phone there or let in."""
        after = ""
        while found := self.all(records.GameRecord, _untouched(before, after)):
            yield from found
            after = found[-1].id

    def prune(self, before: int, *, played_only: bool = False) -> tuple[str, ...]:
        """Delete the untouched games, or all in which nothing was recorded since `before`, and return their
        ids; first the groups that nobody has read since. Each write deletes only a few, so that a running
        table does not wait long.
        """
        self.groups.delete_unseen(before)
        deleted: list[str] = []
        after = ""
        touches = PLAYED if played_only else TOUCHES
        while found := self.column(untouched := _untouched(before, after, touches)):
            deleted += self._delete_few(found, untouched)
            after = found[-1]
        self.store.forget(deleted)
        return tuple(deleted)

    @started_over
    def _delete_few(self, found: Sequence[str], untouched: Select[Any]) -> list[str]:
        """Delete these games, except those that somebody came to meanwhile; return the deleted ids."""
        with self._writing(*found) as write:
            still = [game for game in write.column(untouched) if game in found]
            for game in still:
                Book(game, write).delete()
        return still

    @started_over
    def delete(self, several: Sequence[str], may: Callable[[records.Members], None]) -> None:
        """Delete these games, all or none; `may` judges by who is there within the write, and raises what it
        likes. Raises UnknownGame.
        """
        with self._writing(*several) as write:
            for book in [Book(game, write) for game in several]:
                may(book.members())
                book.delete()
        self.store.forget(several)

    def is_gone(self, game: str) -> bool:
        """Whether a game with this id was deleted."""
        return bool(self.rows(select(gone).filter_by(game=game)))

    def uncleared(self) -> tuple[str, ...]:
        """The deleted games of which the database's file may still have traces."""
        return self.column(select(gone.c.game).filter_by(cleared=0))

    def clear(self, *, large: bool = False) -> None:
        """Rewrite the database if it may have traces of deleted games; one that is so `large` that others
        would notice the wait only if asked to.
        """
        if (waiting := self.uncleared()) and self.store.rewrite(large=large):
            self._cleared(waiting)

    @started_over
    def _cleared(self, several: Sequence[str]) -> None:
        with self._writing() as write:
            for few in _few(several):
                write.connection.execute(update(gone).where(gone.c.game.in_(few)).values(cleared=1))

    def stops(self) -> tuple[records.Stop, ...]:
        """The games at which a law did not hold in this release."""
        return self.all(records.Stop, select(stops).filter_by(release=release()).order_by(stops.c.game))


def _opened(game: str, lines: Sequence[records.NewEntry], closed_at: int | None) -> dict[str, object]:
    """The row of a new game with these entries."""
    return {"id": game, "opened_at": lines[0].recorded_at, "closed_at": closed_at}


def _newest(token_hash: str, over: int | None, skipped: int) -> ColumnElement[bool]:
    """Selects the games that are not over and, of those that are, only so many, the newest of a device."""
    if over is None:
        return true()
    held = select(holders.c.game).where(holders.c.token_hash == token_hash)
    newest = (
        select(games.c.id)
        .where(games.c.id.in_(held), games.c.closed_at.is_not(None))
        .order_by(games.c.opened_at.desc(), games.c.id)
        .limit(over)
        .offset(skipped)
    )
    return or_(games.c.closed_at.is_(None), games.c.id.in_(newest))


def _untouched(before: int, after: str, touches: Sequence[Column[int]] = TOUCHES) -> Select[Any]:
    """Up to AT_ONCE games, by id and after the id `after`, with none of these moments since `before`, and
    without a group that was read since.
    """
    touched = (
        exists().where(moment.table.c.game == games.c.id, moment >= before).correlate(games)
        for moment in touches
    )
    read = groups.c.id == kept.c.group_id, groups.c.seen_at >= before
    is_kept = exists().where(kept.c.game == games.c.id, *read).correlate(games)
    return (
        select(games)
        .where(games.c.opened_at < before, func.coalesce(games.c.closed_at, 0) < before)
        .where(games.c.id > after, *(~touch for touch in touched), ~is_kept)
        .order_by(games.c.id)
        .limit(AT_ONCE)
    )


def _few(several: Sequence[str]) -> Iterator[Sequence[str]]:
    """All of these, no more of them at once than a statement takes."""
    return (several[first : first + AT_ONCE] for first in range(0, len(several), AT_ONCE))


def _rematch(game: str) -> tuple[str, str]:
    """The token hash and action id under which a game's rematch is opened; no token has this hash."""
    return digest(f"rematch of {game}"), "rematch"


def _opened_by(token_hash: str, action_id: str) -> Select[Any]:
    """The first entry of the game that an action opened."""
    return (
        select(entries)
        .join(openings, openings.c.game == entries.c.game)
        .where(openings.c.token_hash == token_hash, openings.c.action_id == action_id, entries.c.seq == 1)
    )
