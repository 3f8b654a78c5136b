"""The end of a game: its pages, and what they record."""

from collections.abc import Mapping

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.goods import Goods
from companion.rules.nottingham import commands as ask
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.meanwhile import loot_changed
from companion.rules.nottingham.refusals import LootChanged, LootExceeded
from companion.rules.refusals import Refusal
from companion.rules.stages import Stage
from companion.web.context.nottingham.at_table import held_table, permit
from companion.web.context.rematch import onward_of
from companion.web.forms import put_right
from companion.web.forms.reader import Reader
from companion.web.phone.nottingham.table import Table
from companion.web.routes.booking import book
from companion.web.routes.nottingham.sheets import CHECK
from companion.web.screens.counts import is_count
from companion.web.screens.nottingham import check as check_screen
from companion.web.screens.nottingham.result import result as result_screen
from companion.web.words.nottingham.sentences import Words

blueprint = Blueprint("nottingham_ending", __name__)


@blueprint.get("/g/<game>/nottingham/check")
def check(game: str) -> ResponseReturnValue:
    """The loot, to be put right by the real cards, and the way to the result."""
    held = held_table(game)
    if held.game.stage is not Stage.COUNT:
        return redirect(_onward(held))
    return check_page(held, Reader(request.args), None)


@blueprint.post("/g/<game>/nottingham/checks")
def checks(game: str) -> ResponseReturnValue:
    """A player's loot is corrected to the real cards."""
    held, reader = held_table(game), Reader(request.form)
    seat = reader.hidden("seat")
    if not reader.has(f"loot-{seat}-"):
        abort(400)  # no field at all is not no loot at all
    loot = _loot(reader, seat)
    return book(
        held,
        reader,
        lambda: ask.CheckLoot(seat, loot),
        lambda now, reader: check_page(now, reader, seat if seat in range(len(now.game.seats)) else None),
        lambda refusal: _beside(refusal, seat),
        _onward,
        CHECK,
        lambda now, _said: _changed_since(now, reader, seat),
    )


@blueprint.post("/g/<game>/nottingham/closing")
def closing(game: str) -> ResponseReturnValue:
    """Close the count: the result is final."""
    return book(
        held_table(game),
        Reader(request.form),
        ask.CloseCount,
        lambda now, reader: check_page(now, reader, None),
        onward=_onward,
    )


@blueprint.get("/g/<game>/nottingham/result")
def result(game: str) -> ResponseReturnValue:
    """Who won, and why; until the count is closed, the board says what is still missing."""
    held = held_table(game)
    if held.game.result is None:
        return redirect(url_for("table.board", game=game))
    onward = onward_of(held, may_take_back=permit(held).may_take_back())
    view = result_screen(held, held.game.result, onward)
    # A quick count belongs to one phone: nothing moves there, so its page does not listen.
    stamp = 0 if is_count(held) else g.stamp
    return render_template(
        "nottingham/result/result.html", result=view, errors={}, game_path=held.id, stamp=stamp
    )


def check_page(held: Table, reader: Reader, seat: int | None) -> str:
    """The loot as booked; a refused one as typed, on top of what it was drawn on and is booked now."""
    typed = {}
    if seat is not None:
        typed[seat] = put_right.on_top(_loot(reader, seat), put_right.seen(reader), held.game.loot(seat))
        if since := _changed_since(held, reader, seat):
            reader.refuse(_beside(since, seat), Words(held.game.seats).refusal(since))
    view = check_of(held, typed)
    return render_template("nottingham/end/check.html", check=view, errors=reader.errors, game_path=held.id)


def check_of(held: Table, typed: Mapping[int, Goods]) -> check_screen.Check:
    """The loot that this phone may put right, as booked or typed."""
    allowed, seats = permit(held), range(len(held.game.seats))
    return check_screen.check(
        held,
        typed,
        [each for each in seats if allowed.allows(ask.CheckLoot, each)],
        may_close=allowed.allows(ask.CloseCount),
    )


def _changed_since(held: Table, reader: Reader, seat: int) -> Refusal | None:
    """Whether this player's loot changed since the form was drawn."""
    was = put_right.seen(reader)
    if was is None or seat not in range(len(held.game.seats)):
        return None
    return loot_changed(held.game, seat, was)


def _onward(held: Table) -> str:
    """The page that the game has come to."""
    stages = {Stage.COUNT: "nottingham_ending.check", Stage.CLOSED: "nottingham_ending.result"}
    return url_for(stages.get(held.game.stage, "table.board"), game=held.id)


def _beside(refusal: Refusal, seat: int) -> str:
    if isinstance(refusal, LootChanged):
        return f"loot-{seat}"
    return f"loot-{seat}-{refusal.item}" if isinstance(refusal, LootExceeded) else ""


def _loot(reader: Reader, seat: int) -> Goods:
    return reader.goods(f"loot-{seat}-", BOX.item_words, BOX.copies)
