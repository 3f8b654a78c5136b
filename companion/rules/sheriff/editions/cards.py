"""The cards and numbers of an edition, frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from companion.rules.ledger import NO_GOODS
from companion.rules.sheriff.options import FEWEST_PLAYERS


class Kind(StrEnum):
    """What sort of card a good is, in the order of the card tables."""

    LEGAL = "legal"
    CONTRABAND = "contraband"
    ROYAL = "royal"
    PROMO = "promo"


class EffectKind(StrEnum):
    """What a card can do besides being worth something."""

    ADDS = "adds"
    """Each `good` on the same stand is worth `amount` more."""
    CHOSEN = "chosen"
    """At the end it becomes a legal good of its owner's choice (S6)."""
    UNPAID = "unpaid"
    """Its owner is paid for no King and no Queen (S5)."""
    SUMMONS = "summons"
    """The Sheriff pays `amount` for it, if all else in the opened bag is as declared (I12)."""
    RAID = "raid"
    """When it passes, up to `amount` identical legal goods of one opponent may be discarded instead."""
    TO_HAND = "to_hand"
    """The Sheriff takes it from an opened bag into hand."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does; `good` and `amount` are set only where its kind needs them."""

    kind: EffectKind
    good: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Good:
    """One kind of card. `value`, `penalty`, `king` and `queen` are gold.

    `copies_three` are in the box with 3 players, `copies` with more; the table sets the number of a promo
    card. A royal good `counts` as that many of the legal good it `counts_as` (S2).
    """

    word: str
    kind: Kind
    value: int
    penalty: int
    copies: int
    copies_three: int
    king: int = 0
    queen: int = 0
    counts_as: str = ""
    counts: int = 0
    effect: Effect | None = None

    def does(self, effect: EffectKind) -> bool:
        """Whether the card has an effect of this kind."""
        return self.effect is not None and self.effect.kind is effect


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition as data: its cards in the order of the card tables, its coins, its numbers.

    `coins` maps worth -> number, `turns` players -> turns as Sheriff (T3), `sheriffs` players -> Sheriffs a
    round (E6); `clock` is seconds per merchant (T7), `bag` the most cards in one, `piles` the number of
    face-up discard piles of `pile` cards at the start (T5), of which the top `pile_kept` stay when the draw
    pile refills.
    """

    word: str
    goods: tuple[Good, ...]
    coins: Mapping[int, int] = field(hash=False)
    turns: Mapping[int, int] = field(hash=False)
    sheriffs: Mapping[int, int] = field(hash=False)
    purse: int
    hand: int
    long_hand: int
    bag: int
    piles: int
    pile: int
    pile_kept: int
    cards_out: int
    clock: int
    sheriff_starts_market: bool
    receiver_must_keep: bool
    index: Mapping[str, Good] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the goods by word: replay looks them up often."""
        object.__setattr__(self, "index", MappingProxyType({good.word: good for good in self.goods}))

    def good(self, word: str) -> Good:
        """The good of this word; a KeyError if there is none."""
        return self.index[word]

    def of(self, kind: Kind) -> tuple[Good, ...]:
        """All goods of one kind, in the order of the card tables."""
        return tuple(good for good in self.goods if good.kind is kind)

    def copies(self, word: str, players: int, promo_copies: Mapping[str, int] = NO_GOODS) -> int:
        """How many cards of a good the box holds for these players (T6); 6 play with the box of 4 (T1)."""
        good = self.good(word)
        if good.kind is Kind.PROMO:
            return promo_copies.get(word, good.copies)
        return good.copies_three if players <= FEWEST_PLAYERS else good.copies

    def legal(self, players: int) -> tuple[Good, ...]:
        """The legal goods in play with this number of players: no bread with 3 (T6)."""
        return tuple(good for good in self.of(Kind.LEGAL) if self.copies(good.word, players))
