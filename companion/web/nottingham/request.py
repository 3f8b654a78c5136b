"""What a request knows of a table: its state, and what its phone may do."""

from collections.abc import Mapping
from itertools import islice

from companion.records import Members
from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.ruleset import NOTTINGHAM, Action
from companion.rules.seats import Stage
from companion.service import May
from companion.web import current
from companion.web.current import archive, listed_of, permit_as, sound
from companion.web.nottingham.table import Permit, Table
from companion.web.token import phone

LATEST = 3
"""Among so many evenings of a phone that are over is the one that a rematch follows."""


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


def numbers_before(table: Table) -> Mapping[str, Numbers]:
    """The numbers that the table typed whose rematch this is, of missions that nobody has here: all phones
    that came along find the same. As `proposed_numbers`, made once for each state.
    """
    key = "before", phone()
    if key not in table.views:
        over = (was for was in listed_of(NOTTINGHAM) if was.summary.stage is Stage.CLOSED)
        rematch_of = archive().journal.rematch_of
        before = (was for was in islice(over, LATEST) if rematch_of(was.id) == table.id)
        typed = next((was.game.numbers for was in sound(NOTTINGHAM, before)), {})
        table.views[key] = {word: both for word, both in typed.items() if word not in table.game.numbers}
    found: Mapping[str, Numbers] = table.views[key]
    return found


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
