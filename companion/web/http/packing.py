"""Compressed pages: only those whose length reveals nothing.

An attacker who sees the length of compressed responses, and gets text of their own into them, can guess
secrets on the same page letter by letter (BREACH). So pages are sent uncompressed, and a view opts in when
its page holds nobody's words and nothing from the request. A request with a query is never compressed.
"""

import gzip
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue

LEVEL = 9

View = Callable[[], ResponseReturnValue]


def packed(view: View) -> View:
    """Compress the page of a view that never holds anybody's words."""
    return packed_if(lambda: True)(view)


def packed_if(tells_nothing: Callable[[], bool]) -> Callable[[View], View]:
    """Compress the page of a view for phones where `tells_nothing` says that it holds nobody's words."""

    def decorate(view: View) -> View:
        @wraps(view)
        def compressed() -> Response:
            response = make_response(view())
            if response.status_code == HTTPStatus.OK and not request.query_string and tells_nothing():
                _pack(response)
            return response

        return compressed

    return decorate


def _pack(response: Response) -> None:
    """Compress a response for a browser that accepts it."""
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
