"""All cards, and the course of a round: a page that belongs to no table."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.rules.sheriff.editions import edition_or_default
from companion.web.http import look
from companion.web.http.packing import packed
from companion.web.routes.plain_pages import way_back
from companion.web.screens.preferences import preferences
from companion.web.screens.sheriff.card_tables import cards as cards_screen
from companion.web.words.sheriff.extra_words import extra_name
from companion.web.words.sheriff.glossary import edition_name, good_name, kind_name, option_name

blueprint = Blueprint("cards", __name__)
for word_of in (good_name, kind_name, edition_name, option_name, extra_name):
    blueprint.add_app_template_global(word_of, word_of.__name__)


@blueprint.get("/cards")
@packed
def cards() -> ResponseReturnValue:
    """All cards, and the course of a round in one edition."""
    here = preferences(
        look.look(), f"{request.path}?{request.query_string.decode('ascii', 'replace')}"
    )  # with its way back
    shown = cards_screen(edition_or_default(request.args.get("edition", "")), way_back("edition"))
    return render_template("sheriff/cards/cards.html", cards=shown, preferences=here, errors={})
