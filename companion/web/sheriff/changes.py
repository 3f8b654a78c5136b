"""What can be changed about a table: names, ways to play, who comes and goes."""

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, make_response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.kinds import Step
from companion.rules.ledger import Goods
from companion.rules.names import LONGEST_NAME
from companion.rules.refusals import Refusal
from companion.rules.seats import Presence
from companion.rules.sheriff import rotation
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import Event, Game
from companion.rules.sheriff.kinds import Action
from companion.rules.sheriff.options import MOST_COPIES, Options
from companion.rules.sheriff.refusals import GoldOutOfRange, NoCoinsHere, TableFull, TurnsOutOfRange
from companion.rules.sheriff.rotation import MendSheriff, SheriffMended, SkipTurn, TurnSkipped
from companion.rules.sheriff.seating import ComeBack, Join, PlayerJoined, PlayerReturned, Rename, Renamed
from companion.rules.sheriff.switching import (
    OptionsSet,
    SetOptions,
    options_changed,
    seen_as,
    with_switches,
)
from companion.web.booking import Beside, Conflict, board_address, book, drawn_again, led_on, never
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, ngettext
from companion.web.menu import MenuLine
from companion.web.parts import Seat, say, seat_named, seat_of, seats_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.glossary import OPTIONS, cards_of, option_name
from companion.web.sheriff.menu import menu_line
from companion.web.sheriff.reports import happened
from companion.web.sheriff.request import form_page, held_table, permit
from companion.web.sheriff.table import Permit, PhoneContext, Table
from companion.web.sheriff.words import EntryReport, Words
from companion.web.undone import Done, done_at

MOST_TURNS = 99
PROMO, COPIES = "promo-", "copies-"


def rename(reader: Reader, seat: int) -> Rename:
    """The command from a player's name field."""
    return Rename(seat, reader.form.get(f"name-{seat}", "")[: LONGEST_NAME + 1])


def come_back(game: Game, reader: Reader, seat: int) -> ComeBack:
    """The command from the line of a player who went home; back to the old place unless another is named."""
    turns, gold = reader.number(f"turns-{seat}", MOST_TURNS), reader.number(f"gold-{seat}")
    field = f"after-{seat}"
    after = reader.seat(field, len(game.seats)) if reader.form.get(field) else None
    return ComeBack(seat, turns, gold, after)


def back_field(refusal: Refusal, seat: int) -> str:
    """The field of a returning player that a refusal is shown beside, "" for above them all."""
    places = {TurnsOutOfRange: "turns", GoldOutOfRange: "gold", NoCoinsHere: "gold"}
    field = places.get(type(refusal), "")
    return f"{field}-{seat}" if field else ""


JOIN_FIELDS = ("newcomer", "turns", "gold")


def join(game: Game, reader: Reader) -> Join:
    """The command of the form for a player who comes late."""
    name = reader.form.get("newcomer", "")[: LONGEST_NAME + 1]
    after, turns = reader.seat("after", len(game.seats)), reader.number("turns", MOST_TURNS)
    return Join(name, after, turns, reader.number("gold"))


def coming_of(game: Game, reader: Reader) -> Join:
    """The latecomer as typed; if this is not that form, one who sits where the circle closes, with the
    opening purse and as many turns as the others still have.
    """
    if "turns" in reader.form:
        return join(game, reader)
    name = reader.form.get("newcomer", "")[: LONGEST_NAME + 1]
    return Join(name, game.circle[-1], rotation.turns_left(game), game.cards.purse)


def set_options(game: Game, reader: Reader) -> SetOptions:
    """The command of the switches; a promo card without a number is there once."""
    words = [good.word for good in game.cards.of(Kind.PROMO)]
    reader.known(PROMO, words, beside="options")
    promo = {
        word: reader.number(COPIES + word, MOST_COPIES, 1, blank=1)
        for word in words
        if reader.ticked(PROMO + word)
    }
    return SetOptions(with_switches(game.options, Goods(promo), filter(reader.ticked, OPTIONS)))


