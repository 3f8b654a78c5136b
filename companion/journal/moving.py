"""All that one database keeps, in another that was empty: as it was at one moment, in one write.

Every table of the schema goes along, row by row, since all of them belong to the evenings: also who holds
which place, what was said, clocks and the words that move a place; their times count from 1970, by which any
machine goes. What is one machine's alone stays there: the revision of its tables, when phones were last heard
from and how often an address has tried (the tables of neighbours.py), which entry a file noted last, who
serves a folder, its secret key. No database gives out numbers by itself, so no sequence has to move on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Table

from companion.journal import migrations, statements
from companion.journal.schema import entries, games, metadata
from companion.journal.sqlite_care import SIDE_FILES, has_evenings
from companion.journal.storage import Snapshot, StorageRefused, StorageTrouble, Transaction
from companion.journal.store import Store, store_at
from companion.records import Copied, Entry, GameRecord

# So that nobody opens a table there meanwhile. A file has one writer anyway.
ALONE = {"postgresql": "LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE"}

Replay = Callable[[GameRecord, tuple[Entry, ...]], None]
"""Told every game as it is in the copy, before that is committed."""


class TargetTrouble(Exception):  # noqa: N818 - named like the trouble that it is about
    """`trouble` with the database that was to be filled. It is as it was, unless that is Unconfirmed."""

    def __init__(self, trouble: StorageTrouble) -> None:
        self.trouble = trouble
        super().__init__(str(trouble))


def copied(source: Store, place: Path | str, patience: float, replay: Replay) -> Copied:
    """Put all that the source has now into the empty database at this place, and compare both, row by row.
    Raises StorageRefused for the source, and TargetTrouble.
    """
    with source.snapshot() as snapshot, _as_it_was(place):
        filling = _Filling(snapshot, replay)
        try:
            if isinstance(place, Path) and has_evenings(place):
                raise StorageRefused("filled")
            target = store_at(place, patience, filling.prepare)
        except StorageTrouble as trouble:
            if trouble is snapshot.refused:
                raise
            raise TargetTrouble(trouble) from trouble
        target.close()
    return filling.copied(target.place)


@contextmanager
def _as_it_was(place: Path | str) -> Iterator[None]:
    """A file that was not there is gone again where it is not filled."""
    is_new = isinstance(place, Path) and not place.exists()
    try:
        yield
    except BaseException:
        if is_new and isinstance(place, Path):
            for name in ("", *SIDE_FILES):
                place.with_name(f"{place.name}{name}").unlink(missing_ok=True)
        raise


class _Filling:
    """Prepares an empty database with what is in a snapshot of another. No table is ever in memory as a
    whole; a game is, as it is compared and replayed.
    """

    def __init__(self, source: Snapshot, replay: Replay) -> None:
        self._source = source
        self._replay = replay
        self._rows: dict[Table, int] = dict.fromkeys(metadata.sorted_tables, 0)

    def copied(self, where: str) -> Copied:
        """How much there was."""
        return Copied(where, self._rows[games], self._rows[entries], sum(self._rows.values()))

    def prepare(self, connection: Connection) -> str:
        """Make the tables, fill them and compare them; their revision."""
        present = migrations.revision(connection)
        if present is not None and str(present) < migrations.NEWEST:
            raise StorageRefused("older", f"revision {present}, this program makes {migrations.NEWEST}")
        revision = migrations.upgrade(connection)
        if statement := ALONE.get(connection.dialect.name):
            connection.exec_driver_sql(statement)
        target = Transaction(connection, nullcontext)  # whoever has a database prepared guards it
        if target.rows(statements.ANY_GAME):
            raise StorageRefused("filled")
        for table in self._rows:
            self._fill(target, table)
        self._compare(target)
        return revision

    def _fill(self, target: Transaction, table: Table) -> None:
        names = table.columns.keys()
        driver = target.connection.dialect.loaded_dbapi
        for rows in self._source.batches(statements.EVERYTHING[table]):
            try:
                target.run(statements.ADD[table], [dict(zip(names, row, strict=True)) for row in rows])
            except (driver.IntegrityError, driver.DataError) as broken:  # only damage makes such a row
                raise self._source.refuse("damaged", f"in {table.name}: {broken}") from broken
            self._rows[table] += len(rows)

    def _compare(self, target: Transaction) -> None:
        """Every game as it is read there with what it was made of: each row, so each entry with its chain."""
        for records in self._source.batches(statements.ALL_GAMES):
            for record in (GameRecord(*row) for row in records):
                self._replay(record, self._same(target, record.id))

    def _same(self, target: Transaction, game: str) -> tuple[Entry, ...]:
        """The entries of a game, once all that belongs to it was found to be the same."""
        for table, statement in statements.OF_GAME.items():
            here = target.rows(statement, game=game)
            if set(here) != set(self._source.rows(statement, game=game)):
                raise StorageRefused("damaged", f"{table.name} of game {game} are not what was copied")
        return tuple(Entry(*row) for row in target.rows(statements.OF_GAME[entries], game=game))
