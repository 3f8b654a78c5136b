"""The tables of Sheriff of Nottingham at which this phone has a place."""

from dataclasses import replace

from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.talk import Talk
from companion.web.context import current
from companion.web.phone.sheriff.table import Table


def held_table(game: str) -> Table:
    """The table of this id as it is now, if it is one of this game and this phone has any place at it; else
    404 or 403.
    """
    return current.held_as(SHERIFF, game)


def talk_at(table: Table) -> Talk:
    """What was said in the round that is played. What others are ready to declare is their secret until their
    turn comes (T4, T8).
    """
    talk: Talk = current.talk_at(table)
    own = current.viewer(table.id).seats
    return replace(talk, ready={seat: said for seat, said in talk.ready.items() if seat in own})
