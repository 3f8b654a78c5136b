"""An evening of Nottingham as files tell it: what its story says, a line a player."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.nottingham.corrections import Log
from companion.rules.nottingham.sheet import SheetCounted
from companion.rules.nottingham.story import PlayerTold, story
from companion.rules.ruleset import Files, Told


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the sum, None before the result; and what the evening told, None if it was only counted."""

    player: str
    place: int | None = None
    total: int | None = None
    loot: int | None = None
    loot_cards: int | None = None
    mission_gold: int | None = None
    deliveries: int | None = None
    deliveries_called_off: int | None = None
    missions: int | None = None
    ambushes: int | None = None


def told(log: Log, recorded_at: Iterable[int], _talk: object) -> Told:
    """What a log tells, and when its entries were recorded."""
    (_, opening, _), game = log[0], log[-1][2]
    of, counted = story(log, recorded_at), isinstance(opening, SheetCounted)
    players = tuple(
        _player(seat.name, player, counted=counted)
        for seat, player in zip(game.seats, of.players, strict=True)
    )
    return Told("", counted, None, of.minutes, players)


def _player(name: str, of: PlayerTold, *, counted: bool) -> Player:
    told = Player(name)
    if of.count:
        told = replace(
            told,
            place=of.count.rank,
            total=of.count.total,
            loot=of.count.loot,
            loot_cards=of.count.loot_cards,
            mission_gold=of.count.missions,
        )
    if counted:
        return told
    return replace(
        told,
        deliveries=of.deliveries,
        deliveries_called_off=of.called_off,
        missions=of.missions,
        ambushes=of.ambushes,
    )


FILES = Files(told, Player)
