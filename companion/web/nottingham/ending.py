"""The check of what lies on the table, and the result."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.counting import Line as SumLine
from companion.rules.goods import Goods
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.ending import CheckLoot, CloseCount, loot_changed
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import LootChanged, LootExceeded
from companion.rules.nottingham.scoring import OF_A_MISSION, MissionCount, PlayerCount, Result
from companion.rules.refusals import Refusal
from companion.rules.stages import Stage
from companion.web.beside import on_top, seen_stamp, stamp_of
from companion.web.booking import book
from companion.web.counts import is_count
from companion.web.ended import Ended, Line, Onward, ended, onward_of, ties
from companion.web.http.language import gettext as _
from companion.web.nottingham.glossary import item_name, mission_name
from companion.web.nottingham.request import held_table, permit
from companion.web.nottingham.sheets import CHECK
from companion.web.nottingham.table import Table
from companion.web.nottingham.words import Words
from companion.web.people import People
from companion.web.reader import Reader


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A field for the loot cards of one object."""

    word: str
    number: int
    most: int


@dataclass(frozen=True, slots=True)
class CheckSeat:
    """A player's loot as it is booked, `seen` in a word, and a field for every object."""

    number: int
    name: str
    charge: str
    loot: tuple[CheckItem, ...]
    cards: int
    items: tuple[CheckItem, ...]
    seen: str
    open: bool


@dataclass(frozen=True, slots=True)
class Check:
    """What nottingham/end/_check.html shows; `may_close` if this phone may close the count."""

    game: str
    seats: tuple[CheckSeat, ...]
    may_close: bool


def check_screen(
    table: Table, typed: Mapping[int, Goods], allowed: Iterable[int], *, may_close: bool
) -> Check:
    """The loot of each player whose loot this phone may correct, as booked; `typed` is what a refused form
    said.
    """
    return Check(table.id, tuple(_seat(table.game, seat, typed) for seat in allowed), may_close)


def _seat(game: Game, seat: int, typed: Mapping[int, Goods]) -> CheckSeat:
    who, booked = game.seats[seat], game.loot(seat)
    fields = typed.get(seat, booked)
    return CheckSeat(
        number=seat,
        name=who.name,
        charge=who.shield,
        loot=tuple(_item(word, booked) for word in BOX.item_words if word in booked),
        cards=booked.total,
        items=tuple(_item(word, fields) for word in BOX.item_words),
        seen=stamp_of(booked),
        open=seat in typed,
    )


def _item(word: str, loot: Goods) -> CheckItem:
    return CheckItem(word, loot.get(word, 0), BOX.copies)


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """A player with every line of the sum."""

    name: str
    charge: str
    rank: int
    total: int
    loot: int
    missions: int
    loot_cards: int
    winner: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission that somebody fulfilled: who, and what it is worth to each of them."""

    word: str
    names: Markup
    worth: int


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """What nottingham/result/_result.html shows; players by rank."""

    ended: Ended
    players: tuple[ResultPlayer, ...]
    missions: tuple[MissionRow, ...]


def result_screen(table: Table, counted: Result, onward: Onward) -> ResultScreen:
    """The result of a closed game, as stored."""
    game, people = table.game, People(table.game.seats)
    players = [_player(game, seat, player) for seat, player in enumerate(counted.players)]
    total = max(player.total for player in counted.players)
    decides = "loot_cards", _("Most loot cards decide: %(numbers)s."), _("Loot cards: %(number)s each.")
    return ResultScreen(
        ended(table, counted.winners, total, ties(people, counted.players, (decides,)), onward),
        tuple(sorted(players, key=lambda player: player.rank)),
        tuple(_mission(people, mission) for mission in counted.missions),
    )


def _player(game: Game, seat: int, player: PlayerCount) -> ResultPlayer:
    return ResultPlayer(
        name=game.seats[seat].name,
        charge=game.seats[seat].shield,
        rank=player.rank,
        total=player.total,
        loot=player.loot,
        missions=player.missions,
        loot_cards=player.loot_cards,
        winner=player.rank == 1,
        lines=tuple(_line(line) for line in player.lines),
    )


def _line(line: SumLine) -> Line:
    if line.what.startswith(OF_A_MISSION):
        word = line.what.removeprefix(OF_A_MISSION)
        return Line(word, escape(mission_name(word)), 0, 0, line.amount)
    return Line(line.what, escape(item_name(line.what)), line.count, line.each, line.amount)


def _mission(people: People, mission: MissionCount) -> MissionRow:
    return MissionRow(mission.mission, people.names(mission.players), mission.each)


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
        lambda: CheckLoot(seat, loot),
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
        CloseCount,
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
        typed[seat] = on_top(_loot(reader, seat), seen_stamp(reader), held.game.loot(seat))
        if since := _changed_since(held, reader, seat):
            reader.refuse(_beside(since, seat), Words(held.game.seats).refusal(since))
    view = check_of(held, typed)
    return render_template("nottingham/end/check.html", check=view, errors=reader.errors, game_path=held.id)


def check_of(held: Table, typed: Mapping[int, Goods]) -> Check:
    """The loot that this phone may put right, as booked or typed."""
    allowed = permit(held)
    return check_screen(held, typed, allowed.seats(CheckLoot), may_close=allowed.allows(CloseCount))


def _changed_since(held: Table, reader: Reader, seat: int) -> Refusal | None:
    """Whether this player's loot changed since the form was drawn."""
    was = seen_stamp(reader)
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
