"""The tables of Sheriff of Nottingham at which this phone has a place."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from companion.codec import UnreadableError
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.talk import Talk
from companion.tables import Listed
from companion.web.context import current
from companion.web.phone.sheriff.table import Table


def held_table(game: str) -> Table:
    """The table of this id as it is now, if it is one of this game and this phone has any place at it; else
    404 or 403.
    """
    return current.held_as(SHERIFF, game)


def held_tables() -> tuple[Listed, ...]:
    """The tables of this game at which this phone has a place, the newest first."""
    return tuple(table for table in current.held_tables().tables if table.rules is SHERIFF)


def first_sound(tables: Iterable[Listed]) -> Table | None:
    """The first of these tables that can be read, with its log; None if there is none."""
    for table in tables:
        with suppress(UnreadableError):
            return current.clerk().current(table.id).played_by(SHERIFF)
    return None


def talk_at(table: Table) -> Talk:
    """What was said in the round that is played. What others are ready to declare is their secret until their
    turn comes (T4, T8).
    """
    talk: Talk = current.talk_at(table)
    own = current.viewer(table.id).seats
    return replace(talk, ready={seat: said for seat, said in talk.ready.items() if seat in own})
