"""An evening is handed on: as words, as a picture, on paper, to BG Stats, by a link that anybody may read.

The link is made on purpose, and only a phone that plays there makes it or takes it back. It shows what is
over and nothing else, and leads to no table.
"""

import re
from dataclasses import dataclass, replace
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.places import LinkTakenBack
from companion.rules.seats import Stage
from companion.tables import AnyTable
from companion.web import bg_stats
from companion.web.counts import is_count
from companion.web.current import held_table, membership, service, viewer
from companion.web.door import qr
from companion.web.http import limits
from companion.web.http.addresses import outward, unreachable
from companion.web.http.language import when
from companion.web.pages import pages_of
from companion.web.picture import picture
from companion.web.reader import Reader
from companion.web.token import phone
from companion.web.told import Told, as_text, told_when

blueprint = Blueprint("handing_on", __name__)

UNSEEN = {"X-Robots-Tag": "noindex, nofollow"}
"""No search engine lists what only those may read who were given its address."""
_KEY = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ShownLink:
    """The link as passed on, and as codes: the page, and the play for BG Stats; whether it tells `names`."""

    address: str
    qr: Markup
    bg_stats: Markup
    names: bool


@dataclass(frozen=True, slots=True)
class HandOn:
    """What told/hand_on.html shows: the evening as `text`, and its link, which this phone may make if it
    `plays`; files of it may tell of bags. Without an address for other phones, `unreachable` says why.
    `result` is where one came from.
    """

    game: str
    when: str
    text: str
    plays: bool
    link: ShownLink | None
    has_bags: bool
    unreachable: str
    result: str


@dataclass(frozen=True, slots=True)
class ToldPage:
    """What told/told.html shows: an evening, or "" while its result is taken back. A link's page has a
    `title`, the `standing` and a `picture` for previews, and leads nowhere; a phone of the table goes `back`.
    """

    evening: Markup
    when: str
    title: str = ""
    standing: str = ""
    picture: str = ""
    back: str = ""


# At the table


@blueprint.get("/g/<game>/hand-on")
def page(game: str) -> ResponseReturnValue:
    """All ways to hand an evening on."""
    table = held_table(game)
    told = pages_of(table).told(table)
    if told is None:
        return _not_yet(table)
    moment, link = _when(table), _shown_link(game)
    view = HandOn(
        game,
        moment,
        as_text(told, moment, link.address if link else ""),
        viewer(game).plays,
        link,
        not is_count(table) and bool(table.rules.files and table.rules.files.bag),
        unreachable(),
        url_for(pages_of(table).result, game=game),
    )
    if is_count(table):
        g.stamp = 0  # it never changes, so its page does not listen
    return render_template("told/hand_on.html", hand=view, errors={}, game_path=game)


@blueprint.get("/g/<game>/picture.svg")
def own_picture(game: str) -> ResponseReturnValue:
    """The picture of an evening, for its phones."""
    return _drawn(held_table(game))


@blueprint.get("/g/<game>/print")
def printed(game: str) -> ResponseReturnValue:
    """The result and the story, as they are printed."""
    table = held_table(game)
    pages = pages_of(table)
    if pages.told(table) is None:
        return _not_yet(table)
    view = ToldPage(pages.shown(table), _when(table), back=url_for("handing_on.page", game=game))
    return render_template("told/told.html", told=view, errors={})


@blueprint.get("/g/<game>/bg-stats")
def own_play(game: str) -> ResponseReturnValue:
    """On to BG Stats, with the play."""
    table = held_table(game)
    return _to_bg_stats(table) or _not_yet(table)


@blueprint.post("/g/<game>/link")
def link(game: str) -> ResponseReturnValue:
    """Make the link, or take it back."""
    table, reader = held_table(game), Reader(request.form)
    if not viewer(game).plays:
        abort(403)
    match reader.form.get("do"):
        case "make":
            if pages_of(table).told(table) is not None:
                membership().make_link(game, names=reader.ticked("names"), by=phone())
        case "take back":
            membership().take_link_back(game, by=phone())
        case _:
            abort(400)
    return redirect(url_for("handing_on.page", game=game, _anchor="link"), HTTPStatus.SEE_OTHER)


# By its link


@blueprint.get("/g/<game>/open/<key>")
def by_link(game: str, key: str) -> ResponseReturnValue:
    """The result and the story, for whoever has the link."""
    table = _linked(game, key)
    told, view = pages_of(table).told(table), ToldPage(Markup(), "")
    if told is not None:
        drawing = outward(url_for("handing_on.linked_picture", game=game, key=key)) or ""
        moment = told_when(told, _when(table))
        view = ToldPage(pages_of(table).shown(table), moment, told.outcome, told.standing, drawing)
    return make_response(render_template("told/told.html", told=view, errors={}), UNSEEN)


@blueprint.get("/g/<game>/open/<key>/picture.svg")
def linked_picture(game: str, key: str) -> ResponseReturnValue:
    """The picture of an evening, for previews of its link."""
    response = _drawn(_linked(game, key))
    response.headers.update(UNSEEN)
    return response


@blueprint.get("/g/<game>/open/<key>/bg-stats")
def linked_play(game: str, key: str) -> ResponseReturnValue:
    """On to BG Stats with the play, for a phone that scanned the code."""
    return _to_bg_stats(_linked(game, key)) or redirect(url_for("handing_on.by_link", game=game, key=key))


def _linked(game: str, key: str) -> AnyTable:
    """The evening behind a link, with names or shields as its maker wanted. Raises LinkTakenBack."""
    guess = limits.guess("links") if _KEY.fullmatch(key) else None
    table, known = service().current(game), membership().journal.log(game).link()
    if known is None or not compare_digest(known.key.encode(), key.encode()):
        raise LinkTakenBack
    limits.was_right("links", guess)
    return table if known.names else nameless(table)


def nameless(table: AnyTable) -> AnyTable:
    """The same evening with nobody's name: everybody is called by their shield."""
    now: Any = table.game
    seats = tuple(replace(seat, name=seat.shield, named=False) for seat in now.seats)
    return replace(table, states=(*table.states[:-1], replace(now, seats=seats)))


# Whoever asks


def _when(table: AnyTable) -> str:
    return when(table.lines[-1].recorded_at)


def _not_yet(table: AnyTable) -> ResponseReturnValue:
    """The way on from what an evening does not tell yet."""
    pages = pages_of(table)
    is_over = table.game.stage is Stage.CLOSED
    return redirect(url_for((is_over and pages.result) or "table.board", game=table.id))


def _drawn(table: AnyTable) -> Response:
    told = pages_of(table).told(table)
    if told is None:
        abort(404)
    drawing = render_template("told/picture.html", picture=picture(told, _when(table)))
    return Response(drawing, mimetype="image/svg+xml")


def _to_bg_stats(table: AnyTable) -> ResponseReturnValue | None:
    told: Told | None = pages_of(table).told(table)
    if told is None:
        return None
    return redirect(bg_stats.address(bg_stats.play(table.id, table.lines[0].recorded_at, told)))


def _shown_link(game: str) -> ShownLink | None:
    known = membership().journal.log(game).link()
    if known is None:
        return None
    page, play = (
        outward(url_for(view, game=game, key=known.key))
        for view in ("handing_on.by_link", "handing_on.linked_play")
    )
    return ShownLink(page or "", qr(page) if page else Markup(), qr(play) if play else Markup(), known.names)
