"""The pages of all cards of the box."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.box import BOX, Numbers
from companion.web.http import look
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.nottingham.glossary import item_name, mission_name
from companion.web.nottingham.request import known_numbers
from companion.web.plain_pages import way_back
from companion.web.start import preferences


@dataclass(frozen=True, slots=True)
class CardLine:
    """An object, and what a loot card of it is worth."""

    word: str
    value: int


@dataclass(frozen=True, slots=True)
class MissionLine:
    """A mission, with its two numbers where they are known, else ""."""

    word: str
    numbers: str


@dataclass(frozen=True, slots=True)
class Cards:
    """What nottingham/cards/_cards.html shows; `back` is where to return to; each object has `copies`."""

    back: str
    back_label: str
    items: tuple[CardLine, ...]
    missions: tuple[MissionLine, ...]
    copies: int


def card_screen(back: str, known: Mapping[str, Numbers]) -> Cards:
    """Every object in the order of its worth, and every mission with its `known` numbers (N1, N2, N14)."""
    return Cards(
        back,
        _("Back"),
        tuple(CardLine(item.word, item.value) for item in BOX.items),
        tuple(MissionLine(word, _printed(known.get(word))) for word in BOX.mission_words),
        BOX.copies,
    )


def _printed(numbers: Numbers | None) -> str:
    return f"{numbers.alone} / {numbers.shared}" if numbers else ""


blueprint = Blueprint("nottingham_cards", __name__)
for word_of in (item_name, mission_name):
    blueprint.add_app_template_global(word_of, word_of.__name__)


@blueprint.get("/nottingham/cards")
@packed
def cards() -> ResponseReturnValue:
    """The seven objects with their actions, the missions, a turn and the end."""
    query = request.query_string.decode("ascii", "replace")
    here = preferences(look.look(), f"{request.path}?{query}")  # with its way back
    shown = card_screen(way_back(), known_numbers())
    return render_template("nottingham/cards/cards.html", cards=shown, preferences=here, errors={})
