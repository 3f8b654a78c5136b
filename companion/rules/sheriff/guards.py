"""Guards that several modules share: whose purse and stand count, how much gold there can be."""

from companion.rules.goods import HIGHEST_GOLD
from companion.rules.refusals import PlayerHasLeft, Refusal
from companion.rules.seating import may_be
from companion.rules.seats import Presence
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.refusals import GoldOutOfRange, NoCoinsHere


def may_hold(game: Game, seat: int) -> Refusal | None:
    """Whether a seat's purse and stand still count: not those of a player who left with nothing."""
    if refusal := may_be(game, seat):
        return refusal
    return PlayerHasLeft(seat) if game.seats[seat].presence is Presence.GONE else None


def check_gold(*amounts: int) -> None:
    """Refuse gold below 0 or beyond any evening."""
    if not all(0 <= amount <= HIGHEST_GOLD for amount in amounts):
        raise GoldOutOfRange(HIGHEST_GOLD)


def check_purse(game: Game, gold: int) -> None:
    """Refuse a purse that no latecomer can have, and any gold where the table keeps its coins (T7)."""
    check_gold(gold)
    if gold and game.options.coins_on_table:
        raise NoCoinsHere
