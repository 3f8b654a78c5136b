"""The options a table plays with, and the limits of its numbers (T1, T7)."""

from dataclasses import dataclass, field

from companion.rules.ledger import Goods

FEWEST_PLAYERS, MOST_PLAYERS = 3, 5
"""With one Sheriff a round (T1)."""
FEWEST_WITH_DEPUTIES, MOST_WITH_DEPUTIES = 5, 6
"""Six players have two Deputies a round (E6), for as long as five are left (E16)."""
MOST_COPIES = 9


@dataclass(frozen=True, slots=True)
class Options:
    """What this table plays with (T7). `promo` is the number of copies in play of each promo card; `crowns`
    on the board say who leads each good. The Black Market, special orders, other cards that count at the end
    and the laws of a round are expansions (E18 to E27).
    """

    royal_goods: bool = False
    promo: Goods = field(default_factory=Goods)
    timer: bool = False
    ten_cards_out: bool = False
    hand_of_seven: bool = False
    coins_on_table: bool = False
    crowns: bool = False
    black_market: bool = False
    special_orders: bool = False
    other_cards: bool = False
    laws: bool = False
