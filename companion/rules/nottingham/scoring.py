"""The final count (N7, N21), every line of every sum kept for display."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules.counting import Line, line, ranked
from companion.rules.ledger import Goods
from companion.rules.nottingham.box import BOX, Numbers

OF_A_MISSION = "mission:"
"""The prefix of a mission's word in a line of a sum."""
Decision = Literal["total", "loot_cards", "shared"]
TIE_BREAKS: tuple[Decision, ...] = ("total", "loot_cards")
"""What ranks the players, in this order (N21)."""


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What a player has in the end: `total` is `loot` + `missions`, and `lines` lists it by an object's word
    or by `mission:<mission>`.
    """

    rank: int
    total: int
    loot: int
    missions: int
    loot_cards: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class MissionCount:
    """Who fulfilled a mission, by seat, and what it is worth to each of them (N14)."""

    mission: str
    players: tuple[int, ...]
    each: int


@dataclass(frozen=True, slots=True)
class Result:
    """The count of a game: players by seat, and the missions that somebody fulfilled; `decided_by` is the
    step that decided the winner (N21).
    """

    players: tuple[PlayerCount, ...]
    missions: tuple[MissionCount, ...]
    winners: tuple[int, ...]
    decided_by: Decision


def count(
    loot: Sequence[Goods], fulfilled: Sequence[tuple[str, ...]], numbers: Mapping[str, Numbers]
) -> Result:
    """The result for loot cards and fulfilled missions by seat, with the numbers of each such mission."""
    missions = tuple(_missions(fulfilled, numbers))
    counted = tuple(_player_count(cards, seat, missions) for seat, cards in enumerate(loot))
    players, winners, decided_by = ranked(counted, TIE_BREAKS)
    return Result(players, missions, winners, decided_by)


def _missions(fulfilled: Sequence[tuple[str, ...]], numbers: Mapping[str, Numbers]) -> Iterator[MissionCount]:
    for word in BOX.mission_words:
        takers = tuple(seat for seat, missions in enumerate(fulfilled) if word in missions)
        if takers:
            yield MissionCount(word, takers, numbers[word].worth(len(takers)))


def _player_count(loot: Goods, seat: int, missions: tuple[MissionCount, ...]) -> PlayerCount:
    """One player's sum; the rank is not known yet."""
    cards = tuple(line(item.word, loot[item.word], item.value) for item in BOX.items if item.word in loot)
    fulfilled = tuple(
        line(OF_A_MISSION + mission.mission, 1, mission.each)
        for mission in missions
        if seat in mission.players
    )
    worth, bonus = (sum(each.amount for each in lines) for lines in (cards, fulfilled))
    return PlayerCount(0, worth + bonus, worth, bonus, loot.total, cards + fulfilled)
