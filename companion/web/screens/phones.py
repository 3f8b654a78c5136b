"""The phones at a table: the door, the seats, who carries the bank."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.places import Places, Viewer
from companion.rules.rights import Recording
from companion.tables import Table
from companion.web.http.language import gettext as _
from companion.web.screens.door import DoorView
from companion.web.screens.parts import Choice, Seat, seat_of


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat: held by this phone ("mine"), by another ("held") or by none ("free"); `bank` if that phone is
    the bank; `wanted` are those who would have it carry the bank.
    """

    seat: Seat
    state: str
    bank: bool
    wanted: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Phones:
    """What phones/_phones.html shows. `leads` if this phone is the bank, `may_vote` if the bank is gone,
    `looks_on` if it is one of the watchers; then behind `way_in` it finds the free seats. `saved` right after
    this phone said who may record.
    """

    game: str
    leads: bool
    may_vote: bool
    bank_is_gone: bool
    seats: tuple[PhoneSeat, ...]
    watchers: int
    looks_on: bool
    way_in: str
    door: DoorView | None
    recording: tuple[Choice, ...]
    recorded_by: str
    saved: bool = False


def phones(table: Table, me: Viewer, there: Places, door: DoorView | None) -> Phones:
    """The phones as this one may see them; the `door` where it is open."""
    gone, wanted = there.bank_is_gone, there.votes.candidates
    seats = sorted(there.seats.union(table.game.here))
    return Phones(
        game=table.id,
        leads=me.bank,
        may_vote=gone and bool(me.seats) and not me.bank,
        bank_is_gone=gone and not me.bank,
        seats=tuple(_seat(table, me, there, seat, wanted) for seat in seats),
        watchers=there.watchers,
        looks_on=me.watching or me.table_view,
        way_in=there.way_in(me, table.game.here),
        door=door,
        recording=(
            Choice(Recording.EVERYBODY, _("Everybody, everything")),
            Choice(Recording.OWN, _("Everybody, their own actions")),
            Choice(Recording.BANK, _("Only the bank")),
        ),
        recorded_by=Recording(there.room.recording),
    )


def _seat(table: Table, me: Viewer, there: Places, seat: int, wanted: Mapping[int, int]) -> PhoneSeat:
    state = "mine" if seat in me.seats else "held" if seat in there.seats else "free"
    voters = tuple(seat_of(table.game, voter) for voter, chosen in wanted.items() if chosen == seat)
    return PhoneSeat(seat_of(table.game, seat), state, seat in there.bank_seats, voters)
