"""Static files as they are sent: a style sheet for each kind of page, scripts in bundles, minified and
compressed once.
"""

import gzip
import hashlib
import itertools
import mimetypes
import re
import zlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, request, url_for
from markupsafe import Markup

SCRIPT = "js/site.js"
OUTSIDE = "js/outside.js"
SEATS = "js/seats.js"
LIVE = "js/live.js"
REFUSED = "js/refused.js"
MOMENTS = "js/moments.js"
ENDING = "js/ending.js"
PICKER = "js/picker.js"
PACK = "js/pack.js"
SIDES = "js/sides.js"
TYPED = "js/typed.js"
SAID = "js/said.js"
TOLD = "js/told.js"
STAGE = "js/stage.js"
FORGOTTEN = "js/forgotten.js"
HAND = "js/hand.js"
SPRITE = "i"  # short: a page contains it up to a hundred times
NOTTINGHAM = "n"  # fetched only by the pages of that game
SPRITES = {SPRITE: "icons/sprite.svg", NOTTINGHAM: "icons/nottingham.svg"}
"""The sprites of drawings by their short names; the one that all pages share comes first."""
WORKER = "worker.js"  # served at the site's root, so that its scope is the whole site
BUILT = "built"  # the folder of what `make scripts` built
MADE_OF = "sources"  # in there: the digest of the scripts it was built from
ENTRIES = (
    SCRIPT,  # on every page
    OUTSIDE,  # on pages outside any table
    SEATS,  # on the form of a new table, which loads it itself
    LIVE,  # on pages of a running table
    ENDING,  # on the check of the stands and the reveal, which load it themselves
    REFUSED,  # on pages with a refusal, which load it themselves
    PICKER,  # where cards are chosen, which load it themselves; on others of a table once they are drawn
    PACK,  # on the page where a merchant packs a bag, which loads it itself
    SIDES,  # on pages where a recipient is chosen, which load it themselves
    TYPED,  # on pages with typed text that nothing else keeps, which load it themselves
    SAID,  # where a field says something at once, which load it themselves
    TOLD,  # on sheets that say what their button does, which load it themselves
    STAGE,  # on the stage, which loads it itself
    HAND,  # where something is copied, shared or printed, once it is drawn
    FORGOTTEN,  # on the start page of a phone that was just forgotten
    MOMENTS,  # on pages of a table, which load it themselves once they are drawn
)
"""The scripts that pages load; `make scripts` bundles the modules they import into each."""
STYLES = {
    "css/play.css": ("components", "playing", "shown", "talk", "play"),  # the board
    "css/stage.css": ("components", "playing", "shown", "race", "stage"),  # the table view
    "css/bag.css": ("components", "choices", "playing", "talk", "bag"),  # what is filled in during a round
    # the end, own notes
    "css/ending.css": ("components", "choices", "playing", "shown", "talk", "bag", "play", "ending"),
    "css/table.css": ("components", "choices", "playing", "table"),  # the others: log, menu, result
    "css/story.css": ("components", "table", "story"),  # the story of an evening
    # what is handed on of an evening, of either game
    "css/told.css": ("components", "table", "story", "nottingham", "nottingham/table", "told"),
    "css/outside.css": ("components", "choices", "outside"),  # pages outside any table
    "css/cards.css": ("components", "choices", "outside", "cards"),  # what the cards do
}
"""The style sheets, each with the folders whose parts it has."""
_LOOT = ("nottingham", "nottingham/table")
OWN_STYLES = {
    "css/nottingham-play.css": ("components", "playing", "talk", "play", *_LOOT),
    "css/nottingham-stage.css": ("components", "playing", "talk", "play", *_LOOT, "race"),
    "css/nottingham-table.css": (
        *("components", "choices", "playing", "bag", "play", "ending", "table"),
        *_LOOT,
    ),
    "css/nottingham-outside.css": ("components", "choices", "outside", "nottingham"),
}
"""The style sheets of a game with parts of its own, which only its pages fetch: the board; the table view;
sheets, the end and the other pages of a table; pages outside any table.
"""
_LAYERS = ("tokens.css", "base.css", "layout.css")
_TYPES = {".woff2": "font/woff2", ".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}
_PACKED = {".woff2", ".mp4", ".webm", ".png"}
_DIGEST_LENGTH = 5  # at 64 characters each: a page names a file with every drawing
_SYMBOL = re.compile(rb'<symbol id="([^"]+)"')
_SHAPE = rb'<symbol id="%s"[^>]*>(.*?)</symbol>'
_STRING = rb'("(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')'
_CSS_REMARK = re.compile(_STRING + rb"|(?:/\*.*?\*/|\s)+", re.DOTALL)
_CSS_MARK = re.compile(_STRING + rb"| ?;? ?(}) ?| ?([{;,>!]) ?|(?<=[a-z0-9-])(:) ")
_GZIP = zlib.MAX_WBITS + 16
_MEMORIES = range(5, 10)  # zlib's memory levels: smaller ones start a new code table more often

