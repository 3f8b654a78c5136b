"""The count sheet: stands and gold of a game played without the bank, checked before they are counted.

Every fault is refused with its place. The first one is reported, in this order: each value by itself, the
names, cards against the box, Feast Plates, the first Sheriff.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import cast

from companion.rules.echo import LONGEST_ECHO, told
from companion.rules.goods import HIGHEST_GOLD, Goods
from companion.rules.names import check_names, clean_name
from companion.rules.refusals import Refusal
from companion.rules.sheriff.editions import DEFAULT, EDITIONS, Edition, EffectKind, Kind, edition
from companion.rules.sheriff.options import FEWEST_PLAYERS, MOST_COPIES
from companion.rules.sheriff.scoring import Result, count
from companion.rules.sheriff.sheet_refusals import (
    PLAYERS,
    BoxExceeded,
    CopiesOutOfRange,
    CountOutOfRange,
    EditionUnknown,
    GoldMissing,
    GoldNotPossible,
    GoodUnknown,
    KeyMissing,
    KeyRepeated,
    KeyUnknown,
    LessThanNone,
    NotAList,
    NotAnObject,
    NotPromo,
    NotText,
    NotWhole,
    PlateNotLegal,
    PlatesNotChosen,
    SheriffUnknown,
)

MOST_COUNTED = 6
LARGEST_NUMBER = 10**15
"""Far beyond every limit of a sheet; larger numbers are cut to it, so that none is too long to print."""
SHEET_KEYS = ("edition", "first_sheriff", "promo_copies", "players")
PLAYER_KEYS = ("name", "gold", "stand", "feast_plates")


class Repeating(dict[str, object]):
    """A decoded object whose text had `key` twice; the decoder makes it, and `parse` reports its place."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class CountSheet:
    """A checked count sheet; players' things by seat. `promo_copies` holds only what was given."""

    edition: str
    first_sheriff: int
    names: tuple[str, ...]
    gold: tuple[int, ...]
    stands: tuple[Goods, ...]
    plates: tuple[tuple[str, ...], ...]
    promo_copies: Goods

    def result(self) -> Result:
        """The final count of the sheet."""
        return count(edition(self.edition), self.stands, self.gold, self.plates)


def parse(decoded: object) -> CountSheet:
    """The sheet in a decoded JSON object. Raises a SheetRefusal, or a refusal of a name."""
    sheet = _object(decoded, "sheet", SHEET_KEYS)
    cards = _edition(sheet)
    promo_copies = _promo_copies(cards, sheet)
    players = _players(sheet)
    names = [_text(player["name"], f"{place}.name") for place, player in players.items()]
    gold = tuple(_gold(player, f"{place}.gold") for place, player in players.items())
    stands = tuple(_stand(cards, player, f"{place}.stand") for place, player in players.items())
    plates = tuple(_plates(player, f"{place}.feast_plates") for place, player in players.items())
    checked = check_names(names)
    for refusal in beyond_the_box(cards, stands, promo_copies):
        raise refusal
    for place, stand, chosen in zip(players, stands, plates, strict=True):
        _check_plates(cards, stand, chosen, f"{place}.feast_plates", len(players))
    return CountSheet(cards.word, _first_sheriff(sheet, checked), checked, gold, stands, plates, promo_copies)


def beyond_the_box(
    cards: Edition, stands: Sequence[Goods], promo_copies: Mapping[str, int]
) -> Iterator[BoxExceeded]:
    """A refusal for each good of which the stands hold more than the box, at the stand that goes over."""
    for good in cards.goods:
        copies = cards.copies(good.word, len(stands), promo_copies)
        held = [stand.get(good.word, 0) for stand in stands]
        until = [sum(held[: seat + 1]) for seat in range(len(held))]
        over = [seat for seat, so_far in enumerate(until) if so_far > copies]
        if over:
            yield BoxExceeded(f"{PLAYERS}[{over[0]}].stand.{good.word}", good.word, sum(held), copies)


def _edition(sheet: Mapping[str, object]) -> Edition:
    word = _text(sheet.get("edition", DEFAULT), "edition")
    if word not in EDITIONS:
        raise EditionUnknown("edition", told(word), _nearest(word, EDITIONS))
    return edition(word)


