"""The end of a game: its pages, and what they record."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.records import Members
from companion.rules.ledger import Goods
from companion.rules.refusals import NotInCount, Refusal
from companion.rules.sheriff import ending as rules
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.conflicts import counted_otherwise, stand_changed
from companion.rules.sheriff.ending import (
    CheckStand,
    ChoosePlates,
    CloseCount,
    ContrabandRevealed,
    CountClosed,
    CountGold,
    GoldCounted,
    PlatesChosen,
    RevealContraband,
    StandChecked,
)
from companion.rules.sheriff.game import FACE_DOWN
from companion.service import May
from companion.web.booking import book, drawn_again, leave_if_over, led_on
from companion.web.current import action_id, service
from companion.web.http.language import gettext as _
from companion.web.http.language import listed, ngettext
from companion.web.parts import say
from companion.web.race import after_race
from companion.web.reader import Reader, field_of, gold_of, on_top, was_seen
from companion.web.sheriff import tasks
from companion.web.sheriff.check import Check, check_screen, plates_screen, purses_screen, reveal_screen
from companion.web.sheriff.glossary import MANY, good_name
from companion.web.sheriff.own_bag_pages import is_shared_phone, known_cards
from companion.web.sheriff.promises import every_promise
from companion.web.sheriff.race import race_goes_on
from companion.web.sheriff.reports import undone
from companion.web.sheriff.request import held_table, judge, permit, this_phone
from companion.web.sheriff.result import result as result_screen
from companion.web.sheriff.stage import board_page
from companion.web.sheriff.table import Table
from companion.web.sheriff.turns import next_for, next_of
from companion.web.sheriff.words import EntryReport, Words

blueprint = Blueprint("ending", __name__)

CHECK_FIELDS = ("good",)
REVEAL_FIELDS = ("contents",)
PLATES_FIELDS = ("plate-0",)


@blueprint.get("/g/<game>/check")
def check(game: str) -> ResponseReturnValue:
    """The stands, to be read aloud and corrected."""
    held = held_table(game)
    leave_if_over(held, "check")
    return check_page(held, Reader(request.args), None)


@blueprint.get("/g/<game>/reveal/<int:seat>")
def reveal(game: str, seat: int) -> ResponseReturnValue:
    """Show the form that turns over one player's face-down cards."""
    held = held_table(game)
    leave_if_over(held, f"reveal/{seat}")
    return reveal_page(held, seat, Reader(request.args))


@blueprint.get("/g/<game>/plates/<int:seat>")
def plates(game: str, seat: int) -> ResponseReturnValue:
    """Show the form that fills one player's Feast Plates."""
    held = held_table(game)
    leave_if_over(held, f"plates/{seat}")
    return plates_page(held, seat, Reader(request.args))


@blueprint.get("/g/<game>/purses")
def purses(game: str) -> ResponseReturnValue:
    """Everybody's coins, at a table that kept its own."""
    held = held_table(game)
    leave_if_over(held, "purses")
    return purses_page(held, Reader(request.args))


@blueprint.get("/g/<game>/result")
def result(game: str) -> ResponseReturnValue:
    """Show who won, and why, or the board until the count is closed. While the stage runs the count as a
    race, this phone waits, unless it asks for the result `now`.
    """
    held = held_table(game)
    if held.game.result is None:
        return redirect(url_for("table.board", game=game))
    if "now" not in request.args and (milliseconds := race_goes_on(held)):
        return after_race(held, "ending.result", milliseconds)
    promises, may_take_back = every_promise(held.game, this_phone(held)), permit(held).may_take_back()
    view = result_screen(held, held.game.result, may_take_back=may_take_back, promises=promises)
    return render_template("sheriff/result/result.html", result=view, errors={}, game_path=held.id)


def check_page(held: Table, reader: Reader, seat: int | None) -> str:
    """The stands as booked; a refused form's changes on top of what is booked now."""
    typed = {}
    if seat is not None:
        booked = held.game.stand(seat)
        typed[seat] = on_top(_stand(held, reader, seat), was_seen(reader), booked)
        if since := _changed_since(held, reader, seat):
            reader.refuse(check_field(since, seat), Words(held.game.seats).refusal(since))
    view = check_of(held, typed)
    return render_template(
        "sheriff/end/check.html",
        check=view,
        onward=onward_from(held),
        errors=reader.errors,
        game_path=held.id,
    )


def check_of(held: Table, typed: Mapping[int, Goods]) -> Check:
    """The stands that this phone may put right, as booked or typed."""
    news = undone(held, this_phone(held), service().now())
    return check_screen(held, typed, _checked_here(held), news)


