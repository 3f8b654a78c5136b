"""Whose turn it is and the ambushes that lie (N8, N10): what the board shows of them, their page, their
forms.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.kinds import Recorder
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.seating import PlayerReturned
from companion.rules.nottingham.turns import MOST_AMBUSHES, LayAmbushes, NameTurn, Turns, here_from
from companion.rules.past import said_now
from companion.rules.refusals import Refusal
from companion.rules.rights import may_record_for
from companion.rules.seats import Stage
from companion.tables import mark
from companion.web.booking import drawn_again, led_on, spoken
from companion.web.current import held_again, here, talk_at
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.table import Permit, Table
from companion.web.nottingham.words import Words
from companion.web.parts import Seat, say, seat_of, seats_of
from companion.web.reader import Reader


@dataclass(frozen=True, slots=True)
class Ambushes:
    """How many ambush cards of a player lie."""

    seat: Seat
    lying: int


_SAID = re.compile(r"([lt][0-6])+", re.ASCII)
_MOST_SAID = 26
"""How much of what a phone said it can take back, in letters: as many ambushes as may lie."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What this phone `said` last, and the button that takes it back: the `address` of its form, its field
    and its value. Of what was said before it, `rest` is left.
    """

    said: Markup
    address: str
    field: str
    value: int
    rest: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """What the board and the page of the turns show: the player whose `turn` it is, None while nobody follows
    the turns, and who is `next`; the latest entry is `since`. `ambushes` has the players who are here. With
    `sets` this phone may say both; here the player `lays` an ambush whose own phone it is, else the one whose
    turn it is. The turn is `mine` on its player's own phone. `said` is what this phone said here since
    anything else happened, and `undo` takes the last of that back.
    """

    game: str
    turn: Seat | None
    next: Seat
    since: int
    ambushes: tuple[Ambushes, ...]
    sets: bool
    mine: bool
    lays: Seat | None
    said: str = ""
    undo: Undo | None = None
    most: int = MOST_AMBUSHES

    @property
    def lying(self) -> int:
        """How many ambush cards lie of the player who lays one here."""
        return next((one.lying for one in self.ambushes if one.seat == self.lays), 0)


def pointer(table: Table, permit: Permit, me: int | None) -> Pointer | None:
    """Whose turn it is as a phone sees it, which is that of the player at seat `me` if of one alone; None
    while the table is asked whether the game is over and once the count has begun, and for a phone that may
    not say it where nobody follows the turns.
    """
    game, turns = table.game, talk_at(table)
    sets = _may_set(permit) is None
    if game.due or game.stage is not Stage.ROUNDS or not (sets or turns != Turns()):
        return None
    turn, lying = playing(table), _lying(table, turns)
    lays = me if me in game.here and not permit.actor.bank else turn
    return Pointer(
        table.id,
        None if turn is None else seat_of(game, turn),
        seat_of(game, here_from(game, 0 if turn is None else turn + 1)),
        table.seq,
        tuple(Ambushes(seat, lying[seat.number]) for seat in seats_of(game, game.here)),
        sets,
        mine=turn is not None and turn == me,
        lays=None if lays is None else seat_of(game, lays),
    )


def with_undo(table: Table, pointer: Pointer) -> Pointer:
    """With what this phone said on the board, which is no entry: a take back beside it is of that, first. The
    address has it, `l` and who laid an ambush, `t` and whose turn it was, until anything else happens.
    """
    said = request.args.get("said", "")
    if not pointer.sets or request.args.get("seen") != g.mark or not _SAID.fullmatch(said):
        return pointer
    seat, words = int(said[-1]), Words(table.game.seats)
    if seat >= len(table.game.seats):
        return pointer
    name, way = words.name(seat), "nottingham_turns.name_turn"
    if said[-2] == "l":
        ambush = "+1 " + ngettext("ambush", "ambushes", 1)
        sentence, way = say(_("%(what)s: %(said)s"), what=ambush, said=name), "nottingham_turns.lay_ambushes"
        undo = Undo(sentence, url_for(way, game=table.id, seat=seat), "more", -1, said[:-2])
    else:
        turn = pointer.turn
        sentence = say(_("%(name)s’s turn"), name=words.name(turn.number)) if turn else Markup()
        undo = Undo(sentence, url_for(way, game=table.id), "seat", seat, said[:-2])
    return replace(pointer, said=said, undo=undo)


def playing(table: Table) -> int | None:
    """The seat whose turn it is; None while nobody follows the turns."""
    turns: Turns = talk_at(table)
    return turns.turn(table.game, [(seq, event.seat) for seq, event in made(table)], _back(table))


def turn_told(table: Table) -> Markup:
    """What was said beside the log, for a phone that knows the latest entry: whose turn it is."""
    plays = playing(table)
    if plays is None:
        return escape(_("Turns and ambushes"))
    if plays == here(table).own_seat:
        return escape(_("Your turn!"))
    return say(_("%(name)s’s turn"), name=Words(table.game.seats).name(plays))


def made(table: Table) -> list[tuple[int, Delivered | Fulfilled]]:
    """The deliveries and missions that stand, as corrected, with the numbers of their entries."""
    said = said_now(table.numbered).items()
    return [(seq, event) for seq, event in said if isinstance(event, Delivered | Fulfilled)]


def _back(table: Table) -> dict[int, int]:
    """The players who came back, with the latest entries that say so."""
    returned = ((line.seq, line.event) for line in table.standing)
    return {event.seat: seq for seq, event in returned if isinstance(event, PlayerReturned)}


def _met(table: Table) -> Counter[int]:
    """How many ambush cards of each seat met a delivery."""
    delivered = (event for _seq, event in made(table) if isinstance(event, Delivered))
    return Counter(seat for event in delivered for seat in event.ambushers)


def _lying(table: Table, turns: Turns) -> Counter[int]:
    """How many ambush cards of each seat lie; none where more met a delivery than anybody said were laid."""
    return Counter(turns.laid) - _met(table)


def _may_set(permit: Permit) -> Refusal | None:
    """Whether this phone may say whose turn it is: any that records for somebody who is here."""
    return may_record_for(permit.recording, permit.actor, Recorder.TABLE.seats(permit.table.game, None))


blueprint = Blueprint("nottingham_turns", __name__)


@blueprint.get("/g/<game>/nottingham/turns")
def turns(game: str) -> ResponseReturnValue:
    """All players, to say whose turn it is and whose ambushes lie."""
    return turns_page(held_table(game), Reader(request.args))


@blueprint.post("/g/<game>/nottingham/turns")
def name_turn(game: str) -> ResponseReturnValue:
    """Say whose turn it is; an empty `seat` follows the turns no more."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats)) if reader.form.get("seat", "x") else None
    since = min(reader.hidden("since"), table.seq)
    return _say(table, reader, NameTurn(seat, since), f"t{reader.form.get('turn', '')}")


