"""Copies all of a database, as it is at one moment, into an empty one, in one write.

Every table of the schema is copied row by row, since all belong to the evenings: also who holds which place,
what was said, clocks and the words that move a place. Their times count from 1970, so they are valid on any
machine. What belongs to one machine stays there: the revision of its tables, when phones were last heard from
and how often an address has tried (the tables of neighbours.py), which entry a file noted last, who serves a
folder, its secret key. No database numbers rows by itself, so no sequence has to be advanced.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MappingResult, Select, Table, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from companion.journal import migrations
from companion.journal.journal import store_at
from companion.journal.schema import entries, games, groups, metadata, readers
from companion.journal.sqlite import SIDE_FILES, has_evenings
from companion.journal.storage import Store
from companion.journal.trouble import StorageRefused, StorageTrouble
from companion.records import Copied, Entry, GameRecord

AT_ONCE = 200  # rows that are in memory while all of them are read
# So that nobody opens a table there meanwhile. A file has one writer anyway.
ALONE = {"postgresql": "LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE"}

Replay = Callable[[GameRecord, tuple[Entry, ...]], None]
"""Called with each game as it is in the copy, before the commit."""


class TargetTrouble(Exception):  # noqa: N818 - named like the trouble that it is about
    """`trouble` with the database to be filled, which is unchanged unless the trouble is Unconfirmed."""

    def __init__(self, trouble: StorageTrouble) -> None:
        self.trouble = trouble
        super().__init__(str(trouble))


def copied(source: Store, place: Path | str, replay: Replay) -> Copied:
    """Put all that the source has now into the empty database at this place, and compare both, row by row;
    others may write to the source meanwhile. Raises StorageRefused for the source, and TargetTrouble.
    """
    with source.snapshot() as snapshot, _as_it_was(place):
        filling = _Filling(source.place, snapshot, replay)
        try:
            if isinstance(place, Path) and has_evenings(place):
                raise StorageRefused("filled")
            target = store_at(place, source.patience, filling.prepare)
        except StorageTrouble as trouble:
            if trouble.place == source.place:
                raise
            raise TargetTrouble(trouble) from trouble
        target.close()
    rows = filling.rows
    return Copied(target.place, rows[games], rows[entries], sum(rows.values()))


@contextmanager
def _as_it_was(place: Path | str) -> Iterator[None]:
    """Remove a new target file again if filling it fails."""
    is_new = isinstance(place, Path) and not place.exists()
    try:
        yield
    except BaseException:
        if is_new and isinstance(place, Path):
            for name in ("", *SIDE_FILES):
                place.with_name(f"{place.name}{name}").unlink(missing_ok=True)
        raise


class _Filling:
    """Fills an empty database from a snapshot of another. No table is ever in memory as a whole; a game is,
    while it is compared and replayed.
    """

    def __init__(self, source: str, snapshot: Connection, replay: Replay) -> None:
        self.rows: dict[Table, int] = dict.fromkeys(metadata.sorted_tables, 0)
        self._source = source
        self._snapshot = snapshot
        self._replay = replay

    def prepare(self, connection: Connection) -> str:
        """Make the tables, fill them, compare them and return their revision."""
        present = migrations.revision(connection)
        if present is not None and present < migrations.NEWEST:
            raise StorageRefused("older", f"revision {present}, this program makes {migrations.NEWEST}")
        revision = migrations.upgrade(connection)
        if statement := ALONE.get(connection.dialect.name):
            connection.exec_driver_sql(statement)
        if connection.execute(select(games.c.id).limit(1)).first():
            raise StorageRefused("filled")
        for table in self.rows:
            self._fill(connection, table)
        for table in (groups, readers):
            self._compare(connection, table.name, select(table))
        with self._few_at_a_time(select(games)) as rows:
            for row in rows:
                record = GameRecord(*row.values())
                self._replay(record, self._same(connection, record.id))
        return revision

    def _few_at_a_time(self, statement: Select[Any]) -> MappingResult:
        """All rows of the source; a server keeps what was not fetched yet until the result is closed."""
        return self._snapshot.execute(statement, execution_options={"yield_per": AT_ONCE}).mappings()

    def _fill(self, target: Connection, table: Table) -> None:
        """Copy a table in the order of its key: a database refuses an entry before its predecessor."""
        with self._few_at_a_time(select(table).order_by(*table.primary_key)) as all_rows:
            for rows in all_rows.partitions():
                try:
                    target.execute(insert(table), [dict(row) for row in rows])
                except (IntegrityError, DataError) as broken:  # only damage makes such a row
                    found = f"in {table.name}: {broken.orig}"
                    raise StorageRefused("damaged", found, self._source) from broken
                self.rows[table] += len(rows)

    def _compare(self, target: Connection, name: str, statement: Select[Any]) -> None:
        """Compare rows with those of the source. Raises StorageRefused if any differs."""
        if {*target.execute(statement)} != {*self._snapshot.execute(statement)}:
            raise StorageRefused("damaged", f"{name} are not what was copied")

    def _same(self, target: Connection, game: str) -> tuple[Entry, ...]:
        """Compare every row of a game with the source, with each entry's chain, and return its entries."""
        for table in self.rows:
            if table is games or "game" in table.c:
                column = table.c.id if table is games else table.c.game
                self._compare(target, f"{table.name} of game {game}", select(table).where(column == game))
        rows = target.execute(select(entries).filter_by(game=game).order_by(entries.c.seq))
        return tuple(Entry(*row) for row in rows)
