"""Which tables this phone holds: by a cookie of 256 bits, of which only the hash is stored."""

import hashlib
import re
import secrets
from http import HTTPStatus

from flask import Response, g, request

COOKIE = "phone"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
LIFE_SECONDS = 180 * 24 * 3600


def phone() -> str:
    """The hash of this phone's token; a phone without one gets one with this answer."""
    return token_hash(_token())


def known_phone() -> str | None:
    """The hash of this phone's token; None for a phone that never opened a table."""
    token = _given()
    return token_hash(token) if token else None


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _token() -> str:
    if given := _given():
        return given
    if "new_token" not in g:
        g.new_token = secrets.token_urlsafe(32)
    made: str = g.new_token
    return made


def _given() -> str | None:
    """The token that the phone sent; anything that was not made here is none."""
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def remember(response: Response) -> Response:
    """Send the token, to a new phone and again to one that acts, so that it lives on while it is used."""
    token = g.get("new_token") or (_given() if request.method == "POST" else None)
    if token and response.status_code < HTTPStatus.BAD_REQUEST:
        response.set_cookie(
            COOKIE, token, max_age=LIFE_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    return response
