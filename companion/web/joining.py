"""A phone comes in: by the code on the board, by a knock at the shut door, or by words that carry a place.

Looking changes nothing.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.membership import can_be_guessed
from companion.places import (
    KNOCK_LIFE,
    MINUTE,
    MOST_WATCHERS,
    DoorShut,
    PlaceLost,
    Places,
    PlaceTaken,
    Viewer,
    WatchersFull,
)
from companion.rules.names import LONGEST_NAME, clean_name, folded
from companion.rules.refusals import PlayerHasLeft, Refusal
from companion.rules.seats import Stage
from companion.tables import AnyTable
from companion.web.booking import refused, way_to_board
from companion.web.current import (
    action_id,
    groups,
    held_tables,
    holds,
    membership,
    places_at,
    service,
    table_now,
    unnamed,
    viewer,
)
from companion.web.ended import way_to_rematch
from companion.web.http import limits
from companion.web.http.language import gettext as _
from companion.web.pages import pages_of
from companion.web.parts import People, Seat, how_many_here, seat_named, seat_of
from companion.web.reader import Reader
from companion.web.token import become, made_for, phone, token_hash

WATCH, TABLE_VIEW = "watch", "table"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat; if it is not free, this phone has it (`mine`) or another does, which may be the `bank`. A seat
    that nobody has named yet goes by its shield. `knocked` if this phone knocked under its player's name.
    """

    seat: Seat
    is_free: bool
    mine: bool
    named: bool
    bank: bool
    knocked: bool = False

    @property
    def wants_name(self) -> bool:
        """Whether the player who takes it types a name."""
        return self.is_free and not self.named


@dataclass(frozen=True, slots=True)
class Join:
    """What join/places.html shows; `is_known` if this phone already has a place here, `here` says how many of
    the players are here or, if no seat is free for this phone, what it can do. It knocked under this `name`;
    "" if it did not, or if that is some player's. `rematch` is the way to the
    one that a finished table has.
    """

    game: str
    words: str
    is_known: bool
    here: str
    places: tuple[Place, ...]
    name: str = ""
    rematch: str = ""

    @property
    def first_unnamed(self) -> int | None:
        """The first free seat whose player types a name for it; None if all have one."""
        return next((place.seat.number for place in self.places if place.wants_name), None)

    @property
    def is_taken(self) -> bool:
        """Whether another phone holds a seat."""
        return any(not place.is_free and not place.mine for place in self.places)

    @property
    def has_bank(self) -> bool:
        """Whether another phone holds a seat and the bank: if it is lost, nobody can ask the bank."""
        return any(place.bank and not place.mine for place in self.places)


@dataclass(frozen=True, slots=True)
class AtDoor:
    """What join/knock.html shows: a form to knock under a `name` at the door of these `words`. A phone that
    has knocked `waits` until its knock expires, and after a minute is told that it is `unanswered`. One that
    came by a link is told at once if it was `sent_away` from the door.
    """

    words: str
    name: str = ""
    waits: bool = False
    unanswered: bool = False
    sent_away: bool = False


def join(table: AnyTable, words: str, there: Places, me: Viewer, knocked: str = "") -> Join:
    """Every seat whose player has not left; first the free seat of the name this phone `knocked` under."""
    held, banks = there.seats, there.bank_seats
    places = tuple(
        Place(
            seat_of(table.game, seat),
            is_free=seat not in held | me.seats,
            mine=seat in me.seats,
            named=table.game.seats[seat].named,
            bank=seat in banks,
            knocked=seat not in held and folded(table.game.seats[seat].name) == folded(knocked),
        )
        for seat in table.game.here
    )
    here = how_many_here(table.game, held)
    if not me.plays and not any(place.is_free for place in places):
        can_join = pages_of(table).comes_late(table, knocked)
        here = (
            _("Every seat has a phone. Ask the bank: it adds you, or frees the seat that is yours.")
            if can_join
            else _("No seat is free, and nobody can join any more. You can watch.")
        )
    first = tuple(sorted(places, key=lambda one: not one.knocked))
    name = knocked if seat_named(table.game, knocked) is None else ""
    rematch = way_to_rematch(table.id) if table.game.stage is Stage.CLOSED else ""
    return Join(table.id, words, me.is_known, here, first, name, rematch)


blueprint = Blueprint("joining", __name__)

UNANSWERED = MINUTE
"""How long a phone waits before its page says that nobody has let it in. A phone that came by a code is not
told of the bank’s “Not now”, because that would show that a guessed code exists; a link cannot be guessed.
"""
LONGEST_CODE = 200  # as typed: more is not shown again
KNOCKED = "at_door"
"""Where the session keeps a knock: its words, first and last action, name, and when it was last made."""
_LINK = re.compile(r"/(?:[jm]|link)/([^\s/?#()]+)")
"""An address that was pasted instead of scanned; the words that lead in stand at its end."""