def _promo_copies(cards: Edition, sheet: Mapping[str, object]) -> Goods:
    promo = [good.word for good in cards.of(Kind.PROMO)]
    given = _object(sheet.get("promo_copies", {}), "promo_copies")
    copies = {}
    for word, value in given.items():
        if word not in promo:
            raise NotPromo("promo_copies", told(word), _nearest(word, promo))
        copies[word] = _whole(value, f"promo_copies.{word}")
        if not 1 <= copies[word] <= MOST_COPIES:
            raise CopiesOutOfRange(f"promo_copies.{word}", word, MOST_COPIES)
    return Goods(copies)


def _players(sheet: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Every player's object by its place in the sheet."""
    if PLAYERS not in sheet:
        raise KeyMissing("sheet", PLAYERS)
    given = _list(sheet[PLAYERS], PLAYERS)
    if not FEWEST_PLAYERS <= len(given) <= MOST_COUNTED:
        raise CountOutOfRange(PLAYERS, len(given), FEWEST_PLAYERS, MOST_COUNTED)
    players = {}
    for seat, value in enumerate(given):
        place = f"{PLAYERS}[{seat}]"
        players[place] = _object(value, place, PLAYER_KEYS)
        if "name" not in players[place]:
            raise KeyMissing(place, "name")
    return players


def _gold(player: Mapping[str, object], place: str) -> int:
    if "gold" not in player:
        raise GoldMissing(place)
    gold = _whole(player["gold"], place)
    if not 0 <= gold <= HIGHEST_GOLD:
        raise GoldNotPossible(place, HIGHEST_GOLD)
    return gold


def _stand(cards: Edition, player: Mapping[str, object], place: str) -> Goods:
    counts = {}
    for word, value in _object(player.get("stand", {}), place).items():
        if word not in cards.index:
            raise GoodUnknown(place, told(word), _nearest(word, cards.index))
        counts[word] = _whole(value, f"{place}.{word}")
        if counts[word] < 0:
            raise LessThanNone(f"{place}.{word}", told(value))
    return Goods(counts)


def _plates(player: Mapping[str, object], place: str) -> tuple[str, ...]:
    given = _list(player.get("feast_plates", []), place)
    return tuple(_text(value, f"{place}[{number}]") for number, value in enumerate(given))


def _check_plates(cards: Edition, stand: Goods, chosen: tuple[str, ...], place: str, players: int) -> None:
    """One legal good in play for each Feast Plate (S6); that good's supply does not matter."""
    plates = sum(stand.get(good.word, 0) for good in cards.goods if good.does(EffectKind.CHOSEN))
    if plates != len(chosen):
        raise PlatesNotChosen(place, plates, len(chosen))
    legal = [good.word for good in cards.legal(players)]
    for number, word in enumerate(chosen):
        if word not in legal:
            raise PlateNotLegal(f"{place}[{number}]", told(word), _nearest(word, legal))


def _first_sheriff(sheet: Mapping[str, object], names: tuple[str, ...]) -> int:
    if "first_sheriff" not in sheet:
        return 0
    given = _text(sheet["first_sheriff"], "first_sheriff")
    try:
        return names.index(clean_name(given))
    except (Refusal, ValueError):
        raise SheriffUnknown("first_sheriff", told(given)) from None


def _object(value: object, place: str, known: tuple[str, ...] = ()) -> Mapping[str, object]:
    """The keys and values at a place; only `known` keys, if any are given."""
    if not isinstance(value, dict):
        raise NotAnObject(place, told(value))
    if isinstance(value, Repeating):
        raise KeyRepeated(place, told(value.key))
    for key in value:
        if known and key not in known:
            raise KeyUnknown(place, told(key), _nearest(key, known))
    return cast("Mapping[str, object]", value)


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        raise NotAList(place, told(value))
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise NotText(place, told(value))
    return value


def _whole(value: object, place: str) -> int:
    # A JSON true is an int to Python, but not a number on a sheet.
    if type(value) is not int:
        raise NotWhole(place, told(value))
    return min(max(value, -LARGEST_NUMBER), LARGEST_NUMBER)


def _nearest(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant, however it was spelt; "" if none is close."""
    written = "_".join(
        word[:LONGEST_ECHO].lower().replace("-", " ").replace("’", "").replace("'", "").split()
    )
    return next(iter(get_close_matches(written, list(known), n=1)), "")
