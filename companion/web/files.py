"""A group as files, for its keepers; and the way back of a file, whole or not at all."""

from collections.abc import Iterable
from http import HTTPStatus

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge, TooManyRequests

from companion import gamefile, groupfile, spreadsheets
from companion.gamefile import LARGEST_FILE as LARGEST_EVENING
from companion.gamefile import GameFileRefusedError
from companion.groupfile import LARGEST_FILE, TwiceError, is_group
from companion.groups import Group
from companion.records import Tap
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.service import StorageRefused
from companion.web.booking import refused
from companion.web.current import action_id, archive, groups, service
from companion.web.http import limits
from companion.web.http.language import gettext as _
from companion.web.pages import pages_of
from companion.web.parts import People
from companion.web.reader import Reader
from companion.web.token import become, made_for, phone, token_hash

blueprint = Blueprint("files", __name__)
MEGABYTE = 1 << 20
LARGEST_FORM = LARGEST_FILE + 64 * 1024
"""How many bytes the form may have, with the file in it."""


@blueprint.url_value_preprocessor
def count(_endpoint: str | None, _values: object) -> None:
    """Count a file before a byte of it is read or made, and let one come with a form."""
    if request.endpoint != "files.page":
        if limits.taken("files") is None:
            raise TooManyRequests(retry_after=limits.wait("files"))
        if request.mimetype == "multipart/form-data":
            request.max_content_length = LARGEST_FORM


# A group leaves


@blueprint.get("/groups/<group>/export.json")
def export(group: str) -> ResponseReturnValue:
    """The group file."""
    kept = _kept(group)
    return _sent(group, archive().export_group(group, kept.past), "application/json", ".json")


@blueprint.get("/groups/<group>/evenings.csv")
def evenings(group: str) -> ResponseReturnValue:
    """A line for each player of each evening, for a spreadsheet."""
    return _spreadsheet(group, spreadsheets.evenings)


@blueprint.get("/groups/<group>/bags.csv")
def bags(group: str) -> ResponseReturnValue:
    """A line for each bag of each evening, for a spreadsheet."""
    return _spreadsheet(group, spreadsheets.bags)


def _kept(group: str) -> Group:
    """A group, if this phone is its keeper: its files say more than its pages."""
    found = groups().read(group, phone())
    return found if found.keeper else abort(HTTPStatus.FORBIDDEN)


def _spreadsheet(group: str, made: spreadsheets.Spreadsheet) -> Response:
    lines = made(archive().games, archive().told_of_group(group, _kept(group).past))
    return _sent(group, lines, "text/csv", f"-{made.__name__}.csv")


def _sent(group: str, parts: Iterable[str], kind: str, ending: str) -> Response:
    response = Response(parts, mimetype=kind)
    name = f"counting-house-{group}{ending}"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


# A file comes back


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
    if service().disk_is_low():
        raise StorageRefused("full")
    token = made_for(key)
    try:
        there = _brought(data.decode(), Tap(token_hash(token), token_hash(key), service().now()))
    except UnicodeDecodeError:
        return refused(_page(_none_of_ours()))
    except GameFileRefusedError as fault:
        return refused(_page(_why(fault)))
    except Refusal as refusal:
        return refused(_page(People(()).refusal(refusal)))
    become(token)
    return redirect(there, HTTPStatus.SEE_OTHER)


def _brought(text: str, by: Tap) -> str:
    """The address of what is in a file, once it is stored. Raises GameFileRefusedError, and a Refusal."""
    if is_group(text):
        file = groupfile.read(archive().games, text)
        group = groups().bring_back(file, by.token_hash, by=phone())
        return url_for("groups.page", group=group)
    table = service().current(archive().bring_back(gamefile.read(archive().games, text), by))
    result = table.game.stage is Stage.CLOSED and pages_of(table).result
    return url_for(result or "table.board", game=table.id)


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_fault: RequestEntityTooLarge) -> ResponseReturnValue:
    """The form again, without what was too much to read."""
    return refused(_page(_too_large()), HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


@blueprint.errorhandler(TooManyRequests)
def too_many(fault: TooManyRequests) -> ResponseReturnValue:
    """The form again: nothing was read."""
    said = _("Too many files within an hour. Try again a little later.")
    response = make_response(refused(_page(said), HTTPStatus.TOO_MANY_REQUESTS))
    response.headers["Retry-After"] = str(fault.retry_after)
    return response


def _page(fault: str) -> str:
    reader = Reader(MultiDict())
    if fault:
        reader.refuse("file", fault)
    return render_template("files/bring.html", errors=reader.errors)


def _too_large() -> str:
    return _(
        "This file is too large: an evening has %(evening)s MB at most, a group %(group)s.",
        evening=LARGEST_EVENING // MEGABYTE,
        group=LARGEST_FILE // MEGABYTE,
    )


def _none_of_ours() -> str:
    return _("This is not the file of an evening or a group.")


def _why(fault: GameFileRefusedError) -> str:
    """Why a file is not taken."""
    if isinstance(fault, TwiceError):
        return _("An evening is in this file twice: %(place)s. Nothing of it came back.", place=fault.place)
    if fault.place == "size":
        return _too_large()
    if fault.place == "format":
        return _none_of_ours()
    if fault.place.endswith("version"):
        return _("This file is from a newer Counting House than this one.")
    return _("This file is damaged, or was changed: %(place)s. Nothing of it came back.", place=fault.place)
