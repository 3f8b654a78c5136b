"""The count sheet: stands, gold and cards that count at the end, of a game played without the bank, checked
before they are counted.

Every fault is refused with its place. The first one is reported, in this order: each value by itself, the
names, cards against what there is of them, Feast Plates, the first Sheriff.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules import shapes
from companion.rules.ledger import NO_GOODS, Goods
from companion.rules.names import check_names, clean_name
from companion.rules.refusals import Refusal
from companion.rules.sheet_refusals import KeyMissing, at
from companion.rules.sheriff import sheet_refusals as no
from companion.rules.sheriff.cards import CARDS, COPIES
from companion.rules.sheriff.cards.other_cards import OTHER, card_name, other_card
from companion.rules.sheriff.editions import DEFAULT, EDITIONS, Edition, EffectKind, Kind, edition
from companion.rules.sheriff.extras import FEWEST_GOLD, MOST_GOLD, Extra
from companion.rules.sheriff.game import check_gold
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.scoring import Result, count
from companion.rules.sheriff.setup import check_copies

MOST_COUNTED = 6
SHEET_KEYS = (shapes.GAME, "edition", "first_sheriff", "promo_copies", shapes.PLAYERS)
PLAYER_KEYS = ("name", "gold", "stand", "feast_plates", "extras")


@dataclass(frozen=True, slots=True)
class CountSheet:
    """A checked count sheet; players' things by seat. `promo_copies` holds only what was given; `extras` are
    () where nobody has any.
    """

    edition: str
    first_sheriff: int
    names: tuple[str, ...]
    gold: tuple[int, ...]
    stands: tuple[Goods, ...]
    plates: tuple[tuple[str, ...], ...]
    promo_copies: Goods
    extras: tuple[tuple[Extra, ...], ...] = ()

    def result(self) -> Result:
        """The final count of the sheet."""
        return count(edition(self.edition), self.stands, self.gold, self.plates, extras=self.extras)


def parse(decoded: object) -> CountSheet:
    """The sheet in a decoded JSON object. Raises a SheetRefusal, or a refusal of a name."""
    sheet = shapes.object_at(decoded, "sheet", SHEET_KEYS)
    word = shapes.text_at(sheet.get("edition", DEFAULT), "edition")
    cards = edition(shapes.known_at(word, "edition", EDITIONS, no.EditionUnknown))
    promo_copies = _promo_copies(cards, sheet)
    players = shapes.players_in(sheet, PLAYER_KEYS, FEWEST_PLAYERS, MOST_COUNTED)
    names = [shapes.text_at(player["name"], f"{place}.name") for place, player in players.items()]
    gold = tuple(_gold(player, f"{place}.gold") for place, player in players.items())
    stands = tuple(
        shapes.goods_at(player.get("stand", {}), f"{place}.stand", cards.index, no.GoodUnknown)
        for place, player in players.items()
    )
    plates = tuple(_plates(player, f"{place}.feast_plates") for place, player in players.items())
    extras = tuple(extras_at(player, f"{place}.extras") for place, player in players.items())
    checked = check_names(names)
    for refusal in (
        *beyond_the_piles(extras),
        *beyond_the_box(cards, stands, promo_copies, given_up(extras)),
    ):
        raise refusal
    for place, stand, chosen in zip(players, stands, plates, strict=True):
        _check_plates(cards, stand, chosen, f"{place}.feast_plates", len(players))
    return CountSheet(
        cards.word,
        _first_sheriff(sheet, checked),
        checked,
        gold,
        stands,
        plates,
        promo_copies,
        extras if any(extras) else (),
    )


def beyond_the_box(
    cards: Edition,
    stands: Sequence[Goods],
    promo_copies: Mapping[str, int],
    gone: Mapping[str, int] = NO_GOODS,
) -> Iterator[no.BoxExceeded | no.BoxExceededByGone]:
    """A refusal for each good of which the stands hold more than the box, less what is `gone` from the game,
    at the stand that goes over (E20).
    """
    for good in cards.goods:
        copies, out = cards.copies(good.word, len(stands), promo_copies), gone.get(good.word, 0)
        held = [stand.get(good.word, 0) for stand in stands]
        if (seat := shapes.goes_over(held, copies - out)) is not None:
            place = f"{shapes.PLAYERS}[{seat}].stand.{good.word}"
            within = no.BoxExceededByGone(place, good.word, sum(held), copies, out)
            yield within if out else no.BoxExceeded(place, good.word, sum(held), copies)


def _promo_copies(cards: Edition, sheet: Mapping[str, object]) -> Goods:
    promo = [good.word for good in cards.of(Kind.PROMO)]
    given = shapes.object_at(sheet.get("promo_copies", {}), "promo_copies")
    copies = {}
    for word, value in given.items():
        copies[shapes.known_at(word, "promo_copies", promo, no.NotPromo)] = shapes.whole_at(
            value, f"promo_copies.{word}"
        )
        with at(f"promo_copies.{word}"):
            check_copies(word, copies[word])
    return Goods(copies)


def _gold(player: Mapping[str, object], place: str) -> int:
    if "gold" not in player:
        raise no.GoldMissing(place)
    gold = shapes.whole_at(player["gold"], place)
    with at(place):
        check_gold(gold)
    return gold


def _plates(player: Mapping[str, object], place: str) -> tuple[str, ...]:
    given = shapes.list_at(player.get("feast_plates", []), place)
    return tuple(shapes.text_at(value, f"{place}[{number}]") for number, value in enumerate(given))


def _check_plates(cards: Edition, stand: Goods, chosen: tuple[str, ...], place: str, players: int) -> None:
    """One legal good in play for each Feast Plate (S6); that good's supply does not matter."""
    plates = sum(stand.get(good.word, 0) for good in cards.goods if good.does(EffectKind.CHOSEN))
    if plates != len(chosen):
        raise no.PlatesNotChosen(place, plates, len(chosen))
    legal = [good.word for good in cards.legal(players)]
    for number, word in enumerate(chosen):
        shapes.known_at(word, f"{place}[{number}]", legal, no.PlateNotLegal)


