"""*Just count*: five stands and purses typed at once, and who won."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS
from companion.rules.sheet_refusals import place_of
from companion.rules.sheriff.cards import PRINTED
from companion.rules.sheriff.editions import DEFAULT, EDITIONS, Edition, EffectKind, Kind, edition_or_default
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.other_cards import OTHER
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.sheet import MOST_COUNTED, parse
from companion.rules.sheriff.tally import CountOut, SheetCounted
from companion.web.booking import open_table, refused
from companion.web.counts import count_typed, seats_typed
from companion.web.current import action_id, counted_again, listed_of, sound
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.http.security import needs_no_cookies
from companion.web.pages import last_box
from companion.web.people import say
from companion.web.reader import Reader
from companion.web.sheriff.ending import result
from companion.web.sheriff.reports import told
from companion.web.sheriff.stocks import plays_with_extras
from companion.web.sheriff.words import Words
from companion.web.undone import Report

MOST_EXTRAS = 8
ASKED = "extras"
"""The field that says that they are asked for."""
_CHOICE = re.compile(r"(?P<what>[a-z_:]+):(?P<gold>\d{1,2})", re.ASCII)
Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class ExtraLine:
    """One line as typed."""

    field: str
    chosen: str
    name: str
    gold: str


@dataclass(frozen=True, slots=True)
class ExtraChoice:
    """A card to choose, as an account calls it, and what it counts unless it prints another number."""

    word: str
    what: str
    gold: int


def extra_choices() -> tuple[ExtraChoice, ...]:
    """Every card whose number is known as far as anybody knows it (E18, E22)."""
    return tuple(ExtraChoice(extra.word, extra.what, extra.gold) for extra in dict.fromkeys(PRINTED))


def extra_lines(form: Form, index: int) -> tuple[ExtraLine, ...]:
    """A player's lines as typed."""
    fields = (f"extra-{index}-{line}" for line in range(MOST_EXTRAS))
    return tuple(
        ExtraLine(field, form.get(field, ""), form.get(f"{field}-name", ""), form.get(f"{field}-gold", ""))
        for field in fields
    )


def has_extras(form: Form, index: int) -> bool:
    """Whether anything is typed on a player's lines."""
    return bool(_used(form, index))


def extras_sheet(form: Form, index: int) -> list[dict[str, object]]:
    """The cards as a count sheet has them; what was typed wrong stays, to be refused."""
    return [_card(line) for line in _used(form, index)]


def extra_count_field(form: Form, index: int, number: int, part: str) -> str:
    """The field of a player's card by its place in the sheet."""
    used = _used(form, index)
    field = used[number].field if number < len(used) else f"extra-{index}-0"
    return f"{field}-{part}" if part in {"name", "gold"} else field


def extras_of_cards(index: int, extras: Iterable[Extra]) -> dict[str, str]:
    """A player's fields as they were filled in for these cards."""
    known, form = {choice.word: choice for choice in extra_choices()}, dict[str, str]()
    for line, extra in enumerate(list(extras)[:MOST_EXTRAS]):
        field = f"extra-{index}-{line}"
        same = (choice.word for choice in known.values() if choice.what == extra.what)
        form[field] = extra.word if extra.word in known else next(same, OTHER)
        form[f"{field}-gold"] = "" if extra.word in known else str(extra.gold)
        form[f"{field}-name"] = extra.what.partition(":")[2] if extra.head == OTHER else ""
    return form


def _used(form: Form, index: int) -> list[ExtraLine]:
    if not form.get(ASKED):
        return []
    return [
        line for line in extra_lines(form, index) if line.chosen or line.name.strip() or line.gold.strip()
    ]


def _card(line: ExtraLine) -> dict[str, object]:
    found = _CHOICE.fullmatch(line.chosen)
    what = found["what"] if found else line.chosen
    gold = line.gold.strip() or (found["gold"] if found else "")
    card: dict[str, object] = {"what": what, "gold": count_typed(gold)}
    return {**card, "name": line.name} if what == OTHER else card


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


def count_as_typed(form: MultiDict[str, str]) -> Count:
    """The form as it was typed."""
    cards, asks = _cards(form), bool(form.get(ASKED))
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
        cards=extra_choices() if asks else (),
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
        form.update(extras_of_cards(seat, game.extras(seat)))
        if game.extras(seat):
            form[ASKED] = "1"
    form.update({f"promo_copies-{word}": str(copies) for word, copies in game.options.promo.items()})
    return form


