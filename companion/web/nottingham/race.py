"""The race of the count: mission by mission, then everybody's loot, which is turned over player by player."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.nottingham.game import Game
from companion.rules.nottingham.scoring import Result
from companion.web import race as races
from companion.web.ended import ties
from companion.web.http.language import gettext as _
from companion.web.nottingham.table import Table
from companion.web.parts import People, Seat, seats_of
from companion.web.race import Race, goes_on_elsewhere


@dataclass(frozen=True, slots=True)
class Worth:
    """The step in which those who fulfilled a mission get what it is worth."""

    step: int
    word: str
    takers: tuple[Seat, ...]
    each: int


@dataclass(frozen=True, slots=True)
class LootRace:
    """What nottingham/board/_race.html shows."""

    race: Race
    missions: tuple[Worth, ...]


def race(game: Game, result: Result) -> LootRace:
    """The race of a game whose count is closed."""
    gains = ((seat, tuple(_gains(game, result, seat))) for seat in range(len(game.seats)))
    missions = (
        Worth(step, mission.mission, seats_of(game, mission.players), mission.each)
        for step, mission in enumerate(result.missions)
    )
    return LootRace(races.race(game, result, gains, _why(game, result)), tuple(missions))


def _why(game: Game, result: Result) -> Markup | str:
    """What decided the highest tie. That a place below the first is shared shows in its number."""
    totals = sorted({player.total for player in result.players}, reverse=True)
    for total, told in zip(totals, told_ties(game, result), strict=True):
        ranks = {player.rank for player in result.players if player.total == total}
        if told and (total == totals[0] or len(ranks) > 1):
            return told
    return ""


def _gains(game: Game, result: Result, seat: int) -> Iterator[tuple[str, int]]:
    """What each step adds: the loot of all at once where they saw it all along (N19)."""
    for mission in result.missions:
        yield "missions", mission.each if seat in mission.players else 0
    for turned in _turns(game):
        yield "loot", result.players[seat].loot if turned in {seat, None} else 0


def _turns(game: Game) -> tuple[int | None, ...]:
    """Whose loot is turned over, step by step; None for that of all."""
    return (None,) if game.options.open_sums else tuple(range(len(game.seats)))


def told_ties(game: Game, counted: Result) -> Iterator[Markup | str]:
    """What decided between players with an equal total, the highest first (N21)."""
    decides = "loot_cards", _("Most loot cards decide: %(numbers)s."), _("Loot cards: %(number)s each.")
    return ties(People(game.seats), counted.players, (decides,))


def race_goes_on(table: Table) -> int:
    """How many more milliseconds the table view tells how it ends, and this phone does not."""
    game, result = table.game, table.game.result
    return goes_on_elsewhere(table, len(result.missions) + len(_turns(game))) if result else 0
