"""The evening's story: everybody's gold round by round, what became of each bag, what everybody did."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.rules.sheriff.game import Game
from companion.rules.sheriff.story import Outcome, PlayerTold, Point, Story, story
from companion.web.counts import is_count
from companion.web.ended import Deed, Numbers, deeds
from companion.web.http.language import gettext as _
from companion.web.http.language import when
from companion.web.parts import N_, Seat, Status, seats_of
from companion.web.sheriff.race import race_goes_on
from companion.web.sheriff.request import held_table, talk_at
from companion.web.sheriff.table import Table
from companion.web.told import took

# The curve is drawn in a box this high, and as wide as the page: rounds are in hundredths of its width.
HIGH, TOP, FLOOR = 240, 14, 206
LEFT, WIDE = 11, 75
ACROSS = 750
"""The rounds, in the drawing's own units, which are stretched to that width."""
MARK = 23
"""How high the shield at the end of a line is: those of equals stand below each other."""
MOST_TICKS = 5
MOST_ROUNDS = 12
"""More have a number for every second one."""
OUTCOMES = {
    Outcome.PASSED: Status(N_("honest, let pass"), "bag", "passed"),
    Outcome.OPENED: Status(N_("honest, opened"), "ui-check", "opened"),
    Outcome.THROUGH: Status(N_("false, got through"), "face_down", "through"),
    Outcome.CAUGHT: Status(N_("false, caught"), "ui-close", "caught"),
}


@dataclass(frozen=True, slots=True)
class Tick:
    """A number beside the curve, or below it, and where."""

    at: int
    number: int


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A player's gold as a line, and what `leads` from its end to a shield."""

    charge: str
    path: str
    leads: str
    mark: int


@dataclass(frozen=True, slots=True)
class Curve:
    """Everybody's gold, drawn, and as numbers: of each round (0 before the first) those of all seats, None
    for who came later.
    """

    lines: tuple[CurveLine, ...]
    gold: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class BagShown:
    """What became of a bag: its entry, and how much contraband was in it."""

    entry: int
    outcome: Status
    contraband: int


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round: for each seat its bag or None, and which seats had the badge."""

    round: int
    bags: tuple[BagShown | None, ...]
    sheriffs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoryScreen:
    """What sheriff/story/_story.html shows; `when` says when it ended and how long it took. Where the table
    kept its coins there is no curve, and a round in which nobody brought a bag is left out. Without the id of
    the `game` no bag leads to the log.
    """

    game: str
    when: str
    seats: tuple[Seat, ...]
    curve: Curve | None
    rounds: tuple[RoundShown, ...]
    outcomes: tuple[Status, ...]
    deeds: tuple[Deed, ...]


def story_screen(table: Table, told: Story) -> StoryScreen:
    """The story of an evening that is over."""
    outcomes = {outcome: _said(status) for outcome, status in OUTCOMES.items()}
    return StoryScreen(
        table.id,
        " · ".join(filter(None, (when(table.lines[-1].recorded_at), took(told.minutes)))),
        seats_of(table.game, range(len(told.players))),
        _curve(table.game, told.curve) if told.curve else None,
        tuple(_rounds(told, outcomes)) if told.bags else (),
        tuple(outcomes.values()),
        deeds(DEEDS, told.players),
    )


def told_at(table: Table) -> Story:
    """What an evening tells, with the promises that were marked."""
    talk, times = talk_at(table), (line.recorded_at for line in table.standing)
    return story(table.log, times, talk.kept, talk.broken)


def _said(status: Status) -> Status:
    return Status(_(status.words), status.icon, status.tone)


def _curve(game: Game, points: Sequence[Point]) -> Curve:
    most = max(gold for point in points for gold in point.gold if gold is not None)
    step = next(step for step in _steps() if most <= step * MOST_TICKS)
    top = max(step, -(-most // step) * step)
    last = max(1, len(points) - 1)
    ends = [_height(gold or 0, top) for gold in points[-1].gold]
    marks = _apart(ends)
    every = 1 if last <= MOST_ROUNDS else 2
    return Curve(
        tuple(
            CurveLine(
                who.shield,
                "M" + "L".join(way),
                "M" + "L".join((*way[-1:], f"{ACROSS + 40} {marks[seat]}")),
                marks[seat],
            )
            for seat, who in enumerate(game.seats)
            for way in [tuple(_way(points, seat, top))]
        ),
        tuple(Tick(_height(gold, top), gold) for gold in range(0, top + 1, step)),
        tuple(
            Tick(LEFT + WIDE * index // last, point.round)
            for index, point in enumerate(points)
            if index % every == 0
        ),
        tuple(points),
    )


def _steps() -> Iterator[int]:
    """Steps that are easily read, the finest first."""
    size = 1
    while True:
        yield from (10 * size, 20 * size, 50 * size)
        size *= 10


def _height(gold: int, top: int) -> int:
    return FLOOR - (FLOOR - TOP) * gold // top


def _way(points: Sequence[Point], seat: int, top: int) -> Iterator[str]:
    last = max(1, len(points) - 1)
    for index, point in enumerate(points):
        if (gold := point.gold[seat]) is not None:
            yield f"{ACROSS * index // last} {_height(gold, top)}"


def _apart(ends: Sequence[int]) -> tuple[int, ...]:
    """Where the shields stand, each as near to the end of its line as the others leave room for."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    found, lowest = dict[int, int](), 0
    for place, seat in enumerate(order):
        below = FLOOR - MARK * (len(order) - 1 - place)
        found[seat] = lowest = min(max(ends[seat], lowest + MARK if place else TOP), below)
    return tuple(found[seat] for seat in range(len(ends)))