@blueprint.post("/g/<game>/nottingham/ambushes/<int:seat>")
def lay_ambushes(game: str, seat: int) -> ResponseReturnValue:
    """Say that an ambush card of a player more lies, or one less; their page `stays`."""
    table, reader = held_table(game), Reader(request.form)
    more = reader.choice("more", ("1", "-1"))
    return _say(table, reader, LayAmbushes(seat, int(more or 0), _met(table)[seat]), f"l{seat}")


def _say(table: Table, reader: Reader, ask: NameTurn | LayAmbushes, undone_by: str) -> ResponseReturnValue:
    if not spoken(table, reader, ask, lambda now, _said, members: _may_set(permit(now, members))):
        return drawn_again(table, reader, turns_page)
    if reader.ticked("stays"):
        return led_on(table, url_for("nottingham_turns.turns", game=table.id))
    said = reader.form.get("said")
    if said is not None and not reader.ticked("back"):
        said += undone_by
    if not said:
        return led_on(table, "")
    now = held_again(table)
    seen = mark(now, talk_at(now))
    return led_on(table, url_for("table.board", game=table.id, said=said[-_MOST_SAID:], seen=seen))


def turns_page(table: Table, reader: Reader) -> str:
    """The page, with what is wrong with the last request."""
    return render_template(
        "nottingham/turns/turns.html",
        pointer=pointer(table, permit(table), here(table).own_seat),
        errors=reader.errors,
        game_path=table.id,
    )
