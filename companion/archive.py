"""The archive: games as a whole. A phone's list of them, and what the person who runs the app can do with
them: export, restore, check, back up.
"""

import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from companion import gamefile, groupfile
from companion.codec import UnreadableError, encode_summary
from companion.gamefile import DamagedEntryError, Finding, GameFile
from companion.games import Games
from companion.idempotency import check_same
from companion.journal import (
    Journal,
    StorageRefused,
    StorageTrouble,
    TargetTrouble,
    UnknownGame,
    copied,
    started_over,
)
from companion.records import BANK, Copied, Entry, GameRecord, Handover, HeldGame, NewSummary, Tap
from companion.rules.evenings import Kept, Past
from companion.spreadsheets import Filed
from companion.tables import Held, Listed, as_listed, caught_up, summary_kept, told

__all__ = ["Archive", "Checked", "TargetTrouble"]

CODE_LIFE = 24 * 60 * 60 * 1000  # milliseconds; no phone could make a new code for a restored game


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that was checked: how many entries it has, who plays, what is wrong with it."""

    record: GameRecord
    entries: int
    names: tuple[str, ...]
    findings: tuple[Finding, ...]


class Archive:
    """The games of one `journal`, each one of the `games`. May raise StorageRefused, and Unconfirmed
    where it writes.
    """

    def __init__(self, games: Games, journal: Journal) -> None:
        self.games = games
        self.journal = journal

    @classmethod
    def at(cls, games: Games, place: Path | str) -> Self:
        """The archive of the journal in this file, which is created if need be, or on this server."""
        return cls(games, Journal(place))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()

    def listed(self, games: Iterable[HeldGame]) -> Held:
        """A phone's games as a list shows them. A game without a summary of its latest entry by this release
        is replayed, and its summary kept. A damaged game is found by such a replay, or once it is opened; it
        does not hide the others.
        """
        tables: list[Listed] = []
        made: list[NewSummary] = []
        unreadable: list[str] = []
        for game in games:
            if found := summary_kept(self.games, game):
                tables.append(found)
                continue
            try:
                table = caught_up(self.games, game.id, None, self.journal.log(game.id).entries())
            except UnreadableError:
                unreadable.append(game.id)
                continue
            except UnknownGame:  # deleted meanwhile
                continue
            tables.append(as_listed(table))
            made.append(NewSummary(table.id, table.seq, encode_summary(table.rules, table.game)))
        if made:
            with suppress(StorageTrouble):  # a full disk must not stop a look
                self.journal.keep_summaries(made)
        return Held(tuple(tables), tuple(unreadable))

    def export(self, game: str) -> str:
        """The game file of a game. Raises UnknownGame, or DamagedEntryError."""
        record, entries = self._stored(game)
        tells: dict[str, Any] = {}
        with suppress(UnreadableError):  # which entry is damaged is said below
            tells = self._tells(game, entries)
        return gamefile.written(self.games, record, entries, tells)

    def export_group(self, group: str, past: Past) -> Iterator[str]:
        """The group file of a group, one evening in memory at a time; without those that were deleted
        meanwhile or are damaged. Raises UnknownGame once the group is deleted, so that nobody takes what came
        until then for all of it.
        """
        return groupfile.written(past, self._exported(group, past))

    def _exported(self, group: str, past: Past) -> Iterator[str]:
        for kept in self._kept(group, past):
            with suppress(UnknownGame, DamagedEntryError):
                yield gamefile.written(self.games, *self._stored(kept.id), {})

    def told_of_group(self, group: str, past: Past) -> Iterator[Filed]:
        """The evenings of a group and what files tell of them, likewise, with who everybody is there."""
        for kept in self._kept(group, past):
            with suppress(UnknownGame, UnreadableError):
                record, told_of = self.told(kept.id)
                for player, who in zip(told_of.get("players", ()), kept.there, strict=False):
                    player["person"] = past.people[who].name if who else player["player"]
                yield record, told_of

    def _kept(self, group: str, past: Past) -> Iterator[Kept]:
        for kept in past.evenings:
            time.sleep(0)  # a worker of gevent has one thread for all phones
            if self.journal.is_gone(group):
                raise UnknownGame(group)
            yield kept

    def told(self, game: str) -> Filed:
        """A game and what files tell of it. Raises UnknownGame, or UnreadableError."""
        record, entries = self._stored(game)
        return record, self._tells(game, entries)

    def _stored(self, game: str) -> tuple[GameRecord, tuple[Entry, ...]]:
        record, entries = self.journal.game(game), self.journal.log(game).entries()
        if record is None or not entries:  # maybe deleted meanwhile
            raise UnknownGame(game)
        return record, entries

    def _tells(self, game: str, entries: tuple[Entry, ...]) -> dict[str, Any]:
        """What files tell of a game with these entries. Raises UnreadableError if one is damaged."""
        table, version = caught_up(self.games, game, None, entries), self.journal.log(game).version()
        if version is None:
            raise UnknownGame(game)
        return told(table, version.room)

    def restore(self, file: GameFile, now: int) -> tuple[str, Handover]:
        """Store a new game with all entries of a file; return its id and the words that carry its bank to a
        phone. Until those are used, nobody holds the game.
        """
        game = self.journal.open_game(None, *file.entries, closed_at=file.closed_at).game
        return game, self.hand_over(game, now)

    def bring_back(self, file: GameFile, by: Tap) -> str:
        """Store a new game with all entries of a file, held by the phone of this tap, and return its id; the
        same tap returns the same one. Raises ActionReused if it came with another file.
        """
        first = self.journal.open_game(by, *file.entries, closed_at=file.closed_at)
        check_same(first.fingerprint, file.entries[0].fingerprint)
        return first.game

    @started_over
    def hand_over(self, game: str, now: int) -> Handover:
        """Words that carry the bank of a game to a phone, valid for a day."""
        with self.journal.writing(game) as book:
            return book.hand_over(BANK, now=now, life=CODE_LIFE)

    def check(self, record: GameRecord) -> Checked:
        """Replay a game and verify the laws."""
        try:
            entries = self.journal.log(record.id).entries()
        except StorageRefused as refused:
            return self._unread(record, refused)
        replayed = self._replay(record, entries)
        stopped = (  # what a report needs of a table that takes no more entries
            Finding(
                f"not stored, the table stopped: {stop.what}; asked {stop.command}; said {stop.event}",
                stop.seq,
            )
            for stop in self.journal.stops()
            if stop.game == record.id
        )
        return replace(replayed, findings=(*replayed.findings, *stopped))

    def _replay(self, record: GameRecord, entries: tuple[Entry, ...]) -> Checked:
        """Replay a game from its entries and verify the laws."""
        verdict = gamefile.verified(self.games, entries, closed=record.closed_at is not None)
        names = tuple(seat.name for seat in verdict.game.seats) if verdict.game else ()
        return Checked(record, len(entries), names, (*gamefile.altered(record, entries), *verdict.findings))

    def _unread(self, record: GameRecord, refused: StorageRefused) -> Checked:
        """A game that cannot even be read from the database, with its last unreadable entry."""
        try:
            last = self.journal.log(record.id).last_seq()
            seq = bisect_left(range(last + 1), 1, key=lambda after: self._can_read(record.id, after))
        except StorageRefused:
            last, seq = 0, None
        return Checked(record, last, (), (Finding(str(refused), seq),))

    def _can_read(self, game: str, after: int) -> bool:
        try:
            self.journal.log(game).entries(after)
        except StorageRefused:
            return False
        return True

    def copy(self, place: Path | str) -> tuple[Copied, tuple[Checked, ...]]:
        """Copy everything, as it is at this moment, into an empty database, all of it or nothing. Return how
        much that was, and the games of the copy with something wrong, which was wrong here too. Raises
        TargetTrouble.
        """
        found: list[Checked] = []

        def replay(record: GameRecord, entries: tuple[Entry, ...]) -> None:
            checked = self._replay(record, entries)
            if checked.findings:
                found.append(checked)

        return copied(self.journal.store, place, replay), tuple(found)

    def prune(self, before: int, backup: Path) -> tuple[str, ...]:
        """Delete the untouched games after a verified backup of all, and return their ids; then clear the
        database of all that was ever deleted, while everybody waits. Raises FileExistsError if the backup
        file exists.
        """
        self.journal.store.backup(backup)
        deleted = self.journal.prune(before)
        self.journal.clear(large=True)
        return deleted

    def problems(self) -> tuple[str, ...]:
        """What needs fixing in the database, a sentence each."""
        found = [*self.journal.store.problems()]
        if gone := self.journal.uncleared():
            found.append(
                f"The database may still have traces of deleted games ({len(gone)}): “counting-house prune "
                "--backup FILE” rewrites it, while everybody waits."
            )
        return tuple(found)
