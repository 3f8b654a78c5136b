"""How the requesting phone sees a table."""

from flask import g

from companion.places import Places
from companion.rules.sheriff.events import BagOpened, BagPassed, SatOut
from companion.rules.sheriff.talk import Talk
from companion.web.context.current import places_at, viewer
from companion.web.context.sheriff.at_table import talk_at
from companion.web.context.sheriff.permits import permit
from companion.web.phone.sheriff.phone_context import NEWS_FOR, PhoneContext
from companion.web.phone.sheriff.table import Table
from companion.web.screens.door import hyphened


def this_phone(table: Table) -> PhoneContext:
    """How the requesting phone sees this table; worked out once until the table or who is there is read
    again.
    """
    there = places_at(table.id)
    seen: tuple[Table, Places, PhoneContext] | None = g.get("this_phone")
    if seen is None or seen[0] is not table or seen[1] is not there:
        seen = g.this_phone = table, there, _seen(table, there)
    return seen[2]


def _seen(table: Table, there: Places) -> PhoneContext:
    me, talk = viewer(table.id), talk_at(table)
    door = there.door
    is_full = there.seats.issuperset(table.game.here)
    return PhoneContext(
        me,
        permit(table),
        talk,
        there.seats,
        hyphened(door.code) if door and me.bank and not is_full and not table.has_begun else "",
        bool(me.seats) and not me.bank and there.bank_is_gone,
        there.way_in(me, table.game.here),
        _just_dealt(table, talk),
        me.bank and _has_changed_hands(table, there),
        there.silent,
        door is not None,
        there.moment.date < there.own_since + NEWS_FOR and there.own_since > table.lines[-1].recorded_at,
    )


def _has_changed_hands(table: Table, there: Places) -> bool:
    """Whether the bank moved to another phone in the last few minutes, with nothing booked since. The phone
    that opened the table does not count as another.
    """
    since = there.bank_since
    return since > table.lines[-1].recorded_at and there.moment.date < since + NEWS_FOR


def _just_dealt(table: Table, talk: Talk) -> int | None:
    line = table.latest
    if line is None or talk.said_on >= line.seq:
        return None
    return line.event.merchant if isinstance(line.event, BagPassed | BagOpened | SatOut) else None
