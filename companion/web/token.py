"""Which phone this is: by a 256-bit token in a cookie. Only its hash is stored."""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from http import HTTPStatus

from flask import Flask, Response, abort, current_app, g, request, session

from companion.membership import Membership
from companion.service import StorageTrouble
from companion.web.http import limits, look
from companion.web.http.addresses import own_cookie
from companion.web.http.language import ZONE

COOKIE = "phone"
_TOKENS = re.compile(r"([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{43}))?")
GIVEN = "given"
OWN = {None, "plain.keep_settings"}  # no such page, or nothing that anybody shares
LEFT = "left"  # in place of a role: this phone gave its seat up
LIFE_SECONDS = 180 * 24 * 3600


def install(app: Flask) -> None:
    """Count forms, and let phones have the token by which they hold their places."""
    app.before_request(count_tap)
    app.before_request(arrive)
    app.after_request(remember)


def phone() -> str:
    """The hash of this phone's token; "", which holds nothing, for a phone that never had a place. Whoever
    looks at a sample is the phone that made it.
    """
    sample: str = current_app.config["SAMPLE"]
    return sample or _own()


def _own() -> str:
    token = g.get("new_token") or _given()[0]
    return token_hash(token) if token else ""


def look_only() -> None:
    """Refuse every form at a sample but that of the settings, which are in the visitor's own cookies: before
    its token is read, since a page that is older than the sample's start gets the same answer.
    """
    if current_app.config["SAMPLE"] and request.method == "POST" and request.endpoint not in OWN:
        abort(HTTPStatus.LOCKED)


def count_tap() -> None:
    """Count a form against what its phone may send, before anything is read for it."""
    if request.method == "POST":
        limits.count_tap(_own())


def is_newcomer() -> bool:
    """Whether this phone has never had a table."""
    return not phone()


def give(game: str, role: str) -> None:
    """Remember that this phone shows a code for its place, or gave it up: without one its pages say why."""
    session[GIVEN] = [game, role]


def given(game: str) -> str:
    """The role that this phone last gave up or showed a code for, if it was at this table; else ""."""
    of, role = session.get(GIVEN, ("", ""))
    return str(role) if of == game else ""


def token_hash(token: str) -> str:
    """The hash that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def made_for(action: str) -> str:
    """The token of the phone that gains a place by the action with this id. Cookies may have been planted, so
    no cookie is enough to get it: only the same form is, sent again because its response was lost. Only the
    `token_hash` of the id is stored.
    """
    key = current_app.secret_key or ""
    key = key if isinstance(key, bytes) else key.encode()
    made = hmac.digest(key, f"phone {session.get('csrf_token')} {action}".encode(), "sha256")
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def become(token: str) -> None:
    """Send this phone a new token, by which it has gained a place. The places that it had follow once it
    shows the new token: until then a lost response would lose them all.
    """
    g.new_token = token


def arrive() -> None:
    """Move all places of a phone to its new token once it shows that with the old one, then nobody's."""
    token, before = _given()
    if before in {"", token} or request.blueprint is None:
        return
    try:
        _membership().move_all(token_hash(before), token_hash(token))
    except StorageTrouble:  # a full disk must not stop a look; the next request tries again
        if request.method == "POST":
            raise
    else:
        g.arrived = True


def _given() -> tuple[str, str]:
    """The token that the phone sent and, right after it got that, the one before; "" for what is missing or
    malformed. On the configured https address, a cookie with the older name counts until there is one with
    the host's own.
    """
    return _read(own_cookie(COOKIE)) or _read(COOKIE) or ("", "")


def _read(cookie: str) -> tuple[str, str] | None:
    found = _TOKENS.fullmatch(request.cookies.get(cookie, ""))
    return (found[1], found[2] or "") if found else None


def _membership() -> Membership:
    found: Membership = current_app.extensions["membership"]
    return found


def forget() -> None:
    """Forget this phone: take all its places, and let its browser delete every cookie of ours."""
    if phone():
        _membership().forget(phone())
    session.clear()
    g.forgotten = True


def _forgotten(response: Response) -> Response:
    names = (COOKIE, current_app.config["SESSION_COOKIE_NAME"], *look.CHOICES, ZONE)
    for name in {*names, *map(own_cookie, names)}.intersection(request.cookies):
        response.delete_cookie(name, secure=request.is_secure, samesite="Lax")
    return response


def remember(response: Response) -> Response:
    """Send the token: to a phone that gained a place, and again to one that acts, so that it does not expire
    while in use. A cookie with the older name is deleted when a page is opened, but not by what open pages
    ask for by themselves, because several of those requests are on the way at once. A request without any
    cookie may come from a browser that keeps none, or from another site: it changes none.
    """
    if not request.cookies or request.blueprint in {None, "live"}:
        return response
    if "forgotten" in g:
        return _forgotten(response)
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        return response
    name = own_cookie(COOKIE)
    is_of_before = name != COOKIE and COOKIE in request.cookies
    token, before = _given()
    if "arrived" in g:
        before = ""
    new = g.get("new_token") or (is_of_before and token and not _read(name) and secrets.token_urlsafe(32))
    if new:
        token, before = new, token if token != new else ""
    if token and (new or request.method == "POST" or "arrived" in g):
        value = f"{token}.{before}" if before else token
        response.set_cookie(
            name, value, max_age=LIFE_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    if is_of_before:
        response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="Lax")
    return response
