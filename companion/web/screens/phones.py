"""The phones at a table: the door, the seats, who carries the bank."""

from dataclasses import dataclass

from companion.doorkeeper import Doorkeeper
from companion.places import Door, Viewer, way_in
from companion.rules.rights import Recording
from companion.tables import Table
from companion.web.language import gettext as _
from companion.web.screens.door import DoorView, door_view
from companion.web.screens.parts import Choice, Seat, seat_of


@dataclass(frozen=True, slots=True)
class People:
    """Who is at a table, as the doorkeeper knows it; everybody there may know it too."""

    held: frozenset[int]
    bank_seats: frozenset[int]
    watchers: int
    bank_is_gone: bool
    votes: dict[int, int]
    door: Door | None
    recording: Recording


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
    `looks_on` if it is one of the watchers; then behind `way_in` it finds the free seats.
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


def people(keeper: Doorkeeper, game: str) -> People:
    """Everything about the phones of a table."""
    return People(
        keeper.seats_held(game),
        keeper.bank_seats(game),
        keeper.watchers(game),
        keeper.bank_is_gone(game),
        keeper.votes(game),
        keeper.door(game),
        Recording(keeper.room(game).recording),
    )


def phones(table: Table, me: Viewer, people: People, now: int) -> Phones:
    """The phones as this one may see them."""
    return Phones(
        game=table.id,
        leads=me.bank,
        may_vote=people.bank_is_gone and bool(me.seats) and not me.bank,
        bank_is_gone=people.bank_is_gone and not me.bank,
        seats=tuple(_seat(table, me, people, seat) for seat in sorted(people.held.union(table.game.here))),
        watchers=people.watchers,
        looks_on=me.watching or me.table_view,
        way_in=way_in(me, people.held, table.game.here, people.door),
        door=door_view(people.door, now) if people.door else None,
        recording=(
            Choice(Recording.EVERYBODY, _("Everybody, everything")),
            Choice(Recording.OWN, _("Everybody, their own actions")),
            Choice(Recording.BANK, _("Only the bank")),
        ),
        recorded_by=people.recording,
    )


def _seat(table: Table, me: Viewer, people: People, seat: int) -> PhoneSeat:
    state = "mine" if seat in me.seats else "held" if seat in people.held else "free"
    wanted = tuple(seat_of(table.game, voter) for voter, chosen in people.votes.items() if chosen == seat)
    return PhoneSeat(seat_of(table.game, seat), state, seat in people.bank_seats, wanted)