def count_sheet(form: MultiDict[str, str]) -> dict[str, object]:
    """The count sheet as if decoded from its file; what is not a plain number stays text, to be refused."""
    cards = _cards(form)
    copies = {word: form.get(f"promo_copies-{word}", "").strip() for word in _words(cards, Kind.PROMO)}
    return {
        "edition": form.get("edition", DEFAULT),
        "players": [_sheet_player(form, cards, index) for index in _seats(form)],
        "promo_copies": {word: count_typed(text) for word, text in copies.items() if text},
    }


def count_field(refusal: Refusal, form: MultiDict[str, str]) -> str:
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
            return extra_count_field(form, index, int(found[3] or 0), found[4])
        case _:
            return f"{index}-gold"


def _seats(form: MultiDict[str, str]) -> list[int]:
    """The lines in use, also by a card that counts at the end alone."""
    others = {index for index in range(MOST_COUNTED) if has_extras(form, index)}
    return sorted({*seats_typed(form, MOST_COUNTED), *others})


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
        extras=extra_lines(form, index) if form.get(ASKED) else (),
    )


def _sheet_player(form: MultiDict[str, str], cards: Edition, index: int) -> dict[str, object]:
    typed = {good.word: form.get(f"{index}-{good.word}", "").strip(" ") for good in cards.goods}
    gold = form.get(f"{index}-gold", "").strip(" ")
    chosen = {good.word for good in cards.goods if good.does(EffectKind.CHOSEN)}
    plates = [form.get(f"{index}-feast_plates-{place}", "") for place in range(MOST_PLATES)]
    counted = {**typed, **_unknown(form, cards, index)}
    player: dict[str, object] = {
        "name": form.get(f"name-{index}", ""),
        "stand": {word: count_typed(text) for word, text in counted.items() if text},
        "feast_plates": [word for word in plates if word]
        if any(typed[word] not in {"", "0"} for word in chosen)
        else [],
    }
    if extras := extras_sheet(form, index):
        player["extras"] = extras
    if gold:
        player["gold"] = count_typed(gold)
    return player


def _unknown(form: MultiDict[str, str], cards: Edition, index: int) -> dict[str, str]:
    """Fields sent for goods that do not exist, for the sheet to refuse."""
    known = {"gold", *cards.index, *(f"feast_plates-{place}" for place in range(MOST_PLATES))}
    prefix = f"{index}-"
    sent = {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
    return {word: text for word, text in sent.items() if word not in known}


blueprint = Blueprint("counting", __name__)


@blueprint.get("/count")
@packed
def page() -> ResponseReturnValue:
    """An empty sheet, or that of a count to do `again` as it was filled in; nothing else of the address but
    the box, which at first is this phone's last one, and whether cards that count at the end are asked for,
    at first if this phone's last table had any.
    """
    if not request.args and (other := last_box(SHERIFF)):
        return redirect(other.count)
    found = counted_again(SHERIFF, request.args.get("again"))
    form = of_count(found.game) if found else MultiDict[str, str]()
    form["again"] = found.id if found else ""
    if ASKED in request.args or (not request.args and _had_extras()):
        form[ASKED] = "1"
    return count_page(Reader(form))


@blueprint.post("/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet, which becomes a game of one entry. A browser that keeps no cookies could not come back
    to its result, so it gets that at once.
    """
    reader, key = Reader(request.form), action_id()
    try:
        wrong = counted_again(SHERIFF, reader.form.get("again"))
        counted = CountOut(parse(count_sheet(reader.form)), wrong.id if wrong else "")
        table = open_table(counted, key)
    except Refusal as refusal:
        reader.refuse(count_field(refusal, reader.form), Words(()).refusal(refusal))
        return refused(count_page(reader))
    if not request.cookies:
        return result(table.id)
    return redirect(url_for("ending.result", game=table.id), HTTPStatus.SEE_OTHER)


def _had_extras() -> bool:
    """Whether this phone's last table had cards that count at the end."""
    last = next(sound(SHERIFF, listed_of(SHERIFF)), None)
    return last is not None and plays_with_extras(last.game)


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it."""
    return render_template(
        "sheriff/count/count.html", count=count_as_typed(reader.form), errors=reader.errors
    )


@told.register
def _sheet_counted(event: SheetCounted, words: Words) -> Report:
    return Report(
        "crown", say(_("Counted from a sheet. %(outcome)s"), outcome=words.outcome(event.result.winners))
    )
