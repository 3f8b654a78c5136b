"""The app on a phone's home screen: its manifest, its worker, the page for when there is no connection."""

import json

from flask import Blueprint, Flask, Response, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.http import assets, language
from companion.web.http.addresses import is_secure_context
from companion.web.http.language import gettext as _
from companion.web.http.packing import packed
from companion.web.pages import every_game

blueprint = Blueprint("home", __name__)

# As in static/css/tokens.css, --page by day and by night: browsers paint them before any style sheet has
# loaded.
DAY, NIGHT = "#efe3cb", "#14100c"
COLOURS = {
    "": (("(prefers-color-scheme: light)", DAY), ("(prefers-color-scheme: dark)", NIGHT)),
    "light": (("", DAY),),
    "dark": (("", NIGHT),),
}
ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))
# What every page needs; what only some need, the browser caches by itself.
FILES = (
    *assets.STYLES,
    assets.SCRIPT,
    assets.OUTSIDE,
    assets.SPRITE,
    "vendor/htmx/htmx.min.js",
    "fonts/alegreya-bold.woff2",
)


def install(app: Flask) -> None:
    """Give base.html what a home screen needs."""
    app.add_template_global(is_secure_context, "installable")
    app.jinja_env.globals["browser_colours"] = COLOURS


@blueprint.before_request
def speak() -> None:
    """Take the language from the address, because a browser requests these without cookies."""
    wanted = request.args.get("lang")
    if wanted in language.LANGUAGES:
        g.language = wanted


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """What the app is called, how it looks and where it starts."""
    start = url_for("lobby.start")
    ways = [pages.ways() for pages in every_game()]
    shortcuts = [link for way in ways for link in (way.begin, *way.others) if link]
    said = {
        "id": start,
        "name": _("Counting House"),
        "short_name": _("Counting"),
        "description": " ".join(way.about for way in ways if way.about),
        "lang": language.language(),
        "dir": "ltr",
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": DAY,
        "theme_color": DAY,
        "icons": [_icon(size, purpose) for size, purpose in ICONS],
        "shortcuts": [{"name": link.title, "url": link.address} for link in shortcuts],
    }
    return Response(json.dumps(said, ensure_ascii=False), mimetype="application/manifest+json")


def _icon(size: str, purpose: str) -> dict[str, str]:
    name = f"icons/{purpose}-{size}.png"
    address = url_for("static", filename=name)
    return {"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@blueprint.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The worker; it changes exactly when one of the files does."""
    files = [url_for("static", filename=name) for name in FILES]
    known = f"const VERSION = {json.dumps(assets.assets().digest)}, FILES = {json.dumps(files)};\n"
    return Response(known.encode() + assets.assets().worker, mimetype="text/javascript")


@blueprint.get("/offline")
@packed
def offline() -> ResponseReturnValue:
    """The page for when the table's machine does not respond."""
    return render_template("offline/offline.html", errors={})
