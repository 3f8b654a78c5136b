"""What the quick count asks of cards that count at the end, where it asks for them: a line for each card.

Fields: extra-<i>-<k> (a card as an account calls it, or "other"), extra-<i>-<k>-name of any other,
extra-<i>-<k>-gold where it prints another number than the choice says.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import OTHER, Extra, market_card, order_card
from companion.web.forms import sheet_fields

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


def choices() -> tuple[ExtraChoice, ...]:
    """Every card whose number is known as far as anybody knows it (E18, E22)."""
    return tuple(ExtraChoice(extra.word, extra.what, extra.gold) for extra in _known())


def _known() -> Iterator[Extra]:
    for good, numbers in MERRY_MEN.piles.items():
        yield from (market_card(good, gold) for gold in numbers)
    for order in MERRY_MEN.orders:
        yield order_card(order.good, order.contraband, order.gold)


def lines(form: Form, index: int) -> tuple[ExtraLine, ...]:
    """A player's lines as typed."""
    fields = (f"extra-{index}-{line}" for line in range(MOST_EXTRAS))
    return tuple(
        ExtraLine(field, form.get(field, ""), form.get(f"{field}-name", ""), form.get(f"{field}-gold", ""))
        for field in fields
    )


def has_any(form: Form, index: int) -> bool:
    """Whether anything is typed on a player's lines."""
    return bool(_used(form, index))


def sheet(form: Form, index: int) -> list[dict[str, object]]:
    """The cards as a count sheet has them; what was typed wrong stays, to be refused."""
    return [_card(line) for line in _used(form, index)]


def field_of(form: Form, index: int, number: int, part: str) -> str:
    """The field of a player's card by its place in the sheet."""
    used = _used(form, index)
    field = used[number].field if number < len(used) else f"extra-{index}-0"
    return f"{field}-{part}" if part in {"name", "gold"} else field


def of_cards(index: int, extras: Iterable[Extra]) -> dict[str, str]:
    """A player's fields as they were filled in for these cards."""
    known, form = {choice.word: choice for choice in choices()}, dict[str, str]()
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
    return [line for line in lines(form, index) if line.chosen or line.name.strip() or line.gold.strip()]


def _card(line: ExtraLine) -> dict[str, object]:
    found = _CHOICE.fullmatch(line.chosen)
    what = found["what"] if found else line.chosen
    gold = line.gold.strip() or (found["gold"] if found else "")
    card: dict[str, object] = {"what": what, "gold": sheet_fields.number(gold)}
    return {**card, "name": line.name} if what == OTHER else card