def reveal_page(held: Table, seat: int, reader: Reader) -> str:
    """One player's cards as far as they are told; that player's own phone fills them in from its notes."""
    typed = reader.has("in-")
    noted = Goods() if typed or is_shared_phone(held) else known_cards(held, seat)
    view = reveal_screen(held, seat, _told(held, reader) if typed else noted)
    return render_template("sheriff/end/reveal.html", reveal=view, errors=reader.errors, game_path=held.id)


def plates_page(held: Table, seat: int, reader: Reader) -> str:
    """One player's plates as far as they are chosen."""
    view = plates_screen(held, seat, _chosen(held, reader, seat))
    return render_template("sheriff/end/plates.html", plates=view, errors=reader.errors, game_path=held.id)


def purses_page(held: Table, reader: Reader) -> str:
    """Everybody's coins as typed."""
    typed = {seat: reader.form.get(f"gold-{seat}", "") for seat in _with_coins(held)}
    return render_template(
        "sheriff/end/purses.html", purses=purses_screen(held, typed), errors=reader.errors, game_path=held.id
    )


@blueprint.post("/g/<game>/checks")
def checks(game: str) -> ResponseReturnValue:
    """Correct a stand to its real cards."""
    held, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if not reader.has(f"good-{seat}-"):
        abort(400)  # a stand without any fields is not an empty stand
    goods = _stand(held, reader, seat)
    after = book(
        held,
        reader,
        CheckStand(seat, goods),
        lambda refusal: check_field(refusal, seat),
        lambda now, _said: _changed_since(now, reader, seat),
    )
    if after is None:
        at = seat if seat in range(len(held.game.seats)) else None
        return drawn_again(held, reader, lambda now, reader: check_page(now, reader, at), "check")
    return led_on(after, url_for("ending.check", game=game))


@blueprint.post("/g/<game>/reveals")
def reveals(game: str) -> ResponseReturnValue:
    """Book which cards a player turned over."""
    held, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    told = _told(held, reader)
    after = book(held, reader, RevealContraband(seat, told), partial(field_of, REVEAL_FIELDS))
    if after is None:
        return _again(held, seat, reader, reveal_page, f"reveal/{seat}")
    return led_on(after, onward_from(after))


@blueprint.post("/g/<game>/plates")
def choose_plates(game: str) -> ResponseReturnValue:
    """Turn a player's Feast Plates into legal goods."""
    held, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    chosen = _chosen(held, reader, seat)
    fields = PLATES_FIELDS if rules.plates(held.game, seat) else ()
    after = book(held, reader, ChoosePlates(seat, chosen), partial(field_of, fields))
    if after is None:
        return _again(held, seat, reader, plates_page, f"plates/{seat}")
    return led_on(after, onward_from(after))


@blueprint.post("/g/<game>/purses")
def count_purses(game: str) -> ResponseReturnValue:
    """Count everybody's coins at once, each purse in its own entry."""
    held, reader, key = held_table(game), Reader(request.form), action_id()
    seats = _with_coins(held)
    gold = {seat: gold_of(reader, f"gold-{seat}", held.game.seats[seat].name) for seat in seats}
    if not seats:
        reader.refuse("", Words(()).refusal(NotInCount()))
    try:
        for seat in seats if not reader.errors else ():
            counted = CountGold(seat, gold[seat])
            may = _judge_count(reader, counted)
            held = service().play(game, counted, f"{key[:60]}-{seat}", may)
    except Refusal as refusal:
        field = f"gold-{refusal.player}" if isinstance(refusal, no.CountedOtherwise) else ""
        reader.refuse(field, Words(held.game.seats).refusal(refusal))
    if reader.errors:
        return drawn_again(held, reader, purses_page, "purses")
    return redirect(onward_from(held), HTTPStatus.SEE_OTHER)


@blueprint.post("/g/<game>/closing")
def closing(game: str) -> ResponseReturnValue:
    """Close the count: the result is final."""
    held, reader = held_table(game), Reader(request.form)
    after = book(held, reader, CloseCount())
    if after is None:
        return drawn_again(held, reader, board_page)
    return led_on(after, url_for("ending.result", game=game))


def _judge_count(reader: Reader, counted: CountGold) -> May:
    """A check whether this phone may count a player's coins, and none counted others in the meantime."""
    may, seen = judge(counted), reader.hidden("seen")

    def judged(now: Table, said: object, members: Members) -> Refusal | None:
        since = (line.event for line in now.standing if line.seq > seen >= 0)
        return counted_otherwise(since, counted) or may(now, said, members)

    return judged


