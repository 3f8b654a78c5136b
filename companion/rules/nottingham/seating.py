"""Who sits at the table, what each player is called, and with which options they play."""

from companion.rules.names import new_name
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.events import OptionsSet, Renamed
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.guards import may_act, may_be
from companion.rules.nottingham.options import Options, check_options
from companion.rules.refusals import (
    CountIsClosed,
    IsHere,
    LastOneHere,
    NothingMoved,
    NotInRounds,
    Refusal,
    TooFewLeft,
)
from companion.rules.stages import Stage


def may_leave(game: Game, seat: int) -> Refusal | None:
    """Whether a player can go home, and stay in the count (N20): three stay to play on (N1), one to count."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    if refusal := may_act(game, seat):
        return refusal
    if game.stage is Stage.COUNT:
        return LastOneHere() if game.here == (seat,) else None
    return TooFewLeft() if len(game.here) <= BOX.fewest_players else None


def may_come_back(game: Game, seat: int) -> Refusal | None:
    """Whether somebody who went home can play on."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    return may_be(game, seat) or (IsHere(seat) if seat in game.here else None)


def may_rename(game: Game, seat: int) -> Refusal | None:
    """Whether a player can still be called otherwise: whoever sat there, until the result is final."""
    return CountIsClosed() if game.stage is Stage.CLOSED else may_be(game, seat)


def rename(game: Game, seat: int, name: str) -> Renamed:
    """A player is called otherwise from now on. Who had no name was called nothing."""
    called = new_name(name, seat, (who.name for other, who in enumerate(game.seats) if other != seat))
    was = game.seats[seat]
    if called == was.name:
        raise NothingMoved
    return Renamed(seat, was.name if was.named else "", called)


def may_switch(game: Game) -> Refusal | None:
    """Whether the options can still change: while the game goes on."""
    return None if game.stage is Stage.ROUNDS else NotInRounds()


def set_options(game: Game, options: Options) -> OptionsSet:
    """The table plays with these from now on; the Sheriff stays where it is (N16, N19)."""
    if options == game.options:
        raise NothingMoved
    check_options(options)
    return OptionsSet(options)
