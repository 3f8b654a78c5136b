"""What the requesting phone may do, within the write it asks for."""

from companion.clerk import May
from companion.records import Company
from companion.rules.nottingham.commands import Action
from companion.web.context.permits import actor_at, places_within
from companion.web.phone.nottingham.permit import Permit
from companion.web.phone.nottingham.table import Table


def judge(_table: Table, action: Action) -> May:
    """A check for the clerk within the write: whether this phone may have the action booked."""
    return lambda table, _said, company: permit_within(table, company).refusal(action)


def permit_within(table: Table, company: Company) -> Permit:
    """What the phone may do within the write that it asks for. Raises PlaceLost for a phone that lost its
    last place while its request was on the way.
    """
    there = places_within(company)
    return Permit(table, actor_at(table, there), there.recording)
