"""The tables of one game at which this phone has a place."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from companion.codec import UnreadableError
from companion.rules.ruleset import Ruleset
from companion.tables import Game, Happened, Listed, Table
from companion.web.context.current import clerk, held_tables
from companion.web.screens.counts import counts_now, is_count


def listed_of(rules: Ruleset[Game, Happened]) -> tuple[Listed, ...]:
    """Those of this game, the newest first."""
    return tuple(table for table in held_tables().tables if table.rules is rules)


def sound(rules: Ruleset[Game, Happened], tables: Iterable[Listed]) -> Iterator[Table[Game, Happened]]:
    """Those of these tables that are of this game and can be read, each with its log."""
    for table in tables:
        with suppress(UnreadableError):
            if found := clerk().current(table.id).played_by(rules):
                yield found


def counted_again(rules: Ruleset[Game, Happened], game: str | None) -> Table[Game, Happened] | None:
    """The count of this phone that bears this id, or the one that took its place since."""
    tables = listed_of(rules) if game else ()
    now = counts_now(game or "", tables)
    found = next(sound(rules, (table for table in tables if table.id == now)), None)
    return found if found and is_count(found) else None
