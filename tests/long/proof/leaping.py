"""The program on a machine whose date leaps: before each request it becomes as many seconds ahead as the file
of its port says, in the folder LEAPS. Its monotonic clock goes on. Loaded by a server as its app.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

import time_machine

from companion.wsgi import app as on_time

FOLDER = Path(os.environ["LEAPS"])
_date = time_machine.travel(datetime.now(UTC)).start()
_ahead = 0


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """The program, at the date that its machine has now."""
    global _ahead  # noqa: PLW0603 - a process has one date
    with suppress(FileNotFoundError):
        wanted = int((FOLDER / environ["SERVER_PORT"]).read_text())
        _date.shift(wanted - _ahead)
        _ahead = wanted
    return on_time(environ, start_response)
