"""What a request knows of a table: its state, and what its phone may do."""

from collections.abc import Mapping

from companion.records import Members
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.ruleset import NOTTINGHAM, Action
from companion.service import May
from companion.web import current
from companion.web.current import listed_of, permit_as, sound
from companion.web.nottingham.table import Permit, Table
from companion.web.token import phone


def held_table(game: str) -> Table:
    """The table with this id as it is now, if it is one of this game and this phone has any place at it; else
    404 or 403.
    """
    return current.held_as(NOTTINGHAM, game)


def permit(table: Table, members: Members | None = None) -> Permit:
    """What the requesting phone may do at this table; for a check within a write, see `permit_as`."""
    return permit_as(Permit, table, members)


def proposed_numbers(table: Table) -> Mapping[str, Numbers]:
    """The numbers that this phone knows of missions that nobody has here; made once for each state of the
    table, since boards ask for them often.
    """
    key = "proposed", phone()
    if key not in table.views:
        table.views[key] = {
            word: numbers for word, numbers in known_numbers().items() if word not in table.game.numbers
        }
    proposed: Mapping[str, Numbers] = table.views[key]
    return proposed


def known_numbers() -> dict[str, Numbers]:
    """The two numbers of each mission, as far as the rules know them or this phone's tables typed them; the
    newest table wins, since they belong to the box (N14).
    """
    typed: dict[str, Numbers] = {}
    for table in sound(NOTTINGHAM, listed_of(NOTTINGHAM)):
        typed = {**table.game.numbers, **typed}
        if len(typed) == len(BOX.missions):
            break
    return {mission.word: mission.numbers for mission in BOX.missions if mission.numbers} | typed


def judge(_table: Table, action: Action) -> May:
    """A check for the service within the write: whether this phone may have the action booked."""
    return lambda table, said, members: permit(table, members).refusal(action, said)