def options_of(game: Game, reader: Reader) -> Options:
    """The options as typed; as they are, if this is not their form."""
    return set_options(game, reader).options if reader.ticked("switching") else game.options


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off; of a promo card also how many `copies` there are, 0 for any other."""

    field: str
    label: str
    hint: str
    on: bool
    copies: int = 0


@dataclass(frozen=True, slots=True)
class Absent:
    """A player who went home, and would come back to the left of one of these `seats`, `after` being the old
    place; the `turns` as Sheriff, unless the table `draws` Deputies; the `gold` proposed if nothing is left,
    else None.
    """

    seat: Seat
    seats: tuple[Seat, ...]
    after: int
    turns: int
    most: int
    gold: int | None
    draws: bool = False


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player who comes late, to the left of one of these `seats`, `after` being chosen: the `turns` as
    Sheriff, and the `gold`, None where the table keeps its coins. `refused` says that no seat is left.
    """

    name: str
    seats: tuple[Seat, ...]
    after: int
    turns: int
    most: int
    gold: int | None
    refused: Markup | str


@dataclass(frozen=True, slots=True)
class Changes:
    """What sheriff/changes/_changes.html shows: what was just `done`, and whether an option was `switched` by
    that; who can be renamed; which options and promo cards this phone may switch, and what is `on` now, in a
    word; who can replace the first Sheriff, or one of the first two `deputies`; whose turn as Sheriff can be
    skipped; who may come back, and whether somebody may join.
    """

    game: str
    done: Done | None
    switched: bool
    named: tuple[Seat, ...]
    options: tuple[Switch, ...]
    promos: tuple[Switch, ...]
    on: str
    sheriffs: tuple[Seat, ...]
    deputies: tuple[Seat, ...]
    skips: Seat | None
    absent: tuple[Absent, ...]
    newcomer: Newcomer | None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to change."""
        anybody = self.named or self.absent or self.sheriffs or self.deputies or self.skips or self.newcomer
        return not (anybody or self.options)


def changes_screen(table: Table, permit: Permit, options: Options, coming: Join, done: int = 0) -> Changes:
    """What rules and rights now allow this phone, with the options as typed, who is `coming`, and the number
    of the entry that was just `done`.
    """
    game, seats = table.game, table.game.circle
    switches = permit.allows(SetOptions)
    mended = seats_of(game, [seat for seat in seats if permit.allows(MendSheriff, seat)])
    return Changes(
        game=table.id,
        done=done_at(table, done, happened(table), may_take_back=permit.may_take_back()),
        switched=isinstance(table.standing[-1].event, OptionsSet),
        named=seats_of(game, [seat for seat in seats if permit.allows(Rename, seat)]),
        options=_switches(options) if switches else (),
        promos=_promos(table, options) if switches else (),
        on=seen_as(game.options),
        sheriffs=() if game.deputies else mended,
        deputies=mended if game.deputies else (),
        skips=seat_of(game, game.sheriff) if permit.allows(SkipTurn, game.sheriff) else None,
        absent=tuple(_absent(game, seat) for seat in seats if permit.allows(ComeBack, seat)),
        newcomer=_newcomer(game, permit, coming),
    )


def _absent(game: Game, seat: int) -> Absent:
    most, is_gone = rotation.most_turns(game), game.seats[seat].presence is Presence.GONE
    gold = game.cards.purse if is_gone and not game.options.coins_on_table else None
    *_, before, _ = game.left_of(seat)
    others = seats_of(game, [other for other in game.circle if other != seat])
    turns, draws = rotation.turns_due(game, seat), game.has_deputies
    return Absent(seat_of(game, seat), others, before, turns, most, gold, draws)


def _newcomer(game: Game, permit: Permit, coming: Join) -> Newcomer | None:
    full = Join.may(game)
    if not permit.lets(Step(Join)) or not (full is None or isinstance(full, TableFull)):
        return None
    return Newcomer(
        name=coming.name,
        seats=seats_of(game, game.circle),
        after=coming.after,
        turns=coming.turns,
        most=rotation.most_turns(game),
        gold=None if game.options.coins_on_table else coming.gold,
        refused=Words(game.seats).refusal(full) if full else "",
    )


def _switches(options: Options) -> tuple[Switch, ...]:
    return tuple(
        Switch(field, option_name(field), option_name(field, hint=True), getattr(options, field))
        for field in OPTIONS
    )


def _promos(table: Table, options: Options) -> tuple[Switch, ...]:
    words = [good.word for good in table.game.cards.of(Kind.PROMO)]
    copies = {word: options.promo.get(word, 0) for word in words}
    return tuple(Switch(word, word, "", number > 0, number or 1) for word, number in copies.items())


@menu_line(60)
def _line(table: Table, phone: PhoneContext) -> MenuLine | None:
    permit, seats = phone.permit, range(len(table.game.seats))
    if not permit.allows(SetOptions) and not any(permit.allows(Rename, seat) for seat in seats):
        return None
    under = _("names, options, who comes late or back, first Sheriff")
    return MenuLine("ui-pencil", _("Change the table"), under, url_for("changes.changes", game=table.id))


blueprint = Blueprint("changes", __name__)


@blueprint.get("/g/<game>/changes")
def changes(game: str) -> ResponseReturnValue:
    """Show what can be changed about the table, and what was just done; for Back it is one page."""
    reader = Reader(request.args)
    response, done = make_response(changes_page(held_table(game), reader)), reader.hidden("done")
    if done > 0:
        response.headers["HX-Replace-Url"] = url_for("changes.changes", game=game, done=done)
    return response


@blueprint.post("/g/<game>/names")
def names(game: str) -> ResponseReturnValue:
    """Rename a player."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    command, field = (
        rename(reader, seat),
        f"name-{seat}" if seat in range(len(table.game.seats)) else "",
    )
    if _keeps_name(table, command):
        reader.refuse(field, _("Nothing would change."))
    return _changed(table, reader, command, lambda _: field)


