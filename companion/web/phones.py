"""The phones of a table: who has one, the door, moving a place to another phone."""

from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.freed import Freed
from companion.places import Places, PlaceTaken, Viewer, seat_role
from companion.records import BANK
from companion.rules.rights import Recording
from companion.tables import AnyTable
from companion.web.booking import led_on, on_board, refused
from companion.web.current import action_id, bank_table, held_table, here, membership, places_at, viewer
from companion.web.door import ShownCode, hyphened, open_door, shown_code
from companion.web.here import Knocker
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.pages import pages_of
from companion.web.parts import (
    Choice,
    People,
    Seat,
    how_many_here,
    said_of_phone,
    say,
    seat_of,
    series,
    written,
)
from companion.web.reader import Reader
from companion.web.token import LEFT, become, give, made_for, phone, token_hash


@dataclass(frozen=True, slots=True)
class Move:
    """What move/_move.html shows; `code` is None before it is made; `seat` is None for the bank."""

    game: str
    seat: int | None = None
    code: ShownCode | None = None


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat, and in words who `holds` it: this phone if it is `mine`, another or none. `bank` if that phone
    is the bank; `wanted` are the players who voted for it, with so many votes `missing`. If this phone is the
    bank, it may take a free seat (`takes`) and free one that another phone holds (`opens`); `makes_bank` if
    this phone may hand the bank to it, or vote for it; no vote for a phone that sleeps is proposed. It shows
    the `code` of a seat that it freed.
    """

    seat: Seat
    holds: str
    mine: bool
    bank: bool
    wanted: tuple[Seat, ...]
    takes: bool
    opens: bool
    makes_bank: bool
    missing: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True)
class Phones:
    """What phones/_phones.html shows. `leads` if this phone is the bank; `watches` if it is one of the
    `watchers`, and then `way_in` leads to the free seats. `saved` right after this phone set who may record.
    `here` says how many of the players are; the bank's phone `starts` while nothing has happened yet.
    `undoes` tells what this phone has just taken from another and may give back; it stands at the seat
    `undo_at` if it is about one. `waits` says to the bank who waits for one of the seats, all of which are
    taken; a phone that has no answer yet to its `knock` comes before that.
    """

    game: str
    leads: bool
    bank_is_gone: bool
    seats: tuple[PhoneSeat, ...]
    watchers: int
    watches: bool
    way_in: str
    door: ShownCode | None
    recording: tuple[Choice, ...]
    recorded_by: str
    here: str
    starts: bool
    undoes: Markup | str = ""
    undo_at: int | None = None
    saved: bool = False
    waits: Markup | str = ""
    knock: Knocker | None = None

    @property
    def plays(self) -> bool:
        """Whether this phone holds a seat."""
        return any(place.mine for place in self.seats)


def phones_screen(
    table: AnyTable, me: Viewer, there: Places, door: ShownCode | None, freed: tuple[Freed, ...] = ()
) -> Phones:
    """The phones as this one may see them; the `door` if it is open, and what this one has `freed`."""
    codes = {one.seat: hyphened(one.code) for one in reversed(freed) if one.code} if me.bank else {}
    gone = there.bank_is_gone
    seats = sorted(there.seats.union(table.game.here))
    return Phones(
        game=table.id,
        leads=me.bank,
        bank_is_gone=gone and not me.bank,
        seats=tuple(
            replace(_seat(table, me, there, seat), code="" if seat in there.seats else codes.get(seat, ""))
            for seat in seats
        ),
        watchers=there.watchers,
        watches=me.watching or me.table_view,
        way_in=there.way_in(me, table.game.here),
        door=door,
        recording=(
            Choice(Recording.EVERYBODY, _("Everybody, everything")),
            Choice(Recording.OWN, _("Everybody, their own actions")),
            Choice(Recording.BANK, _("Only the bank")),
        ),
        recorded_by=there.recording,
        here=how_many_here(table.game, there.seats),
        starts=me.bank and not table.has_begun,
        undoes=_undoes(table, there, freed[0]) if freed else "",
        undo_at=freed[0].seat if freed else None,
        waits=_waits(table, there) if me.bank else "",
    )


def _waits(table: AnyTable, there: Places) -> Markup | str:
    """Who knocked and has found no place since: every seat is another phone's."""
    latest = max((holder.held_since for holder in there.living), default=0)
    names = [written(one.name) for one in there.knocks if one.at >= latest]
    if not names or not there.seats.issuperset(table.game.here):
        return ""
    sentence = ngettext(
        "%(names)s waits for a seat. Free the one that is theirs.",
        "%(names)s wait for a seat. Free those that are theirs.",
        len(names),
        names="%(names)s",
    )
    return say(sentence, names=series(names))


