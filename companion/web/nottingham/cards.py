"""The pages of all cards of the box."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.nottingham.box import BOX, Item
from companion.web.http import look
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.nottingham.glossary import item_name, mission_name
from companion.web.nottingham.request import known_numbers
from companion.web.plain_pages import way_back
from companion.web.start import preferences


@dataclass(frozen=True, slots=True)
class Cards:
    """What nottingham/cards/_cards.html shows: each object, with `copies` cards of it, and each mission with
    its two numbers, "" if they are unknown; `back` is where to return to.
    """

    back: str
    back_label: str
    missions: tuple[tuple[str, str], ...]
    items: tuple[Item, ...] = BOX.items
    copies: int = BOX.copies


blueprint = Blueprint("nottingham_cards", __name__)
for word_of in (item_name, mission_name):
    blueprint.add_app_template_global(word_of, word_of.__name__)


@blueprint.get("/nottingham/cards")
@packed
def cards() -> ResponseReturnValue:
    """The seven objects with their actions, the missions, a turn and the end."""
    query = request.query_string.decode("ascii", "replace")
    here = preferences(look.look(), f"{request.path}?{query}")  # with its way back
    known = {word: f"{both.alone} / {both.shared}" for word, both in known_numbers().items()}
    missions = tuple((word, known.get(word, "")) for word in BOX.mission_words)
    shown = Cards(way_back(), _("Back"), missions)
    return render_template("nottingham/cards/cards.html", cards=shown, preferences=here, errors={})
