"""*Just count*: five stands and purses typed at once, and who won."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.refusals import Refusal
from companion.rules.seats import SHIELDS
from companion.rules.sheet_refusals import place_of
from companion.rules.sheriff.cards import PRINTED
from companion.rules.sheriff.cards.other_cards import OTHER
from companion.rules.sheriff.editions import (
    DEFAULT,
    EDITIONS,
    Edition,
    EffectKind,
    Good,
    Kind,
    edition_or_default,
)
from companion.rules.sheriff.extras import Extra
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import FEWEST_PLAYERS
from companion.rules.sheriff.ruleset import SHERIFF
from companion.rules.sheriff.sheet import MOST_COUNTED, parse
from companion.rules.sheriff.tally import CountOut, SheetCounted
from companion.web.current import counted_again, listed_of, sound
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.http.security import needs_no_cookies
from companion.web.pages import last_box
from companion.web.parts import say
from companion.web.quick_count import CountPlayer, Form, count_out, count_typed, line_of, players_typed
from companion.web.reader import Reader
from companion.web.sheriff.stocks import plays_with_extras
from companion.web.sheriff.words import EntryReport

MOST_EXTRAS = 8
ASKED = "extras"
"""The field that asks for cards that count at the end."""
_CHOICE = re.compile(r"(?P<what>[a-z_:]+):(?P<gold>\d{1,2})", re.ASCII)
COUNTED = SHIELDS[:MOST_COUNTED]


@dataclass(frozen=True, slots=True)
class ExtraLine:
    """A line for a card that counts at the end, as typed."""

    field: str
    chosen: str
    name: str
    gold: str


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
    form = dict[str, str]()
    for line, extra in enumerate(list(extras)[:MOST_EXTRAS]):
        field, is_printed = f"extra-{index}-{line}", extra in PRINTED
        same = (printed.word for printed in PRINTED if printed.what == extra.what)
        form[field] = extra.word if is_printed else next(same, OTHER)
        form[f"{field}-gold"] = "" if is_printed else str(extra.gold)
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


@dataclass(frozen=True, slots=True)
class Count:
    """What sheriff/count/_count.html shows; `again` is the count that a changed one replaces. Where cards
    that count at the end are asked for, each player has lines of `extras`, chosen from these `cards`.
    """

    players: tuple[CountPlayer, ...]
    legal: tuple[Good, ...]
    contraband: tuple[Good, ...]
    royal: tuple[Good, ...]
    promo: tuple[Good, ...]
    editions: tuple[str, ...]
    edition: str
    promo_copies: Mapping[str, str]
    again: str = ""
    extras: tuple[tuple[ExtraLine, ...], ...] = ()
    cards: tuple[Extra, ...] = ()
    plates: int = MOST_PLATES
    fewest: int = FEWEST_PLAYERS


def count_as_typed(form: Form) -> Count:
    """The form as it was typed."""
    cards, asks = _cards(form), bool(form.get(ASKED))
    return Count(
        players=tuple(players_typed(form, COUNTED)),
        legal=cards.of(Kind.LEGAL),
        contraband=cards.of(Kind.CONTRABAND),
        royal=cards.of(Kind.ROYAL),
        promo=cards.of(Kind.PROMO),
        editions=EDITIONS,
        edition=cards.word,
        promo_copies={good.word: form.get(f"promo_copies-{good.word}", "") for good in cards.of(Kind.PROMO)},
        again=form.get("again", ""),
        extras=tuple(extra_lines(form, index) for index in range(MOST_COUNTED)) if asks else (),
        cards=tuple(dict.fromkeys(PRINTED)) if asks else (),
    )


def of_count(game: Game) -> Form:
    """The form as it was filled in for this count; for plain goods the zeros too."""
    cards = game.cards
    plain = (*cards.of(Kind.LEGAL), *cards.of(Kind.CONTRABAND))
    form = Form({"edition": game.edition})
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


def count_sheet(form: Form) -> dict[str, object]:
    """The count sheet as if decoded from its file; what is not a plain number stays text, to be refused."""
    cards = _cards(form)
    copies = {good.word: form.get(f"promo_copies-{good.word}", "").strip() for good in cards.of(Kind.PROMO)}
    return {
        "edition": form.get("edition", DEFAULT),
        "players": [_sheet_player(form, cards, player) for player in _used_lines(form)],
        "promo_copies": {word: count_typed(text) for word, text in copies.items() if text},
    }


def count_field(refusal: Refusal, form: Form) -> str:
    """The field a refusal of the sheet is shown beside."""
    place = place_of(refusal)
    line = line_of(place, [player.index for player in _used_lines(form)])
    if line is None:
        return "name-0" if place == "players" else place.replace(".", "-")
    index, of, part, within = line
    match of:
        case "name":
            return f"name-{index}"
        case "stand":
            return f"{index}-{part or 'gold'}"
        case "feast_plates":
            return f"{index}-feast_plates-{part or 0}"
        case "extras":
            return extra_count_field(form, index, int(part or 0), within)
        case _:
            return f"{index}-gold"


def _used_lines(form: Form) -> list[CountPlayer]:
    """The lines in use, also those that only have a card that counts at the end."""
    lines = players_typed(form, COUNTED)
    return [line for line in lines if line.is_used or has_extras(form, line.index)]


def _cards(form: Form) -> Edition:
    return edition_or_default(form.get("edition", ""))


def _sheet_player(form: Form, cards: Edition, line: CountPlayer) -> dict[str, object]:
    places = [f"feast_plates-{place}" for place in range(MOST_PLATES)]
    chosen = (good.word for good in cards.goods if good.does(EffectKind.CHOSEN))
    has_plates = any(line.typed.get(word, "").strip(" ") not in {"", "0"} for word in chosen)
    player: dict[str, object] = {
        "name": line.name,
        "stand": line.cards(["gold", *places]),
        "feast_plates": [word for place in places if has_plates and (word := line.typed.get(place))],
    }
    if extras := extras_sheet(form, line.index):
        player["extras"] = extras
    if gold := line.typed.get("gold", "").strip(" "):
        player["gold"] = count_typed(gold)
    return player


blueprint = Blueprint("counting", __name__)


@blueprint.get("/count")
@packed
def page() -> ResponseReturnValue:
    """Show an empty sheet, or that of a count to do `again` as it was filled in. Besides, the address only
    has the box, by default this phone's last one, and whether cards that count at the end are asked for, by
    default if this phone's last table had any.
    """
    if not request.args and (other := last_box(SHERIFF)):
        return redirect(other.count)
    found = counted_again(SHERIFF, request.args.get("again"))
    form = of_count(found.game) if found else Form()
    form["again"] = found.id if found else ""
    if ASKED in request.args or (not request.args and _had_extras()):
        form[ASKED] = "1"
    return count_page(Reader(form))


@blueprint.post("/count")
@needs_no_cookies
def quick() -> ResponseReturnValue:
    """Count the sheet."""
    return count_out(
        SHERIFF,
        lambda form, again: CountOut(parse(count_sheet(form)), again),
        count_field,
        count_page,
    )


def _had_extras() -> bool:
    """Whether this phone's last table had cards that count at the end."""
    last = next(sound(SHERIFF, listed_of(SHERIFF)), None)
    return last is not None and plays_with_extras(last.game)


def count_page(reader: Reader) -> str:
    """The sheet as typed, with what is wrong with it."""
    return render_template(
        "sheriff/count/count.html", count=count_as_typed(reader.form), errors=reader.errors
    )


class _SheetCounted(EntryReport[SheetCounted]):
    icon = "crown"

    def sentence(self) -> Markup:
        return say(
            _("Counted from a sheet. %(outcome)s"), outcome=self.words.outcome(self.event.result.winners)
        )
