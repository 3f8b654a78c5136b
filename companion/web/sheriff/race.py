"""The count on the table view: players catch up with each other, kind by kind of their goods."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from companion.rules.sheriff.game import Game
from companion.rules.sheriff.scoring import Bonus, PlayerCount, Result
from companion.web.current import places_at, service, viewer
from companion.web.parts import Seat, seat_of, seats_of
from companion.web.sheriff.haggle import Sentence, sized
from companion.web.sheriff.honours import Honour
from companion.web.sheriff.result import told_ties
from companion.web.sheriff.table import Table
from companion.web.sheriff.words import Words

TRACK = 1_000
"""How long the longest bar is."""
LONG, LONGEST = 18, 60
"""The winner's sentence is the largest on the stage, unless it is longer than this."""
STEP = 1_800
"""How long each step takes, in milliseconds."""
GOLD_STEP, GOODS_STEP, FIRST_CROWN = range(3)
"""The steps of the race: purses, stands with what else counts, and then one for each good."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a player's bar, which grows in one step: "gold", "goods" or "crowns"."""

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
class Crowned:
    """Somebody with a title, how many cards counted for it, and what it pays."""

    seat: Seat
    count: int
    pays: int


@dataclass(frozen=True, slots=True)
class Coronation:
    """The step in which King and Queen of a good are crowned."""

    step: int
    word: str
    kings: tuple[Crowned, ...]
    queens: tuple[Crowned, ...]


@dataclass(frozen=True, slots=True)
class Race:
    """What sheriff/stage/_race.html shows. The `last` step of the race shows the winner, and `why` if others
    have as much; then the `honours` follow in steps of their own, as end titles. Each takes `step`
    milliseconds.
    """

    runners: tuple[Runner, ...]
    coronations: tuple[Coronation, ...]
    winners: tuple[Seat, ...]
    outcome: Sentence
    why: Markup | str
    total: int
    last: int
    honours: tuple[Honour, ...] = ()
    step: int = STEP


def race(game: Game, result: Result, titles: tuple[Honour, ...] = ()) -> Race:
    """The race of a game whose count is closed, and what its end titles tell."""
    longest = max(1, *(player.total for player in result.players))
    seats = game.circle
    return Race(
        runners=tuple(_runner(game, seat, result, longest) for seat in seats),
        coronations=tuple(_coronations(game, result.bonuses)),
        winners=seats_of(game, result.winners),
        outcome=sized(Words(game.seats).outcome(result.winners), long=LONG, longest=LONGEST),
        why=next(told_ties(game, result)),
        total=max(player.total for player in result.players),
        last=_last(result),
        honours=titles,
    )


def goes_on(result: Result, began: int, now: int) -> int:
    """How many more milliseconds a race takes that `began` at that time (milliseconds since 1970): from a
    step in which nothing has happened yet to one in which the winner is seen. 0 once it is over.
    """
    steps = _last(result) + 2
    return max(0, began + steps * STEP - now) if now >= began else 0


def _last(result: Result) -> int:
    return FIRST_CROWN + len(result.bonuses)


def _runner(game: Game, seat: int, result: Result, longest: int) -> Runner:
    player = result.players[seat]
    gains = tuple(_gains(player, seat, result.bonuses))
    return Runner(
        seat=seat_of(game, seat),
        rank=player.rank,
        total=player.total,
        winner=seat in result.winners,
        stretches=tuple(_stretches(gains, longest)),
        sums=tuple(accumulate(gains)),
    )


def _gains(player: PlayerCount, seat: int, bonuses: Iterable[Bonus]) -> Iterator[int]:
    """What each step adds."""
    yield player.gold
    yield player.goods + player.extras
    for bonus in bonuses:
        yield sum(pays for paid, pays in bonus.paid if paid == seat)


def _stretches(gains: tuple[int, ...], longest: int) -> Iterator[Stretch]:
    at = 0
    for step, gain in enumerate(gains):
        kind = "gold" if step == GOLD_STEP else "goods" if step == GOODS_STEP else "crowns"
        begin, end = (TRACK * sum_ // longest for sum_ in (at, at + gain))
        if gain:
            yield Stretch(step, kind, begin, end - begin)
        at += gain


def _coronations(game: Game, bonuses: Iterable[Bonus]) -> Iterator[Coronation]:
    for step, bonus in enumerate(bonuses, FIRST_CROWN):
        kings = tuple(_crowned(game, bonus, bonus.king))
        yield Coronation(step, bonus.good, kings, tuple(_crowned(game, bonus, bonus.queen)))


def _crowned(game: Game, bonus: Bonus, seats: Iterable[int]) -> Iterator[Crowned]:
    paid = dict(bonus.paid)
    return (Crowned(seat_of(game, seat), bonus.counts[seat], paid.get(seat, 0)) for seat in seats)


def race_goes_on(table: Table) -> int:
    """How many more milliseconds the count runs as a race on another phone, the stage, so that this one does
    not tell how it ends; 0 without one. A count that is closed again is run again.
    """
    result, now = table.game.result, service().now()
    if result is None or viewer(table.id).is_stage or not places_at(table.id).has_stage:
        return 0
    return goes_on(result, table.lines[-1].recorded_at, now)
