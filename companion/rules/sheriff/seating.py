"""Who sits at the table: what each player is called."""

from companion.rules.names import check_names
from companion.rules.refusals import CountIsClosed, NoSuchSeat, Refusal
from companion.rules.sheriff.events import Renamed
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import NothingMoved
from companion.rules.stages import Stage


def may_rename(game: Game, seat: int) -> Refusal | None:
    """Whether a player can still be called otherwise: whoever sat there, until the result is final."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return None if 0 <= seat < len(game.seats) else NoSuchSeat(seat)


def rename(game: Game, seat: int, name: str) -> Renamed:
    """A player is called otherwise from now on, and in what is told of the evening so far."""
    names = [who.name for who in game.seats]
    names[seat] = name
    called = check_names(names)[seat]
    if called == game.seats[seat].name:
        raise NothingMoved
    return Renamed(seat, game.seats[seat].name, called)
