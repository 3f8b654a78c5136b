"""Error pages: plain words and a way on, never a traceback."""

from dataclasses import dataclass, replace
from http import HTTPStatus

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from companion.codec import UnreadableError
from companion.freed import Freed
from companion.groups import UnknownGroup
from companion.places import DoorShut, LinkTakenBack, PlaceLost
from companion.records import BANK
from companion.service import ActionReused, StorageRefused, Unconfirmed, UnknownGame
from companion.web.current import archive, membership, places_at, viewer
from companion.web.http.language import gettext as _
from companion.web.http.limits import TapsTooMany
from companion.web.http.security import ForeignForm, is_ours
from companion.web.http.served import request_id
from companion.web.token import LEFT, given, phone

RETRY_SECONDS = "1"
MILLISECONDS_A_SECOND = 1_000
UNSENT = {"csrf_token"}
NO_TABLE = {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What error/error.html shows. `again` are the fields to send once more, to `path`; `game` is the table
    that this phone was at. Without `is_fault`, nothing is wrong. It asks again after `refresh` seconds. A
    phone that wants to come in `may_have_code`, or `knocks_at` the door of these words.
    """

    status: int
    title: str
    sentence: str
    path: str = ""
    again: tuple[tuple[str, str], ...] = ()
    game: str = ""
    is_fault: bool = True
    refresh: int = 0
    may_have_code: bool = False
    knocks_at: str = ""


def install(app: Flask) -> None:
    """Show every error as a page of the app."""
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(SecurityError, _stranger)
    app.register_error_handler(BadHost, _stranger)
    app.register_error_handler(ForeignForm, _foreign)
    app.register_error_handler(HTTPException, _plain)
    app.register_error_handler(TapsTooMany, _too_fast)
    app.register_error_handler(UnknownGroup, lambda _fault: _answer(_nothing()))
    app.register_error_handler(UnknownGame, lambda _fault: _answer(_nothing()))
    app.register_error_handler(DoorShut, _shut)
    app.register_error_handler(LinkTakenBack, _taken_back)
    app.register_error_handler(PlaceLost, lambda _fault: _answer(_forbidden()))
    app.register_error_handler(ActionReused, lambda _fault: _answer(_page(HTTPStatus.CONFLICT)))
    app.register_error_handler(StorageRefused, _refused)
    app.register_error_handler(Unconfirmed, _unconfirmed)
    app.register_error_handler(UnreadableError, _damaged)
    app.register_error_handler(Exception, _broken)


def _page(status: int) -> ErrorPage:
    """The page of a status, in plain words."""
    words = {
        HTTPStatus.BAD_REQUEST: (
            _("Part of that is missing"),
            _("Go back, reload the page and try again."),
        ),
        HTTPStatus.FORBIDDEN: (
            _("This phone has no place here, or may not do that"),
            _("The bank’s phone shows a code that lets this one in."),
        ),
        HTTPStatus.NOT_FOUND: (
            _("There is nothing here"),
            _("The address may be cut off, or the table is gone."),
        ),
        HTTPStatus.GONE: (
            _("This evening is deleted"),
            _("Nothing of it is left here, and it does not come back."),
        ),
        HTTPStatus.METHOD_NOT_ALLOWED: (_("This page only accepts a form"), _("Go back to the start.")),
        HTTPStatus.CONFLICT: (
            _("That was already recorded differently"),
            _("The same form came twice with different content. Look at the table, then record it again."),
        ),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (_("That is too much at once"), _("Not recorded.")),
        HTTPStatus.LOCKED: (
            _("Not recorded"),
            _("Everybody may look at this sample, so nobody changes it."),
        ),
        HTTPStatus.TOO_MANY_REQUESTS: (_("Too many tries"), _("Wait a minute, then try again.")),
    }
    unknown = (_("Something went wrong here"), _("Nothing that was recorded is lost. Go back and try again."))
    title, sentence = words.get(HTTPStatus(status), unknown)
    return ErrorPage(status, title, sentence, is_fault=status != HTTPStatus.LOCKED)


def _nothing() -> ErrorPage:
    """The page of a table, or a group, that is not there; one that was deleted says so."""
    of, page = request.view_args or {}, replace(_page(HTTPStatus.GONE), is_fault=False)
    if "game" in of and archive().journal.is_gone(of["game"]):
        return page
    group = of.get("group") or request.args.get("group")
    if group and archive().journal.is_gone(group):
        sentence = _("Its evenings are where they were: on the phones that played them.")
        return replace(page, title=_("This group is deleted"), sentence=sentence)
    return _page(HTTPStatus.NOT_FOUND)


def _forbidden() -> ErrorPage:
    """The page for a phone without a place; one that gave its last place away is told where that is."""
    page = replace(_page(HTTPStatus.FORBIDDEN), may_have_code=True)
    if "group" in (request.view_args or {}):
        return replace(
            page,
            title=_("This phone does not know this group, or may not do that"),
            sentence=_("A phone that knows the group shows a code that lets this one in."),
        )
    game = (request.view_args or {}).get("game", "")
    if freed := _freed(game):
        said = _("The bank freed your seat. If you had packed a bag, what you noted of it is gone.")
        return replace(
            page,
            title=_("This phone is out"),
            sentence=f"{said} {page.sentence}",
            is_fault=False,
            refresh=-(-freed.left(membership().moment().monotonic) // MILLISECONDS_A_SECOND),
        )
    role = given(game)
    if not role or viewer(game).is_known:
        return page
    if role != LEFT and all(holder.role != role for holder in places_at(game).living):
        return page
    said = {
        BANK: _("The bank is on another phone now."),
        LEFT: _("You gave your seat up."),
    }.get(role, _("Your seat is on the other phone now."))
    return replace(
        page, title=_("This phone has given up its place"), sentence=f"{said} {page.sentence}", is_fault=False
    )


def _is_lost() -> bool:
    """Whether this is about a table at which this phone has no place."""
    game = (request.view_args or {}).get("game", "")
    return bool(game) and not viewer(game).is_known


def _lost() -> ErrorPage:
    """The page for a phone that lost its cookies, and its place: its form, sent again, would be refused."""
    page = _forbidden()
    if not page.is_fault:
        return page
    return replace(
        page,
        title=_("This phone has lost its place"),
        sentence=f"{_('Not recorded.')} {page.sentence}",
    )


def _freed(game: str) -> Freed | None:
    """How this phone lost its seat, if the bank freed it."""
    if not game or viewer(game).is_known:
        return None
    freed = (one for one in membership().freed(game) if one.kind == "seat_released")
    return next((one for one in freed if any(phone() == had for _role, had in one.roles)), None)


def _answer(page: ErrorPage) -> Response:
    game = "" if page.status in NO_TABLE else (request.view_args or {}).get("game", "")
    view = replace(page, game=game)
    response = make_response(render_template("error/error.html", error=view), page.status)
    response.headers["HX-Push-Url"] = "false"
    if page.refresh:
        response.headers["Refresh"] = str(page.refresh + 1)
    return response


def _plain(fault: HTTPException) -> Response:
    if fault.code is None or fault.code < HTTPStatus.BAD_REQUEST:
        return make_response(fault.get_response())
    response = _answer(_forbidden() if fault.code == HTTPStatus.FORBIDDEN else _page(fault.code))
    for name, value in fault.get_headers():
        if name in {"Allow", "Retry-After"}:
            response.headers[name] = value
    return response


def _shut(_fault: DoorShut) -> Response:
    """For somebody who wants to sit down: what to ask for, and where to type it."""
    title = _("This door is shut")
    sentence = _(
        "The code is too old or cut off, or everybody has started to play. The bank’s phone opens the door "
        "again, in its menu under “Phones at the table”."
    )
    words = (request.view_args or {}).get("words", "")
    page = ErrorPage(HTTPStatus.NOT_FOUND, title, sentence, is_fault=False, may_have_code=True)
    return _answer(replace(page, knocks_at=words))


def _taken_back(_fault: LinkTakenBack) -> Response:
    title = _("This link leads nowhere any more")
    sentence = _("Whoever made it has taken it back, or the address is cut off.")
    return _answer(ErrorPage(HTTPStatus.NOT_FOUND, title, sentence, is_fault=False))


def _stranger(_fault: SecurityError | BadHost) -> Response:
    """The host is not ours, or no name at all: no address can be built then, so this is not a full page."""
    sentence = _("This address does not lead to a table. Whoever runs it can allow it with --allow-host.")
    return Response(f"{sentence}\n", HTTPStatus.BAD_REQUEST, mimetype="text/plain")


def _foreign(_fault: ForeignForm) -> Response:
    title = _("This came from another page")
    sentence = _("Not recorded. Open the table at its own address and record it there.")
    return _answer(ErrorPage(HTTPStatus.FORBIDDEN, title, sentence))


def _expired(_fault: CSRFError) -> Response:
    """A form that was open too long, or whose browser keeps no cookies: what was typed is kept, one tap sends
    it again, except on a phone that has no place at the table any more.
    """
    if (page := _nothing()).status == HTTPStatus.GONE:
        return _answer(page)
    if _is_lost():
        return _answer(_lost())
    own = is_ours(request.headers.get("Origin") or request.referrer or "")
    fields = tuple((name, value) for name, value in request.form.items(multi=True) if name not in UNSENT)
    title = _("This page was open too long")
    sentence = _("Nothing has been recorded yet, and nothing you typed is lost. Send it again.")
    if not request.cookies:
        title = _("This browser keeps no cookies")
        sentence = _(
            "Without them no phone has a place. Allow them for this address, or open it in your usual "
            "browser, then send this again. “Just count” needs none."
        )
    page = ErrorPage(
        HTTPStatus.BAD_REQUEST,
        title,
        sentence,
        path=request.path if own else "",
        again=fields if own else (),
    )
    return _answer(page)


def _refused(fault: StorageRefused) -> Response:
    sentences = {
        "full": _("The disk of the machine that runs this is full. Free some space there, then tap again."),
        "read_only": _(
            "The data folder cannot be written to. Fix that on the machine that runs this, then tap again."
        ),
        "damaged": _("The database is damaged. Stop here and restore a backup; the README says how."),
    }
    sentence = sentences.get(fault.cause, _("The database did not respond. Wait a moment, then tap again."))
    return _unavailable(_("Not recorded"), sentence)


def _unconfirmed(_fault: Unconfirmed) -> Response:
    return _unavailable(
        _("We could not confirm this"), _("Tap again: it cannot count twice. Nothing stored before is lost.")
    )


def _damaged(_fault: UnreadableError) -> Response:
    current_app.logger.error("an entry cannot be read")
    return _unavailable(
        _("This table cannot be read"),
        _("One of its entries is damaged. Restore a backup; “counting-house check” says which entry it is."),
    )


def _too_fast(fault: TapsTooMany) -> Response:
    sentence = _("Not recorded. Wait a moment, then tap again: it cannot count twice.")
    return _later(HTTPStatus.TOO_MANY_REQUESTS, _("Too many taps at once"), sentence, fault.retry_after)


def _unavailable(title: str, sentence: str) -> Response:
    return _later(HTTPStatus.SERVICE_UNAVAILABLE, title, sentence, RETRY_SECONDS)


def _later(status: HTTPStatus, title: str, sentence: str, seconds: object) -> Response:
    """The page for a form that may succeed after so many seconds, so its fields are kept."""
    fields = tuple((name, value) for name, value in request.form.items(multi=True) if name not in UNSENT)
    response = _answer(ErrorPage(status, title, sentence, request.path if fields else "", fields))
    response.headers["Retry-After"] = str(seconds)
    return response


def _broken(fault: Exception) -> Response:
    current_app.logger.error("a fault in %s, request %s", request.endpoint, request_id(), exc_info=fault)
    if current_app.testing:
        raise fault
    return _answer(_page(HTTPStatus.INTERNAL_SERVER_ERROR))
