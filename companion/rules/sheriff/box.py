"""The cards in play at a table: what the box holds for its players and its options (T6, T7)."""

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.ledger import Goods
from companion.rules.sheriff.editions import Edition, Good, Kind, edition
from companion.rules.sheriff.options import Options

FACE_DOWN = "face_down"
"""A contraband card on a stand whose kind has not been told (I2, T8)."""


@dataclass(frozen=True, slots=True)
class Box:
    """How many `copies` of each good are in play, in the order of the card tables; which are legal."""

    copies: Goods
    legal: tuple[str, ...]
    contraband: tuple[str, ...]


@lru_cache(maxsize=256)
def box(word: str, options: Options, players: int) -> Box:
    """The box of an edition; cached, since every guard asks for it."""
    cards = edition(word)
    copies = Goods({good.word: _copies(cards, good, options, players) for good in cards.goods})
    legal = tuple(good.word for good in cards.of(Kind.LEGAL) if good.word in copies)
    return Box(copies, legal, tuple(good for good in copies if good not in legal))


def _copies(cards: Edition, good: Good, options: Options, players: int) -> int:
    if good.kind is Kind.ROYAL and not options.royal_goods:
        return 0
    if good.kind is Kind.PROMO:
        return options.promo.get(good.word, 0)
    return cards.copies(good.word, players)