@blueprint.get("/join")
def code_page() -> ResponseReturnValue:
    """The form for a code."""
    return _code_page(Reader(request.args))


@blueprint.post("/join")
def use_code() -> ResponseReturnValue:
    """Use a typed or scanned code: a door's leads to the free seats, or to a knock at it, a group's to what
    lets this phone read it, a moving place's gives that place.
    """
    reader = Reader(request.form)
    words = _words(reader)
    if not words:
        reader.refuse("code", _("Type the code first."))
        return refused(_code_page(reader))
    if reader.form.get("do") == "knock":
        return redirect(url_for("joining.at_door", code=words), HTTPStatus.SEE_OTHER)
    guess = limits.guess("codes") if can_be_guessed(words) else None
    if behind := membership().behind(words):
        limits.was_right("codes", guess)
        # A look at the link's words, which nobody guesses, is no try. Who has knocked is known by their own.
        door = None if _knocker(words) else places_at(behind).door
        leads = url_for("joining.places", words=door.secret if door else words)
        return redirect(leads, HTTPStatus.SEE_OTHER)
    if group := groups().behind(words):
        limits.was_right("codes", guess)
        return redirect(url_for("groups.link", group=group, words=words), HTTPStatus.SEE_OTHER)
    token = made_for(action_id())
    game = membership().take_over(words, token_hash(token))
    if game is None:
        reader.refuse("code", _("This code is unknown, used, or too old. Ask for a new one."))
        return refused(_code_page(reader))
    limits.was_right("codes", guess)
    become(token)
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


@blueprint.get("/knock")
def at_door() -> ResponseReturnValue:
    """The form for a knock or, once this phone has knocked, the page where it waits to be let in."""
    asked = _words(Reader(request.args))
    words, _first, _last, name, at = session.get(KNOCKED, ("", "", "", "", 0))
    if not asked and not words:
        return redirect(url_for("joining.code_page"))
    if asked not in {"", words}:
        return _door_page(AtDoor(asked), Reader(request.args))
    now = membership().moment().latest
    # An answer counts from when it was given. Then the words, which may be guessed, are not tried again.
    if now < at + 2 * KNOCK_LIFE and membership().behind(words, _knocker(words)):
        return redirect(url_for("joining.places", words=words))
    waits = now < at + KNOCK_LIFE
    sent_away = waits and not can_be_guessed(words) and not membership().waits(words, _knocker(words))
    unanswered = sent_away or now >= at + UNANSWERED
    view = AtDoor(words, name, waits=waits, unanswered=unanswered, sent_away=sent_away)
    return _door_page(view, Reader(request.args))


@blueprint.post("/knock")
def knock() -> ResponseReturnValue:
    """Knock at a shut door, or go away from it. The phone does not learn whether there is such a door."""
    if request.form.get("do") == "leave":
        words, *_knock = session.get(KNOCKED, ("",))
        membership().withdraw(words, _knocker(words))
        session.pop(KNOCKED, None)
        return redirect(url_for("joining.code_page"), HTTPStatus.SEE_OTHER)
    reader, action, name = Reader(request.form), action_id(), request.form.get("name", "")
    words = _words(reader)
    if not words:
        reader.refuse("code", _("Type the code first."))
        return refused(_code_page(reader))
    try:
        name = clean_name(name)
    except Refusal as refusal:
        reader.refuse("name", People(()).refusal(refusal))
        return refused(_door_page(AtDoor(words, name), reader))
    if action not in session.get(KNOCKED, ()):
        limits.guess("knocks")
        if can_be_guessed(words):
            limits.guess("codes")
        # A phone that knocks again keeps its token: the bank may just have let that token in. Under another
        # name it gets a new one: the knock in its session may be somebody's who planted that.
        at, first, _last, was, *_at = session.get(KNOCKED, ("", "", "", ""))
        first = first if (at, was) == (words, name) else action
        membership().knock(words, token_hash(made_for(first)), name)
        session[KNOCKED] = [words, first, action, name, membership().moment().latest]
    return redirect(url_for("joining.at_door"), HTTPStatus.SEE_OTHER)


@blueprint.get("/m/<secret>")
def carried(secret: str) -> ResponseReturnValue:
    """Where the QR code of a moving place leads: nothing happens before a tap."""
    return render_template("join/carried.html", code=secret, errors={})


