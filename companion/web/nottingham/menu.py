"""What can be done at a table besides deliveries, and how this phone wants its pages."""

from dataclasses import dataclass

from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.seating import ComeBack, Leave, Rename, SetOptions
from companion.rules.nottingham.way import EndGame, StepByHand
from companion.rules.stages import Stage
from companion.web.here import Here
from companion.web.nottingham.hands import happened
from companion.web.nottingham.table import Permit, Table
from companion.web.parts import Seat, seats_of
from companion.web.undone import Done, done_at


@dataclass(frozen=True, slots=True)
class WayFields:
    """The options as booked: whether sums are seen, and the way."""

    open_sums: bool
    spaces: int
    printed: str
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class NottinghamMenu:
    """What nottingham/menu/_menu.html shows: what was just `done`; who can be called otherwise, may leave,
    may come back; whether this phone `steps` by hand, from which step, whether it `ends` the game, and which
    options it may set. It `leads` if it is the bank. Of a game that is `closed` there is a file.
    """

    game: str
    done: Done | None
    closed: bool
    named: tuple[Seat, ...]
    leavers: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    steps: bool
    step: int
    ends: bool
    options: WayFields | None
    leads: bool


def menu_screen(table: Table, phone: Here, permit: Permit, done: int = 0) -> NottinghamMenu:
    """What rules and rights now allow this phone besides deliveries; `done` is the number of the entry that
    it just made here.
    """
    game = table.game
    return NottinghamMenu(
        game=table.id,
        done=done_at(table, done, happened(table), may_take_back=permit.may_take_back()),
        closed=game.stage is Stage.CLOSED,
        named=seats_of(game, permit.seats(Rename)),
        leavers=seats_of(game, permit.seats(Leave)),
        absent=seats_of(game, permit.seats(ComeBack)),
        steps=permit.allows(StepByHand),
        step=game.step,
        ends=permit.allows(EndGame),
        options=_options(table) if permit.allows(SetOptions) else None,
        leads=phone.me.bank,
    )


def _options(table: Table) -> WayFields:
    options = table.game.options
    printed = " ".join(map(str, options.printed))
    return WayFields(options.open_sums, options.spaces, printed, BOX.fewest_spaces, BOX.most_spaces)
