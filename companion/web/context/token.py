"""Which phone this is: by a 256-bit token in a cookie, of which only the hash is stored."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from http import HTTPStatus

from flask import Response, current_app, g, request, session

from companion.doorkeeper import Doorkeeper
from companion.web.http.addresses import own_cookie

COOKIE = "phone"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
GIVEN = "given"
LEFT = "left"  # in place of a role: this phone gave its seat up
LIFE_SECONDS = 180 * 24 * 3600


def phone() -> str:
    """The hash of this phone's token; a phone without one gets one with this response. A token that no table
    knows was planted, or has lost its last place: it cannot gain a new one.
    """
    return token_hash(_token())


def known_phone() -> str | None:
    """The hash of this phone's token; None for a phone that never opened a table."""
    token = _given()
    return token_hash(token) if token else None


def is_newcomer() -> bool:
    """Whether this phone has never had a table."""
    return known_phone() is None


def give(game: str, role: str) -> None:
    """Remember that this phone shows a code for its place, or gave it up: once it has no place, its pages say
    why.
    """
    session[GIVEN] = [game, role]


def given(game: str) -> str:
    """The role that this phone last gave up or showed a code for, if it was at this table; else ""."""
    of, role = session.get(GIVEN, ("", ""))
    return str(role) if of == game else ""


def token_hash(token: str) -> str:
    """The hash that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _token() -> str:
    if "new_token" not in g:
        given = _given()
        if given and _doorkeeper().knows(token_hash(given)):
            return given
        g.new_token = _made()
    made: str = g.new_token
    return made


def _made() -> str:
    """A new token. A phone that sends the same form again, because the response with the token was lost, gets
    the same one: it is derived from the session that came with the form and from our secret key.
    """
    session_own = session.get("csrf_token")
    if not session_own:
        return secrets.token_urlsafe(32)
    key = current_app.secret_key or ""
    key = key if isinstance(key, bytes) else key.encode()
    made = hmac.digest(key, f"phone {session_own}".encode(), "sha256")
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def _given() -> str | None:
    """The token that the phone sent, if it has the shape of one. Where the cookie is the host's own, one of
    before counts until that is there.
    """
    token = request.cookies.get(own_cookie(COOKIE)) or request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def _doorkeeper() -> Doorkeeper:
    found: Doorkeeper = current_app.extensions["doorkeeper"]
    return found


def remember(response: Response) -> Response:
    """Send the token, to a new phone and again to one that acts, so that it does not expire while in use."""
    name = own_cookie(COOKIE)
    is_of_before = name != COOKIE and COOKIE in request.cookies
    token = g.get("new_token") or (_given() if request.method == "POST" or is_of_before else None)
    if token and response.status_code < HTTPStatus.BAD_REQUEST:
        response.set_cookie(
            name, token, max_age=LIFE_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
        )
        if is_of_before:
            response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="Lax")
    return response
