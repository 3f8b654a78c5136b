"""Guards that several modules share."""

from companion.rules.nottingham.game import Game
from companion.rules.refusals import NoSuchSeat, PlayerHasLeft, Refusal
from companion.rules.seats import Presence


def may_be(game: Game, seat: int) -> Refusal | None:
    """Whether there is such a seat."""
    return None if 0 <= seat < len(game.seats) else NoSuchSeat(seat)


def may_act(game: Game, seat: int) -> Refusal | None:
    """Whether somebody sits there and has not left."""
    if refusal := may_be(game, seat):
        return refusal
    return None if game.seats[seat].presence is Presence.HERE else PlayerHasLeft(seat)
