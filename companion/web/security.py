"""What every answer carries and every request must show."""

import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf
from markupsafe import Markup

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
# On plain http a browser ignores this one, and complains in its console about every page.
SECURE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}

csrf = CSRFProtect()


class SessionInterface(SecureCookieSessionInterface):
    """The session's cookie is `Secure` exactly when the request is: plain http is normal at a table."""

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's signature
        """Whether this answer's cookie may only travel over https."""
        return request.is_secure


def install(app: Flask) -> None:
    """Protect every form, look at every origin, set every header."""
    app.session_interface = SessionInterface()
    csrf.init_app(app)
    app.before_request(_check_origin)
    app.after_request(_set_headers)
    app.add_template_global(form_token, "form_token")


def form_token() -> Markup:
    """The hidden inputs of every form: against forgery, and the action's own id, so that it counts once."""
    inputs = Markup(
        '<input type="hidden" name="csrf_token" value="{}"><input type="hidden" name="action_id" value="{}">'
    )
    return inputs.format(generate_csrf(), secrets.token_urlsafe(16))


def _check_origin() -> None:
    """Refuse what another site's page sends; a browser names the page's origin with every POST."""
    origin = request.headers.get("Origin")
    if request.method == "POST" and origin is not None and urlsplit(origin).netloc != request.host:
        abort(403)


def _set_headers(response: Response) -> Response:
    for name, value in (HEADERS | SECURE_HEADERS if request.is_secure else HEADERS).items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
