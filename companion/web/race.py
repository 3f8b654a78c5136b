"""The count on the table view: players catch up with each other, step by step."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.membership import SECOND
from companion.rules.ruleset import State
from companion.tables import AnyTable
from companion.web.current import places_at, service, viewer
from companion.web.http.language import gettext as _
from companion.web.parts import People, Seat, Sentence, say, seat_of, sized

TRACK = 1_000
"""How long the longest bar is."""
LONG, LONGEST = 18, 60
"""The winner's sentence is the largest on the table view, unless it is longer than this."""
STEP = 1_800
"""How long each step takes, in milliseconds."""

Gains = Sequence[tuple[str, int]]
"""What each step adds to a player's bar, and how that part of the bar looks."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a player's bar, which grows in one step."""

    step: int
    kind: str
    at: int
    long: int


@dataclass(frozen=True, slots=True)
class Runner:
    """A player: the bar, and how much it is worth after each step."""

    seat: Seat
    rank: int
    total: int
    winner: bool
    stretches: tuple[Stretch, ...]
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """What macros/race.html shows. The `last` step shows the winner, and `why` if others have as much. Each
    takes `step` milliseconds.
    """

    runners: tuple[Runner, ...]
    outcome: Sentence
    why: Markup | str
    total: int
    last: int
    step: int = STEP


def race(game: State, result: Any, gains: Iterable[tuple[int, Gains]], why: Markup | str) -> Race:  # noqa: ANN401
    """The race of a game whose count is closed with this result of its own, from what each seat gains."""
    every, longest = dict(gains), max(1, *(player.total for player in result.players))
    return Race(
        runners=tuple(_runner(game, seat, result, longest, added) for seat, added in every.items()),
        outcome=sized(People(game.seats).outcome(result.winners), long=LONG, longest=LONGEST),
        why=why,
        total=max(player.total for player in result.players),
        last=max(map(len, every.values())),
    )


def _runner(game: State, seat: int, result: Any, longest: int, gains: Gains) -> Runner:  # noqa: ANN401
    player = result.players[seat]
    return Runner(
        seat=seat_of(game, seat),
        rank=player.rank,
        total=player.total,
        winner=seat in result.winners,
        stretches=tuple(_stretches(gains, longest)),
        sums=tuple(accumulate(gain for _kind, gain in gains)),
    )


def _stretches(gains: Gains, longest: int) -> Iterator[Stretch]:
    at = 0
    for step, (kind, gain) in enumerate(gains):
        begin, end = (TRACK * sum_ // longest for sum_ in (at, at + gain))
        if gain:
            yield Stretch(step, kind, begin, end - begin)
        at += gain


def goes_on(last: int, began: int, now: int) -> int:
    """How many more milliseconds a race takes that `began` at that time (milliseconds since 1970): from a
    step in which nothing has happened yet to one in which the winner is seen. 0 once it is over.
    """
    steps = last + 2
    return max(0, began + steps * STEP - now) if now >= began else 0


def goes_on_elsewhere(table: AnyTable, last: int) -> int:
    """How many more milliseconds the count of a closed game runs as a race on another phone, the table view,
    so that this one does not tell how it ends; 0 without one. A count that is closed again is run again.
    """
    if viewer(table.id).is_stage or not places_at(table.id).has_stage:
        return 0
    return goes_on(last, table.lines[-1].recorded_at, service().now())


def race_notice(milliseconds: int) -> Markup | None:
    """What a phone shows during the race on the table view."""
    return say(_("Look at the table view: the count runs there.")) if milliseconds else None


def after_race(table: AnyTable, result: str, milliseconds: int) -> ResponseReturnValue:
    """A page that asks for the `result` again when the race is over. Only a page that the browser itself
    loads does so: a script is told to have it loaded.
    """
    if "HX-Request" in request.headers:
        return "", {"HX-Redirect": url_for(result, game=table.id)}
    now = url_for(result, game=table.id, now=1)
    page = render_template("result/race.html", now=now, game_path=table.id, stamp=0)
    return page, {"Refresh": str(-(-milliseconds // SECOND))}
