"""A game of a few lines, planted beside our own: whoever has three points first wins. A game of the program
has each part of it in the room where that belongs.
"""

from dataclasses import dataclass, field, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from companion.rules.checks import BrokenLawError
from companion.rules.kinds import EntryPutBack, OfAnyGame, TakenBack
from companion.rules.ledger import Balances, Move
from companion.rules.names import check_names
from companion.rules.refusals import CountIsClosed, NoSuchSeat, Refusal, allow
from companion.rules.rights import Actor, Recording, may_record_here, must_be_one_of, records_everything
from companion.rules.ruleset import Kinds, Laws, Ruleset, Summary
from companion.rules.seats import SHIELDS, Seat, Stage
from companion.tables import Line, Listed
from companion.tables import Table as TableOf
from companion.web.booking import book, drawn_again, on_board, open_table, refused
from companion.web.current import action_id, held_as, viewer
from companion.web.ended import followed
from companion.web.pages import News, Pages
from companion.web.parts import People
from companion.web.reader import Reader
from companion.web.start import Entrance, WayBack, Ways

# The rules.

FEWEST_PLAYERS, MOST_PLAYERS = 2, 3
GOAL = 3


@dataclass(frozen=True)
class Begin:
    """A new game of players with these names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Begun:
    """The game has begun: who sits where."""

    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Score:
    """A player scores a point."""

    seat: int


@dataclass(frozen=True)
class Scored:
    """A player has scored a point."""

    seat: int
    moves: tuple[Move, ...] = ()


Event = Begun | Scored


@dataclass(frozen=True)
class Game:
    """The game as it stands: `points` by seat."""

    seats: tuple[Seat, ...]
    points: tuple[int, ...]
    balances: Balances = field(default_factory=dict)

    @property
    def here(self) -> tuple[int, ...]:
        """Everybody: nobody leaves so short a game."""
        return tuple(range(len(self.seats)))

    @property
    def stage(self) -> Stage:
        """Over once somebody has three points."""
        return Stage.CLOSED if GOAL in self.points else Stage.ROUNDS


class TooFewPlayers(Refusal):
    """Nobody can be first alone."""

    fewest: int
    sentence = "At least %(fewest)s people play."  # N_() marks it for translation


def opening(command: Begin) -> Begun:
    """The game begins, with a shield for each player: there are no more seats than shields."""
    names = check_names(command.names)
    if len(names) < FEWEST_PLAYERS:
        raise TooFewPlayers(FEWEST_PLAYERS)
    return Begun(tuple(Seat(name, shield) for name, shield in zip(names, SHIELDS, strict=False)))


def may(game: Game, command: Score) -> Refusal | None:
    """Whether this player can score now."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if command.seat in game.here else NoSuchSeat(command.seat)


def decide(game: Game, command: Score) -> Scored:
    """The point is scored, if it may be: nobody else asks that."""
    allow(may(game, command))
    return Scored(command.seat)


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event."""
    if isinstance(event, Begun):
        return Game(event.seats, (0,) * len(event.seats))
    if game is None:
        raise ValueError(event)
    return replace(game, points=tuple(n + (seat == event.seat) for seat, n in enumerate(game.points)))


def may_book(recording: Recording, actor: Actor, _game: Game, command: Score) -> Refusal | None:
    """Whether this phone may record a point of this player."""
    refusal = may_record_here(recording, actor)
    everything = records_everything(recording, actor)
    return refusal if refusal or everything else must_be_one_of(actor, (command.seat,))


def summary(game: Game) -> Summary:
    """Whoever has the most points, and who has won by them."""
    winners = tuple(seat for seat, n in enumerate(game.points) if n == GOAL)
    return Summary(game.stage, game.seats, {"most": max(game.points)}, winners)


def check_event(game: Game, event: Event) -> None:
    """A point is of a seat at this table."""
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
    summary=summary,
)

# The screens.

Table = TableOf[Game, Event]


@dataclass(frozen=True)
class NewThree:
    """What three/new.html shows: a field for each name. `again` is the table of a rematch, or ""."""

    again: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Player:
    """A player's row; `may_score` if this phone may record a point now."""

    seat: int
    name: str
    points: int
    may_score: bool


@dataclass(frozen=True)
class Three:
    """What three/_board.html shows; `latest` is the entry that can be taken back, None if there is none, and
    `seen` the one that last put it back, or 0; `aside` is the take back that can be undone.
    """

    game: str
    players: tuple[Player, ...]
    said: Markup | str
    latest: int | None
    seen: int
    aside: int | None
    is_over: bool


# The pages.

blueprint = Blueprint("three", __name__, template_folder="templates")


@blueprint.get("/three")
def new() -> ResponseReturnValue:
    """The form for a new table."""
    return _new(Reader(request.args))


@blueprint.post("/three")
def begin() -> ResponseReturnValue:
    """Open a table."""
    reader = Reader(request.form)
    names = tuple(filter(None, (reader.text(f"name-{seat}") for seat in range(MOST_PLAYERS))))
    try:
        follows = followed(reader.form.get("again"), names)
        table = open_table(Begin(names), action_id(), follows)
    except Refusal as refusal:
        reader.refuse("", str(People(()).refusal(refusal)))
        return refused(_new(reader))
    return redirect(url_for("table.board", game=table.id), 303)


@blueprint.post("/g/<game>/three/points")
def points(game: str) -> ResponseReturnValue:
    """A player scores."""
    table, reader = held_as(THREE, game), Reader(request.form)
    score = Score(reader.hidden("seat"))
    after = book(table, reader, score)
    if after is None:
        return drawn_again(table, reader, lambda now, reader: _board(now, reader, None))
    return on_board(after)


def _new(reader: Reader) -> str:
    view = NewThree(reader.form.get("again", ""), tuple(f"name-{seat}" for seat in range(MOST_PLAYERS)))
    return render_template("three/new.html", new=view, errors=reader.errors)


def _board(table: Table, reader: Reader, _booked: int | None) -> str:
    return render_template("three/board.html", three=_three(table), errors=reader.errors, game_path=table.id)


def _whole_board(table: Table, _booked: int | None) -> Markup:
    drawn = render_template("three/_board.html", three=_three(table), errors={})
    return Markup(drawn)  # noqa: S704 - a template's own text


def _three(table: Table) -> Three:
    game, plays = table.game, viewer(table.id).plays
    return Three(
        game=table.id,
        players=tuple(
            Player(seat, who.name, game.points[seat], plays and may(game, Score(seat)) is None)
            for seat, who in enumerate(game.seats)
        ),
        said=_said(table, table.latest) if table.latest else "",
        latest=table.latest.seq if table.latest else None,
        seen=table.put_back_by(table.latest.seq) if table.latest else 0,
        aside=table.restores or None,
        is_over=game.stage is Stage.CLOSED,
    )


def _said(table: Table, line: Line[Event | OfAnyGame]) -> Markup:
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
    return News(table.id, _said(table, table.lines[-1]))


def _way_back(table: Listed) -> WayBack:
    under = "" if table.summary.winners else f"at most {table.summary.progress['most']} of 3"
    return WayBack(url_for("table.board", game=table.id), under)


THREE_PAGES = Pages(
    rules=THREE,
    blueprints=(blueprint,),
    ways=lambda: Ways(Entrance(url_for("three.new"), "First to three", "a game of a minute", "gold")),
    way_back=_way_back,
    again=lambda game: url_for("three.new", again=game),
    board=_board,
    whole_board=_whole_board,
    news=_news,
)
