"""Cards that are no goods and count at the end: what they are, and how accounts hold them (E21, E23, E24).

Each has the number that its own card prints, so an account holds it by a word that says the number too.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import ledger
from companion.rules.goods import Goods
from companion.rules.ledger import Balances
from companion.rules.names import LONGEST_NAME, clean_name
from companion.rules.refusals import Refusal
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.refusals import CardNameRefused, ExtraGoldOutOfRange

FEWEST_GOLD, MOST_GOLD = 1, 99
"""What such a card can print (E18, E23)."""
BLACK_MARKET, SPECIAL_ORDER, OTHER = "black_market", "special_order", "other"
OPTION_OF = {BLACK_MARKET: "black_market", SPECIAL_ORDER: "special_orders", OTHER: "other_cards"}
"""Which field of `Options` says that such cards are in play."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A card that counts at the end with its `gold`. `what` is `black_market:<contraband>`,
    `special_order:<legal good>:<contraband>` or `other:<its name>`.
    """

    what: str
    gold: int

    @property
    def head(self) -> str:
        """Which sort of card it is."""
        return self.what.partition(":")[0]

    @property
    def word(self) -> str:
        """How an account calls it."""
        return f"{self.what}:{self.gold}"

    @property
    def goods(self) -> Goods:
        """It as cards of an account."""
        return Goods({self.word: 1})


def market_card(good: str, gold: int = 0) -> Extra:
    """A card of this pile of the Black Market (E18)."""
    return Extra(f"{BLACK_MARKET}:{good}", gold)


def order_card(good: str, contraband: str, gold: int = 0) -> Extra:
    """The special order for these two goods (E22)."""
    return Extra(f"{SPECIAL_ORDER}:{good}:{contraband}", gold)


def other_card(name: str, gold: int = 0) -> Extra:
    """Any other card, by its name (E24)."""
    return Extra(f"{OTHER}:{name}", gold)


COPIES = {market_card(good).what: len(numbers) for good, numbers in MERRY_MEN.piles.items()} | {
    order_card(order.good, order.contraband).what: order.copies for order in MERRY_MEN.orders
}
"""How many cards there are of everything but other cards (E18, E22)."""


def check_extra_gold(gold: int) -> None:
    """Refuse what no card that counts at the end prints (E18, E23)."""
    if not FEWEST_GOLD <= gold <= MOST_GOLD:
        raise ExtraGoldOutOfRange(FEWEST_GOLD, MOST_GOLD)


def card_name(name: str) -> str:
    """The name of another card as it is kept, like one of a player (E24)."""
    try:
        return clean_name(name)
    except Refusal as refusal:
        raise CardNameRefused(LONGEST_NAME) from refusal


def is_extra(word: str) -> bool:
    """Whether an account calls a card so that counts at the end."""
    return word.partition(":")[0] in OPTION_OF and ":" in word


def extra_of(word: str) -> Extra:
    """The card that an account calls so. Raises ValueError for a word that no such card has."""
    what, _, gold = word.rpartition(":")
    extra = Extra(what, int(gold))
    name = what.removeprefix(f"{OTHER}:")
    is_known = what in COPIES or (name and name != what)
    if not is_known or not FEWEST_GOLD <= extra.gold <= MOST_GOLD or extra.word != word:
        raise ValueError(word)
    return extra


def extras_of(balances: Balances, seat: int) -> tuple[Extra, ...]:
    """The cards of a seat that count at the end, in the order in which it got them."""
    return tuple(extra_of(word) for word in ledger.in_extras(balances, seat).cards())


def held(balances: Balances, seats: Iterable[int], what: str) -> tuple[int, ...]:
    """The numbers of all cards of this kind that these seats have."""
    every = (extra for seat in seats for extra in extras_of(balances, seat))
    return tuple(extra.gold for extra in every if extra.what == what)
