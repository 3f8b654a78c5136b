"""Reports each request once its response was sent: how it went, but not who asked or for what."""

import json
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPMethod
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request

from companion.machine.clocks import wall_now

ID = "companion.request_id"
HEADER = "X-Request-Id"
OTHER = "OTHER"


@dataclass(slots=True)
class Served:
    """One request: when it came, in milliseconds since 1970; the pattern of its route, which has no id, code
    or token in it, "" where there is none; the response's status, its seconds (of a stream until it ends) and
    its bytes.
    """

    came: int
    id: str
    method: str
    route: str = ""
    status: int = 0
    seconds: float = 0.0
    bytes: int = 0


class Told:
    """Wraps an application: reports every response, and adds a header with the request's id."""

    def __init__(self, application: WSGIApplication, tells: Sequence[Callable[[Served], None]]) -> None:
        self._application = application
        self._tells = tells

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
        """The response's parts."""
        asked = environ["REQUEST_METHOD"]
        method = asked if asked in HTTPMethod.__members__ else OTHER  # anybody may send any word
        served = Served(wall_now(), secrets.token_hex(8), method)
        environ[ID] = served.id

        def start(status: str, headers: list[tuple[str, str]], *fault: Any) -> Callable[[bytes], object]:  # noqa: ANN401 - as WSGI has it
            served.status, served.route = int(status[:3]), _route(environ)
            return start_response(status, [*headers, (HEADER, served.id)], *fault)

        began = time.perf_counter()
        parts = self._application(environ, start)
        return self._sent(served, began, parts)

    def _sent(self, served: Served, began: float, parts: Iterable[bytes]) -> Iterator[bytes]:
        try:
            for part in parts:
                served.bytes += len(part)
                yield part
        finally:
            if hasattr(parts, "close"):
                parts.close()
            served.seconds = time.perf_counter() - began
            for tell in self._tells:
                tell(served)


def install(app: Flask, *tells: Callable[[Served], None]) -> None:
    """Report every request to these functions, if any, by wrapping the application as Flask does."""
    if tells:
        app.wsgi_app = Told(app.wsgi_app, tells)  # type: ignore[method-assign]


def request_id() -> str:
    """The id of the present request; "" if requests are not reported."""
    found: str = request.environ.get(ID, "")
    return found


def write_line(served: Served) -> None:
    """Write one line of JSON to standard output; a failure to write is ignored."""
    came = datetime.fromtimestamp(served.came / 1000, UTC)
    told = {
        "time": came.isoformat(timespec="milliseconds"),
        "id": served.id,
        "method": served.method,
        "route": served.route,
        "status": served.status,
        "milliseconds": round(served.seconds * 1000, 1),
        "bytes": served.bytes,
    }
    with suppress(OSError):
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


def _route(environ: WSGIEnvironment) -> str:
    """The pattern of the route of a request that is being answered."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    return rule.rule if rule else ""
