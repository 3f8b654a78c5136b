"""How one phone sees a table: who it is, what it may do, what was said in the round. All of it is public."""

from dataclasses import dataclass

from companion.doorkeeper import Viewer
from companion.rules import declaring
from companion.rules.game import Game
from companion.rules.talk import Talk
from companion.tables import Table
from companion.web.desk import clerk, doorkeeper, viewer
from companion.web.permits import Permit, permit
from companion.web.screens.move import hyphened


@dataclass(frozen=True, slots=True)
class Sight:
    """`phones` are the seats that some phone holds, `code` is what lets more in while the door is open."""

    me: Viewer
    permit: Permit
    talk: Talk
    phones: frozenset[int]
    code: str

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
    door = doorkeeper().door(table.id)
    return Sight(
        viewer(table.id),
        permit(table),
        clerk().talk(table),
        doorkeeper().seats_held(table.id),
        hyphened(door.code) if door else "",
    )
