"""*Just count*: purses and cards typed at once, and who won."""

import re
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.box import BOX, SHIELDS, Item, Numbers
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import MissionBeyond, NumbersMissing
from companion.rules.nottingham.ruleset import NOTTINGHAM
from companion.rules.nottingham.sheet import CountOut, parse
from companion.rules.refusals import Refusal
from companion.rules.sheet_refusals import place_of
from companion.web.current import counted_again
from companion.web.http.packing import packed_if
from companion.web.http.security import needs_no_cookies
from companion.web.nottingham.request import known_numbers
from companion.web.quick_count import CountPlayer, Form, count_out, count_typed, line_of, players_typed
from companion.web.reader import Reader
from companion.web.token import is_newcomer

ON = "on"
NUMBERS = ("alone", "shared")
_NUMBERS = re.compile(r"missions\.([a-z_]+)(\[0\])?")


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
    missions: tuple[CountMission, ...]
    again: str
    items: tuple[Item, ...] = BOX.items
    copies: int = BOX.copies
    fewest: int = BOX.fewest_players
    takers: int = BOX.mission_cards


def of_count(game: Game) -> Form:
    """The form as it was filled in for this count, with the zeros."""
    form = Form()
    for seat, who in enumerate(game.seats):
        form[f"name-{seat}"], loot = who.name, game.loot(seat)
        form.update({f"{seat}-{word}": str(loot.get(word, 0)) for word in BOX.item_words})
        form.update({f"{seat}-{word}": ON for word in game.missions(seat)})
    for word, numbers in game.numbers.items():
        form[_field(word, "alone")], form[_field(word, "shared")] = str(numbers.alone), str(numbers.shared)
    return form


def count_sheet(form: Form) -> dict[str, object]:
    """The count sheet as if decoded from its file; what is not a plain number stays text, to be refused."""
    used = [player for player in players_typed(form, SHIELDS) if player.is_used]
    taken = [word for word in BOX.mission_words if any(player.typed.get(word) for player in used)]
    numbers = {word: _numbers(form, word) for word in taken}
    return {
        "game": NOTTINGHAM.word,
        "missions": {word: both for word, both in numbers.items() if both},
        "players": [
            {
                "name": player.name,
                "loot": player.cards(BOX.mission_words),
                "missions": [word for word in taken if player.typed.get(word)],
            }
            for player in used
        ],
    }


def count_field(refusal: Refusal, form: Form) -> str:
    """The field a refusal of the sheet is shown beside."""
    place = place_of(refusal)
    if isinstance(refusal, NumbersMissing):
        fields = [_field(refusal.mission, which) for which in NUMBERS]
        return next((field for field in fields if not form.get(field, "").strip()), fields[0])
    if found := _NUMBERS.match(place):
        return _field(found[1], "alone" if found[2] else "shared")
    line = line_of(place, [player.index for player in players_typed(form, SHIELDS) if player.is_used])
    if line is None:
        return "name-0"
    index, of, word, _within = line
    if isinstance(refusal, MissionBeyond):
        return f"{index}-{refusal.mission}"
    return f"{index}-{word}" if of == "loot" and word in BOX.item_words else f"name-{index}"


def _field(mission: str, which: str) -> str:
    return f"numbers-{mission}-{which}"


def _numbers(form: Form, word: str) -> list[int | str]:
    """Both numbers as typed; none if one is missing."""
    texts = [form.get(_field(word, which), "").strip() for which in NUMBERS]
    return [count_typed(text) for text in texts] if all(texts) else []


def _mission(form: Form, word: str, known: Numbers | None) -> CountMission:
    proposed = (str(known.alone), str(known.shared)) if known else ("", "")
    typed = (form.get(_field(word, which), proposed[at]) for at, which in enumerate(NUMBERS))
    return CountMission(word, *typed)


blueprint = Blueprint("nottingham_counting", __name__)


@blueprint.get("/nottingham/count")
@packed_if(is_newcomer)
def page() -> ResponseReturnValue:
    """Show an empty sheet, or a count to do `again` as it was filled in; the address says nothing else."""
    found = counted_again(NOTTINGHAM, request.args.get("again"))
    form = of_count(found.game) if found else Form()
    form["again"] = found.id if found else ""
    return count_page(Reader(form))


@blueprint.post("/nottingham/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet."""
    return count_out(
        NOTTINGHAM,
        lambda form, again: CountOut(parse(count_sheet(form)), again),
        count_field,
        count_page,
    )


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it; the numbers that are known are proposed."""
    form, known = reader.form, known_numbers()
    count = Count(
        players=tuple(players_typed(form, SHIELDS)),
        missions=tuple(_mission(form, word, known.get(word)) for word in BOX.mission_words),
        again=form.get("again", ""),
    )
    return render_template("nottingham/count/count.html", count=count, errors=reader.errors)