def _first_sheriff(sheet: Mapping[str, object], names: tuple[str, ...]) -> int:
    if "first_sheriff" not in sheet:
        return 0
    given = shapes.text_at(sheet["first_sheriff"], "first_sheriff")
    try:
        return names.index(clean_name(given))
    except (Refusal, ValueError):
        raise no.SheriffUnknown("first_sheriff", shapes.told(given)) from None


EXTRA_KEYS = ("what", "gold")
OTHER_KEYS = ("what", "name", "gold")


def extras_at(player: Mapping[str, object], place: str) -> tuple[Extra, ...]:
    """A player's cards that count at the end, at this place in the sheet."""
    given = shapes.list_at(player.get("extras", []), place)
    return tuple(_extra(value, f"{place}[{number}]") for number, value in enumerate(given))


def _extra(value: object, place: str) -> Extra:
    given = shapes.object_at(value, place, OTHER_KEYS)
    what = shapes.text_at(_needed(given, place, "what"), f"{place}.what")
    if what not in {*COPIES, OTHER}:
        raise no.ExtraUnknown(f"{place}.what", shapes.told(what), shapes.nearest(what, (*COPIES, OTHER)))
    if what == OTHER:
        name = shapes.text_at(_needed(given, place, "name"), f"{place}.name")
        with at(f"{place}.name"):
            what = other_card(card_name(name)).what
    else:
        shapes.object_at(value, place, EXTRA_KEYS)
    gold = shapes.whole_at(_needed(given, place, "gold"), f"{place}.gold")
    if not FEWEST_GOLD <= gold <= MOST_GOLD:
        raise no.ExtraNotPossible(f"{place}.gold", FEWEST_GOLD, MOST_GOLD)
    return Extra(what, gold)


def _needed(given: Mapping[str, object], place: str, key: str) -> object:
    if key not in given:
        raise KeyMissing(place, key)
    return given[key]


def beyond_the_piles(extras: Sequence[Sequence[Extra]]) -> Iterator[no.ExtrasExceeded]:
    """Yield a refusal for each card that is there too often; the place is the one too many (E18, E22)."""
    found: Counter[str] = Counter()
    for seat, cards in enumerate(extras):
        for number, extra in enumerate(cards):
            found[extra.what] += 1
            if extra.what in COPIES and found[extra.what] == COPIES[extra.what] + 1:
                place = f"{shapes.PLAYERS}[{seat}].extras[{number}].what"
                yield no.ExtrasExceeded(place, extra.what, COPIES[extra.what])


def given_up(extras: Sequence[Sequence[Extra]]) -> Goods:
    """What left the game to pay for these cards: it is in no pile, and on no stand (E20)."""
    return sum((CARDS[extra.head].cost(extra.what) for cards in extras for extra in cards), Goods())
