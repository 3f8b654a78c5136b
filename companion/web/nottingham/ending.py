"""The check of what lies on the table, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.counting import Line as SumLine
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.ending import CheckLoot, CloseCount, loot_changed
from companion.rules.nottingham.refusals import LootChanged, LootExceeded
from companion.rules.nottingham.scoring import OF_A_MISSION, Result
from companion.rules.nottingham.story import story
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.web.booking import book, drawn_again, led_on
from companion.web.current import viewer
from companion.web.ended import Deed, Ended, Line, ResultPlayer, deeds, ended, read_only
from companion.web.http.language import gettext as _
from companion.web.nottingham.glossary import item_name, mission_name
from companion.web.nottingham.race import race_goes_on, told_ties
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.sheets import CHECK
from companion.web.nottingham.table import Table
from companion.web.nottingham.words import Words
from companion.web.parts import N_, People, Seat, seat_of, seats_of
from companion.web.race import after_race
from companion.web.reader import Reader, as_seen, on_top, was_seen


@dataclass(frozen=True, slots=True)
class CheckSeat:
    """A player's loot as booked and as `typed`; `seen` is the booked loot in one word."""

    who: Seat
    loot: Goods
    typed: Goods
    seen: str
    open: bool


@dataclass(frozen=True, slots=True)
class Check:
    """What nottingham/end/_check.html shows, with a field for each of the `items`, of which there are up to
    `copies`; `may_close` if this phone may close the count.
    """

    game: str
    seats: tuple[CheckSeat, ...]
    may_close: bool
    items: tuple[str, ...] = BOX.item_words
    copies: int = BOX.copies


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission that somebody fulfilled: who, and what it is worth to each of them."""

    word: str
    names: Markup
    worth: int


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """What nottingham/result/_result.html shows; players by rank, and the `deeds` of all `seats`, none of a
    count. The table view is the `stage`, on which nothing is tapped.
    """

    ended: Ended
    players: tuple[ResultPlayer, ...]
    missions: tuple[MissionRow, ...]
    stage: bool
    seats: tuple[Seat, ...] = ()
    deeds: tuple[Deed, ...] = ()


def result_screen(table: Table, counted: Result, *, may_take_back: bool) -> ResultScreen:
    """The result of a closed game, as stored."""
    view, stage = result_read(table, counted), viewer(table.id).is_stage
    end = ended(table, counted, view.ended.why, may_take_back=may_take_back)
    return replace(view, ended=end, stage=stage)


def result_read(table: Table, counted: Result) -> ResultScreen:
    """The result for whoever only reads of it."""
    game, people = table.game, People(table.game.seats)
    players = (
        ResultPlayer(
            seat_of(game, seat),
            player.rank,
            player.total,
            tuple(map(_line, player.lines)),
            _("loot\u00a0%(loot)s, missions\u00a0%(missions)s", loot=player.loot, missions=player.missions),
            _("Loot cards break a tie: %(number)s.", number=player.loot_cards),
        )
        for seat, player in enumerate(counted.players)
    )
    return ResultScreen(
        read_only(table, counted, told_ties(game, counted)),
        tuple(sorted(players, key=lambda player: player.rank)),
        tuple(MissionRow(each.mission, people.names(each.players), each.each) for each in counted.missions),
        stage=False,
        seats=seats_of(game, range(len(game.seats))),
        deeds=deeds(
            tuple((words, is_part, attrgetter(field)) for words, is_part, field in DEEDS),
            story(table.log, ()).players,
        ),
    )


DEEDS = (
    (N_("Deliveries"), False, "deliveries"),
    (N_("called off besides"), True, "called_off"),
    (N_("Missions"), False, "missions"),
    (N_("Ambushes that hit"), False, "ambushes"),
)
"""What is told of each player, also to groups: whether it is a part of what the line before it tells, and the
field of `PlayerTold`.
"""


def _line(line: SumLine) -> Line:
    if line.what.startswith(OF_A_MISSION):
        word = line.what.removeprefix(OF_A_MISSION)
        return Line(word, escape(mission_name(word)), 0, 0, line.amount)
    return Line(line.what, escape(item_name(line.what)), line.count, line.each, line.amount)


blueprint = Blueprint("nottingham_ending", __name__)


@blueprint.get("/g/<game>/nottingham/check")
def check(game: str) -> ResponseReturnValue:
    """Show the loot, to be corrected against the real cards, and the way to the result."""
    held = held_table(game)
    if held.game.stage is not Stage.COUNT:
        return redirect(onward(held))
    return check_page(held, Reader(request.args), None)


@blueprint.post("/g/<game>/nottingham/checks")
def checks(game: str) -> ResponseReturnValue:
    """Correct a player's loot to the real cards."""
    held, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if not reader.has(f"loot-{seat}-"):
        abort(400)  # a form without these fields does not say that there is no loot
    loot = _loot(reader, seat)
    after = book(
        held,
        reader,
        CheckLoot(seat, loot),
        lambda refusal: _beside(refusal, seat),
        lambda now, _said: _changed_since(now, reader, seat),
    )
    if after is None:
        at = seat if seat in range(len(held.game.seats)) else None
        return drawn_again(held, reader, lambda now, reader: check_page(now, reader, at), CHECK)
    return led_on(after, onward(after))


