"""The table of all routes, and a request to any of them."""

from dataclasses import dataclass

from tests.web.phone import Page, Phone

PLACES = {"<digest>": "0", "<path:filename>": "icons/favicon.svg", "<secret>": "no-such-secret"}
PLACES |= {"<int:seat>": "1", "<int:entry>": "2", "<int:number>": "1001"}
ID = "an-id-of-this-form-alone"


@dataclass(frozen=True)
class Row:
    """What a route answers to the bank of a table in its first round and to another phone; to a form with
    nothing in it but its tokens, where it takes one.
    """

    bank: int
    other: int


OPEN = Row(200, 200)
OF_TABLE = Row(200, 403)
NOT_YET = Row(302, 403)
REFUSED = Row(422, 403)
ROWS = {
    "GET /s/<digest>/<path:filename>": OPEN,
    "GET /": OPEN,
    "GET /new": OPEN,
    "GET /join": OPEN,
    "GET /m/<secret>": OPEN,
    "GET /count": OPEN,
    "GET /cards": OPEN,
    "GET /credits": OPEN,
    "GET /settings": OPEN,
    "GET /manifest.webmanifest": OPEN,
    "GET /sw.js": OPEN,
    "GET /offline": OPEN,
    "GET /healthz": OPEN,
    "GET /readyz": OPEN,
    "GET /g/<game>": OF_TABLE,
    "GET /g/<game>/bags/<int:seat>": NOT_YET,  # it passed already
    "GET /g/<game>/pay": OF_TABLE,
    "GET /g/<game>/corrections/<int:entry>": OF_TABLE,
    "GET /g/<game>/log": OF_TABLE,
    "GET /g/<game>/log/<int:entry>": OF_TABLE,
    "GET /g/<game>/menu": OF_TABLE,
    "GET /g/<game>/move": OF_TABLE,
    "GET /g/<game>/check": OF_TABLE,
    "GET /g/<game>/reveal/<int:seat>": NOT_YET,
    "GET /g/<game>/plates/<int:seat>": NOT_YET,
    "GET /g/<game>/purses": NOT_YET,
    "GET /g/<game>/result": NOT_YET,
    "GET /g/<game>/export.json": Row(404, 403),
    "GET /g/<game>/live": OF_TABLE,
    "GET /g/<game>/stream": OF_TABLE,
    "GET /g/<game>/declarations/<int:seat>": NOT_YET,  # the bag passed already
    "GET /g/<game>/offers/new": OF_TABLE,
    "GET /g/<game>/offers/<int:number>": NOT_YET,  # nothing was offered
    "POST /g/<game>/declarations/<int:seat>": REFUSED,
    "POST /g/<game>/offers": REFUSED,
    "POST /g/<game>/offers/<int:number>": REFUSED,
    "POST /g/<game>/offers/<int:number>/answers": REFUSED,
    "POST /g/<game>/offers/<int:number>/withdrawals": REFUSED,
    "POST /g/<game>/threats": REFUSED,
    "POST /g/<game>/promises": REFUSED,
    "POST /new": Row(422, 422),
    "POST /join": Row(422, 422),
    "POST /count": Row(422, 422),
    "POST /settings": Row(303, 303),
    "POST /g/<game>/rematch": Row(303, 403),
    "POST /g/<game>/passes": REFUSED,
    "POST /g/<game>/inspections": REFUSED,
    "POST /g/<game>/badge": REFUSED,
    "POST /g/<game>/take-backs": Row(409, 403),
    "POST /g/<game>/absences": REFUSED,
    "POST /g/<game>/departures": REFUSED,
    "POST /g/<game>/rounds": REFUSED,
    "POST /g/<game>/ending": Row(303, 403),
    "POST /g/<game>/payments": REFUSED,
    "POST /g/<game>/corrections": REFUSED,
    "POST /g/<game>/timers": Row(400, 403),
    "POST /g/<game>/handovers": Row(200, 403),
    "POST /g/<game>/checks": Row(400, 403),
    "POST /g/<game>/reveals": REFUSED,
    "POST /g/<game>/plates": REFUSED,
    "POST /g/<game>/purses": REFUSED,
    "POST /g/<game>/closing": REFUSED,
}
GETS = [route for route in ROWS if route.startswith("GET")]
POSTS = [route for route in ROWS if route.startswith("POST")]
STREAM = "GET /g/<game>/stream"  # its answer does not end
PART = "GET /g/<game>/live"  # a part of a page
TABLE_ROUTES = [route for route in ROWS if "<game>" in route]
# These are one tap with nothing to fill in: the empty form is the whole form.
NOTHING_TO_FILL_IN = (
    "POST /g/<game>/ending",
    "POST /g/<game>/handovers",
    "POST /g/<game>/rematch",
    "POST /settings",
)


def address(route: str, game: str) -> str:
    """The address of a route for a table."""
    path = route.split(maxsplit=1)[1].replace("<game>", game)
    for place, value in PLACES.items():
        path = path.replace(place, value)
    return path


def ask(phone: Phone, route: str, game: str, **changes: str) -> Page:
    """A route asked as a browser does: a form with nothing in it but its tokens where it takes one."""
    fields = {"csrf_token": phone.token, "action_id": ID, **changes} if route in POSTS else {}
    sent = [(name, value) for name, value in fields.items() if value]
    return phone.send(route.split(maxsplit=1)[0], address(route, game), sent)


def is_whole(page: Page) -> None:
    """Every answer carries its headers and says its language; nothing of it may be kept."""
    headers = page.answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    if page.answer.request.path.startswith("/s/") and page.status == 200:
        return
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server-Timing" not in headers
    assert "ETag" not in headers
    assert headers["Cache-Control"] == "no-store"
    if not headers["Content-Type"].startswith("text/html") or page.status in {302, 303}:
        return
    if page.html and not (page.status == 200 and page.answer.request.path.endswith("/live")):
        assert page.language in {"en", "fr"}
