"""The form of the quick count: the same sheet, and the same checks, as the count sheet's file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS
from companion.rules.sheet_refusals import place_of
from companion.rules.sheriff.editions import DEFAULT, EDITIONS, Edition, EffectKind, Kind, edition_or_default
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.sheet import MOST_COUNTED
from companion.web.forms import sheet_fields
from companion.web.forms.sheriff import count_extras
from companion.web.forms.sheriff.count_extras import ExtraChoice, ExtraLine

MOST_PLATES = 9
_PLACE = re.compile(
    r"players\[(\d+)\]\.?(name|gold|stand|feast_plates|extras)?[.\[]?([a-z_0-9]*)(?:\]\.)?([a-z]*)"
)


@dataclass(frozen=True, slots=True)
class CountPlayer:
    """One player's fields as typed; `number` by a good's word, `plates` by place."""

    index: int
    name: str
    charge: str
    gold: str
    number: Mapping[str, str]
    plates: tuple[str, ...]
    extras: tuple[ExtraLine, ...] = ()


@dataclass(frozen=True, slots=True)
class CountGood:
    """A good: what a card is worth, in gold, how many the box has, also with three players, and by how much
    it makes each card of the good `more` worth more ("" if none).
    """

    word: str
    value: int
    copies: int
    copies_three: int
    adds_to: str
    more: int


@dataclass(frozen=True, slots=True)
class Count:
    """What sheriff/count/_count.html shows; `again` is the count that a changed one replaces. It
    `asks` for cards that count at the end, which are chosen from these `cards`, where that is switched on.
    """

    players: tuple[CountPlayer, ...]
    legal: tuple[CountGood, ...]
    contraband: tuple[CountGood, ...]
    royal: tuple[CountGood, ...]
    promo: tuple[CountGood, ...]
    editions: tuple[str, ...]
    edition: str
    promo_copies: Mapping[str, str]
    again: str = ""
    warnings: tuple[str, ...] = ()
    asks: bool = False
    cards: tuple[ExtraChoice, ...] = ()
    fewest: int = FEWEST_PLAYERS


def as_typed(form: MultiDict[str, str]) -> Count:
    """The form as it was typed."""
    cards, asks = _cards(form), bool(form.get(count_extras.ASKED))
    return Count(
        players=tuple(_player(form, cards, index) for index in range(MOST_COUNTED)),
        legal=_goods(cards, Kind.LEGAL),
        contraband=_goods(cards, Kind.CONTRABAND),
        royal=_goods(cards, Kind.ROYAL),
        promo=_goods(cards, Kind.PROMO),
        editions=EDITIONS,
        edition=cards.word,
        promo_copies={good.word: form.get(f"promo_copies-{good.word}", "") for good in cards.of(Kind.PROMO)},
        again=form.get("again", ""),
        asks=asks,
        cards=count_extras.choices() if asks else (),
    )


def of_count(game: Game) -> MultiDict[str, str]:
    """The form as it was filled in for this count; for plain goods the zeros too."""
    cards = game.cards
    plain = (*cards.of(Kind.LEGAL), *cards.of(Kind.CONTRABAND))
    form = MultiDict({"edition": game.edition})
    for seat, who in enumerate(game.seats):
        form[f"name-{seat}"], form[f"{seat}-gold"] = who.name, str(game.gold(seat))
        numbers = {**{good.word: 0 for good in plain if game.copies(good.word)}, **game.stand(seat)}
        form.update({f"{seat}-{word}": str(number) for word, number in numbers.items()})
        chosen = enumerate(game.plates.get(seat, ()))
        form.update({f"{seat}-feast_plates-{place}": word for place, word in chosen})
        form.update(count_extras.of_cards(seat, game.extras(seat)))
        if game.extras(seat):
            form[count_extras.ASKED] = "1"
    form.update({f"promo_copies-{word}": str(copies) for word, copies in game.options.promo.items()})
    return form


def sheet(form: MultiDict[str, str]) -> dict[str, object]:
    """The count sheet as if decoded from its file; what is not a plain number stays text, to be refused."""
    cards = _cards(form)
    copies = {word: form.get(f"promo_copies-{word}", "").strip() for word in _words(cards, Kind.PROMO)}
    return {
        "edition": form.get("edition", DEFAULT),
        "players": [_sheet_player(form, cards, index) for index in _seats(form)],
        "promo_copies": {word: sheet_fields.number(text) for word, text in copies.items() if text},
    }


def field_of(refusal: Refusal, form: MultiDict[str, str]) -> str:
    """The field a refusal of the sheet is shown beside."""
    place = place_of(refusal)
    found = _PLACE.match(place)
    if not found:
        return "name-0" if place == "players" else place.replace(".", "-")
    used = _seats(form)
    index = used[int(found[1])] if int(found[1]) < len(used) else 0
    match found[2]:
        case "name":
            return f"name-{index}"
        case "stand":
            return f"{index}-{found[3]}" if found[3] else f"{index}-gold"
        case "feast_plates":
            return f"{index}-feast_plates-{found[3] or 0}"
        case "extras":
            return count_extras.field_of(form, index, int(found[3] or 0), found[4])
        case _:
            return f"{index}-gold"


def _seats(form: MultiDict[str, str]) -> list[int]:
    """The lines in use, also by a card that counts at the end alone."""
    others = {index for index in range(MOST_COUNTED) if count_extras.has_any(form, index)}
    return sorted({*sheet_fields.seats(form, MOST_COUNTED), *others})


def _cards(form: MultiDict[str, str]) -> Edition:
    return edition_or_default(form.get("edition", ""))


def _words(cards: Edition, kind: Kind) -> list[str]:
    return [good.word for good in cards.of(kind)]


def _goods(cards: Edition, kind: Kind) -> tuple[CountGood, ...]:
    return tuple(
        CountGood(
            good.word,
            good.value,
            good.copies,
            good.copies_three,
            good.effect.good if good.effect else "",
            good.effect.amount if good.effect else 0,
        )
        for good in cards.of(kind)
    )


def _player(form: MultiDict[str, str], cards: Edition, index: int) -> CountPlayer:
    return CountPlayer(
        index=index,
        name=form.get(f"name-{index}", ""),
        charge=SHIELDS[index],
        gold=form.get(f"{index}-gold", ""),
        number={good.word: form.get(f"{index}-{good.word}", "") for good in cards.goods},
        plates=tuple(form.get(f"{index}-feast_plates-{place}", "") for place in range(MOST_PLATES)),
        extras=count_extras.lines(form, index) if form.get(count_extras.ASKED) else (),
    )


def _sheet_player(form: MultiDict[str, str], cards: Edition, index: int) -> dict[str, object]:
    typed = {good.word: form.get(f"{index}-{good.word}", "").strip(" ") for good in cards.goods}
    gold = form.get(f"{index}-gold", "").strip(" ")
    chosen = {good.word for good in cards.goods if good.does(EffectKind.CHOSEN)}
    plates = [form.get(f"{index}-feast_plates-{place}", "") for place in range(MOST_PLATES)]
    counted = {**typed, **_unknown(form, cards, index)}
    player: dict[str, object] = {
        "name": form.get(f"name-{index}", ""),
        "stand": {word: sheet_fields.number(text) for word, text in counted.items() if text},
        "feast_plates": [word for word in plates if word]
        if any(typed[word] not in {"", "0"} for word in chosen)
        else [],
    }
    if extras := count_extras.sheet(form, index):
        player["extras"] = extras
    if gold:
        player["gold"] = sheet_fields.number(gold)
    return player


def _unknown(form: MultiDict[str, str], cards: Edition, index: int) -> dict[str, str]:
    """Fields sent for goods that do not exist, for the sheet to refuse."""
    known = {"gold", *cards.index, *(f"feast_plates-{place}" for place in range(MOST_PLATES))}
    prefix = f"{index}-"
    sent = {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
    return {word: text for word, text in sent.items() if word not in known}
