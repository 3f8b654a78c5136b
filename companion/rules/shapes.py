"""Strict checks of a decoded count sheet's shape: anything else is refused with its place, and
quoted in a few letters.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import accumulate
from typing import cast

from companion.rules import sheet_refusals as no
from companion.rules.ledger import Goods

LONGEST_ECHO = 40
LARGEST_ECHO = 10**15
"""Far above any real value; a larger number is not quoted, since it could be too long to write."""


def told(value: object) -> str:
    """The value as a refusal quotes it: short, on one line, with nothing unprintable."""
    if isinstance(value, str):
        return repr(_spaced(value[:LONGEST_ECHO])) + "…" * (len(value) > LONGEST_ECHO)
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > LARGEST_ECHO:
        return "such a number"
    return json.dumps(value)


def quoted(text: str) -> str:
    """The text as quoted by a sentence that has its own quotation marks."""
    spaced = _spaced(text[:LONGEST_ECHO])
    short = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in spaced)
    return short + "…" * (len(text) > LONGEST_ECHO)


def _spaced(text: str) -> str:
    """The text with every non-ASCII space as a plain one; ASCII line breaks and tabs stay."""
    return "".join(" " if letter > " " and letter.isspace() else letter for letter in text)


GAME = "game"
"""The key that says which game a sheet belongs to; every sheet may have it."""
PLAYERS = "players"
LARGEST_NUMBER = 10**15
"""Far beyond every limit of a sheet; larger numbers are cut to it, so that none is too long to print."""


class Repeating(dict[str, object]):
    """A decoded object whose text had `key` twice, made so that `object_at` refuses it with its place."""

    key: str = ""


def game_of(decoded: object, games: Sequence[str]) -> str:
    """Which of these games a sheet belongs to; the first if it does not say."""
    if not isinstance(decoded, dict) or isinstance(decoded, Repeating) or GAME not in decoded:
        return games[0]
    word = text_at(decoded[GAME], GAME)
    if word not in games:
        raise no.GameUnknown(GAME, told(word), nearest(word, games))
    return word


def object_at(value: object, place: str, known: tuple[str, ...] = ()) -> Mapping[str, object]:
    """The keys and values at a place; only `known` keys, if any are given."""
    if not isinstance(value, dict):
        raise no.NotAnObject(place, told(value))
    if isinstance(value, Repeating):
        raise no.KeyRepeated(place, told(value.key))
    for key in value:
        if known and key not in known:
            raise no.KeyUnknown(place, told(key), nearest(key, known))
    return cast("Mapping[str, object]", value)


def list_at(value: object, place: str) -> list[object]:
    """The values at a place."""
    if not isinstance(value, list):
        raise no.NotAList(place, told(value))
    return value


def text_at(value: object, place: str) -> str:
    """The text at a place."""
    if not isinstance(value, str):
        raise no.NotText(place, told(value))
    return value


def whole_at(value: object, place: str) -> int:
    """The whole number at a place."""
    if isinstance(value, str):
        raise no.TextForNumber(place, quoted(value))
    # A JSON true is an int to Python, but not a number on a sheet.
    if type(value) is not int:
        raise no.NotWhole(place, told(value))
    return min(max(value, -LARGEST_NUMBER), LARGEST_NUMBER)


def cards_at(value: object, place: str) -> int:
    """The number of cards at a place, at least 0."""
    number = whole_at(value, place)
    if number < 0:
        raise no.LessThanNone(place, told(value))
    return number


def known_at(word: str, place: str, known: Collection[str], unknown: type[no.WordUnknown]) -> str:
    """Return the word if it is known; else raise `unknown` with the word that was probably meant."""
    if word not in known:
        raise unknown(place, told(word), nearest(word, known))
    return word


def goods_at(value: object, place: str, known: Collection[str], unknown: type[no.WordUnknown]) -> Goods:
    """The cards at a place, all of them known."""
    given = object_at(value, place).items()
    return Goods(
        {known_at(word, place, known, unknown): cards_at(number, f"{place}.{word}") for word, number in given}
    )


def goes_over(held: Iterable[int], most: int) -> int | None:
    """The first seat at which the running total exceeds `most`; None if it never does."""
    return next((seat for seat, so_far in enumerate(accumulate(held)) if so_far > most), None)


def players_in(
    sheet: Mapping[str, object], known: tuple[str, ...], fewest: int, most: int
) -> dict[str, Mapping[str, object]]:
    """Every player's object, with these keys and a name, by its place in the sheet."""
    if PLAYERS not in sheet:
        raise no.KeyMissing("sheet", PLAYERS)
    given = list_at(sheet[PLAYERS], PLAYERS)
    if not fewest <= len(given) <= most:
        raise no.CountOutOfRange(PLAYERS, len(given), fewest, most)
    players = {}
    for seat, value in enumerate(given):
        place = f"{PLAYERS}[{seat}]"
        players[place] = object_at(value, place, known)
        if "name" not in players[place]:
            raise no.KeyMissing(place, "name")
    return players


def nearest(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant, however it was spelt; "" if none is close."""
    written = "_".join(
        word[:LONGEST_ECHO].lower().replace("-", " ").replace("’", "").replace("'", "").split()
    )
    return next(iter(get_close_matches(written, list(known), n=1)), "")