def _keeps_name(table: Table, command: Rename) -> bool:
    """Whether the player already has this name, unless by the latest entry: that may be the same tap's."""
    named = {seat: player.name for seat, player in enumerate(table.game.seats)}
    match table.standing[-1].event:
        case Renamed(seat) if seat == command.seat:
            return False
        case _:
            return named.get(command.seat) == command.name


@blueprint.post("/g/<game>/options")
def options(game: str) -> ResponseReturnValue:
    """Change the options of the table; a clock that is switched off no longer runs."""
    table, reader = held_table(game), Reader(request.form)
    command = set_options(table.game, reader)
    seen = reader.form.get("on", "")
    if not reader.ticked("switching") or seen == seen_as(command.options):
        reader.refuse("options", _("Nothing would change."))
    return _changed(
        table, reader, command, lambda _: "options", lambda now, _said: options_changed(now.game, seen)
    )


@blueprint.post("/g/<game>/sheriffs")
def sheriffs(game: str) -> ResponseReturnValue:
    """Make somebody else the first Sheriff, or one of the first two Deputies."""
    table, reader = held_table(game), Reader(request.form)
    seats = len(table.game.seats)
    first = reader.seat("sheriff", seats)
    pair = (first, reader.seat("second", seats)) if table.game.deputies else ()
    field = "second" if pair else "sheriff"
    return _changed(table, reader, MendSheriff(first, pair), lambda _: field)


@blueprint.post("/g/<game>/skips")
def skips(game: str) -> ResponseReturnValue:
    """Skip a Sheriff's turn and go on to the board."""
    table, reader = held_table(game), Reader(request.form)
    after = book(table, reader, SkipTurn(reader.hidden("skip")))
    if after is None:
        return drawn_again(table, reader, changes_page)
    return led_on(after, board_address(after, after.seq))


@blueprint.post("/g/<game>/returns")
def returns(game: str) -> ResponseReturnValue:
    """Bring back a player who went home."""
    table, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    command = come_back(table.game, reader, seat)
    return _changed(table, reader, command, lambda refusal: back_field(refusal, seat))


@blueprint.post("/g/<game>/players")
def players(game: str) -> ResponseReturnValue:
    """Seat a player who comes late."""
    table, reader = held_table(game), Reader(request.form)
    return _changed(table, reader, join(table.game, reader), partial(field_of, JOIN_FIELDS))