def _seat(table: AnyTable, me: Viewer, there: Places, seat: int) -> PhoneSeat:
    mine, held, bank = seat in me.seats, seat in there.seats, seat in there.bank_seats
    may_vote = there.bank_is_gone and bool(me.seats) and not me.bank
    votes, electors = there.votes, there.electors(table.game.here)
    voters = [voter for voter in sorted(electors) if votes.candidates.get(voter) == seat]
    is_candidate = mine or (held and (bool(voters) or seat not in there.silent))
    return PhoneSeat(
        seat=seat_of(table.game, seat),
        holds=_("on this phone") if mine else _of_phone(there, seat) if held else _("without a phone"),
        mine=mine,
        bank=bank,
        wanted=tuple(seat_of(table.game, voter) for voter in voters),
        missing=votes.missing(seat, electors),
        takes=me.bank and not mine and not held,
        opens=me.bank and held and not mine,
        makes_bank=not bank and ((me.bank and held and not mine) or (may_vote and is_candidate)),
    )


def _undoes(table: AnyTable, there: Places, freed: Freed) -> Markup | str:
    """What was just done, if it can be undone."""
    sentences = {
        "seat_released": _("%(name)s’s phone is out."),
        "bank_handed": _("%(name)s’s phone is the bank now."),
        "bank_taken": _("This phone is the bank now."),
        "watchers_sent": _("Nobody watches any more."),
    }
    if not freed.left(there.moment.monotonic) or (
        freed.kind == "seat_released" and freed.seat in there.seats
    ):
        return ""
    return say(sentences[freed.kind], name=People(table.game.seats).name(freed.seat))


def _of_phone(there: Places, seat: int) -> str:
    silence = there.silent.get(seat)
    return said_of_phone(silence) if silence else _("has a phone")


blueprint = Blueprint("phones", __name__)


@blueprint.get("/g/<game>/phones")
def phones(game: str) -> ResponseReturnValue:
    """Who is here on which phone, and the code that lets more in."""
    return _page(held_table(game), Reader(request.args))


@blueprint.post("/g/<game>/door")
def door(game: str) -> ResponseReturnValue:
    """Open the door for a while, shut it, or change its code."""
    table = bank_table(game)
    match request.form.get("do"):
        case "open":
            membership().open_door(game, by=phone())
        case "anew":
            membership().open_door(game, renew=True, by=phone())
        case "shut":
            membership().shut_door(game, by=phone())
        case _:
            abort(400)
    return _back(table)


@blueprint.post("/g/<game>/knocks")
def knocks(game: str) -> ResponseReturnValue:
    """Let in a phone that is at the shut door, to the seat that the form names as that of a phone asleep,
    or answer “Not now”. If no seat is free, the bank goes on to add one, if somebody can still join.
    """
    table, reader, answer = bank_table(game), Reader(request.form), request.form.get("do")
    if answer not in {"in", "wait"}:
        abort(400)
    knocker, there = reader.form.get("knock", ""), places_at(game)
    name = next((one.name for one in there.knocks if one.phone == knocker), "")
    is_there = membership().answer(game, knocker, let_in=answer == "in", by=phone())
    if is_there and answer == "in" and "seat" in reader.form:
        seat = reader.seat("seat", len(table.game.seats))
        if not reader.errors and membership().release(game, seat, by=phone(), asleep=True):
            return on_board(table)
    if is_there and answer == "in" and there.seats.issuperset(table.game.here):
        return led_on(table, pages_of(table).comes_late(table, name))
    if is_there or answer == "wait":
        return on_board(table)
    reader.refuse("", _("Nobody is at the door any more."))
    return refused(pages_of(table).board(held_table(game), reader, None))


@blueprint.post("/g/<game>/seats")
def take_seat(game: str) -> ResponseReturnValue:
    """The bank's phone takes a seat as well."""
    table, reader = bank_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    if not reader.errors:
        token = made_for(action_id())
        try:
            if seat not in viewer(game).seats:
                membership().take_seat(game, seat, token_hash(token), by=phone())
        except PlaceTaken:
            reader.refuse("seat", _("Another phone holds this seat."))
        else:
            become(token)
            return _back(table)
    return refused(_page(held_table(game), reader))


