"""Who may have an action booked: the phone that asks is judged within the write itself."""

from companion.clerk import May
from companion.places import PlaceLost, Places
from companion.records import Company
from companion.rules.entries import PutBack, TakeBack
from companion.rules.refusals import Refusal
from companion.rules.rights import Actor
from companion.tables import AnyTable, why_not_back, why_not_put_back
from companion.web.context.current import doorkeeper
from companion.web.context.token import known_phone


def actor_at(table: AnyTable, there: Places) -> Actor:
    """Who is acting at a table: the bank, and the seats of this phone whose players have not left."""
    me = there.viewer(known_phone())
    return Actor(me.bank, me.seats.intersection(table.game.here))


def places_within(company: Company) -> Places:
    """Who has which place, within a write. Raises PlaceLost for a phone that lost its last one while its
    request was on the way.
    """
    there = doorkeeper().places(company)
    if not there.viewer(known_phone()).is_known:
        raise PlaceLost
    return there


def holds(seat: int) -> May:
    """A check for the clerk: this phone holds a seat. Raises PlaceLost if it does not."""

    def may(_table: AnyTable, _said: object, company: Company) -> None:
        if seat not in doorkeeper().places(company).viewer(known_phone()).seats:
            raise PlaceLost

    return may


def judge(_table: object, action: object) -> May:
    """Who may have this action booked: who records it at this table, and whose entry is taken back or
    put back.
    """

    def may(table: AnyTable, _said: object, company: Company) -> Refusal | None:
        there = places_within(company)
        actor, recording = actor_at(table, there), there.recording
        if isinstance(action, TakeBack):
            return why_not_back(table, recording, actor, action.seq)
        if isinstance(action, PutBack):
            return why_not_put_back(table, recording, actor, action.seq)
        return table.rules.may_book(recording, actor, table.game, action)

    return may
