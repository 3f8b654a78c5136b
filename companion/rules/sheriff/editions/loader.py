"""Reads editions from their TOML files and refuses a file whose numbers make no sense."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import cast

from companion.rules.sheriff.editions.cards import Edition, Effect, EffectKind, Good, Kind

Table = Mapping[str, object]

NUMBERS = ("purse", "hand", "long_hand", "bag", "piles", "pile", "pile_kept", "cards_out", "clock")
SWITCHES = ("sheriff_starts_market", "receiver_must_keep")
TABLES = ("coins", "turns", "sheriffs")
CARD_NUMBERS = ("value", "penalty", "copies", "copies_three")
CARD_OPTIONS = ("king", "queen", "counts")


class EditionError(ValueError):
    """An edition's file makes no sense; the message says where."""


def read(word: str) -> Table:
    """An edition's own tables, laid over those of the edition it builds on, with its expansions' cards."""
    file = resources.files(__package__).joinpath(f"{word}.toml")
    own: Table = tomllib.loads(file.read_text(encoding="utf-8"))
    if "like" in own:
        return {**read(str(own["like"])), **{key: value for key, value in own.items() if key != "like"}}
    cards = dict(_table(own, "cards"))
    for expansion in cast("list[str]", own.get("expansions", [])):
        cards |= _table(read(expansion), "cards")
    return {**{key: value for key, value in own.items() if key != "expansions"}, "cards": cards}


def build(word: str, tables: Table) -> Edition:
    """The edition that the tables describe. Raises EditionError where they make no sense."""
    _only(word, tables, (*NUMBERS, *SWITCHES, *TABLES, "cards"))
    cards = _table(tables, "cards")
    built = Edition(
        word=word,
        goods=tuple(_good(name, _table(cards, name)) for name in cards),
        coins=_counts(tables, "coins"),
        turns=_counts(tables, "turns"),
        sheriffs=_counts(tables, "sheriffs"),
        purse=_number(tables, "purse"),
        hand=_number(tables, "hand"),
        long_hand=_number(tables, "long_hand"),
        bag=_number(tables, "bag"),
        piles=_number(tables, "piles"),
        pile=_number(tables, "pile"),
        pile_kept=_number(tables, "pile_kept"),
        cards_out=_number(tables, "cards_out"),
        clock=_number(tables, "clock"),
        sheriff_starts_market=_switch(tables, "sheriff_starts_market"),
        receiver_must_keep=_switch(tables, "receiver_must_keep"),
    )
    for good in built.goods:
        _check(built, good)
    if [good.kind for good in built.goods] != [good.kind for kind in Kind for good in built.of(kind)]:
        raise EditionError(f"{word}: cards must stand in the order {', '.join(Kind)}")
    return built


def _good(word: str, row: Table) -> Good:
    _only(word, row, ("kind", *CARD_NUMBERS, *CARD_OPTIONS, "counts_as", "effect"))
    return Good(
        word=word,
        kind=Kind(_word(row, "kind", tuple(Kind))),
        value=_number(row, "value"),
        penalty=_number(row, "penalty"),
        copies=_number(row, "copies"),
        copies_three=_number(row, "copies_three"),
        king=_number(row, "king", 0),
        queen=_number(row, "queen", 0),
        counts_as=_text(row, "counts_as"),
        counts=_number(row, "counts", 0),
        effect=_effect(_table(row, "effect")) if "effect" in row else None,
    )


def _effect(row: Table) -> Effect:
    _only("effect", row, ("kind", "good", "amount"))
    kind = EffectKind(_word(row, "kind", tuple(EffectKind)))
    return Effect(kind, _text(row, "good"), _number(row, "amount", 0))


def _check(edition: Edition, good: Good) -> None:
    """Refuse a card whose numbers contradict each other."""
    legal = {other.word for other in edition.of(Kind.LEGAL)}
    faults = {
        "fewer players have more copies": good.copies_three > good.copies,
        "a Queen is paid more than a King": good.queen > good.king,
        "only a legal good has a King": bool(good.king) is not (good.kind is Kind.LEGAL),
        "only a royal good counts as another, and as several of it": (
            (good.counts_as in legal, good.counts > 1) != ((good.kind is Kind.ROYAL,) * 2)
        ),
        "only a promo card has an effect": good.effect is not None and good.kind is not Kind.PROMO,
        "the effect adds to no card of this edition": (
            good.effect is not None and (good.effect.good in edition.index) is not good.does(EffectKind.ADDS)
        ),
    }
    for fault, found in faults.items():
        if found:
            raise EditionError(f"{good.word}: {fault}")


def _only(place: str, table: Table, known: tuple[str, ...]) -> None:
    unknown = [key for key in table if key not in known]
    if unknown:
        raise EditionError(f"{place}: {unknown[0]} is not a word of an edition")


def _table(table: Table, key: str) -> Table:
    value = table.get(key)
    if not isinstance(value, Mapping):
        raise EditionError(f"{key} is not a table")
    return cast("Table", value)


def _counts(tables: Table, key: str) -> Mapping[int, int]:
    table = _table(tables, key)
    if not all(name.isdecimal() for name in table):
        raise EditionError(f"{key} has a word that is not a number")
    return MappingProxyType({int(name): _number(table, name) for name in table})


def _number(table: Table, key: str, default: int | None = None) -> int:
    value = table.get(key, default)
    if type(value) is not int or value < 0:
        raise EditionError(f"{key} is no whole number of at least 0: {value!r}")
    return value


def _switch(table: Table, key: str) -> bool:
    value = table.get(key)
    if not isinstance(value, bool):
        raise EditionError(f"{key} is neither true nor false: {value!r}")
    return value


def _text(table: Table, key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise EditionError(f"{key} is not a word: {value!r}")
    return value


def _word(table: Table, key: str, known: tuple[str, ...]) -> str:
    value = _text(table, key)
    if value not in known:
        raise EditionError(f"{key} is not one of {', '.join(known)}: {value!r}")
    return value
