"""A file brings an evening back, whole or not at all: under a new address, with this phone as its bank."""

from http import HTTPStatus

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from companion.gamefile import LARGEST_FILE, GameFileRefusedError
from companion.records import Tap
from companion.service import StorageRefused
from companion.web.booking import refused
from companion.web.current import action_id, archive, service
from companion.web.http import limits
from companion.web.http.language import gettext as _
from companion.web.reader import Reader
from companion.web.token import become, made_for, token_hash

blueprint = Blueprint("bringing", __name__)
MEGABYTE = 1 << 20
LARGEST_FORM = LARGEST_FILE + 64 * 1024
"""How many bytes its form may have, with the file in it."""


@blueprint.url_value_preprocessor
def let_in(_endpoint: str | None, _values: object) -> None:
    """Let a file come with the form, which counts before a byte of it is read."""
    if request.method == "POST":
        if limits.taken("files") is None:
            raise TooManyRequests(retry_after=limits.wait("files"))
        if request.mimetype == "multipart/form-data":
            request.max_content_length = LARGEST_FORM


@blueprint.get("/import")
def page() -> ResponseReturnValue:
    """The form for a file."""
    return _page("")


@blueprint.post("/import")
def bring() -> ResponseReturnValue:
    """Check a file, and store what is in it."""
    key, file = action_id(), request.files.get("file")
    data = file.read() if file else b""
    if not data:
        return refused(_page(_("Choose a file first.")))
    if len(data) > LARGEST_FILE:
        return refused(_page(_too_large()))
    if service().disk_is_low():
        raise StorageRefused("full")
    token = made_for(key)
    try:
        found = archive().read(data.decode())
        game = archive().bring_back(found, Tap(token_hash(token), token_hash(key), service().now()))
    except UnicodeDecodeError:
        return refused(_page(_none_of_ours()))
    except GameFileRefusedError as fault:
        return refused(_page(_why(fault)))
    become(token)
    return redirect(url_for("table.board", game=game), HTTPStatus.SEE_OTHER)


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_fault: RequestEntityTooLarge) -> ResponseReturnValue:
    """The form again, without what was too much to read."""
    return refused(_page(_too_large()), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


@blueprint.errorhandler(TooManyRequests)
def too_many(fault: TooManyRequests) -> ResponseReturnValue:
    """The form again: it was not read."""
    said = _("Too many files came from here within an hour. Try again a little later.")
    response = make_response(refused(_page(said), HTTPStatus.TOO_MANY_REQUESTS))
    response.headers["Retry-After"] = str(fault.retry_after)
    return response


def _page(fault: str) -> str:
    reader = Reader(MultiDict())
    if fault:
        reader.refuse("file", fault)
    return render_template("bring/bring.html", errors=reader.errors)


def _too_large() -> str:
    return _("This file is too large: no evening has more than %(most)s MB.", most=LARGEST_FILE // MEGABYTE)


def _none_of_ours() -> str:
    return _("This is not the file of an evening.")


def _why(fault: GameFileRefusedError) -> str:
    """Why a file is not taken."""
    if fault.place == "format":
        return _none_of_ours()
    if fault.place == "version":
        return _("This file is from a newer Counting House than this one.")
    return _("This file is damaged, or was changed: %(place)s. Nothing of it came back.", place=fault.place)
