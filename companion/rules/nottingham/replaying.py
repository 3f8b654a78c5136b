"""How an event changes a game."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, assert_never

from companion.rules import ledger
from companion.rules.entries import EntryPutBack, TakenBack
from companion.rules.nottingham.events import (
    CountBegun,
    CountClosed,
    Delivered,
    EntryCorrected,
    Event,
    Fulfilled,
    LootChecked,
    OptionsSet,
    PlayedOn,
    PlayerLeft,
    PlayerReturned,
    Renamed,
    SheetCounted,
    Stepped,
    Struck,
    TableOpened,
)
from companion.rules.nottingham.game import Due, Game
from companion.rules.nottingham.options import Options
from companion.rules.seats import Presence
from companion.rules.stages import Stage


def evolve(game: Game | None, event: Event) -> Game:
    """The game after the event. Only an opening starts a game."""
    if isinstance(event, TableOpened | SheetCounted):
        return _opened(event)
    if game is None:
        raise ValueError(event)
    moved = replace(game, balances=ledger.post(game.balances, event.moves))
    return _settled(_evolved(moved, event))


def replay(events: Iterable[Event], game: Game | None = None) -> Game | None:
    """The game after all events, from scratch or from `game`."""
    return reduce(evolve, events, game)


def _opened(event: TableOpened | SheetCounted) -> Game:
    if isinstance(event, TableOpened):
        return Game(event.options, event.seats, balances=ledger.post({}, event.moves))
    return Game(
        Options(),
        event.seats,
        stage=Stage.CLOSED,
        balances=ledger.post({}, event.moves),
        numbers=dict(event.numbers),
        result=event.result,
        replaces=event.replaces,
    )


def _settled(game: Game) -> Game:
    """Numbers are kept of missions that somebody has (N14); once a mission card is back, it is asked again
    whether the game is over when all are taken (N18).
    """
    numbers = {mission: numbers for mission, numbers in game.numbers.items() if game.takers(mission)}
    return replace(game, numbers=numbers, played_on=game.played_on and game.has_all_missions)


def _evolved(game: Game, event: Event) -> Game:  # noqa: C901, PLR0911, PLR0912 - a case for each event
    match event:
        case Delivered() | Stepped():
            return replace(game, step=event.step)
        case Fulfilled():
            return _with_numbers(replace(game, step=event.step), event)
        case EntryCorrected():
            return _with_numbers(replace(game, step=event.step), event.now)
        case PlayedOn():
            return replace(game, step=event.step, played_on=game.played_on or game.due is Due.MISSIONS)
        case CountBegun():
            return replace(game, stage=Stage.COUNT)
        case PlayerLeft():
            return _seated(game, event.seat, presence=Presence.LEFT)
        case PlayerReturned():
            return _seated(game, event.seat, presence=Presence.HERE)
        case Renamed():
            return _seated(game, event.seat, name=event.name, named=True)
        case OptionsSet():
            return replace(game, options=event.options)
        case LootChecked():
            return replace(game, checked=game.checked | {event.seat})
        case CountClosed():
            return replace(game, stage=Stage.CLOSED, result=event.result)
        case Struck() | TakenBack() | EntryPutBack() | TableOpened() | SheetCounted():
            return game
        case _:
            assert_never(event)


def _with_numbers(game: Game, event: Delivered | Fulfilled | Struck) -> Game:
    if not isinstance(event, Fulfilled):
        return game
    return replace(game, numbers={**game.numbers, event.mission: event.numbers})


def _seated(game: Game, seat: int, **changes: Any) -> Game:  # noqa: ANN401 - whatever a seat has
    changed = replace(game.seats[seat], **changes)
    return replace(game, seats=(*game.seats[:seat], changed, *game.seats[seat + 1 :]))
