"""Cards that are no goods and count at the end: how accounts hold them (E21, E23, E24).

Each has the number that its own card prints, so an account holds it by a word that says the number too.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import ledger
from companion.rules.ledger import Balances, Goods
from companion.rules.sheriff.refusals import ExtraGoldOutOfRange

FEWEST_GOLD, MOST_GOLD = 1, 99
"""What such a card can print (E18, E23)."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A card that counts at the end with its `gold`. `what` is the head of its sort and what the card is
    within it: `black_market:<contraband>`, `special_order:<legal good>:<contraband>`, `other:<its name>`.
    """

    what: str
    gold: int

    @property
    def head(self) -> str:
        """Which sort of card it is."""
        return self.what.partition(":")[0]

    @property
    def word(self) -> str:
        """The word under which an account holds it."""
        return f"{self.what}:{self.gold}"

    @property
    def goods(self) -> Goods:
        """This card as an account holds it."""
        return Goods({self.word: 1})


def check_extra_gold(gold: int) -> None:
    """Refuse what no card that counts at the end prints (E18, E23)."""
    if not FEWEST_GOLD <= gold <= MOST_GOLD:
        raise ExtraGoldOutOfRange(FEWEST_GOLD, MOST_GOLD)


def extras_of(balances: Balances, seat: int) -> tuple[Extra, ...]:
    """The cards of a seat that count at the end, in the order in which it got them."""
    words = (word.rpartition(":") for word in ledger.in_extras(balances, seat).cards())
    return tuple(Extra(what, int(gold)) for what, _, gold in words)


def held(balances: Balances, seats: Iterable[int], what: str) -> tuple[int, ...]:
    """The numbers of all cards of this kind that these seats have."""
    every = (extra for seat in seats for extra in extras_of(balances, seat))
    return tuple(extra.gold for extra in every if extra.what == what)
