"""A new table: its form and its page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.box import BOX, SHIELDS
from companion.rules.nottingham.game import Options
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.seating import OpenTable, seat_faults
from companion.rules.refusals import Refusal
from companion.rules.seats import Presence, Seat
from companion.web import seat_lines
from companion.web.current import action_id, held_tables, sound
from companion.web.ended import way_to_rematch
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed_if
from companion.web.new_table import for_group, offer, opened
from companion.web.nottingham.changes import read_ways, ways_of_options
from companion.web.nottingham.table import Table
from companion.web.reader import Reader, field_of
from companion.web.token import is_newcomer

NUMBERS = tuple(str(number) for number in range(BOX.fewest_players, BOX.most_players + 1))
NEW_FIELDS = ("spaces", "printed", "name-0", "charge-0")


@dataclass(frozen=True, slots=True)
class NottinghamNew:
    """What nottingham/new/_new.html shows: always seven seats, filled with the last evening's people.
    `players` is how many play, if some of them type their own names as they come in, else "". `spaces` and
    `printed` are the way as typed. `again` is the table that this is the rematch of, or "".
    """

    seats: tuple[seat_lines.SeatLine, ...]
    charges: tuple[str, ...]
    players: str
    numbers: tuple[str, ...]
    open_sums: bool
    spaces: str
    printed: str
    again: str

    @property
    def differs(self) -> str:
        """What is not as printed on the board, to be read while the way is folded."""
        return "" if self.spaces == str(BOX.spaces) else _("with %(spaces)s spaces", spaces=self.spaces)


def new_as_typed(form: MultiDict[str, str]) -> NottinghamNew:
    """The form as it was typed, with seats moved up or down if that was asked for."""
    return NottinghamNew(
        seats=seat_lines.lines_in(form, seat_lines.seat_order(form, BOX.most_players), SHIELDS),
        charges=SHIELDS,
        players=seat_lines.players_typed(form, NUMBERS),
        numbers=NUMBERS,
        open_sums="open_sums" in form,
        spaces=form.get("spaces", str(BOX.spaces)),
        printed=form.get("printed", ""),
        again=form.get("again", "")[: seat_lines.LONGEST_TYPED],
    )


def of_last_evening(
    table: Table | None, others: Sequence[Seat], again: str | None = None
) -> MultiDict[str, str]:
    """The form filled in for the same people, as a rematch if this is the table to be played `again`; without
    a table, for the `others` of another game.
    """
    typed = list(_people(table.game.seats if table else others))
    if table:
        typed += ways_of_options(table.game.options)
        typed += [("again", table.id)] if table.id == again else []
    return MultiDict(typed)


def _people(every: Sequence[Seat]) -> Iterator[tuple[str, str]]:
    """The players who are still here, each with a shield; the other lines get the shields that are left."""
    seats = [who for who in every if who.presence is Presence.HERE]
    used = {who.shield for who in seats}
    free = iter([shield for shield in SHIELDS if shield not in used])
    for line in range(BOX.most_players):
        yield f"charge-{line}", seats[line].shield if line < len(seats) else next(free)
        if line < len(seats) and seats[line].named:
            yield f"name-{line}", seats[line].name
    if any(not who.named for who in seats):
        yield "players", str(len(seats))


def read_new(reader: Reader) -> OpenTable:
    """The command, from the lines in use."""
    form = reader.form
    seat_lines.refuse_fewer(reader, BOX.most_players, NUMBERS)
    lines = seat_lines.in_use(form, BOX.most_players, NUMBERS)
    unnamed = seat_lines.unnamed_lines(form, lines, NUMBERS)
    return OpenTable(
        names=seat_lines.names_typed(form, lines, SHIELDS, unnamed),
        shields=seat_lines.shields_of(form, lines, SHIELDS),
        options=read_ways(reader, Options()),
        unnamed=unnamed,
    )


def new_field(refusal: Refusal, form: MultiDict[str, str]) -> str:
    """The field of the form a refusal is shown beside."""
    lines = seat_lines.in_use(form, BOX.most_players, NUMBERS)
    return (
        seat_lines.field_of_name(refusal, lines)
        or seat_lines.field_of_shield(refusal, form, lines, SHIELDS)
        or field_of(NEW_FIELDS, refusal)
    )


blueprint = Blueprint("nottingham_opening", __name__)


@blueprint.get("/nottingham/new")
@packed_if(is_newcomer)
def new_page() -> ResponseReturnValue:
    """Show the form as the address has it; at first with the people of last time, or of the table `again`."""
    if "spaces" in request.args:
        return _new_page(Reader(request.args))
    tables = held_tables().tables
    again = [table for table in tables if table.id == request.args.get("again")]
    if again and (rematch := way_to_rematch(again[0].id)):
        return redirect(rematch)
    last = next(sound(NOTTINGHAM, (*again, *tables)), None)
    others = tables[0].summary.seats if tables else ()
    form = of_last_evening(last, others, request.args.get("again"))
    form = for_group(form, last.id if last else tables[0].id if tables else "")
    return _new_page(Reader(seat_lines.named_instead(form, request.args)))


@blueprint.post("/nottingham/new")
def new() -> ResponseReturnValue:
    """Open a table; the buttons up and down only draw the form again."""
    reader = Reader(request.form)
    if seat_lines.is_moved(reader):
        return _new_page(reader)
    command = read_new(reader)
    beside = partial(new_field, form=reader.form)
    return opened(NOTTINGHAM, reader, command, action_id(), seat_faults(command), beside, _new_page)


def _new_page(reader: Reader) -> str:
    new = new_as_typed(reader.form)
    offered = offer(reader.form, new.seats)
    return render_template("nottingham/new/new.html", new=new, offer=offered, errors=reader.errors)
