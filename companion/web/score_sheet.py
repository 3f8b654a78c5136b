"""The page of an empty score sheet, for an evening without any phone."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.http.packing import packed
from companion.web.pages import Blank, every_game
from companion.web.reader import whole

blueprint = Blueprint("score_sheet", __name__)

USUAL = 4


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What blank/score_sheet.html shows: the sheet of the game of this `word`, for so many `players`."""

    word: str
    blank: Blank
    players: int
    royal: bool


@blueprint.get("/score-sheet")
@packed
def page() -> ResponseReturnValue:
    """An empty score sheet of a box, for so many players, with royal goods or not."""
    blanks = {pages.rules.word: pages.blank for pages in every_game() if pages.blank}
    asked, players = request.args.get("box", ""), whole(request.args.get("players", "")) or USUAL
    word, royal = asked if asked in blanks else next(iter(blanks)), "royal" in request.args
    if players not in blanks[word](USUAL, royal).seats:
        players = USUAL
    view = ScoreSheet(word, blanks[word](players, royal), players, royal)
    return render_template("blank/score_sheet.html", sheet=view, errors={})
