"""How the requesting phone sees a table."""

from dataclasses import fields

from flask import g

from companion.places import Places
from companion.rules.sheriff import proposals
from companion.rules.sheriff.inspection import Brought
from companion.rules.sheriff.talk import Talk
from companion.web.context import current
from companion.web.context.current import places_at
from companion.web.context.here import here
from companion.web.context.sheriff.at_table import talk_at
from companion.web.context.sheriff.inspection_clock import timer_at
from companion.web.context.sheriff.permits import permit
from companion.web.phone.here import Here
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.phone.sheriff.table import Table


def this_phone(table: Table) -> PhoneContext:
    """How the requesting phone sees this table; worked out once until the table or who is there is read
    again.
    """
    there = places_at(table.id)
    seen: tuple[Table, Places, PhoneContext] | None = g.get("this_phone")
    if seen is None or seen[0] is not table or seen[1] is not there:
        seen = g.this_phone = table, there, _seen(table)
    return seen[2]


def _seen(table: Table) -> PhoneContext:
    seen, talk, timer = here(table), talk_at(table), timer_at(table)
    shared = {field.name: getattr(seen, field.name) for field in fields(Here)}
    just_dealt, late = _just_dealt(table, talk), timer is not None and timer.is_over
    return PhoneContext(
        **shared,
        permit=permit(table),
        talk=proposals.once_late(table.game, talk) if late else talk,
        ready=frozenset(current.talk_at(table).ready),
        late=late,
        just_dealt=just_dealt,
    )


def _just_dealt(table: Table, talk: Talk) -> Brought | None:
    line = table.latest
    if line is None or talk.said_on >= line.seq:
        return None
    return line.event if isinstance(line.event, Brought) else None
