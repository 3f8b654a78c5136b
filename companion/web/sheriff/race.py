"""The race of the count: kind by kind of everybody's goods, then Kings and Queens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.rules.sheriff.game import Game
from companion.rules.sheriff.scoring import Bonus, PlayerCount, Result
from companion.web import race as races
from companion.web.parts import Seat, seat_of
from companion.web.race import Race, goes_on_elsewhere
from companion.web.sheriff.honours import Honour
from companion.web.sheriff.result import told_ties
from companion.web.sheriff.table import Table

FIRST_CROWN = 2
"""The steps before: purses, then stands with what else counts. Then there is one for each good."""


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
class Crowning:
    """What sheriff/stage/_race.html shows: after the `race` the `honours`, in steps of their own. With
    `extras`, other cards count beside the goods.
    """

    race: Race
    extras: bool
    coronations: tuple[Coronation, ...]
    honours: tuple[Honour, ...] = ()


def race(game: Game, result: Result, titles: tuple[Honour, ...] = ()) -> Crowning:
    """The race of a game whose count is closed, and what its end titles tell."""
    gains = ((seat, tuple(_gains(result.players[seat], seat, result.bonuses))) for seat in game.circle)
    run = races.race(game, result, gains, next(told_ties(game, result)))
    extras = any(player.extras for player in result.players)
    return Crowning(run, extras, tuple(_coronations(game, result.bonuses)), titles)


def _gains(player: PlayerCount, seat: int, bonuses: Iterable[Bonus]) -> Iterator[tuple[str, int]]:
    """What each step adds."""
    yield "gold", player.gold
    yield "goods", player.goods + player.extras
    for bonus in bonuses:
        yield "crowns", sum(pays for paid, pays in bonus.paid if paid == seat)


def _coronations(game: Game, bonuses: Iterable[Bonus]) -> Iterator[Coronation]:
    for step, bonus in enumerate(bonuses, FIRST_CROWN):
        kings = tuple(_crowned(game, bonus, bonus.king))
        yield Coronation(step, bonus.good, kings, tuple(_crowned(game, bonus, bonus.queen)))


def _crowned(game: Game, bonus: Bonus, seats: Iterable[int]) -> Iterator[Crowned]:
    paid = dict(bonus.paid)
    return (Crowned(seat_of(game, seat), bonus.counts[seat], paid.get(seat, 0)) for seat in seats)


def race_goes_on(table: Table) -> int:
    """How many more milliseconds the table view tells how it ends, and this phone does not."""
    result = table.game.result
    return goes_on_elsewhere(table, FIRST_CROWN + len(result.bonuses)) if result else 0
