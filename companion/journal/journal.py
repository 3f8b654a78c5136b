"""The append-only log of every game, and what is kept beside it: who holds a game, its room, its timer.
It knows no rule and no page: a body is JSON text that it never reads. Times are milliseconds since 1970, UTC.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol, Self

from sqlalchemy import (
    Column,
    ColumnElement,
    Executable,
    Select,
    and_,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from companion import records
from companion.journal.book import (
    IDS,
    LATEST,
    OF_HOLDER,
    VISIT,
    Book,
    Follows,
    HandedOver,
    Log,
    UnknownGame,
    add,
    add_entries,
    chained,
    digest,
    letters,
    only,
    put,
    spoken,
)
from companion.journal.groups import Groups, known_by, new_group
from companion.journal.moving import Replay, copied
from companion.journal.schema import (
    entries,
    games,
    gone,
    groups,
    handovers,
    holders,
    kept,
    notes,
    notices,
    openings,
    rooms,
    stops,
    summaries,
    told,
    visits,
)
from companion.journal.storage import Rows, Write
from companion.journal.store import store_at
from companion.journal.trouble import StartOver, StorageRefused, started_over
from companion.machine.release import release

AT_ONCE = 100  # games that are deleted in one write
GAME_LETTERS = 8
CODE_LETTERS = 6
HANDOVER_LIFE = 5 * 60 * 1000  # milliseconds

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


class Meter(Protocol):
    """What measures the journal."""

    def took(self, kind: str, seconds: float) -> None:
        """Record how long a `read` (one statement) or a `write` (with the wait for its turn) took."""

    def stored(self) -> None:
        """Count a write that added to a log."""


class Journal:
    """The journal in one file or, where its place is an address, on a server; created and migrated when it is
    opened. Any thread may use it. Everything here may raise StorageRefused; writes may raise Unconfirmed. A
    write waits `patience` seconds for its turn. A `meter` times reads and writes. Ask its `store` about the
    database itself. Once it is `sealed`, every write is refused.
    """

    sealed = False

    def __init__(self, place: Path | str, *, patience: float = 3.0, meter: Meter | None = None) -> None:
        self.place = place
        self._patience = patience
        self._meter = meter
        self.store = store_at(place, patience)
        self.groups = Groups(self._rows, self._writing)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def touch(self) -> None:
        """Read one row, so that a database that does not respond raises StorageRefused."""
        self._rows(select(games.c.id).limit(1))

    def _rows(self, statement: Executable, values: Mapping[str, object] | None = None) -> Rows:
        """All rows of a reading statement."""
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
        token_hash: str,
        first: records.NewEntry,
        *,
        closed: bool = False,
        summary: str | None = None,
        follows: Follows | None = None,
    ) -> records.Entry:
        """Open a new game, held by this device, and return its first entry, which has the game's id. The same
        action from the same device returns the game it opened before: compare the fingerprint. `closed` is
        for a game of one entry, `summary` is what lists show of it. A game that `follows` another is made
        once: later requests return the first.
        """
        opener, tap = _rematch(follows.game) if follows else (token_hash, first.action_id)
        before = (follows.game,) if follows else ()
        now = first.recorded_at
        with self._writing(*before) as write:
            if found := only(records.Entry, write.rows(_opened_by(opener, tap))):
                return found
            book = _new_game(write, now, closed_at=now if closed else None)
            entry = book.append(first)
            try:
                add(write, openings, token_hash=opener, action_id=tap, game=book.game)
            except IntegrityError as opened:
                raise StartOver("locked", "the same tap has opened a game at another machine") from opened
            put(write, holders, game=book.game, role=records.BANK, token_hash=token_hash, held_since=now)
            if summary:
                book.keep_summary(summary)
            if follows:
                follows.arrive(Book(follows.game, write), book)
        return entry

    @started_over
    def restore_game(
        self,
        lines: Sequence[records.NewEntry],
        *,
        closed_at: int | None = None,
        by: records.Tap | None = None,
    ) -> str:
        """Store a new game with all these entries, or nothing, and return its id. This tap's device holds it,
        and the same tap returns the game that it stored before: compare the fingerprint. Without a tap nobody
        holds it: make a handover.
        """
        with self._writing() as write:
            if by and (found := only(records.Entry, write.rows(_opened_by(by.token_hash, by.action_id)))):
                return found.game
            book = _new_game(write, lines[0].recorded_at, closed_at)
            book.append(*lines)
            if by:
                add(write, openings, token_hash=by.token_hash, action_id=by.action_id, game=book.game)
                put(
                    write,
                    holders,
                    game=book.game,
                    role=records.BANK,
                    token_hash=by.token_hash,
                    held_since=by.at,
                )
        return book.game

    @started_over
    def restore_group(
        self, token_hash: str, body: str, several: Sequence[records.NewGame], *, now: int
    ) -> str:
        """Store a new group with all these games, or nothing; return its id. This device is its keeper and
        the bank of its games; for one that knows a group already, as its token was made for this tap, that.
        """
        # All others wait for the write, so everything is made before it.
        by_id = {letters(GAME_LETTERS): game for game in several}
        if len(by_id) < len(several):
            raise StartOver("locked", "two new games with one id")
        new = [entry for game, its in by_id.items() for entry in chained(game, its.entries)]
        opened = [
            {"id": game, "opened_at": its.entries[0].recorded_at, "closed_at": its.closed_at}
            for game, its in by_id.items()
        ]
        held = {"role": records.BANK, "token_hash": token_hash, "held_since": now}
        tells = [
            {"game": game, "seq": len(its.entries), "body": its.told}
            for game, its in by_id.items()
            if its.told
        ]
        with self._writing() as write:
            if known := known_by(write, token_hash):
                return known
            group = new_group(write, token_hash, body, now).record.id
            if any(write.rows(select(IDS).where(IDS.c.id.in_(few))) for few in _few([*by_id])):
                raise StartOver("locked", "a new game with a known id")
            for table, rows in (
                (games, opened),
                (holders, [{"game": game, **held} for game in by_id]),
                (kept, [{"game": game, "group_id": group} for game in by_id]),
                (told, tells),
            ):
                if rows:
                    write.connection.execute(insert(table), rows)
            if new:
                add_entries(write, new)
        return group

    def find_opening(self, token_hash: str, action_id: str) -> records.Entry | None:
        """The first entry of the game that this action from this device opened."""
        return only(records.Entry, self._rows(_opened_by(token_hash, action_id)))

    def rematch_of(self, game: str) -> str | None:
        """The game that follows a game."""
        found = self.find_opening(*_rematch(game))
        return found.game if found else None

    def games(self) -> tuple[records.GameRecord, ...]:
        """All games, the newest first."""
        rows = self._rows(select(games).order_by(games.c.opened_at.desc(), games.c.id))
        return tuple(records.GameRecord(*row) for row in rows)

    def game(self, game: str) -> records.GameRecord | None:
        """One game, or None."""
        return only(records.GameRecord, self._rows(select(games).filter_by(id=game)))

    def games_held_by(
        self, token_hash: str, over: int | None = None, skipped: int = 0
    ) -> tuple[records.HeldGame, ...]:
        """The games in which a device has a role, the newest first, in one statement; of those that are over
        only so many, after some that are `skipped`. A summary of another entry or release is left out.
        """
        summary = and_(
            summaries.c.game == games.c.id, summaries.c.seq == entries.c.seq, summaries.c.release == release()
        )
        found = self._rows(
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
        with self._writing(*(summary.game for summary in made)) as write:
            for summary in made:
                with suppress(UnknownGame):  # deleted meanwhile
                    Book(summary.game, write).keep_summary(summary.body, summary.seq)

    # The log

    def log(self, game: str) -> Log:
        """One game's entries; nothing is read until it is asked for."""
        return Log(game, self._rows)

    @contextmanager
    def writing(self, game: str) -> Iterator[Book]:
        """The book of one game, to read, decide and append in one transaction: committed when the block ends,
        rolled back when it raises. One write at a time, so keep it short and never nest another. The calling
        function must be `started_over`.
        """
        with self._writing(game) as write:
            yield Book(game, write)

    def entries(self, game: str, after: int = 0) -> tuple[records.Entry, ...]:
        """The entries after number `after`, in order; none for a game that does not exist."""
        return self.log(game).entries(after)

    def last_seq(self, game: str) -> int:
        """The number of the latest entry, 0 if there is none."""
        return self.log(game).last_seq()

    def find(self, game: str, action_id: str) -> records.Entry | None:
        """The entry that an action was stored as: what to ask after Unconfirmed."""
        return self.log(game).find(action_id)

    def version(self, game: str) -> records.GameVersion | None:
        """How far a game has come; None if there is no game with this id."""
        return self.log(game).version()

    def reached(self, game: str) -> records.Reached:
        """How far everything public has come: entries and changes of the room alike."""
        return self.log(game).reached()

    # Who holds a game

    def roles(self, game: str, token_hash: str) -> tuple[records.Holder, ...]:
        """The roles of one phone in a game."""
        return tuple(holder for holder in self.holders(game) if holder.token_hash == token_hash)

    def holders(self, game: str) -> tuple[records.Holder, ...]:
        """Every phone with a role in a game."""
        return self.log(game).holders()

    @started_over
    def make_handover(self, game: str, *, now: int, life: int = HANDOVER_LIFE) -> records.Handover:
        """New words that carry the bank to another phone for `life` milliseconds; earlier ones are void."""
        with self.writing(game) as book:
            return book.hand_over(records.BANK, expires_at=now + life, length=CODE_LETTERS, now=now)

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
        known = only(HandedOver, self._rows(asked))
        if known is None:
            return None
        with self._writing(known.game) as write:
            found = only(HandedOver, write.rows(asked))
            if found is None:  # void since
                return None
            if found.used:
                # Any other change of a role voids its words, so the phone that has it now is the one that
                # used them.
                held = select(holders).filter_by(game=found.game, role=found.role, token_hash=token_hash)
                return (found.game, found.role) if write.rows(held) else None
            book = Book(found.game, write)
            if tell is not None:
                tell(book, found.role)
            book.hold(found.role, token_hash, now)
            # Kept until they expire: the phone that used them may ask again.
            put(write, handovers, **asdict(replace(found, used=1)))
        return found.game, found.role

    # The room

    @started_over
    def change_rooms(self, several: Sequence[str], change: Callable[[Book], None]) -> None:
        """Change the rooms of several games in one write, but for those that were deleted meanwhile."""
        with self._writing(*several) as write:
            for game in several:
                with suppress(UnknownGame):
                    change(Book(game, write))

    def behind(self, words: str) -> records.Room | None:
        """The room whose door these words belong to, open or shut."""
        return only(
            records.Room,
            self._rows(select(rooms).where(or_(rooms.c.secret == words, rooms.c.code == spoken(words)))),
        )

    def notices(self, game: str) -> tuple[records.Notice, ...]:
        """Who came and went, in order."""
        columns = (notices.c.recorded_at, notices.c.kind, notices.c.seat)
        rows = self._rows(select(*columns).filter_by(game=game).order_by(notices.c.number))
        return tuple(records.Notice(*row) for row in rows)

    def notes(self, game: str, seat: int) -> dict[int, str]:
        """A player's private notes, by round."""
        columns = (notes.c.round, notes.c.body)
        rows = self._rows(select(*columns).filter_by(game=game, seat=seat).order_by(notes.c.round))
        return {int(number): str(body) for number, body in rows}

    def timer(self, game: str) -> records.Timer | None:
        """The clock of a game, None if it was never set."""
        return self.log(game).timer()

    def link(self, game: str) -> records.Link | None:
        """The link by which anybody may read a game; None if there is none."""
        return self.log(game).link()

    # Care

    def copy(self, place: Path | str, replay: Replay) -> records.Copied:
        """Copy everything, as it is at this moment, into an empty database; others may write here meanwhile.
        `replay` is called with each copied game before the commit. Raises TargetTrouble if that database
        cannot be filled.
        """
        return copied(self.store, place, self._patience, replay)

    def untouched(self, before: int) -> Iterator[records.GameRecord]:
        """The games where nobody has been since `before`: nothing recorded, no phone there or let in."""
        after = ""
        while found := self._rows(_untouched(before, after)):
            yield from (records.GameRecord(*row) for row in found)
            after = found[-1][0]

    def prune(self, before: int) -> tuple[str, ...]:
        """Delete the untouched games, and return their ids; first the groups that nobody has read since."""
        self.groups.delete_unseen(before)
        return self._delete_all(before, TOUCHES)

    def expire(self, before: int) -> tuple[str, ...]:
        """Delete the games in which nothing was recorded since `before`, and return their ids; before them
        the groups that nobody has read since.
        """
        self.groups.delete_unseen(before)
        return self._delete_all(before, PLAYED)

    def _delete_all(self, before: int, touches: Sequence[Column[Any]]) -> tuple[str, ...]:
        """Delete the games without such a moment since `before`. Each write deletes only a few, so that a
        running table does not wait long.
        """
        deleted: list[str] = []
        after = ""
        while found := [row[0] for row in self._rows(_untouched(before, after, touches))]:
            deleted += self._delete_few(found, _untouched(before, after, touches))
            after = found[-1]
        self.store.forget(deleted)
        return tuple(deleted)

    @started_over
    def _delete_few(self, found: Sequence[str], untouched: Select[Any]) -> list[str]:
        """Delete these games, except those that somebody came to meanwhile; return the deleted ids."""
        with self._writing(*found) as write:
            still = [row[0] for row in write.rows(untouched) if row[0] in found]
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
        return bool(self._rows(select(gone).filter_by(game=game)))

    def uncleared(self) -> tuple[str, ...]:
        """The deleted games of which the database's file may still have traces."""
        return tuple(row[0] for row in self._rows(select(gone.c.game).filter_by(cleared=0)))

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
        rows = self._rows(select(stops).filter_by(release=release()).order_by(stops.c.game))
        return tuple(records.Stop(*row) for row in rows)


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


def _untouched(before: int, after: str, touches: Sequence[Column[Any]] = TOUCHES) -> Select[Any]:
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


def _new_game(write: Write, opened_at: int, closed_at: int | None) -> Book:
    """The book of a game without any entry."""
    game = letters(GAME_LETTERS)
    while write.rows(select(IDS).where(IDS.c.id == game)):
        game = letters(GAME_LETTERS)
    add(write, games, id=game, opened_at=opened_at, closed_at=closed_at)
    return Book(game, write)
