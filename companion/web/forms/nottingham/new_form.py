"""The form of a new table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.commands import OpenTable
from companion.rules.nottingham.options import Options
from companion.rules.nottingham.pawns import SHIELDS
from companion.rules.refusals import PlayersOutOfRange, Refusal, UnknownShield
from companion.rules.seats import Presence, Seat
from companion.web.forms import beside, seat_lines
from companion.web.forms.beside import fields
from companion.web.forms.nottingham import way_fields
from companion.web.forms.reader import Reader
from companion.web.phone.nottingham.table import Table

NUMBERS = tuple(str(number) for number in range(BOX.fewest_players, BOX.most_players + 1))
FIELDS = fields({**way_fields.BESIDE, "name-0": (PlayersOutOfRange,), "charge-0": (UnknownShield,)})
"""The field each refusal is shown beside; about a name or a shield, beside that one."""


@dataclass(frozen=True, slots=True)
class NottinghamSeat:
    """One line of the form as typed; `index` counts from the top."""

    index: int
    name: str
    charge: str


@dataclass(frozen=True, slots=True)
class NottinghamNew:
    """What nottingham/new/_new.html shows: always seven seats, filled with the last evening's people.
    `players` says how many play, some of whom type their own names as they come in; "" if it is those who are
    named. `spaces` and `printed` are the way as typed. `again` is the table of which this is the rematch, or
    "".
    """

    seats: tuple[NottinghamSeat, ...]
    charges: tuple[str, ...]
    players: str
    numbers: tuple[str, ...]
    open_sums: bool
    spaces: str
    printed: str
    again: str


def as_typed(form: MultiDict[str, str]) -> NottinghamNew:
    """The form as it was typed, with seats moved up or down if that was asked for."""
    order = seat_lines.order(form, BOX.most_players)
    return NottinghamNew(
        seats=tuple(_seat(form, line, index) for index, line in enumerate(order)),
        charges=SHIELDS,
        players=seat_lines.players(form, NUMBERS),
        numbers=NUMBERS,
        open_sums="open_sums" in form,
        spaces=form.get("spaces", str(BOX.spaces)),
        printed=form.get("printed", ""),
        again=form.get("again", "")[: seat_lines.LONGEST_TYPED],
    )


def of_last_evening(
    table: Table | None, others: Sequence[Seat], again: str | None = None
) -> MultiDict[str, str]:
    """The form as the same people would fill it in again, for a rematch if this is the table to be played
    `again`; where there is none, as the `others` of another game would.
    """
    typed = list(_people(table.game.seats if table else others))
    if table:
        typed += way_fields.of_options(table.game.options)
        typed += [("again", table.id)] if table.id == again else []
    return MultiDict(typed)


def _people(every: Sequence[Seat]) -> Iterator[tuple[str, str]]:
    """Those who are still here, each with a shield: a line without one has that of its place."""
    seats = [who for who in every if who.presence is Presence.HERE]
    used = {who.shield for who in seats}
    free = iter([shield for shield in SHIELDS if shield not in used])
    for line in range(BOX.most_players):
        yield f"charge-{line}", seats[line].shield if line < len(seats) else next(free)
        if line < len(seats) and seats[line].named:
            yield f"name-{line}", seats[line].name
    if any(not who.named for who in seats):
        yield "players", str(len(seats))


def read(reader: Reader) -> OpenTable:
    """The command, from the lines in use."""
    form = reader.form
    seat_lines.refuse_fewer(reader, BOX.most_players, NUMBERS)
    lines = seat_lines.in_use(form, BOX.most_players, NUMBERS)
    unnamed = seat_lines.unnamed(form, lines, NUMBERS)
    return OpenTable(
        names=seat_lines.names(form, lines, SHIELDS, unnamed),
        shields=seat_lines.shields_of(form, lines, SHIELDS),
        options=way_fields.read(reader, Options()),
        unnamed=unnamed,
    )


def field_of(refusal: Refusal, form: MultiDict[str, str]) -> str:
    """The field of the form a refusal is shown beside."""
    lines = seat_lines.in_use(form, BOX.most_players, NUMBERS)
    return (
        seat_lines.field_of_name(refusal, lines)
        or seat_lines.field_of_shield(refusal, form, lines, SHIELDS)
        or beside.field_of(FIELDS, refusal)
    )


def _seat(form: MultiDict[str, str], line: int, index: int) -> NottinghamSeat:
    return NottinghamSeat(index, seat_lines.name_of(form, line), seat_lines.charge_of(form, line, SHIELDS))
