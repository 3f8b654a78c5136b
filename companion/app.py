"""The wiring: the only module that knows all the others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.archive import Archive
from companion.bell import Bell
from companion.clerk import Clerk
from companion.doorkeeper import Doorkeeper
from companion.games import Games
from companion.journal import Journal
from companion.machine.keys import KEY_FILE, secret_key
from companion.machine.paths import assets, data_folder
from companion.registry import PAGES
from companion.web.context import token
from companion.web.context.pages import AnyPages
from companion.web.http import addresses, bodies, fragments, language, limits, look, security, streams
from companion.web.http import assets as static_files
from companion.web.routes import any_table, errors, home, joining, live, lobby, phones_pages, plain_pages

DATABASE = "counting-house.db"
LARGEST_BODY_BYTES = 64 * 1024
STREAMS = 8  # phones that may hold a thread each; whoever starts the threads knows how many there are
SHARED = (lobby, joining, any_table, live, phones_pages, plain_pages, home)
MOST_PROXIES = 9
RENEWED = (
    "%s was empty or damaged, so a new key was made: nothing is lost, forms that were open are shown again"
)


class BadSettingError(Exception):
    """A setting that makes no sense."""


def create_app(config: Mapping[str, Any] | None = None, played: Sequence[AnyPages] = PAGES) -> Flask:
    """The application, for the games `played`. `config` may name DATA_DIR, SECRET_KEY, TRUSTED_HOSTS,
    PUBLIC_URL, PROXIES, STREAMS (how many phones may be told of changes at once; the others ask) and Flask's
    own settings. Raises WeakKeyError, BadSettingError and BadAddressError for what cannot be meant.
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
    )
    app.config.from_prefixed_env("COMPANION")
    app.config.from_mapping(config)
    key = secret_key(app.config.get("SECRET_KEY"), folder)
    app.secret_key = key.text
    if key.renewed:
        app.logger.warning(RENEWED, folder / KEY_FILE)
    addresses.install(app)
    _believe_proxies(app)
    journal, games = Journal(folder / DATABASE), Games(*(pages.rules for pages in played))
    app.extensions["bell"] = bell = Bell()
    app.extensions["clerk"] = Clerk(games, journal, bell)
    app.extensions["doorkeeper"] = Doorkeeper(journal, bell)
    app.extensions["archive"] = Archive(games, journal)
    fragments.install(app)  # before all that adds to the templates
    static_files.install(app, found.static)
    language.install(app)
    security.install(app)
    look.install(app)
    home.install(app)
    limits.install(app)
    streams.install(app, bell)
    errors.install(app)
    app.after_request(token.remember)
    app.extensions["pages"] = {pages.rules: pages for pages in played}
    for blueprint in (*(module.blueprint for module in SHARED), *_own(played)):
        app.register_blueprint(blueprint)
    return app


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
