"""The app in a phone's own browser: one request in, one answer out. It knows no rule and no page."""

import json
import re
import shutil
import time
from http.cookies import SimpleCookie
from pathlib import Path

# The clock has its name here, and does not run.
vars(time).pop("CLOCK_BOOTTIME", None)

from copies import Copies, blueprint
from werkzeug.test import create_environ, run_wsgi_app

from companion.app import create_app
from companion.machine.databases import DATABASE
from companion.web.http import assets

COOKIES = "cookies.json"
EMPTY = Path(__file__).with_name("empty.db")  # migrated by the build, which takes a phone long
LARGEST = 2 << 20  # bytes: a game file and its form
EVENING = 12 * 60 * 60 * 1000  # milliseconds after an evening began in which it may well go on
MANY = 100_000  # nobody but this phone can ask
# The pages are in a frame of the shell page, which is of the same site.
FRAMED = ("frame-ancestors 'none'", "frame-ancestors 'self'")
TABLE = re.compile(r"/g/([^/?]+)")
NOT_SENT = {"set-cookie", "content-length", "x-frame-options"}

# Nothing is packed on its way from a phone to itself.
assets._packed_before = assets._packed = lambda *_: None  # type: ignore[assignment]  # noqa: SLF001


class House:
    """The app in this folder, below the path `below`, with the cookies of the one phone that there is: a
    service worker neither sees nor sets any.
    """

    def __init__(self, folder: str, below: str) -> None:
        self.below = below
        if EMPTY.exists() and not (place := Path(folder) / DATABASE).exists():
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(EMPTY, place)
        self.app = create_app(
            {
                "DATA_DIR": folder,
                "ALONE": "copies.page",
                "STREAMS": 0,
                "TABLES": MANY,
                "TAPS": MANY,
                "MAX_CONTENT_LENGTH": LARGEST,
                "MAX_FORM_MEMORY_SIZE": LARGEST,
            }
        )
        self.copies = self.app.extensions["copies"] = Copies(Path(folder))
        self.app.register_blueprint(blueprint)
        self.jar = Path(folder) / COOKIES
        self.cookies: dict[str, str] = json.loads(self.jar.read_text()) if self.jar.exists() else {}

    def answer(
        self, method: str, url: str, headers: list[list[str]], body: bytes
    ) -> tuple[int, list[list[str]], bytes]:
        """Status, headers, body."""
        origin, _, asked = url.partition(self.below)
        path, _, query = asked.partition("?")
        given = {name: value for name, value in headers if name.lower() != "accept-encoding"}
        if self.cookies:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        base = f"{origin}{self.below}"
        environ = create_environ(path or "/", base, query, method, headers=given, data=body or None)
        environ["PATH_INFO"] = environ["PATH_INFO"] or "/"
        content, status, sent = run_wsgi_app(self.app, environ, buffered=True)
        self._keep(sent.getlist("Set-Cookie"))
        kept = [[name, value.replace(*FRAMED)] for name, value in sent if name.lower() not in NOT_SENT]
        return int(status[:3]), kept, b"".join(content)

    def _keep(self, lines: list[str]) -> None:
        before = dict(self.cookies)
        for name, morsel in (pair for line in lines for pair in SimpleCookie(line).items()):
            self.cookies[name] = morsel.coded_value
            if morsel["max-age"] == "0":
                del self.cookies[name]
        if self.cookies != before:
            self.jar.write_text(json.dumps(self.cookies))

    def busy_until(self) -> int:
        """The time until which an evening may go on, which no new release interrupts; 0 if none does."""
        games = self.app.extensions["archive"].games()
        return max((game.opened_at + EVENING for game in games if game.closed_at is None), default=0)

    def offer(self, url: str) -> list[str]:
        """The game of which a copy should be saved, and why: the evening is "over", a "round" is, or the last
        copy is "old"; nothing if there is no need. Asked after the page at this address was sent.
        """
        path = url.partition(self.below)[2].partition("?")[0]
        current = self.app.extensions["service"].current
        found = TABLE.match(path)
        if path not in {"", "/"} and not found:
            return []
        for record in self.app.extensions["archive"].games():
            if found and record.id != found[1]:
                continue
            why = self.copies.wanted(current(record.id), is_running=bool(found))
            if why:
                return [record.id, why]
        return []