def _again(
    held: Table, seat: int, reader: Reader, page: Callable[[Table, int, Reader], str], sheet: str
) -> ResponseReturnValue:
    """One player's page again; the board if the seat does not exist."""
    if seat not in range(len(held.game.seats)):
        return drawn_again(held, reader, board_page, sheet)
    return drawn_again(held, reader, lambda now, reader: page(now, seat, reader), sheet)


def onward_from(held: Table) -> str:
    """The next page of the count that this phone can do something on."""
    seen = this_phone(held)
    following = next_for(held.game, seen, next_of(held.game, seen.talk))
    elsewhere = (seen.awake - seen.me.seats).intersection(held.game.here)
    task, who = following.task, following.seat
    if task in {tasks.REVEAL, tasks.PLATES} and who is not None and who.number not in elsewhere:
        return url_for(f"ending.{task.word}", game=held.id, seat=who.number)
    if task in {tasks.PURSES, tasks.RESULT}:
        return url_for(f"ending.{task.word}", game=held.id)
    return url_for("table.board", game=held.id, checked=1)


def check_field(refusal: Refusal, seat: int) -> str:
    """The field of a stand that a refusal is shown beside: the good's, if it is about one."""
    field, good = field_of(CHECK_FIELDS, refusal), getattr(refusal, "good", "")
    return "-".join(filter(None, (field, str(seat), good))) if field else ""


def _with_coins(held: Table) -> tuple[int, ...]:
    """Whose coins can be typed now: everybody's who is still in the count, at a table that kept them (T7)."""
    allowed = permit(held)
    return tuple(seat for seat in held.game.circle if allowed.allows(CountGold, seat))


def _checked_here(held: Table) -> tuple[int, ...]:
    """Whose stands this phone may correct now."""
    allowed = permit(held)
    return tuple(seat for seat in held.game.circle if allowed.allows(CheckStand, seat))


def _stand(held: Table, reader: Reader, seat: int) -> Goods:
    words = (*held.game.goods_in_play, FACE_DOWN)
    return reader.goods(f"good-{seat}-", words)


def _changed_since(held: Table, reader: Reader, seat: int) -> Refusal | None:
    """Whether this player's stand changed since the form was drawn."""
    was = was_seen(reader)
    if was is None or seat not in range(len(held.game.seats)):
        return None
    return stand_changed(held.game, seat, was)


def _told(held: Table, reader: Reader) -> Goods:
    return reader.goods("in-", held.game.contraband, beside="contents")


def _chosen(held: Table, reader: Reader, seat: int) -> tuple[str, ...]:
    fields = (f"plate-{index}" for index in range(rules.plates(held.game, seat)))
    return tuple(word for field in fields if (word := reader.form.get(field, "")))


class _ContrabandRevealed(EntryReport[ContrabandRevealed]):
    icon = "face_down"

    def sentence(self) -> Markup:
        return self.words.turned_over(self.event.seat, self.event.goods)


class _StandChecked(EntryReport[StandChecked]):
    icon = "ui-check"

    def sentence(self) -> Markup:
        corrected, correct = (
            _("%(name)s’s stand was corrected to the real cards."),
            _("%(name)s’s stand is correct."),
        )
        return say(corrected if self.event.moves else correct, name=self.words.name(self.event.seat))


class _GoldCounted(EntryReport[GoldCounted]):
    icon = "gold"

    def sentence(self) -> Markup:
        sentence = ngettext(
            "%(name)s has %(num)s gold.", "%(name)s has %(num)s gold.", self.event.gold, name="%(name)s"
        )
        return say(sentence, name=self.words.name(self.event.seat))


class _PlatesChosen(EntryReport[PlatesChosen]):
    icon = "feast_plate"

    def sentence(self) -> Markup:
        places = {"name": "%(name)s", "goods": "%(goods)s"}
        sentence = ngettext(
            "%(name)s’s Feast Plate becomes: %(goods)s.",
            "%(name)s’s Feast Plates become: %(goods)s.",
            len(self.event.goods),
            **places,
        )
        goods = listed([good_name(word, MANY) for word in self.event.goods])
        return say(sentence, name=self.words.name(self.event.seat), goods=goods)


class _CountClosed(EntryReport[CountClosed]):
    icon = "crown"

    def sentence(self) -> Markup:
        return self.words.outcome(self.event.result.winners)

    def name(self) -> Markup:
        return escape(_("the result"))
