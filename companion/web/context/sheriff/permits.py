"""What the requesting phone may do: for the pages it sees, and within the write it asks for."""

from companion.clerk import May
from companion.places import Places
from companion.records import Company
from companion.rules.sheriff.kinds import Action
from companion.web.context.current import places_at
from companion.web.context.permits import actor_at, places_within
from companion.web.phone.sheriff.permit import Permit
from companion.web.phone.sheriff.table import Table


def permit(table: Table) -> Permit:
    """What the requesting phone may do at this table."""
    return _permit(table, places_at(table.id))


def permit_within(table: Table, company: Company) -> Permit:
    """The same within the write that it authorizes. Raises PlaceLost for a phone that lost its last place
    while its request was on the way.
    """
    return _permit(table, places_within(company))


def judge(action: Action, *, late: bool = False) -> May:
    """A check for the clerk within the write: may this phone have the action booked? `late` as in
    `Permit.refusal`.
    """
    return lambda table, said, company: permit_within(table, company).refusal(action, said, late=late)


def _permit(table: Table, there: Places) -> Permit:
    return Permit(table, actor_at(table, there), there.recording, there.seats)
