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
from companion.groupfile import GroupFile
from companion.idempotency import check_same
from companion.journal import Journal, StorageRefused, StorageTrouble, TargetTrouble, UnknownGame
from companion.records import Copied, Entry, GameRecord, Handover, HeldGame, NewSummary, Tap
from companion.rules.evenings import Kept, Past
from companion.spreadsheets import Filed, Spreadsheet
from companion.tables import AnyTable, Held, Listed, as_listed, caught_up, summary_kept, told

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
    """The games of one journal. May raise StorageRefused, and Unconfirmed where it writes."""

    def __init__(self, games: Games, journal: Journal) -> None:
        self._games = games
        self._journal = journal

    @classmethod
    def at(cls, games: Games, place: Path | str) -> Self:
        """The archive of the journal in this file, which is created if need be, or on this server."""
        return cls(games, Journal(place))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    @property
    def database(self) -> str:
        """The database's name and version."""
        return self._journal.store.name

    @property
    def where(self) -> str:
        """Where the database is, safe to print."""
        return self._journal.store.place

    def games(self) -> tuple[GameRecord, ...]:
        """All games, the newest first."""
        return self._journal.games()

    def listed(self, games: Iterable[HeldGame]) -> Held:
        """A phone's games as a list shows them. A game without a summary of its latest entry by this release
        is replayed, and its summary kept. A damaged game is found by such a replay, or once it is opened; it
        does not hide the others.
        """
        tables: list[Listed] = []
        made: list[NewSummary] = []
        unreadable: list[str] = []
        for game in games:
            if found := summary_kept(self._games, game):
                tables.append(found)
                continue
            try:
                table = self._replayed(game.id)
            except UnreadableError:
                unreadable.append(game.id)
                continue
            except UnknownGame:  # deleted meanwhile
                continue
            tables.append(as_listed(table))
            made.append(NewSummary(table.id, table.seq, encode_summary(table.rules, table.game)))
        if made:
            with suppress(StorageTrouble):  # a full disk must not stop a look
                self._journal.keep_summaries(made)
        return Held(tuple(tables), tuple(unreadable))

    def _replayed(self, game: str) -> AnyTable:
        table = caught_up(self._games, game, None, self._journal.entries(game))
        if table is None:
            raise UnknownGame(game)
        return table

    def rematch_of(self, game: str) -> str | None:
        """The rematch that the same people began after a game; None if there is none."""
        return self._journal.rematch_of(game)

    def export(self, game: str) -> str:
        """The game file of a game. Raises UnknownGame, or DamagedEntryError."""
        record, entries = self._stored(game)
        tells: dict[str, Any] = {}
        with suppress(UnreadableError):  # which entry is damaged is said below
            tells = self._tells(game, entries)
        return gamefile.written(self._games, record, entries, tells)

    def export_group(self, group: str, past: Past) -> Iterator[str]:
        """The group file of a group, one evening in memory at a time; without those that were deleted
        meanwhile or are damaged. Raises UnknownGame once the group is deleted, so that nobody takes what came
        until then for all of it.
        """
        return groupfile.written(past, self._exported(group, past))

    def _exported(self, group: str, past: Past) -> Iterator[str]:
        for kept in self._kept(group, past):
            with suppress(UnknownGame, DamagedEntryError):
                yield gamefile.written(self._games, *self._stored(kept.id), {})

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
            if self.is_gone(group):
                raise UnknownGame(group)
            yield kept

    def told(self, game: str) -> Filed:
        """A game and what files tell of it. Raises UnknownGame, or UnreadableError."""
        record, entries = self._stored(game)
        return record, self._tells(game, entries)

    def spreadsheet(self, made: Spreadsheet, evenings: Iterable[Filed]) -> Iterator[str]:
        """These evenings as lines for a spreadsheet."""
        return made(self._games, evenings)

    def _stored(self, game: str) -> tuple[GameRecord, tuple[Entry, ...]]:
        record, entries = self._journal.game(game), self._journal.entries(game)
        if record is None or not entries:  # maybe deleted meanwhile
            raise UnknownGame(game)
        return record, entries

    def _tells(self, game: str, entries: tuple[Entry, ...]) -> dict[str, Any]:
        """What files tell of a game with these entries. Raises UnreadableError if one is damaged."""
        table, version = caught_up(self._games, game, None, entries), self._journal.version(game)
        if table is None or version is None:
            raise UnknownGame(game)
        return told(table, version.room)

    def read_group(self, text: str) -> GroupFile:
        """The group in a group file. Raises GameFileRefusedError."""
        return groupfile.read(self._games, text)

    def read(self, text: str) -> GameFile:
        """The game in a game file. Raises GameFileRefusedError."""
        return gamefile.read(self._games, text)

    def restore(self, file: GameFile, now: int) -> tuple[str, Handover]:
        """Store a new game with all entries of a file; return its id and the words that carry its bank to a
        phone. Until those are used, nobody holds the game.
        """
        game = self._journal.restore_game(file.entries, closed_at=file.closed_at)
        return game, self.hand_over(game, now)

    def bring_back(self, file: GameFile, by: Tap) -> str:
        """Store a new game with all entries of a file, held by the phone of this tap, and return its id; the
        same tap returns the same one. Raises ActionReused if it came with another file.
        """
        game = self._journal.restore_game(file.entries, closed_at=file.closed_at, by=by)
        if first := self._journal.find_opening(by.token_hash, by.action_id):
            check_same(first.fingerprint, file.entries[0].fingerprint)
        return game

    def hand_over(self, game: str, now: int) -> Handover:
        """Words that carry the bank of a game to a phone, valid for a day."""
        return self._journal.make_handover(game, now=now, life=CODE_LIFE)

    def check(self, record: GameRecord) -> Checked:
        """Replay a game and verify the laws."""
        try:
            entries = self._journal.entries(record.id)
        except StorageRefused as refused:
            return self._unread(record, refused)
        replayed = self._replay(record, entries)
        return replace(replayed, findings=(*replayed.findings, *self._stopped(record.id)))

    def _replay(self, record: GameRecord, entries: tuple[Entry, ...]) -> Checked:
        """Replay a game from its entries and verify the laws."""
        verdict = gamefile.verified(self._games, entries, closed=record.closed_at is not None)
        names = tuple(seat.name for seat in verdict.game.seats) if verdict.game else ()
        return Checked(record, len(entries), names, (*gamefile.altered(record, entries), *verdict.findings))

    def _stopped(self, game: str) -> tuple[Finding, ...]:
        """What a report needs of a table that takes no more entries."""
        return tuple(
            Finding(
                f"not stored, the table stopped: {stop.what}; asked {stop.command}; said {stop.event}",
                stop.seq,
            )
            for stop in self._journal.stops()
            if stop.game == game
        )

    def stopped(self) -> tuple[str, ...]:
        """The games at which a law did not hold, which take no more entries."""
        return tuple(stop.game for stop in self._journal.stops())

    def _unread(self, record: GameRecord, refused: StorageRefused) -> Checked:
        """A game that cannot even be read from the database, with its last unreadable entry."""
        try:
            last = self._journal.last_seq(record.id)
            seq = bisect_left(range(last + 1), 1, key=lambda after: self._can_read(record.id, after))
        except StorageRefused:
            last, seq = 0, None
        return Checked(record, last, (), (Finding(str(refused), seq),))

    def _can_read(self, game: str, after: int) -> bool:
        try:
            self._journal.entries(game, after)
        except StorageRefused:
            return False
        return True

    def backup(self, target: Path) -> None:
        """A verified snapshot while the app runs. FileExistsError if the target exists."""
        self._journal.store.backup(target)

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

        return self._journal.copy(place, replay), tuple(found)

    def untouched(self, before: int) -> tuple[GameRecord, ...]:
        """The games where nobody has been since `before`."""
        return tuple(self._journal.untouched(before))

    def prune(self, before: int, backup: Path) -> tuple[str, ...]:
        """Delete the untouched games after a verified backup of all, and return their ids; then clear the
        database of all that was ever deleted, while everybody waits. Raises FileExistsError if the backup
        file exists.
        """
        self._journal.store.backup(backup)
        deleted = self._journal.prune(before)
        self._journal.clear(large=True)
        return deleted

    def is_gone(self, game: str) -> bool:
        """Whether a game with this id was deleted."""
        return self._journal.is_gone(game)

    def missing(self) -> str:
        """What was confirmed and is not there, in a sentence; "" if nothing is missing."""
        return self._journal.store.missing()

    def problems(self) -> tuple[str, ...]:
        """What needs fixing in the database, a sentence each."""
        found = [*self._journal.store.problems()]
        if gone := self._journal.uncleared():
            found.append(
                f"The database may still have traces of deleted games ({len(gone)}): “counting-house prune "
                "--backup FILE” rewrites it, while everybody waits."
            )
        return tuple(found)
