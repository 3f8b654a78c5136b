"""Pages sent compressed: only those whose length can tell nothing.

Whoever sees how long compressed answers are, and gets words of their own into them, can guess secrets of
the same page letter by letter (BREACH). So pages are sent as they are, and a view asks for compression by
name: when its page holds nobody's words and nothing of the request. One with a query is never compressed.
"""

import gzip
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue

LEVEL = 6

View = Callable[[], ResponseReturnValue]


def packed(view: View) -> View:
    """For a page that holds nobody's words, whoever asks."""
    return packed_if(lambda: True)(view)


def packed_if(tells_nothing: Callable[[], bool]) -> Callable[[View], View]:
    """For a page that holds nobody's words to some: compressed where it `tells_nothing` to whoever asks."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answer() -> Response:
            response = make_response(view())
            if response.status_code == HTTPStatus.OK and not request.query_string and tells_nothing():
                _pack(response)
            return response

        return answer

    return decorate


def _pack(response: Response) -> None:
    """Compress an answer for a browser that takes it."""
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.content_encoding = "gzip"
