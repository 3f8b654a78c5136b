"""*Just count*: purses and cards typed at once, and who won."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.box import BOX, SHIELDS, Numbers
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import MissionBeyond, NumbersMissing
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.sheet import CountOut, parse
from companion.rules.refusals import Refusal
from companion.rules.sheet_refusals import place_of
from companion.web.booking import open_table, refused
from companion.web.counts import count_typed, seats_typed
from companion.web.current import action_id, counted_again
from companion.web.http.packing import packed_if
from companion.web.http.security import needs_no_cookies
from companion.web.nottingham.ending import result
from companion.web.nottingham.request import known_numbers
from companion.web.nottingham.words import Words
from companion.web.reader import Reader
from companion.web.token import is_newcomer

ON = "on"
NUMBERS = ("alone", "shared")
_PLAYER = re.compile(r"players\[(\d+)\]\.?(name|loot|missions)?[.\[]?([a-z_0-9]*)")
_NUMBERS = re.compile(r"missions\.([a-z_]+)(\[0\])?")


@dataclass(frozen=True, slots=True)
class CountPlayer:
    """One player's fields as typed; `number` by an object's word, `missions` as ticked."""

    index: int
    name: str
    charge: str
    number: Mapping[str, str]
    missions: frozenset[str]


@dataclass(frozen=True, slots=True)
class CountItem:
    """An object: what a card is worth, and how many cards there are."""

    word: str
    value: int
    copies: int


@dataclass(frozen=True, slots=True)
class CountMission:
    """A mission with its two numbers as typed or proposed."""

    word: str
    alone: str
    shared: str


@dataclass(frozen=True, slots=True)
class Count:
    """What nottingham/count/_count.html shows; `again` is the count that a changed one replaces."""

    players: tuple[CountPlayer, ...]
    items: tuple[CountItem, ...]
    missions: tuple[CountMission, ...]
    again: str = ""
    fewest: int = BOX.fewest_players
    takers: int = BOX.mission_cards


def count_as_typed(form: MultiDict[str, str], known: Mapping[str, Numbers]) -> Count:
    """The form as it was typed; the numbers that are `known` are proposed."""
    return Count(
        players=tuple(_player(form, index) for index in range(BOX.most_players)),
        items=tuple(CountItem(item.word, item.value, BOX.copies) for item in BOX.items),
        missions=tuple(_mission(form, word, known.get(word)) for word in BOX.mission_words),
        again=form.get("again", ""),
    )


def of_count(game: Game) -> MultiDict[str, str]:
    """The form as it was filled in for this count, with the zeros."""
    form = MultiDict[str, str]()
    for seat, who in enumerate(game.seats):
        form[f"name-{seat}"], loot = who.name, game.loot(seat)
        form.update({f"{seat}-{word}": str(loot.get(word, 0)) for word in BOX.item_words})
        form.update({f"{seat}-{word}": ON for word in game.missions(seat)})
    for word, numbers in game.numbers.items():
        form[_field(word, "alone")], form[_field(word, "shared")] = str(numbers.alone), str(numbers.shared)
    return form


def count_sheet(form: MultiDict[str, str]) -> dict[str, object]:
    """The count sheet as if decoded from its file; what is not a plain number stays text, to be refused."""
    players = [_sheet_player(form, index) for index in _seats(form)]
    taken = {word for index in _seats(form) for word in _missions(form, index)}
    numbers = {word: _numbers(form, word) for word in BOX.mission_words if word in taken}
    return {
        "game": "nottingham",
        "missions": {word: both for word, both in numbers.items() if both},
        "players": players,
    }


def count_field(refusal: Refusal, form: MultiDict[str, str]) -> str:
    """The field a refusal of the sheet is shown beside."""
    place = place_of(refusal)
    if isinstance(refusal, NumbersMissing):
        return _field(refusal.mission, "alone")
    if found := _NUMBERS.match(place):
        return _field(found[1], "alone" if found[2] else "shared")
    found = _PLAYER.match(place)
    used = _seats(form)
    if not found or int(found[1]) >= len(used):
        return "name-0"
    index = used[int(found[1])]
    if isinstance(refusal, MissionBeyond):
        return f"{index}-{refusal.mission}"
    return f"{index}-{found[3]}" if found[2] == "loot" and found[3] in BOX.item_words else f"name-{index}"


def _field(mission: str, which: str) -> str:
    return f"numbers-{mission}-{which}"


def _seats(form: MultiDict[str, str]) -> list[int]:
    return seats_typed(form, BOX.most_players)


def _missions(form: MultiDict[str, str], index: int) -> list[str]:
    return [word for word in BOX.mission_words if form.get(f"{index}-{word}")]


def _numbers(form: MultiDict[str, str], word: str) -> list[int | str]:
    """Both numbers as typed; none where neither is."""
    texts = [form.get(_field(word, which), "").strip(" ") for which in NUMBERS]
    return [count_typed(text) for text in texts] if any(texts) else []


def _player(form: MultiDict[str, str], index: int) -> CountPlayer:
    return CountPlayer(
        index=index,
        name=form.get(f"name-{index}", ""),
        charge=SHIELDS[index],
        number={word: form.get(f"{index}-{word}", "") for word in BOX.item_words},
        missions=frozenset(_missions(form, index)),
    )


def _mission(form: MultiDict[str, str], word: str, known: Numbers | None) -> CountMission:
    proposed = (str(known.alone), str(known.shared)) if known else ("", "")
    typed = (form.get(_field(word, which)) for which in NUMBERS)
    return CountMission(word, *(proposed[at] if text is None else text for at, text in enumerate(typed)))


def _sheet_player(form: MultiDict[str, str], index: int) -> dict[str, object]:
    prefix = f"{index}-"
    sent = {
        name.removeprefix(prefix): text.strip(" ") for name, text in form.items() if name.startswith(prefix)
    }
    loot = {word: text for word, text in sent.items() if text and word not in BOX.mission_words}
    return {
        "name": form.get(f"name-{index}", ""),
        "loot": {word: count_typed(text) for word, text in loot.items()},
        "missions": _missions(form, index),
    }


blueprint = Blueprint("nottingham_counting", __name__)


@blueprint.get("/nottingham/count")
@packed_if(is_newcomer)
def page() -> ResponseReturnValue:
    """An empty sheet, or that of a count to do `again` as it was filled in; nothing else of the address."""
    found = counted_again(NOTTINGHAM, request.args.get("again"))
    form = of_count(found.game) if found else MultiDict[str, str]()
    form["again"] = found.id if found else ""
    return count_page(Reader(form))


@blueprint.post("/nottingham/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet, which becomes a game of one entry. A browser that keeps no cookies could not come back
    to its result, so it gets that at once.
    """
    reader, key = Reader(request.form), action_id()
    try:
        wrong = counted_again(NOTTINGHAM, reader.form.get("again"))
        counted = CountOut(parse(count_sheet(reader.form)), wrong.id if wrong else "")
        table = open_table(counted, key)
    except Refusal as refusal:
        reader.refuse(count_field(refusal, reader.form), Words(()).refusal(refusal))
        return refused(count_page(reader))
    if not request.cookies:
        return result(table.id)
    return redirect(url_for("nottingham_ending.result", game=table.id), HTTPStatus.SEE_OTHER)


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it."""
    count = count_as_typed(reader.form, known_numbers())
    return render_template("nottingham/count/count.html", count=count, errors=reader.errors)
