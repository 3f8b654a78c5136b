"""The cards of a count sheet that are no goods and count at the end (E18, E20, E22, E24)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.rules.echo import told
from companion.rules.goods import Goods
from companion.rules.shapes import PLAYERS, list_at, nearest, object_at, text_at, whole_at
from companion.rules.sheet_refusals import KeyMissing, at
from companion.rules.sheriff.cards import CARDS, COPIES
from companion.rules.sheriff.cards.other_cards import OTHER, card_name, other_card
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD, Extra
from companion.rules.sheriff.sheet_refusals import (
    ExtraNotPossible,
    ExtrasExceeded,
    ExtraUnknown,
)

EXTRA_KEYS = ("what", "gold")
OTHER_KEYS = ("what", "name", "gold")


def extras_at(player: Mapping[str, object], place: str) -> tuple[Extra, ...]:
    """A player's cards that count at the end, at this place in the sheet."""
    given = list_at(player.get("extras", []), place)
    return tuple(_extra(value, f"{place}[{number}]") for number, value in enumerate(given))


def _extra(value: object, place: str) -> Extra:
    given = object_at(value, place, OTHER_KEYS)
    what = text_at(_needed(given, place, "what"), f"{place}.what")
    if what not in {*COPIES, OTHER}:
        raise ExtraUnknown(f"{place}.what", told(what), nearest(what, (*COPIES, OTHER)))
    if what == OTHER:
        name = text_at(_needed(given, place, "name"), f"{place}.name")
        with at(f"{place}.name"):
            what = other_card(card_name(name)).what
    else:
        object_at(value, place, EXTRA_KEYS)
    gold = whole_at(_needed(given, place, "gold"), f"{place}.gold")
    if not FEWEST_GOLD <= gold <= MOST_GOLD:
        raise ExtraNotPossible(f"{place}.gold", FEWEST_GOLD, MOST_GOLD)
    return Extra(what, gold)


def _needed(given: Mapping[str, object], place: str, key: str) -> object:
    if key not in given:
        raise KeyMissing(place, key)
    return given[key]


def beyond_the_piles(extras: Sequence[Sequence[Extra]]) -> Iterator[ExtrasExceeded]:
    """Yield a refusal for each card that is there too often; the place is the one too many (E18, E22)."""
    found: Counter[str] = Counter()
    for seat, cards in enumerate(extras):
        for number, extra in enumerate(cards):
            found[extra.what] += 1
            if extra.what in COPIES and found[extra.what] == COPIES[extra.what] + 1:
                place = f"{PLAYERS}[{seat}].extras[{number}].what"
                yield ExtrasExceeded(place, extra.what, COPIES[extra.what])


def given_up(extras: Sequence[Sequence[Extra]]) -> Goods:
    """What left the game to pay for these cards: it is in no pile, and on no stand (E20)."""
    return sum((CARDS[extra.head].cost(extra.what) for cards in extras for extra in cards), Goods())