def changes_page(table: Table, reader: Reader) -> str:
    """The page with what was typed, and what is wrong."""
    options, coming = options_of(table.game, reader), coming_of(table.game, reader)
    done = reader.hidden("done")
    view = changes_screen(table, permit(table), options, coming, done)
    return form_page("sheriff/changes/changes.html", table, reader, changes=view)


def way_to_late(table: Table, name: str) -> str:
    """The form for a player who comes late, with the name filled in. Names are unique: one who went home
    comes back on that page, and the seat of one who is here is freed for another phone.
    """
    seat = seat_named(table.game, name)
    if seat is not None and seat in table.game.here:
        return url_for("phones.phones", game=table.id, _anchor=f"seat-{seat}")
    if Join.may(table.game) is not None:
        return ""
    if seat is None:
        return url_for("changes.changes", game=table.id, newcomer=name, _anchor="comes")
    return url_for("changes.changes", game=table.id)


def _changed(
    table: Table, reader: Reader, action: Action, beside: Beside, conflict: Conflict[Game, Event] = never
) -> ResponseReturnValue:
    """The page again after a change: whoever renames one player often renames another."""
    after = book(table, reader, action, beside, conflict)
    if after is None:
        return drawn_again(table, reader, changes_page)
    return led_on(after, url_for("changes.changes", game=after.id, done=after.seq))


class _PlayerReturned(EntryReport[PlayerReturned]):
    icon = "ui-seat"

    def sentence(self) -> Markup:
        if self.event.after is not None:
            return _player_moved(self.words, self.event, self.words.name(self.event.after))
        if not self.event.gold:
            return say(_("%(name)s is back."), name=self.words.name(self.event.seat))
        sentence = ngettext(
            "%(name)s is back, with %(num)s gold.",
            "%(name)s is back, with %(num)s gold.",
            self.event.gold,
            name="%(name)s",
        )
        return say(sentence, name=self.words.name(self.event.seat))


class _PlayerJoined(EntryReport[PlayerJoined]):
    icon = "ui-seat"

    def sentence(self) -> Markup:
        people = {"name": self.words.called(self.event.name), "other": self.words.name(self.event.after)}
        if not self.event.gold:
            return say(_("%(name)s joins, on the left of %(other)s."), **people)
        sentence = ngettext(
            "%(name)s joins, on the left of %(other)s, with %(num)s gold.",
            "%(name)s joins, on the left of %(other)s, with %(num)s gold.",
            self.event.gold,
            name="%(name)s",
            other="%(other)s",
        )
        return say(sentence, **people)


class _Renamed(EntryReport[Renamed]):
    icon = "ui-pencil"

    def sentence(self) -> Markup:
        return self.words.renamed(self.event)


class _OptionsSet(EntryReport[OptionsSet]):
    icon = "ui-cards"

    def sentence(self) -> Markup:
        named = [option_name(field) for field in OPTIONS if getattr(self.event.options, field)]
        promo = [cards_of(word, number) for word, number in self.event.options.promo.items()]
        return say(_("Options from now on: %(options)s."), options=listed(named + promo) or _("none"))


class _SheriffMended(EntryReport[SheriffMended]):
    icon = "badge"

    def sentence(self) -> Markup:
        if self.event.deputies:
            return say(
                _("Put right: %(names)s are Deputies first."), names=self.words.names(self.event.deputies)
            )
        return say(_("Put right: %(name)s is Sheriff first."), name=self.words.name(self.event.sheriff))


class _TurnSkipped(EntryReport[TurnSkipped]):
    icon = "badge"

    def sentence(self) -> Markup:
        sentence = _("%(skipped)s’s turn as Sheriff is skipped: the badge goes to %(name)s.")
        return say(
            sentence, skipped=self.words.name(self.event.seat), name=self.words.name(self.event.sheriff)
        )


def _player_moved(words: Words, event: PlayerReturned, other: Markup) -> Markup:
    people = {"name": words.name(event.seat), "other": other}
    if not event.gold:
        return say(_("%(name)s is back, on the left of %(other)s."), **people)
    sentence = ngettext(
        "%(name)s is back, on the left of %(other)s, with %(num)s gold.",
        "%(name)s is back, on the left of %(other)s, with %(num)s gold.",
        event.gold,
        name="%(name)s",
        other="%(other)s",
    )
    return say(sentence, **people)
