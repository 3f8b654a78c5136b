"""Who sits at the table and by which options they play (T1, T7)."""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.goods import Goods

SHIELDS = ("leaf", "stag", "arrow", "tower", "bell", "key")
FEWEST_PLAYERS, MOST_PLAYERS = 3, 5
HIGHEST_GOLD = 9_999
MOST_COPIES = 9


class Stage(StrEnum):
    """Where the evening is: rounds are played, the count is made, the result stands."""

    ROUNDS = "rounds"
    COUNT = "count"
    CLOSED = "closed"


class Presence(StrEnum):
    """Whether a player is here, left with goods and gold still in the count, or left with nothing."""

    HERE = "here"
    LEFT = "left"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: the name, the charge on the shield, and whether the player is still here."""

    name: str
    shield: str
    presence: Presence = Presence.HERE


@dataclass(frozen=True, slots=True)
class Options:
    """What this table plays with (T7). `promo` holds the copies in play of each promo card."""

    royal_goods: bool = False
    promo: Goods = field(default_factory=Goods)
    timer: bool = False
    ten_cards_out: bool = False
    hand_of_seven: bool = False
    coins_on_table: bool = False