@blueprint.get("/j/<words>")
def places(words: str) -> ResponseReturnValue:
    """The free seats behind a code."""
    return _places_page(_behind(words), words, Reader(request.args))


@blueprint.post("/j/<words>")
def take_place(words: str) -> ResponseReturnValue:
    """Give this phone a seat, or let it watch."""
    table, reader = _behind(words), Reader(request.form)
    place, me = reader.form.get("place", ""), viewer(table.id)
    through = words if places_at(table.id).door else _knocker(words)
    if place in {WATCH, TABLE_VIEW}:
        token = made_for(action_id())
        try:
            membership().watch(
                table.id, token_hash(token), as_table=place == TABLE_VIEW, through=through, instead=phone()
            )
        except WatchersFull:
            reader.refuse("", _("%(most)s phones watch here already. No more can.", most=MOST_WATCHERS))
            return refused(_places_page(table_now(table.id), words, reader))
        become(token)
        return redirect(url_for("table.board", game=table.id), HTTPStatus.SEE_OTHER)
    seat = reader.seat("place", len(table.game.seats))
    if not reader.errors and seat not in table.game.here:
        reader.refuse("place", pages_of(table).words(table.game.seats).refusal(PlayerHasLeft(seat)))
    naming = None if reader.errors else _naming(table, seat, reader)
    if not reader.errors:
        token = made_for(action_id())
        try:
            if seat not in me.seats:
                membership().take_seat(table.id, seat, token_hash(token), through=through)
        except PlaceTaken:
            reader.refuse("place", _("Another phone has just taken this seat."))
        else:
            become(token)
            _name(table, seat, naming)
            return redirect(_to_board(table_now(table.id), seat), HTTPStatus.SEE_OTHER)
    return refused(_places_page(table_now(table.id), words, reader))


def _naming(table: AnyTable, seat: int, reader: Reader) -> object | None:
    """What gives a seat without a name the typed one; None if it has a name, or none was typed."""
    name, naming = reader.form.get("name", "")[: LONGEST_NAME + 1], table.rules.naming
    if table.game.seats[seat].named or naming is None or not name.strip():
        return None
    try:
        table.rules.decide(table.game, naming(seat, name))
    except Refusal as refusal:
        reader.refuse("name", pages_of(table).words(table.game.seats).refusal(refusal))
    return naming(seat, name)


def _name(table: AnyTable, seat: int, naming: object | None) -> None:
    """Give the player the typed name. If that fails, the phone keeps its seat; the menu can rename it."""
    if naming is not None:
        with suppress(Refusal, PlaceLost):
            service().play(table.id, naming, token_hash(action_id()), holds(seat))


def _to_board(table: AnyTable, seat: int) -> str:
    """The board, which says what a player without a name is called."""
    named = table.game.seats[seat].named
    return url_for("table.board", game=table.id) if named else way_to_board(table, unnamed(seat))


def _behind(words: str) -> AnyTable:
    """The table whose open door these words lead to, or that lets this phone in. Raises DoorShut, the same
    for unknown words, malformed words and a shut door.
    """
    guess = limits.guess("codes") if can_be_guessed(words) else None
    game = membership().behind(words, _knocker(words))
    if game is None:
        raise DoorShut
    limits.was_right("codes", guess)
    return table_now(game)


def _words(reader: Reader) -> str:
    """The words that were typed or pasted, a link or a code; no words have a slash in them."""
    words = reader.form.get("code", "").strip()[:LONGEST_CODE]
    link = _LINK.search(words)
    return (link[1] if link else words).replace("/", "")


def _knocker(words: str) -> str:
    """The hash of the token by which this phone waits at the door of these words; "" if it does not."""
    at, action, *_knock = session.get(KNOCKED, ("", ""))
    return token_hash(made_for(action)) if at == words != "" else ""


def _door_page(view: AtDoor, reader: Reader) -> str:
    return render_template("join/knock.html", knock=view, errors=reader.errors)


def _places_page(table: AnyTable, words: str, reader: Reader) -> str:
    at, _first, _last, name, *_at = session.get(KNOCKED, ("", "", "", ""))
    knocked = name if at == words else ""
    view = join(table, words, places_at(table.id), viewer(table.id), knocked)
    return render_template("join/places.html", join=view, errors=reader.errors)


def _code_page(reader: Reader) -> str:
    code = reader.form.get("code", "")[:LONGEST_CODE]
    newest = next(iter(held_tables().tables), None)
    table = newest.id if newest and newest.summary.stage is not Stage.CLOSED else ""
    return render_template("join/code.html", code=code, table=table, errors=reader.errors)