@blueprint.post("/g/<game>/nottingham/closing")
def closing(game: str) -> ResponseReturnValue:
    """Close the count: the result is final."""
    held, reader = held_table(game), Reader(request.form)
    after = book(held, reader, CloseCount())
    if after is None:
        return drawn_again(held, reader, lambda now, reader: check_page(now, reader, None))
    return led_on(after, onward(after))


@blueprint.get("/g/<game>/nottingham/result")
def result(game: str) -> ResponseReturnValue:
    """Show who won, and why, or the board until the count is closed. While the table view runs the count as a
    race, this phone waits, unless it asks for the result `now`.
    """
    held = held_table(game)
    if held.game.result is None:
        return redirect(url_for("table.board", game=game))
    if "now" not in request.args and (milliseconds := race_goes_on(held)):
        return after_race(held, "nottingham_ending.result", milliseconds)
    view = result_screen(held, held.game.result, may_take_back=permit(held).may_take_back())
    return render_template("nottingham/result/result.html", result=view, errors={}, game_path=held.id)


def check_page(held: Table, reader: Reader, seat: int | None) -> str:
    """The loot as booked; a refused form's changes on top of what is booked now."""
    typed = {}
    if seat is not None:
        typed[seat] = on_top(_loot(reader, seat), was_seen(reader), held.game.loot(seat))
        if since := _changed_since(held, reader, seat):
            reader.refuse(_beside(since, seat), Words(held.game.seats).refusal(since))
    view = check_of(held, typed)
    return render_template("nottingham/end/check.html", check=view, errors=reader.errors, game_path=held.id)


def check_of(held: Table, typed: Mapping[int, Goods]) -> Check:
    """The loot that this phone may put right, as booked; `typed` is what a refused form said."""
    allowed, game = permit(held), held.game
    seats = tuple(
        CheckSeat(
            who=seat_of(game, seat),
            loot=game.loot(seat),
            typed=typed.get(seat, game.loot(seat)),
            seen=as_seen(game.loot(seat)),
            open=seat in typed,
        )
        for seat in allowed.seats(CheckLoot)
    )
    return Check(held.id, seats, may_close=allowed.allows(CloseCount))


def _changed_since(held: Table, reader: Reader, seat: int) -> Refusal | None:
    """Whether this player's loot changed since the form was drawn."""
    was = was_seen(reader)
    if was is None or seat not in range(len(held.game.seats)):
        return None
    return loot_changed(held.game, seat, was)


def onward(held: Table) -> str:
    """The page that the game has come to."""
    stages = {Stage.COUNT: "nottingham_ending.check", Stage.CLOSED: "nottingham_ending.result"}
    return url_for(stages.get(held.game.stage, "table.board"), game=held.id)


def _beside(refusal: Refusal, seat: int) -> str:
    if isinstance(refusal, LootChanged):
        return f"loot-{seat}"
    return f"loot-{seat}-{refusal.item}" if isinstance(refusal, LootExceeded) else ""


def _loot(reader: Reader, seat: int) -> Goods:
    return reader.goods(f"loot-{seat}-", BOX.item_words, BOX.copies)
