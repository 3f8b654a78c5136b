"""Guards that several matters share: who can act, whose purse and stand count, how much gold there can be."""

from companion.rules.game import Game
from companion.rules.refusals import GoldOutOfRange, NoSuchSeat, PlayerHasLeft, Refusal
from companion.rules.table import HIGHEST_GOLD, Presence


def may_act(game: Game, seat: int) -> Refusal | None:
    """Whether somebody sits there and has not left."""
    if not 0 <= seat < len(game.seats):
        return NoSuchSeat(seat)
    return None if game.seats[seat].presence is Presence.HERE else PlayerHasLeft(seat)


def may_hold(game: Game, seat: int) -> Refusal | None:
    """Whether the purse and the stand of a seat still count: not of a player who left with nothing."""
    if not 0 <= seat < len(game.seats):
        return NoSuchSeat(seat)
    return PlayerHasLeft(seat) if game.seats[seat].presence is Presence.GONE else None


def allow(refusal: Refusal | None) -> None:
    """Raise the refusal if there is one."""
    if refusal is not None:
        raise refusal


def check_gold(*amounts: int) -> None:
    """Refuse gold below 0 or beyond any evening."""
    if not all(0 <= amount <= HIGHEST_GOLD for amount in amounts):
        raise GoldOutOfRange(HIGHEST_GOLD)
