"""Editions of the game: cards and numbers as data, one TOML file each, read once."""

from functools import cache

from companion.rules.sheriff.editions.cards import Edition, Effect, EffectKind, Good, Kind
from companion.rules.sheriff.editions.loader import EditionError, build, read

__all__ = ["EDITIONS", "Edition", "EditionError", "Effect", "EffectKind", "Good", "Kind", "edition"]

EDITIONS = ("first", "second")


@cache
def edition(word: str) -> Edition:
    """The edition of this word; a KeyError if there is none."""
    if word not in EDITIONS:
        raise KeyError(word)
    return build(word, read(word))
