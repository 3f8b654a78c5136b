"""Compares what a form was drawn on with the present state: two who see the same step book it once; and a
request for what is already so is not refused.
"""

from collections.abc import Iterable
from typing import assert_never

from companion.rules.goods import Goods
from companion.rules.nottingham.commands import (
    CheckLoot,
    CloseCount,
    ComeBack,
    Command,
    Correct,
    Deliver,
    EndGame,
    Fulfil,
    GameOver,
    Leave,
    PlayOn,
    Rename,
    SetOptions,
    StepByHand,
)
from companion.rules.nottingham.events import Delivered, Event, PlayedOn
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.playing import may_step
from companion.rules.nottingham.refusals import DeliveredMeanwhile, LootChanged, SheriffMovedOn
from companion.rules.refusals import Refusal
from companion.rules.stages import Stage


def sheriff_moved_on(game: Game, seen: int) -> Refusal | None:
    """Whether the Sheriff is elsewhere than at the step that was `seen` (N17)."""
    return None if game.step == seen else SheriffMovedOn()


def asked_since(game: Game, answered: str) -> Refusal | None:
    """Whether something else is asked by now than what was `answered`, a `Due` by its word (N18)."""
    return None if game.due is None or game.due == answered else may_step(game)


def delivered_meanwhile(since: Iterable[Event], asked: Deliver | Fulfil) -> Refusal | None:
    """Whether the same delivery is among what stands `since` its sheet was opened (N11). A mission that a
    player has already is refused by itself.
    """
    if isinstance(asked, Deliver):
        for event in since:
            if isinstance(event, Delivered) and _is_of(event, asked):
                return DeliveredMeanwhile(event)
    return None


def loot_changed(game: Game, seat: int, seen: Goods) -> Refusal | None:
    """Whether a player's loot is no longer as it was `seen` (N21)."""
    return None if game.loot(seat) == seen else LootChanged(seat)


def is_so(  # noqa: PLR0911 - a case for each command
    game: Game, standing: Iterable[Event], asked: Command | Correct
) -> bool:
    """Whether what is asked for is already so after these standing events."""
    match asked:
        case GameOver() | EndGame():
            return game.stage is Stage.COUNT
        case PlayOn():
            *_, latest = standing
            return isinstance(latest, PlayedOn)
        case CloseCount():
            return game.stage is Stage.CLOSED
        case Rename(seat, name):
            return 0 <= seat < len(game.seats) and game.seats[seat].name == name
        case SetOptions(options):
            return game.options == options
        case CheckLoot(seat, loot):
            return seat in game.checked and game.loot(seat) == loot
        case Deliver() | Fulfil() | StepByHand() | Leave() | ComeBack() | Correct():
            return False
        case _:
            assert_never(asked)


def _is_of(event: Delivered, asked: Deliver) -> bool:
    """Whether the event is what was asked for; in which order the ambushes were named does not matter."""
    told = (event.seat, event.item, event.cards, sorted(event.ambushers))
    return told == (asked.seat, asked.item, asked.cards, sorted(asked.ambushers))
