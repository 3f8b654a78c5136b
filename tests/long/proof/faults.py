"""The program with a fault, as a server starts it: what each check must see."""

import secrets
import threading
from collections.abc import Iterable
from io import BytesIO
from urllib.parse import parse_qsl, urlencode
from wsgiref.types import StartResponse, WSGIEnvironment

from companion.wsgi import app

LATER = 0.02  # seconds


def answers_first(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """A payment is acknowledged, and stored a moment later."""
    if not _is_payment(environ):
        return app(environ, start)
    _with_body(environ, _body(environ))
    threading.Timer(LATER, lambda: list(app(environ, lambda *_: lambda _: None))).start()
    start("303 See Other", [("Location", "/"), ("Content-Length", "0")])
    return [b""]


def forgets_ids(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """Each try of an action is another action."""
    if _is_payment(environ):
        fields = dict(parse_qsl(_body(environ).decode()))
        _with_body(environ, urlencode({**fields, "action_id": secrets.token_urlsafe(16)}).encode())
    return app(environ, start)


def breaks(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """A header that nobody expects is too much."""
    if "HTTP_X_NOTHING" in environ:
        raise RuntimeError
    return app(environ, start)


def _is_payment(environ: WSGIEnvironment) -> bool:
    path: str = environ["PATH_INFO"]
    return environ["REQUEST_METHOD"] == "POST" and path.endswith("/payments")


def _body(environ: WSGIEnvironment) -> bytes:
    body: bytes = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    return body


def _with_body(environ: WSGIEnvironment, body: bytes) -> None:
    environ.update({"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))})
