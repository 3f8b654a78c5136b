"""What the requesting phone may do: for the pages it sees, and within the write it asks for."""

from companion.clerk import May
from companion.places import PlaceLost, Places
from companion.records import Company
from companion.rules.rights import Actor, Recording
from companion.rules.sheriff.commands import Action
from companion.rules.sheriff.talk import Talk
from companion.web.context.current import doorkeeper, places_at
from companion.web.context.token import known_phone
from companion.web.phone.sheriff.permit import Permit
from companion.web.phone.sheriff.table import Table


def permit(table: Table) -> Permit:
    """What the requesting phone may do at this table."""
    return _permit(table, places_at(table.id))


def permit_within(table: Table, company: Company) -> Permit:
    """The same within the write that it authorizes. Raises PlaceLost for a phone that lost its last place
    while its request was on the way.
    """
    there = doorkeeper().places(company)
    if not there.viewer(known_phone()).is_known:
        raise PlaceLost
    return _permit(table, there)


def holds(seat: int) -> May:
    """A check for the clerk within the write: PlaceLost unless this phone holds the seat."""

    def may(_table: Table, _said: Talk, company: Company) -> None:
        if seat not in doorkeeper().places(company).viewer(known_phone()).seats:
            raise PlaceLost

    return may


def judge(action: Action, *, late: bool = False) -> May:
    """A check for the clerk within the write: may this phone have the action booked? `late` as in
    `Permit.refusal`.
    """
    return lambda table, said, company: permit_within(table, company).refusal(action, said, late=late)


def _permit(table: Table, there: Places) -> Permit:
    me = there.viewer(known_phone())
    # A player who went home has no say any more.
    actor = Actor(me.bank, me.seats.intersection(table.game.here))
    return Permit(table, actor, Recording(there.room.recording), there.seats)
