"""A game of a few lines, planted beside our own: whoever has three points first wins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.checks import BrokenLawError
from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.ledger import Balances, Move
from companion.rules.names import check_names
from companion.rules.refusals import CountIsClosed, NoSuchSeat, Refusal, allow
from companion.rules.rights import Actor, Recording, may_record_here, must_be_one_of, records_everything
from companion.rules.ruleset import Kinds, Laws, Ruleset
from companion.rules.seats import SHIELDS, Seat
from companion.rules.stages import Stage
from companion.tables import Line, mark
from companion.tables import Table as TableOf
from companion.web.context.current import action_id, clerk, held_as, viewer
from companion.web.context.pages import Pages
from companion.web.context.rematch import followed, way_to_rematch
from companion.web.context.token import phone
from companion.web.forms.reader import Reader
from companion.web.routes.booking import book, refused
from companion.web.screens.news import News
from companion.web.screens.start import Entrance, Glance, Ways
from companion.web.words.people import People

# The rules.


@dataclass(frozen=True)
class Begin:
    names: tuple[str, ...]


@dataclass(frozen=True)
class Begun:
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Score:
    seat: int


@dataclass(frozen=True)
class Scored:
    seat: int
    moves: tuple[Move, ...] = ()


Event = Begun | Scored


@dataclass(frozen=True)
class Game:
    seats: tuple[Seat, ...]
    points: tuple[int, ...]
    balances: Balances = field(default_factory=dict)

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(range(len(self.seats)))

    @property
    def stage(self) -> Stage:
        return Stage.CLOSED if 3 in self.points else Stage.ROUNDS


def opening(command: Begin) -> Begun:
    names = check_names(command.names)
    return Begun(tuple(Seat(name, shield) for name, shield in zip(names, SHIELDS, strict=False)))


def may(game: Game, command: Score) -> Refusal | None:
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if command.seat in game.here else NoSuchSeat(command.seat)


def decide(game: Game, command: Score) -> Scored:
    allow(may(game, command))
    return Scored(command.seat)


def evolve(game: Game | None, event: Event) -> Game:
    if isinstance(event, Begun):
        return Game(event.seats, (0,) * len(event.seats))
    assert game is not None
    return replace(game, points=tuple(n + (seat == event.seat) for seat, n in enumerate(game.points)))


def may_book(recording: Recording, actor: Actor, _game: Game, command: Score) -> Refusal | None:
    refusal = may_record_here(recording, actor)
    everything = records_everything(recording, actor)
    return refusal if refusal or everything else must_be_one_of(actor, (command.seat,))


def check_event(game: Game, event: Event) -> None:
    if isinstance(event, Scored) and event.seat not in game.here:
        raise BrokenLawError(f"seat {event.seat} cannot be at this table")


THREE: Ruleset[Game, Event] = Ruleset(
    word="three",
    # Our own game has an event and a command of the last two words as well.
    kinds=Kinds({"three_begun": Begun}, {"paid": Scored}, {"begin_three": Begin, "pay": Score}),
    opening=opening,
    decide=decide,
    evolve=evolve,
    may_book=may_book,
    owners=lambda _before, event: (event.seat,) if isinstance(event, Scored) else (),
    laws=Laws(event=check_event),
)

# The pages.

Table = TableOf[Game, Event]
blueprint = Blueprint("three", __name__, template_folder="templates")


@blueprint.get("/three")
def new() -> ResponseReturnValue:
    return _new(Reader(request.args))


@blueprint.post("/three")
def begin() -> ResponseReturnValue:
    reader = Reader(request.form)
    names = tuple(filter(None, (reader.text(f"name-{seat}") for seat in range(3))))
    try:
        follows = followed(reader.form.get("again"), names)
        table = clerk().open(Begin(names), action_id(), phone(), follows)
    except Refusal as refusal:
        reader.refuse("", str(People(()).refusal(refusal)))
        return refused(_new(reader))
    return redirect(url_for("table.board", game=table.id), 303)


@blueprint.post("/g/<game>/three/points")
def points(game: str) -> ResponseReturnValue:
    table, reader = held_as(THREE, game), Reader(request.form)
    score = Score(reader.hidden("seat"))
    return book(table, reader, lambda: score, lambda now, reader: _board(now, reader, None))


def _new(reader: Reader) -> str:
    return render_template("three_new.html", again=reader.form.get("again", ""), errors=reader.errors)


def _board(table: Table, reader: Reader, _booked: int | None) -> str:
    return render_template("three.html", **_view(table), errors=reader.errors, game_path=table.id)


def _whole_board(table: Table, _booked: int | None) -> Markup:
    return Markup(render_template("_three.html", **_view(table), errors={}))  # noqa: S704 - a template's own text


def _view(table: Table) -> Mapping[str, object]:
    game, me = table.game, viewer(table.id)
    rows = [
        (seat, who.name, game.points[seat], me.plays and may(game, Score(seat)) is None)
        for seat, who in enumerate(game.seats)
    ]
    return {
        "table": table,
        "rows": rows,
        "last": _said(table, table.latest) if table.latest else "",
        "over": game.stage is Stage.CLOSED,
        "rematch": way_to_rematch(table.id),
    }


def _said(table: Table, line: Line[Event]) -> Markup:
    people = People(table.game.seats)
    match line.event:
        case Scored(seat):
            return people.name(seat) + " scores."
        case TakenBack():
            return escape("Taken back.")
        case EntryPutBack():
            return escape("Put back.")
        case _:
            return people.names(table.game.here) + " begin."


def _news(table: Table) -> News:
    return News(table.id, mark(table, None), _said(table, table.lines[-1]))


def _glance(table: Table) -> Glance:
    winners = tuple(seat for seat, n in enumerate(table.game.points) if n == 3)
    under = f"at most {max(table.game.points)} of 3"
    return Glance(url_for("table.board", game=table.id), "" if winners else under, winners)


THREE_PAGES = Pages(
    rules=THREE,
    blueprints=(blueprint,),
    ways=lambda: Ways(Entrance(url_for("three.new"), "First to three", "a game of a minute", "gold")),
    glance=_glance,
    again=lambda game: url_for("three.new", again=game),
    board=_board,
    whole_board=_whole_board,
    news=_news,
)
