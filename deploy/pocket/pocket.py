"""The app in a phone's own browser: one request in, one answer out. It knows no rule and no page."""

import json
import re
import shutil
import time
from collections.abc import Callable
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

# The clock has its name here, and does not run.
vars(time).pop("CLOCK_BOOTTIME", None)

from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule
from werkzeug.test import create_environ, run_wsgi_app

from companion.app import create_app
from companion.machine.databases import DATABASE
from companion.rules.seats import Stage
from companion.tables import AnyTable
from companion.web.counts import is_count
from companion.web.http import assets

EMPTY = Path(__file__).with_name("empty.db")  # migrated by the build, which takes a phone long
TEMPLATES = Path(__file__).with_name("compiled")  # by the build as well
HOUR = 60 * 60 * 1000  # milliseconds
MANY = 100_000  # nobody but this phone can ask
# The pages are in a frame of the shell page, which is of the same site.
FRAMED = ("frame-ancestors 'none'", "frame-ancestors 'self'")
GAME = re.compile(r"/g/([^/?]+)")
NOT_SENT = {"set-cookie", "content-length", "x-frame-options"}

# Nothing is packed on its way from a phone to itself.
assets._packed_before = assets._packed = lambda *_: None  # type: ignore[assignment]  # noqa: SLF001
compile_builder = Rule._compile_builder  # noqa: SLF001


def lazily(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002
    """What makes addresses by a rule, compiled once one is wanted: to do so for all rules takes longer than
    the rest of a start.
    """

    @cache
    def compiled() -> Callable[..., tuple[str, str]]:
        return compile_builder(rule, append_unknown)

    def built(self: Rule, *given: Any, **values: Any) -> tuple[str, str]:  # noqa: ANN401 - as it is called
        return compiled()(self, *given, **values)

    return built


Rule._compile_builder = lazily  # type: ignore[method-assign]  # noqa: SLF001


class House:
    """The app in this folder, below the path `below`. With the cookies of the one phone that there is, for a
    service worker neither sees nor sets any; and with how far each game was when a copy of it was saved.
    """

    def __init__(self, folder: str, below: str) -> None:
        self.below = below
        if EMPTY.exists() and not (place := Path(folder) / DATABASE).exists():
            place.parent.mkdir(exist_ok=True)
            shutil.copyfile(EMPTY, place)
        limits = dict.fromkeys(("TABLES", "FILES", "TAPS"), MANY)
        self.app = create_app({"DATA_DIR": folder, "ALONE": True, "STREAMS": 0, **limits})
        self.app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(TEMPLATES))
        self.notes = Path(folder) / "phone.json"
        known = json.loads(self.notes.read_text()) if self.notes.exists() else {}
        self.cookies: dict[str, str] = known.get("cookies", {})
        self.copies: dict[str, list[int]] = known.get("copies", {})

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
        if lines := sent.getlist("Set-Cookie"):
            self._keep_cookies(lines)
        kept = [[name, value.replace(*FRAMED)] for name, value in sent if name.lower() not in NOT_SENT]
        return int(status[:3]), kept, b"".join(content)

    def _keep_cookies(self, lines: list[str]) -> None:
        for name, morsel in (pair for line in lines for pair in SimpleCookie(line).items()):
            self.cookies[name] = morsel.coded_value
            if morsel["max-age"] == "0":
                del self.cookies[name]
        self._note()

    def _note(self) -> None:
        self.notes.write_text(json.dumps({"cookies": self.cookies, "copies": self.copies}))

    def is_busy(self) -> bool:
        """Whether an evening may well go on, which no new release interrupts."""
        games = self.app.extensions["archive"].journal.games()
        began = time.time() * 1000 - 12 * HOUR
        return any(game.closed_at is None and game.opened_at > began for game in games)

    def saved(self, url: str) -> None:
        """The file from this address is where the phone keeps files."""
        if game := GAME.search(url):
            table = self._table(game[1])
            self.copies[table.id] = [table.seq, rounds(table)]
            self._note()

    def offer(self, url: str) -> list[str]:
        """The address of the game file that should be saved, and why: the evening is "over", a "round" is, or
        the last copy is "old"; nothing if there is no need. Asked once the page at `url` was sent.
        """
        path = url.partition(self.below)[2].partition("?")[0]
        at, games = GAME.search(path), self.app.extensions["archive"].journal.games()
        if at:
            games = [game for game in games if game.id == at[1]]
        elif path not in {"", "/"}:
            return []
        why = self._why(self._table(games[0].id), is_open=bool(at)) if games else ""
        return [f"{self.below}/g/{games[0].id}/export.json", why] if why else []

    def _table(self, game: str) -> AnyTable:
        table: AnyTable = self.app.extensions["service"].current(game)
        return table

    def _why(self, table: AnyTable, *, is_open: bool) -> str:
        entries, through = self.copies.get(table.id, (0, 0))
        if is_count(table) or table.seq <= entries:
            return ""
        if not is_open:
            is_old = table.has_begun and table.lines[-1].recorded_at < time.time() * 1000 - 24 * HOUR
            return "old" if is_old else ""
        if table.game.stage is Stage.CLOSED:
            return "over"
        return "round" if rounds(table) > through else ""


def rounds(table: AnyTable) -> int:
    """How many rounds are over; 0 in a game that has none."""
    return max(0, getattr(table.game, "round", 0) - 1)
