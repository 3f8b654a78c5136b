"""What an evening of Nottingham tells once it is over: its deliveries, missions and ambushes, by player."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.evenings import Evening, evening_of
from companion.rules.nottingham.corrections import Log
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.scoring import PlayerCount
from companion.rules.past import known_now, minutes


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """A player: the `count`, None before the result; the deliveries, and how many more were `called_off`
    (N12); the missions; the own ambushes that hit, each once (N12).
    """

    count: PlayerCount | None
    deliveries: int
    called_off: int
    missions: int
    ambushes: int


@dataclass(frozen=True, slots=True)
class Story:
    """An evening: its players by seat, and the minutes it took."""

    players: tuple[PlayerTold, ...]
    minutes: int


def story(log: Log, recorded_at: Iterable[int]) -> Story:
    """What the entries that stand tell, as corrected, and when they were recorded (milliseconds since 1970).
    A counted sheet has its count alone.
    """
    game, said = log[-1][2], known_now(log).values()
    sets = [event for event in said if isinstance(event, Delivered)]
    takers = [event.seat for event in said if isinstance(event, Fulfilled)]
    players = (
        PlayerTold(
            count=game.result.players[seat] if game.result else None,
            deliveries=sum(each.seat == seat and not each.is_called_off for each in sets),
            called_off=sum(each.seat == seat and each.is_called_off for each in sets),
            missions=takers.count(seat),
            ambushes=sum(each.ambushers.count(seat) for each in sets),
        )
        for seat in range(len(game.seats))
    )
    return Story(tuple(players), minutes(recorded_at))


def numbers(told: PlayerTold) -> dict[str, int]:
    """What a player did, as numbers by their words; those of several evenings can be added up."""
    return {
        "deliveries": told.deliveries,
        "called_off": told.called_off,
        "missions": told.missions,
        "ambushes": told.ambushes,
    }


def evening(log: Log, recorded_at: Iterable[int]) -> Evening:
    """What a finished game tells its groups."""
    return evening_of(log[-1][2], story(log, recorded_at), numbers)
