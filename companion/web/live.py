"""What keeps every phone up to date: a stream that says that something changed, and the part of a page to
fetch then. The stream carries only numbers; what changed, each phone learns from its own response.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, Response, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.membership import Membership
from companion.notifier import Notifier
from companion.records import Reached
from companion.rules.seats import Stage
from companion.service import StorageTrouble
from companion.web.any_table import just_booked
from companion.web.current import held_table, membership, notifier, places_at, viewer
from companion.web.ended import way_to_rematch
from companion.web.http import limits
from companion.web.http.streams import Stream, streams
from companion.web.pages import pages_of
from companion.web.phones import phones_view
from companion.web.token import phone

BEAT_SECONDS = 15.0
LIFE_SECONDS = 3_600.0
FIRST = "retry: 2000\n\n"  # sent at once, so that the phone knows it is connected
_STAMP = re.compile(r"[0-9]{1,12}", re.ASCII)

blueprint = Blueprint("live", __name__)


@blueprint.get("/g/<game>/stream")
def stream(game: str) -> ResponseReturnValue:
    """Events: `moved` with the table's stamp whenever it changed, `silence` when a phone fell asleep or is
    back, a `beat` when nothing happened for a while, `bye` when another stream took its room. 204, after
    which a browser does not reconnect, if there is no room: the page then polls.
    """
    held_table(game)
    opened = streams().open(game, phone(), limits.requesting(), plays=viewer(game).plays)
    if opened is None:
        return "", HTTPStatus.NO_CONTENT
    known, shown = known_stamp(request.headers.get("Last-Event-ID")), request.args.get("silence", "")
    told = events(notifier(), opened, membership(), places_at(game).version.reached, known, shown)
    response = Response(told, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
    close = streams().close
    response.call_on_close(lambda: close(opened))
    return response


def events(  # noqa: PLR0913, PLR0917 - what it asks, and what its phone knows
    notifier: Notifier, stream: Stream, keeper: Membership, at: Reached, known: int, shown: str
) -> Iterator[str]:
    """What a stream sends to a phone that knows the table up to the stamp `known`, where the table is `at`
    this point, and that has `shown` who is silent. While it waits it holds no other resource; after whatever
    changed the room the phone must still have its place there. A place that expires is found out by the
    phone's own requests.
    """
    yield FIRST
    ends = time.monotonic() + LIFE_SECONDS
    word, woken = "moved" if known != at.stamp else "", False
    while time.monotonic() < ends:
        silence, holds = keeper.presence(stream.game, anew=woken)
        if word == "moved":
            yield event(word, at.stamp)
        if silence != shown:
            yield event("silence", at.stamp)
        elif word == "beat":
            yield event(word, at.stamp)
        shown = silence
        reached = notifier.wait(stream.game, at, min(BEAT_SECONDS, holds))
        if notifier.closed:
            return
        if stream.ended:
            yield event("bye", at.stamp)
            return
        if reached.room > at.room and not _has_place(keeper, stream):
            return
        word = "moved" if reached.stamp > at.stamp else "beat" if reached == at else ""
        woken, at = reached.woken > at.woken, reached


def _has_place(keeper: Membership, stream: Stream) -> bool:
    try:
        return keeper.has_place(stream.game, stream.phone)
    except StorageTrouble:
        return False  # it reconnects


def event(name: str, stamp: int) -> str:
    """One event as it is sent."""
    return f"id: {stamp}\nevent: {name}\ndata: {stamp}\n\n"


@blueprint.get("/g/<game>/live")
def live(game: str) -> ResponseReturnValue:
    """What is new on a page since a stamp: the board with its bar and the latest sentence; on any other page
    a line about it, on the phones' page the phones, on a result the way to its rematch, on which the table
    view goes by itself; a result that no longer stands goes to the new one once there is one, until then to
    the board. 204 if nothing is new.
    """
    table, on = held_table(game), request.args.get("on")
    if table.game.stage is Stage.CLOSED:
        way_to_rematch(game)  # reading the result counts as activity at the rematch too
    phones = phones_view(table) if on == "phones" else None
    shows_phones = on in {"board", "phones"}
    is_silence_known = not shows_phones or request.args.get("silence", "") == g.silence
    if known_stamp(None) == g.stamp and is_silence_known:
        return "", HTTPStatus.NO_CONTENT
    pages = pages_of(table)
    news, at = pages.news(table), f"{url_for('table.board', game=game)}/{request.args.get('at')}"
    is_result = bool(pages.result) and at == url_for(pages.result, game=game)
    rematch = way_to_rematch(game) if is_result else ""
    if is_result and table.game.stage is not Stage.CLOSED:
        news = replace(news, elsewhere=url_for("table.board", game=game))
    elif rematch and viewer(game).is_stage:
        news = replace(news, elsewhere=rematch)
    elif is_result and request.args.get("mark") != g.mark:
        news = replace(news, elsewhere=url_for(pages.result, game=game))
    return render_template(
        "live/_live.html",
        news=news,
        board=pages.whole_board(table, just_booked()) if on == "board" else None,
        phones=phones,
        rematch=rematch,
        errors={},
    )


def known_stamp(last_event: str | None) -> int:
    """The stamp up to which the phone knows the table; -1 if it knows nothing."""
    given = last_event or request.args.get("since", "")
    return int(given) if _STAMP.fullmatch(given) else -1
