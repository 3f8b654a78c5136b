"""Copies of this phone's evenings: game files, to save and to bring in. A browser may clear away what it
keeps, so the shell page offers to save one.
"""

import json
import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.gamefile import LARGEST_FILE, GameFileRefusedError
from companion.rules.seats import Stage
from companion.tables import AnyTable
from companion.web.booking import refused
from companion.web.counts import is_count
from companion.web.current import action_id, archive, held_table, held_tables, membership
from companion.web.http.language import gettext as _
from companion.web.http.language import when
from companion.web.http.security import csrf
from companion.web.parts import name_of
from companion.web.reader import Reader
from companion.web.token import become, made_for, token_hash

OLD = 24 * 60 * 60 * 1000  # milliseconds after the last entry
NOTES = "copies.json"


class Copies:
    """What was saved of each game: how many entries, how many rounds."""

    def __init__(self, folder: Path) -> None:
        self._notes = folder / NOTES
        self._saved: dict[str, list[int]] = (
            json.loads(self._notes.read_text()) if self._notes.exists() else {}
        )

    def note(self, table: AnyTable) -> None:
        """A copy of this was saved."""
        self._saved[table.id] = [table.seq, rounds(table)]
        self._notes.write_text(json.dumps(self._saved))

    def wanted(self, table: AnyTable, *, is_running: bool) -> str:
        """Why a copy should be saved, on a page of the table if that `is_running`, else on the start page."""
        entries, through = self._saved.get(table.id, (0, 0))
        if is_count(table) or table.seq <= entries:
            return ""
        if not is_running:
            is_old = table.has_begun and table.lines[-1].recorded_at < time.time() * 1000 - OLD
            return "old" if is_old else ""
        if table.game.stage is Stage.CLOSED:
            return "over"
        return "round" if rounds(table) > through else ""


def rounds(table: AnyTable) -> int:
    """How many rounds are over; 0 in a game that has none."""
    return max(0, getattr(table.game, "round", 0) - 1)


@dataclass(frozen=True, slots=True)
class Kept:
    """An evening that can be saved: who plays, and the time of its last entry."""

    game: str
    names: str
    when: str


blueprint = Blueprint("copies", __name__)


@blueprint.get("/copies")
def page() -> ResponseReturnValue:
    """Every evening of this phone, and the form that brings one in."""
    return _page(Reader(request.args))


@blueprint.get("/copies/<game>.json")
def copy(game: str) -> ResponseReturnValue:
    """The game file, also of an evening that is not over: whoever asks holds the phone of the table."""
    response = Response(archive().export(held_table(game).id), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=f"counting-house-{game}.json")
    return response


@blueprint.post("/copies/<game>")
@csrf.exempt  # the shell page says so, which has no form; nobody else can ask
def saved(game: str) -> ResponseReturnValue:
    """The file is where the phone keeps files."""
    current_app.extensions["copies"].note(held_table(game))
    return "", HTTPStatus.NO_CONTENT


@blueprint.post("/copies")
def bring() -> ResponseReturnValue:
    """Bring a game file in, whole or not at all; this phone gets its bank."""
    reader, given = Reader(request.form), request.files.get("file")
    data = given.read(LARGEST_FILE + 1) if given else b""
    try:
        file = archive().read(data[:LARGEST_FILE].decode())
    except (GameFileRefusedError, UnicodeDecodeError) as fault:
        current_app.logger.warning("not brought in: %s", fault)
        reader.refuse("file", _("This is not the file of an evening, or not a whole one."))
        return refused(_page(reader))
    token = made_for(action_id())
    game, words = archive().restore(file, membership().moment().date)
    membership().take_over(words.secret, token_hash(token))
    become(token)
    current_app.extensions["copies"].note(current_app.extensions["service"].current(game))
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


def _page(reader: Reader) -> str:
    tables = (table for table in held_tables().tables)
    kept = [
        Kept(table.id, ", ".join(map(name_of, table.summary.seats)), when(table.recorded_at))
        for table in tables
    ]
    return render_template("copies.html", kept=kept, errors=reader.errors)