def _rounds(told: Story, outcomes: dict[Outcome, Status]) -> Iterator[RoundShown]:
    seats = range(len(told.players))
    shown = {
        (bag.round, bag.bag.merchant): BagShown(bag.entry, outcomes[bag.outcome], bag.contraband)
        for bag in told.bags
    }
    badges = {(term.round, seat) for seat in seats for term in told.players[seat].terms}
    for number in told.rounds:
        if any(bags := tuple(shown.get((number, seat)) for seat in seats)):
            yield RoundShown(number, bags, tuple(seat for seat in seats if (number, seat) in badges))


DEEDS: Numbers[PlayerTold] = (
    (N_("Bags brought"), False, attrgetter("brought")),
    (N_("of them false"), True, attrgetter("false")),
    (N_("of these caught"), True, attrgetter("caught")),
    (N_("Bribes given"), False, attrgetter("given.number")),
    (N_("gold in them"), True, attrgetter("given.gold")),
    (N_("Bribes taken"), False, attrgetter("taken.number")),
    (N_("gold in them"), True, attrgetter("taken.gold")),
    (N_("Promises kept"), False, attrgetter("kept")),
    (N_("Promises broken"), False, attrgetter("broken")),
    (N_("Fines paid"), False, attrgetter("paid")),
    (N_("Fines received"), False, attrgetter("received")),
    (N_("Opened with the badge"), False, lambda player: sum(term.opened for term in player.terms)),
    (N_("of them false"), True, lambda player: sum(term.hits for term in player.terms)),
    (N_("Gold by the badge"), False, lambda player: sum(term.profit for term in player.terms)),
)
"""What is told of each player, and whether it is a part of what the line before it tells."""


blueprint = Blueprint("story", __name__)


@blueprint.get("/g/<game>/story")
def page(game: str) -> ResponseReturnValue:
    """The story of the evening, once its result is out; a counted sheet has none."""
    held = held_table(game)
    if held.game.result is None:
        return redirect(url_for("table.board", game=game))
    if is_count(held) or race_goes_on(held):
        return redirect(url_for("ending.result", game=game))
    view = story_screen(held, told_at(held))
    return render_template("sheriff/story/story.html", story=view, errors={}, game_path=held.id)
