"""Who is at a table with which phone, as the requesting phone sees it."""

from companion.places import Places
from companion.tables import AnyTable
from companion.web.context.current import places_at, viewer
from companion.web.phone.here import NEWS_FOR, Here
from companion.web.screens.door import hyphened


def here(table: AnyTable) -> Here:
    """How the requesting phone sees the phones of this table."""
    there, me = places_at(table.id), viewer(table.id)
    door = there.door
    is_full = there.seats.issuperset(table.game.here)
    return Here(
        me=me,
        phones=there.seats,
        code=hyphened(door.code) if door and me.bank and not is_full and not table.has_begun else "",
        bank_is_gone=bool(me.seats) and not me.bank and there.bank_is_gone,
        bank_chosen_from=there.bank_chosen_from,
        way_in=there.way_in(me, table.game.here),
        is_new_bank=me.bank and _has_changed_hands(table, there),
        silent=there.silent,
        silence=there.silence,
        has_door=door is not None,
        records_own=_is_news(table, there, there.own_since),
    )


def _has_changed_hands(table: AnyTable, there: Places) -> bool:
    """Whether the bank moved to another phone in the last few minutes, with nothing booked since. The phone
    that opened the table does not count as another.
    """
    return _is_news(table, there, there.bank_since)


def _is_news(table: AnyTable, there: Places, since: int) -> bool:
    return table.lines[-1].recorded_at < since and there.moment.date < since + NEWS_FOR
