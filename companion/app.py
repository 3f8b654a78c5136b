"""The wiring: the only module that knows all the others."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.archive import Archive
from companion.games import Games
from companion.groups import Groups
from companion.journal import Journal
from companion.machine.clocks import monotonic_now, wall_now
from companion.machine.databases import database
from companion.machine.keys import KEY_FILE, secret_key, shared_key
from companion.machine.paths import assets, data_folder
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import PAGES
from companion.service import MEGABYTE, MEMORY, Service
from companion.web import (
    any_table,
    errors,
    files,
    groups,
    handing_on,
    home,
    joining,
    keeping,
    live,
    lobby,
    phones,
    plain_pages,
    score_sheet,
    token,
)
from companion.web.http import addresses, bodies, fragments, language, limits, look, security, served, streams
from companion.web.http import assets as static_files
from companion.web.pages import AnyPages

if TYPE_CHECKING:
    from companion.metrics import Metrics

LARGEST_BODY_BYTES = 64 * 1024
STREAMS = 8  # phones that may hold a thread each; a server sets its own number, to fit its threads
TABLES = 60  # tables and counts that one address may open within an hour
FILES = 20  # files that one address may bring, or fetch of groups, within an hour
TAPS = 120  # forms that one phone may send within a minute
BOARDS = ("base.html", "macros/", "board/", "connection/")  # and every game's own folder of that name
SHARED = (
    lobby,
    joining,
    files,
    any_table,
    groups,
    handing_on,
    live,
    phones,
    plain_pages,
    score_sheet,
    home,
)
MOST_PROXIES = 9
LOCAL = "127.0.0.1"
PORTS = range(1, 65_536)
RENEWED = (
    "%s was empty or damaged, so a new key was made: nothing is lost, forms that were open are shown again"
)


class BadSettingError(Exception):
    """A setting that makes no sense."""


def create_app(config: Mapping[str, Any] | None = None, played: Sequence[AnyPages] = PAGES) -> Flask:
    """The application, for the games `played`. `config` may name DATA_DIR, DATABASE_URL, SECRET_KEY,
    TRUSTED_HOSTS, PUBLIC_URL, PROXIES, STREAMS (how many phones may be told of changes at once; the others
    ask), TABLES (how many one address may open within an hour), FILES (how many it may bring within one),
    TAPS (how many forms one phone may send within a minute), KEEP_DAYS (for how many days after its last
    entry an evening is kept; for ever unless set), ALONE (whether no other phone can ever come:
    what needs others is not offered then, and a running evening is saved as a file instead), SAMPLE (the
    hash of the phone as which everybody looks at what is there, and nothing is written any more), MEMORY
    (megabytes for tables), REQUEST_LOG (whether each request is a line on standard output), METRICS
    (where Prometheus asks: a port, or host and port) and Flask's own settings. Raises WeakKeyError,
    BadSettingError, BadAddressError and UnknownDatabaseError for values that make no sense.
    """
    config = dict(config or {})
    found = assets()
    folder = data_folder(config.pop("DATA_DIR", None))
    folder.mkdir(parents=True, exist_ok=True)
    app = Flask(
        "companion", template_folder=str(found.templates), static_folder=None, instance_path=str(folder)
    )
    app.request_class = bodies.Request
    app.config.from_mapping(
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY_BYTES,
        MAX_FORM_PARTS=1_000,
        WTF_CSRF_TIME_LIMIT=None,  # an evening is longer than an hour
        WTF_CSRF_SSL_STRICT=False,  # the origin is checked for every scheme
        SESSION_COOKIE_NAME="form",
        SESSION_COOKIE_SAMESITE="Lax",
        TEMPLATES_AUTO_RELOAD=False,
        STREAMS=STREAMS,
        TABLES=TABLES,
        FILES=FILES,
        TAPS=TAPS,
        KEEP_DAYS=None,
        ALONE=False,
        SAMPLE="",
        MEMORY=MEMORY // MEGABYTE,
        REQUEST_LOG=False,
        METRICS=None,
    )
    app.config.from_prefixed_env("COMPANION")
    app.config.from_mapping(config)
    place = database(folder, config.get("DATABASE_URL"))
    given = app.config.get("SECRET_KEY")
    key = secret_key(given, folder) if isinstance(place, Path) else shared_key(given)
    app.secret_key = key.text
    if key.renewed:
        app.logger.warning(RENEWED, folder / KEY_FILE)
    addresses.install(app)
    _believe_proxies(app)
    metrics = _metrics(app)
    lines = (served.write_line,) if _is_on(app, "REQUEST_LOG") else ()
    served.install(app, *lines, *((metrics.served,) if metrics else ()))
    journal, games = Journal(place, meter=metrics), Games(*(pages.rules for pages in played))
    neighbours, clocks = journal.store.neighbours, (wall_now, monotonic_now)
    app.extensions["notifier"] = notifier = metrics.notifier() if metrics else Notifier()
    if neighbours:
        clocks = (neighbours.now, neighbours.now)  # the clocks of two machines never agree
        notifier.pass_on = neighbours.ring
        neighbours.listen(notifier)
    service = metrics.service if metrics else Service
    app.extensions["service"] = service(games, journal, notifier, *clocks, memory=_memory(app))
    app.extensions |= {
        "membership": Membership(journal, notifier, *clocks),
        "archive": Archive(games, journal),
        "groups": Groups(games, journal, clocks[0]),
    }
    # Nobody waits yet; at a server others may.
    keeping.install(app, _keep_days(app), alone=isinstance(place, Path))
    journal.sealed = bool(app.config["SAMPLE"])
    if missing := journal.store.missing():
        app.logger.error(missing)
    fragments.install(app)  # before anything adds to the templates
    static_files.install(app, found.static)
    language.install(app)
    app.before_request(token.look_only)
    security.install(app)
    look.install(app)
    home.install(app)
    limits.install(app, neighbours)
    token.install(app)
    streams.install(app, notifier)
    errors.install(app)
    app.extensions["pages"] = {pages.rules: pages for pages in played}
    for blueprint in (*(module.blueprint for module in SHARED), *_own(played)):
        app.register_blueprint(blueprint)
    if metrics:
        _measure(app, metrics, journal)
    return app


def read_boards(app: Flask) -> None:
    """Load the templates of boards, so that the first phone after a start does not wait for them."""
    for name in app.jinja_env.list_templates():
        if name.startswith(BOARDS) or "/board/" in name:
            app.jinja_env.get_template(name)


def _memory(app: Flask) -> int:
    """How many bytes the tables kept in memory may take. Raises BadSettingError."""
    megabytes = app.config["MEMORY"]
    if type(megabytes) is not int or megabytes < 1:
        raise BadSettingError(f"MEMORY {megabytes!r} is not a number of megabytes from 1 up.")
    return megabytes * MEGABYTE


def _keep_days(app: Flask) -> int | None:
    """For how many days evenings are kept; None for ever. Raises BadSettingError."""
    days = app.config["KEEP_DAYS"]
    if days is not None and (type(days) is not int or days < 1):
        raise BadSettingError(f"KEEP_DAYS {days!r} is not a number of days from 1 up.")
    return days


def _metrics(app: Flask) -> "Metrics | None":
    """The metrics, if METRICS says where Prometheus asks for them. Raises BadSettingError."""
    given = app.config["METRICS"]
    if given is None:
        return None
    host, _, port = str(given).rpartition(":")
    if not port.isdecimal() or int(port) not in PORTS:
        raise BadSettingError(f"METRICS {given!r} is neither a port nor HOST:PORT.")
    try:
        from companion.metrics import Metrics  # noqa: PLC0415 - its library is an extra
    except ImportError as missing:
        raise BadSettingError(f"METRICS: {missing}: pip install 'counting-house[metrics]'") from missing
    return Metrics(host or LOCAL, int(port))


def _measure(app: Flask, metrics: "Metrics", journal: Journal) -> None:
    """Start answering Prometheus. If the port is taken, as by a process about to end, that is only logged."""
    folder, open_streams = Path(app.instance_path), app.extensions["streams"]
    metrics.look_at(lambda: len(open_streams), lambda: shutil.disk_usage(folder).free, journal.store.waits)
    try:
        app.extensions["metrics"] = metrics.open()
    except OSError:
        app.logger.exception("nothing is measured: METRICS %s cannot be opened", app.config["METRICS"])


def _is_on(app: Flask, name: str) -> bool:
    """Whether a setting is on. Raises BadSettingError if it is neither true nor false."""
    given = app.config[name]
    if given not in (True, False):
        raise BadSettingError(f"{name} {given!r} is neither true nor false.")
    return bool(given)


def _own(played: Sequence[AnyPages]) -> Iterator[Blueprint]:
    """Every game's own addresses."""
    return (blueprint for pages in played for blueprint in pages.blueprints)


def _believe_proxies(app: Flask) -> None:
    """Take the phone's address and scheme from this many trusted proxies in front: anybody else could forge
    those headers. The name comes as `Host` and is checked, as always.
    """
    hops = app.config.setdefault("PROXIES", 0)
    if type(hops) is not int or hops not in range(MOST_PROXIES + 1):
        raise BadSettingError(f"PROXIES {hops!r} is not a number of proxies from 0 to {MOST_PROXIES}.")
    if hops:  # Flask's own way to wrap an application in middleware
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=0)  # type: ignore[method-assign]
