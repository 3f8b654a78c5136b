"""What the cards do, and the course of a turn: a page that belongs to no table."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.context.nottingham.at_table import known_numbers
from companion.web.http import look
from companion.web.http.packing import packed
from companion.web.routes.plain_pages import way_back
from companion.web.screens.nottingham.card_list import cards as cards_screen
from companion.web.screens.preferences import preferences
from companion.web.words.nottingham.glossary import item_name, mission_name

blueprint = Blueprint("nottingham_cards", __name__)
for word_of in (item_name, mission_name):
    blueprint.add_app_template_global(word_of, word_of.__name__)


@blueprint.get("/nottingham/cards")
@packed
def cards() -> ResponseReturnValue:
    """The seven objects with their actions, the missions, a turn and the end."""
    query = request.query_string.decode("ascii", "replace")
    here = preferences(look.look(), f"{request.path}?{query}")  # with its way back
    shown = cards_screen(way_back(), known_numbers())
    return render_template("nottingham/cards/cards.html", cards=shown, preferences=here, errors={})
