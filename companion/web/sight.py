"""How one phone sees a table: who it is, what it may do, what was said in the round. All of it is public."""

from dataclasses import dataclass

from companion.places import MINUTE, Places, Viewer
from companion.rules import declaring
from companion.rules.events import BagOpened, BagPassed, SatOut
from companion.rules.game import Game
from companion.rules.talk import Talk
from companion.tables import Table
from companion.web.desk import places_at, talk_at, viewer
from companion.web.permits import Permit, permit
from companion.web.screens.door import DoorView, door_view, hyphened

NEWS_FOR = 3 * MINUTE
"""How long a board tells of a moment ago, where nothing newer is booked."""


@dataclass(frozen=True, slots=True)
class Sight:
    """`phones` are the seats that some phone holds, `code` is what lets more in while the door is open; the
    `door` itself is drawn where the table lies in the middle. `way_in` leads a phone that looks on to the
    free seats. `just_dealt` is the merchant whose bag was dealt with last, until something newer is booked
    or said. `is_new_bank` where this phone became the bank a moment ago.
    """

    me: Viewer
    permit: Permit
    talk: Talk
    phones: frozenset[int]
    code: str
    door: DoorView | None = None
    bank_is_gone: bool = False
    way_in: str = ""
    just_dealt: int | None = None
    is_new_bank: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether another phone than this plays along."""
        return bool(self.phones - self.me.seats) or not self.me.bank

    def declares_next(self, game: Game) -> int | None:
        """Which of this phone's merchants has to declare now, where several phones play."""
        if not self.is_shared:
            return None
        seat = declaring.next_speaker(game, self.talk, self.phones)
        return seat if seat in self.me.seats else None


def sight(table: Table) -> Sight:
    """How the phone that asks sees this table."""
    there, me, talk = places_at(table.id), viewer(table.id), talk_at(table)
    door = there.door
    return Sight(
        me,
        permit(table),
        talk,
        there.seats,
        hyphened(door.code) if door and me.bank else "",
        door_view(door, there.moment) if door and me.table_view else None,
        bool(me.seats) and not me.bank and there.bank_is_gone,
        there.way_in(me, table.game.here),
        _just_dealt(table, talk),
        me.bank and _has_changed_hands(table, there),
    )


def _has_changed_hands(table: Table, there: Places) -> bool:
    """Whether another phone became the bank in the last few minutes, and nothing was booked since. Who opened
    the table is no other one.
    """
    since = there.bank_since
    return since > table.lines[-1].recorded_at and there.moment.date < since + NEWS_FOR


def _just_dealt(table: Table, talk: Talk) -> int | None:
    line = table.latest
    if line is None or talk.said_on >= line.seq:
        return None
    return line.event.merchant if isinstance(line.event, BagPassed | BagOpened | SatOut) else None
