"""Editions of the game: cards and numbers as data, one TOML file each, read once."""

from functools import cache

from companion.rules.sheriff.editions.cards import Edition, Effect, EffectKind, Good, Kind
from companion.rules.sheriff.editions.loader import EditionError, build, read

__all__ = [
    "DEFAULT",
    "EDITIONS",
    "Edition",
    "EditionError",
    "Effect",
    "EffectKind",
    "Good",
    "Kind",
    "common_cards",
    "edition",
    "edition_or_default",
]

EDITIONS = ("first", "second")
DEFAULT = EDITIONS[0]
"""The edition if nobody says which."""


@cache
def edition(word: str) -> Edition:
    """The edition of this word; a KeyError if there is none."""
    if word not in EDITIONS:
        raise KeyError(word)
    return build(word, read(word))


def edition_or_default(word: str) -> Edition:
    """The edition of this word; the default one if there is none."""
    return edition(word if word in EDITIONS else DEFAULT)


def common_cards() -> Edition:
    """An edition used only for its cards, whose numbers are the same in all editions (E1)."""
    return edition(DEFAULT)
