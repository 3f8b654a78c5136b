"""The headers of every response, and the checks of every request."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect, generate_csrf
from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.exceptions import BadHost, Forbidden, SecurityError
from werkzeug.routing import BaseConverter

from companion.web.http import addresses

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Only where a browser could install the app; on plain http every page would carry them for nothing.
INSTALLING = "; manifest-src 'self'; worker-src 'self'"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
# A file is not a page: it has no forms and uses no devices. It is the program's own and the same for all, so
# there is nothing to keep from another site; six come with every first page.
FILE_HEADERS = {"X-Content-Type-Options": "nosniff"}
# But a drawing opened by itself is one, and nothing may run in it; other files ignore a policy.
DRAWING = "image/svg+xml"
DRAWING_HEADERS = FILE_HEADERS | {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
# On plain http a browser ignores this one, and warns about it in its console on every page.
SECURE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}
# Only on the configured https address: a browser told so could no longer open a Wi-Fi name over http.
STRICT_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}

View = Callable[[], ResponseReturnValue]

KEPT = 4_000  # CSRF tokens, one for each phone that is active now

csrf = CSRFProtect()


class Undated(TimestampSigner):
    """Signs sessions and accepts them at any date: the clock of a machine at a table may be corrected, by
    hours or by years, while forms are open. A session gives nobody a place, and ends with the browser.
    """

    def unsign(  # the signature of what it overrides
        self,
        signed_value: str | bytes,
        max_age: int | None = None,  # noqa: ARG002
        return_timestamp: Any = False,  # noqa: ANN401, FBT002
    ) -> Any:  # noqa: ANN401
        """The value, however old or young its signature is."""
        return super().unsign(signed_value, return_timestamp=return_timestamp)


class SessionInterface(SecureCookieSessionInterface):
    """The session's cookie is `Secure` exactly when the request is: plain http is normal at a table. On the
    configured https address its name begins with HOST_ONLY; a cookie with the older name counts until there
    is one.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs the session's cookie."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Undated
        return serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session that came with the request."""
        opened = super().open_session(app, request)
        if opened is not None and self.get_cookie_name(app) not in request.cookies:
            before = self._of_before(app, request.cookies.get(super().get_cookie_name(app), ""))
            if before:  # a session that is touched is sent
                opened.update(before)
        return opened

    def _of_before(self, app: Flask, cookie: str) -> dict[str, Any]:
        """The content of a session cookie with the older name; empty if there is none."""
        signer = self.get_signing_serializer(app) if cookie and addresses.is_https_only() else None
        with suppress(BadSignature):
            return dict(signer.loads(cookie)) if signer else {}
        return {}

    def get_cookie_name(self, app: Flask) -> str:
        """What the cookie is called."""
        return addresses.own_cookie(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """Whether this response's cookie may only travel over https."""
        return request.is_secure


class ForeignForm(Forbidden):
    """A page of another site sent this."""


class Number(BaseConverter):
    """A number in an address: a few plain digits. Python would accept thousands of them, in any script."""

    regex = "[0-9]{1,7}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def install(app: Flask) -> None:
    """Protect every form, check every origin, set every header."""
    app.session_interface = SessionInterface()
    app.url_map.converters["int"] = Number
    app.before_request(_check_host)
    app.before_request(_check_origin)
    csrf.init_app(app)
    app.before_request(_check_fields)
    app.after_request(_set_headers)
    app.add_template_global(form_token, "form_token")


def needs_no_cookies(view: View) -> View:
    """Let a browser that keeps no cookies send this form too. It must change nothing that anybody has:
    another site's page may have sent it, without this browser's cookies.
    """

    @wraps(view)
    def checked() -> ResponseReturnValue:
        if request.cookies:
            csrf.protect()
        return view()

    csrf.exempt(checked)
    return checked


def form_token() -> Markup:
    """The hidden inputs of every form: the CSRF token, and the action's own id, so that it counts once."""
    inputs = Markup(
        '<input type="hidden" name="csrf_token" value="{}"><input type="hidden" name="action_id" value="{}">'
    )
    return inputs.format(_token(), secrets.token_urlsafe(16))


def _token() -> str:
    kept = session.get("csrf_token")
    return _signed(kept) if kept else generate_csrf()


@lru_cache(KEPT)
def _signed(_kept: str) -> str:
    """The session's CSRF token, valid as long as the session (WTF_CSRF_TIME_LIMIT)."""
    token: str = generate_csrf()
    return token


def is_ours(address: str) -> bool:
    """Whether an address is one of this site's."""
    try:
        return urlsplit(address).netloc == request.host
    except ValueError:
        return False


def _check_host() -> None:
    """Refuse a host that is not ours, or none, before anything else: no address can be built for it."""
    if isinstance(request.routing_exception, SecurityError | BadHost):
        raise request.routing_exception


def _check_origin() -> None:
    """Refuse what another site's page sends; a browser sends the page's origin with every POST."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin is not None and not is_ours(origin):
        raise ForeignForm


def _check_fields() -> None:
    """Apply the limit on form parts to urlencoded forms too."""
    if len(request.form) > (request.max_form_parts or 0):
        abort(413)


def _set_headers(response: Response) -> Response:
    for name, value in _headers(response).items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _headers(response: Response) -> dict[str, str]:
    """The headers of this response; an error at a file's address is a page like any other."""
    if request.endpoint == "static" and response.status_code < HTTPStatus.BAD_REQUEST:
        return DRAWING_HEADERS if response.mimetype == DRAWING else FILE_HEADERS
    policy = POLICY + INSTALLING if addresses.is_secure_context() else POLICY
    return HEADERS | {"Content-Security-Policy": policy} | (_over_https() if request.is_secure else {})


def _over_https() -> dict[str, str]:
    """The headers that only a response over https carries."""
    configured = addresses.public()
    strict = configured is not None and configured.is_strict and configured.name == addresses.asked_name()
    return SECURE_HEADERS | (STRICT_HEADERS if strict else {})
