"""Every sort of card that counts at the end (E18, E22, E24), each whole in a module of this folder."""

from collections import Counter
from dataclasses import fields

from companion.rules.kinds import kinds_in
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD, Extra
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.taking import CardTaken

_OPTIONS = [field.name for field in fields(Options)]
_TAKEN = [kind for kind in kinds_in(__name__) if issubclass(kind, CardTaken)]
CARDS = {taken.head: taken for taken in sorted(_TAKEN, key=lambda taken: _OPTIONS.index(taken.option))}
PRINTED = tuple(extra for card in CARDS.values() for extra in card.printed)
COPIES = Counter(extra.what for extra in PRINTED)
"""How many cards there are of each, except of those that can have any name (E18, E22)."""


def is_extra(word: str) -> bool:
    """Whether this is an account's word for a card that counts at the end."""
    return word in COPIES or (word.partition(":")[0] in CARDS and ":" in word)


def extra_of(word: str) -> Extra:
    """Return the card for an account's word. Raises ValueError if no such card has it."""
    what, _, gold = word.rpartition(":")
    extra = Extra(what, int(gold))
    is_named = is_extra(what) and not CARDS[extra.head].printed and what != f"{extra.head}:"
    if not (what in COPIES or is_named) or not FEWEST_GOLD <= extra.gold <= MOST_GOLD or extra.word != word:
        raise ValueError(word)
    return extra