YEAR_SECONDS = 31_536_000


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is sent: its bytes, the same compressed (None if that gains nothing), its type."""

    plain: bytes
    packed: bytes | None
    mimetype: str


class Assets:
    """All static files, read once; `digest` changes with any of them."""

    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _others(folder)}
        styles = {**STYLES, **OWN_STYLES}
        files |= {name: _style(folder / "css", rooms) for name, rooms in styles.items()}
        files |= _scripts(folder)
        files |= {sprite: files.pop(path) for sprite, path in SPRITES.items()}
        self.symbols = {
            sprite: {name.decode() for name in _SYMBOL.findall(files[sprite])} for sprite in SPRITES
        }
        parts = (name.encode() + hashlib.sha256(content).digest() for name, content in sorted(files.items()))
        whole = hashlib.sha256(b"".join(parts)).digest()
        self.digest = urlsafe_b64encode(whole).decode()[:_DIGEST_LENGTH]
        self.worker = files.pop(WORKER)
        self.files = {name: _asset(folder, name, content) for name, content in files.items()}
        self.addresses: dict[tuple[str, str], str] = {}


def _others(folder: Path) -> list[Path]:
    """Every file that is served as it is: all but style sheets and our own scripts."""
    own = {*(folder / "js").glob("*.js"), *(folder / BUILT).glob("*")}
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".css", ".md"})
    return sorted(path for path in files if path not in own)


def _style(folder: Path, rooms: tuple[str, ...]) -> bytes:
    """One style sheet: tokens, base and layout first, then the parts of each room by name."""
    first = (folder / name for name in _LAYERS)
    parts = (path for room in rooms for path in sorted((folder / room).glob("*.css")))
    sheets = (path for path in (*first, *parts) if path.is_file())
    return light_style(b"\n".join(path.read_bytes() for path in sheets))


def light_style(sheet: bytes) -> bytes:
    """Remove comments, indentation and spaces around punctuation from a sheet; strings stay untouched."""
    plain = _CSS_REMARK.sub(lambda found: found[1] or b" ", sheet)
    return _CSS_MARK.sub(lambda found: found[found.lastindex or 0], plain).strip()


def sources(folder: Path) -> dict[str, bytes]:
    """The sources of our own scripts, one module per file."""
    paths = (*sorted((folder / "js").glob("*.js")), folder / WORKER)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def digest_of(scripts: dict[str, bytes]) -> str:
    """A digest that changes exactly when a script does."""
    parts = (f"{name} {hashlib.sha256(source).hexdigest()}" for name, source in scripts.items())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _scripts(folder: Path) -> dict[str, bytes]:
    """What `make scripts` built; if any script has changed since, all of them as written."""
    written, made_of = sources(folder), folder / BUILT / MADE_OF
    if not made_of.is_file() or made_of.read_text(encoding="utf-8").strip() != digest_of(written):
        return written
    return {name: (folder / BUILT / Path(name).name).read_bytes() for name in (*ENTRIES, WORKER)}


def _asset(folder: Path, name: str, content: bytes) -> Asset:
    suffix = Path(SPRITES.get(name, name)).suffix
    mimetype = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "text/plain"
    packed = None if suffix in _PACKED else _packed_before(folder, name, content) or _packed(content)
    return Asset(content, packed, mimetype)


def _packed_before(folder: Path, name: str, content: bytes) -> bytes | None:
    """The compressed file that `make scripts` made, if the content is still the same."""
    path = folder / BUILT / f"{Path(name).name}.gz"
    packed = path.read_bytes() if path.is_file() else b""
    return packed if packed and gzip.decompress(packed) == content else None


def _packed(content: bytes) -> bytes:
    """The smallest gzip of a file: only trying shows which settings are best."""
    ways = itertools.product(_MEMORIES, (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED))
    return min((_gzip(content, memory, strategy) for memory, strategy in ways), key=len)


def _gzip(content: bytes, memory: int, strategy: int) -> bytes:
    maker = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, _GZIP, memory, strategy)
    return maker.compress(content) + maker.flush()


def install(app: Flask, folder: Path) -> None:
    """Serve the files of the folder; `url_for("static", filename=...)` is a file's address, which `asset()`
    caches, since a page may contain it a hundred times.
    """
    app.extensions["assets"] = _read(folder)
    app.add_template_global(asset, "asset")
    app.add_template_global(drawing, "drawing")
    app.add_url_rule("/s/<digest>/<path:filename>", endpoint="static", view_func=file)
    app.url_defaults(_with_digest)


@cache
def _read(folder: Path) -> Assets:
    """Cached: compressing takes a while, and a process needs it only once."""
    return Assets(folder)


def asset(filename: str) -> str:
    """The address of a file, for a template; built once for each path that the app is served under."""
    key = (request.script_root, filename)
    known = assets().addresses
    if key not in known:
        known[key] = url_for("static", filename=filename)
    return known[key]


def drawing(name: str, otherwise: str, first: str = SPRITE) -> str:
    """The address of a drawing, from the sprite `first` if that has it: two games may draw the same word
    differently. If no sprite has it, the drawing `otherwise` of the shared one.
    """
    symbols = assets().symbols
    found = [sprite for sprite in (first, *SPRITES) if name in symbols[sprite]]
    return f"{asset(found[0])}#{name}" if found else f"{asset(SPRITE)}#{otherwise}"


def shape(name: str) -> Markup:
    """What is drawn in a symbol, for a drawing that has to carry its own."""
    sheets = (assets().files[sprite].plain for sprite in SPRITES)
    found = next(found for sheet in sheets if (found := re.search(_SHAPE % name.encode(), sheet)))
    return Markup(found[1].decode())  # noqa: S704 - one of our own drawings


def _with_digest(endpoint: str, values: dict[str, object]) -> None:
    if endpoint == "static":
        values.setdefault("digest", assets().digest)


def file(digest: str, filename: str) -> Response:
    """A static file, cached for a year: changed content has another address."""
    found = assets().files.get(filename)
    if found is None:
        abort(404)
    packed = found.packed is not None and request.accept_encodings.quality("gzip") > 0
    response = Response(found.packed if packed else found.plain, mimetype=found.mimetype)
    if packed:
        response.content_encoding = "gzip"
    if found.packed is not None:
        response.vary.add("Accept-Encoding")
    # An outdated address still works, but today's file must not be cached under it.
    fresh = digest == assets().digest
    response.cache_control.public = True
    response.cache_control.max_age = YEAR_SECONDS if fresh else 0
    response.cache_control.immutable = fresh
    if not packed:
        # Some phones play video only by range requests.
        response.make_conditional(request, accept_ranges=True, complete_length=len(found.plain))
    return response


def assets() -> Assets:
    """The files of this application."""
    found: Assets = current_app.extensions["assets"]
    return found