@blueprint.post("/g/<game>/releases")
def release(game: str) -> ResponseReturnValue:
    """Free a seat: by the bank, or by the phone that holds it."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    me = viewer(game)
    if not me.bank and seat not in me.seats:
        abort(403)
    if reader.errors:
        return refused(_page(table, reader))
    if seat in me.seats:
        membership().leave(game, seat, by=phone())
        give(game, LEFT)
        return _on(table, _way_back(table))
    membership().release(game, seat, by=phone())
    return _back(table)


@blueprint.post("/g/<game>/undone")
def undo(game: str) -> ResponseReturnValue:
    """Give back the place that this phone took from another a moment ago, or the bank that it handed on."""
    table, reader = held_table(game), Reader(request.form)
    try:
        if membership().undo(game, phone()):
            return _back(table)
    except PlaceTaken:
        reader.refuse("", _("Another phone has just taken this seat."))
    else:
        reader.refuse("", _("That is too late: it can be undone for ten seconds."))
    return refused(_page(held_table(game), reader))


@blueprint.post("/g/<game>/watchers")
def watchers(game: str) -> ResponseReturnValue:
    """This phone stops watching, or the bank sends all watching phones away."""
    table = held_table(game)
    match request.form.get("do"):
        case "leave":
            membership().stop_watching(game, phone())
        case "clear":
            bank_table(game)
            membership().send_watchers_away(game, by=phone())
        case _:
            abort(400)
    return _on(table, url_for("lobby.start"))


@blueprint.post("/g/<game>/banker")
def banker(game: str) -> ResponseReturnValue:
    """Move the bank to another seat's phone: handed on, or chosen by the others while the bank is gone."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.seat("seat", len(table.game.seats))
    me = viewer(game)
    if reader.errors:
        return refused(_page(table, reader))
    if me.bank:
        if not membership().hand_bank(game, seat, by=phone()):
            reader.refuse("seat", _("No phone holds this seat."))
            return refused(_page(held_table(game), reader))
    elif me.seats and places_at(game).bank_is_gone:
        here = table.game.here
        any(membership().vote(game, voter, seat, here, by=phone()) for voter in sorted(me.seats))
    else:
        abort(403)
    return _back(table)


@blueprint.post("/g/<game>/recording")
def recording(game: str) -> ResponseReturnValue:
    """Set who may record what."""
    table, reader = bank_table(game), Reader(request.form)
    word = reader.choice("recording", list(Recording))
    if reader.errors:
        return refused(_page(table, reader))
    membership().may_record(game, word, by=phone())
    return redirect(url_for("phones.phones", game=game, saved=1), HTTPStatus.SEE_OTHER)


@blueprint.get("/g/<game>/move")
@blueprint.get("/g/<game>/seats/<int:seat>/move")
def move_page(game: str, seat: int | None = None) -> ResponseReturnValue:
    """The page that moves the bank or a seat to another phone; a tap makes the code."""
    return _move_page(_giver(game, seat), Move(game, seat))


@blueprint.post("/g/<game>/handovers")
@blueprint.post("/g/<game>/seats/<int:seat>/move")
def move(game: str, seat: int | None = None) -> ResponseReturnValue:
    """Make words that carry the bank or this phone's seat to another phone, with the door open or shut; they
    are shown only once, at the address of their page.
    """
    table = _giver(game, seat)
    words = membership().hand_over(game, seat, by=phone())
    give(game, BANK if seat is None else seat_role(seat))
    page = url_for("joining.carried", secret=words.secret)
    code = shown_code(words.code, page, words.expires_at, membership().moment())
    here = url_for("phones.move_page", game=game, seat=seat)
    return _move_page(table, Move(game, seat, code)), {"HX-Push-Url": here}


def _giver(game: str, seat: int | None) -> AnyTable:
    """The table of this id, if this phone has the seat, or the bank, which is to move; else 404 or 403."""
    if seat is None:
        return bank_table(game)
    table = held_table(game)
    if seat not in viewer(game).seats:
        abort(403)
    return table


def phones_view(table: AnyTable) -> Phones:
    """The phones as the requesting phone may see them now. The page's `silence` includes the minutes that the
    door stays open, because they move no stamp either.
    """
    there = places_at(table.id)
    freed, door = membership().freed(table.id), open_door(there)
    g.silence = f"{there.silence}-{door.minutes}" if door else there.silence
    mine = tuple(one for one in freed if one.by == phone())
    view = phones_screen(table, viewer(table.id), there, door, mine)
    return replace(view, saved="saved" in request.args, knock=here(table).knock)


def _page(table: AnyTable, reader: Reader) -> str:
    view = phones_view(table)
    return render_template("phones/phones.html", phones=view, errors=reader.errors, game_path=table.id)


def _move_page(table: AnyTable, view: Move) -> str:
    menu = url_for(pages_of(table).menu, game=table.id)
    return render_template("move/move.html", move=view, menu=menu, errors={}, game_path=table.id)


def _on(table: AnyTable, away: str) -> ResponseReturnValue:
    """Back to the phones or, for a phone that gave up its last place, to an address `away` from them."""
    stays = membership().viewer(table.id, phone()).is_known
    return _back(table) if stays else redirect(away, HTTPStatus.SEE_OTHER)


def _way_back(table: AnyTable) -> str:
    """Where a phone without a place finds another: behind the open door, else on the page that says how."""
    door = places_at(table.id).door
    if door is None:
        return url_for("table.board", game=table.id)
    return url_for("joining.places", words=door.secret)


def _back(table: AnyTable) -> ResponseReturnValue:
    return redirect(url_for("phones.phones", game=table.id), HTTPStatus.SEE_OTHER)
