"""The table of all routes, and a request to any of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask

from companion.web.http.language import LANGUAGES
from companion.web.sheriff.pages import PAGES
from tests.web.phone import Page, Phone

PLACES = {"<digest>": "0", "<path:filename>": "icons/favicon.svg", "<secret>": "no-such-secret"}
PLACES |= {"<group>": "22222222", "<person>": "0123456789abcdef"}
PLACES |= {"<int:seat>": "1", "<int:entry>": "2", "<int:number>": "1001", "<words>": "no-such-words"}
PLACES |= {"<key>": "no-such-key"}
ID = "an-id-of-this-form-alone"


@dataclass(frozen=True)
class Row:
    """What a route answers at a table in its first round, where each records its own: to who is outside (a
    stranger, the bank of another table, a phone that was let out), who looks on (a watcher, the table view),
    Bo, Ann who is Sheriff, and the bank, which has no seat; and at a table that is over to Bo and the bank.
    To a form with nothing in it but its tokens, where it takes one.
    """

    outside: int
    looks: int
    player: int
    sheriff: int
    bank: int
    over_player: int
    over_bank: int

    def status(self, role: str) -> int:
        """The status for a role."""
        found: int = getattr(self, ROLES[role])
        return found


ROLES = {
    "stranger": "outside",
    "other bank": "outside",
    "released": "outside",
    "watcher": "looks",
    "table view": "looks",
    "player": "player",
    "sheriff": "sheriff",
    "bank": "bank",
    "over player": "over_player",
    "over bank": "over_bank",
}


def everybody(status: int) -> Row:
    """The same for all."""
    return Row(status, status, status, status, status, status, status)


def inside(status: int, looks: int = 0, over: int = 0) -> Row:
    """The same for all phones with a place, unless said otherwise for watchers and finished games."""
    over = over or status
    return Row(403, looks or status, status, status, status, over, over)


def banks(status: int) -> Row:
    """For the bank alone."""
    return Row(403, 403, 403, 403, status, 403, status)


def own(status: int) -> Row:
    """For the phone of the seat alone."""
    return Row(403, 403, status, 403, 403, status, 403)


OPEN = everybody(200)
OF_TABLE = inside(200)
NOT_YET = inside(302)
RESULT = inside(302, over=200)
REFUSED = inside(422)
VOICES = inside(422, looks=403)
NO_GROUP = everybody(404)  # who reads one, and who keeps it, is asked in test_groups.py
OF_ANOTHER_GAME = inside(404)  # the tables here are of the first game
ROWS = {
    "GET /s/<digest>/<path:filename>": OPEN,
    "GET /": OPEN,
    "GET /new": OPEN,
    "GET /join": OPEN,
    "GET /m/<secret>": OPEN,
    "GET /import": OPEN,
    "GET /j/<words>": everybody(404),
    "GET /knock": everybody(302),  # to the page for a code: they did not knock
    "GET /count": OPEN,
    "GET /cards": OPEN,
    "GET /nottingham/count": OPEN,
    "GET /nottingham/cards": OPEN,
    "GET /nottingham/new": OPEN,
    "GET /g/<game>/nottingham/delivery": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/corrections/<int:entry>": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/log": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/log/<int:entry>": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/menu": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/check": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/turns": OF_ANOTHER_GAME,
    "GET /g/<game>/nottingham/result": OF_ANOTHER_GAME,
    "GET /evenings": OPEN,
    "GET /groups/<group>": NO_GROUP,
    "GET /groups/<group>/evenings": NO_GROUP,
    "GET /groups/<group>/evenings/<game>": NO_GROUP,
    "GET /groups/<group>/people/<person>": NO_GROUP,
    "GET /groups/<group>/keeping": NO_GROUP,
    "GET /groups/<group>/deletion": NO_GROUP,
    "GET /groups/<group>/link/<words>": NO_GROUP,
    "GET /score-sheet": OPEN,
    "GET /groups/<group>/export.json": NO_GROUP,
    "GET /groups/<group>/evenings.csv": NO_GROUP,
    "GET /groups/<group>/bags.csv": NO_GROUP,
    "GET /credits": OPEN,
    "GET /settings": OPEN,
    "GET /manifest.webmanifest": OPEN,
    "GET /sw.js": OPEN,
    "GET /offline": OPEN,
    "GET /healthz": OPEN,
    "GET /readyz": OPEN,
    "GET /g/<game>": OF_TABLE,
    "GET /g/<game>/bags/<int:seat>": NOT_YET,  # it passed already
    "GET /g/<game>/corrections/<int:entry>": Row(403, 302, 302, 200, 200, 302, 302),
    "GET /g/<game>/booty": NOT_YET,  # only two Deputies have one
    "GET /g/<game>/deputies": NOT_YET,
    "GET /g/<game>/extras/<int:seat>": inside(302),  # the table plays without such cards
    "GET /g/<game>/laws": inside(302),  # and without laws
    "GET /g/<game>/log": OF_TABLE,
    "GET /g/<game>/log/<int:entry>": OF_TABLE,
    "GET /g/<game>/menu": OF_TABLE,
    "GET /g/<game>/changes": OF_TABLE,
    "GET /g/<game>/phones": OF_TABLE,
    "GET /g/<game>/move": banks(200),
    "GET /g/<game>/deletion": banks(200),
    "GET /g/<game>/check": NOT_YET,  # stands are checked in the count
    "GET /g/<game>/reveal/<int:seat>": NOT_YET,
    "GET /g/<game>/plates/<int:seat>": NOT_YET,
    "GET /g/<game>/purses": NOT_YET,
    "GET /g/<game>/result": RESULT,
    "GET /g/<game>/story": RESULT,
    "GET /g/<game>/hand-on": RESULT,
    "GET /g/<game>/picture.svg": inside(404, over=200),
    "GET /g/<game>/print": RESULT,
    "GET /g/<game>/bg-stats": inside(302),  # to the board; of an evening that is over, to BG Stats
    "GET /g/<game>/open/<key>": everybody(404),
    "GET /g/<game>/open/<key>/picture.svg": everybody(404),
    "GET /g/<game>/open/<key>/bg-stats": everybody(404),
    "GET /g/<game>/export.json": inside(404, over=200),
    "GET /g/<game>/evenings.csv": inside(404, over=200),
    "GET /g/<game>/bags.csv": inside(404, over=200),
    "GET /g/<game>/live": OF_TABLE,
    "GET /g/<game>/stream": OF_TABLE,
    "GET /g/<game>/declarations/<int:seat>": inside(302, looks=403),  # the bag passed already
    "GET /g/<game>/aloud": Row(403, 403, 302, 200, 200, 302, 302),  # the Sheriff notes it, or the bank
    "GET /g/<game>/offers/new": inside(200, looks=403, over=302),
    "GET /g/<game>/offers/<int:number>": inside(302, looks=403),  # nothing was offered
    "GET /g/<game>/seats/<int:seat>/bag": Row(403, 403, 200, 403, 403, 302, 403),
    "GET /g/<game>/seats/<int:seat>/move": own(200),
    "POST /g/<game>/declarations/<int:seat>": VOICES,
    "POST /g/<game>/bids/<int:seat>": VOICES,
    "POST /g/<game>/prices/<int:seat>": VOICES,
    "POST /g/<game>/aloud": VOICES,
    "POST /g/<game>/nudges/<int:seat>": VOICES,
    "POST /g/<game>/offers": VOICES,
    "POST /g/<game>/offers/<int:number>": VOICES,
    "POST /g/<game>/offers/<int:number>/answers": VOICES,
    "POST /g/<game>/offers/<int:number>/withdrawals": VOICES,
    "POST /g/<game>/offers/<int:number>/reopenings": VOICES,
    "POST /g/<game>/threats": VOICES,
    "POST /g/<game>/decisions/<int:seat>": VOICES,
    "POST /g/<game>/decisions/<int:seat>/cards": VOICES,
    "POST /g/<game>/decisions/<int:seat>/payers": VOICES,
    "POST /g/<game>/decisions/<int:seat>/turns": VOICES,
    "POST /g/<game>/decisions/<int:seat>/withdrawals": VOICES,
    "POST /g/<game>/promises": VOICES,
    "POST /new": everybody(422),
    "POST /join": everybody(422),
    "POST /j/<words>": everybody(404),
    "POST /knock": everybody(422),
    "POST /import": everybody(422),
    "POST /count": everybody(422),
    "POST /nottingham/count": everybody(422),
    "POST /nottingham/new": everybody(422),
    "POST /g/<game>/nottingham/deliveries": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/corrections": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/steps": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/turns": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/ambushes/<int:seat>": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/over": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/goes-on": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/ending": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/names": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/departures": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/returns": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/options": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/checks": OF_ANOTHER_GAME,
    "POST /g/<game>/nottingham/closing": OF_ANOTHER_GAME,
    "POST /settings": everybody(303),
    "POST /forgotten": everybody(303),
    "POST /g/<game>/rematch": inside(303),
    "POST /g/<game>/link": inside(400, looks=403),
    "POST /g/<game>/take-backs": inside(409),
    "POST /g/<game>/put-backs": inside(409),
    "POST /g/<game>/ending": Row(403, 422, 422, 422, 303, 422, 422),
    "POST /g/<game>/timers": Row(403, 403, 403, 400, 400, 403, 400),
    "POST /g/<game>/handovers": banks(200),
    "POST /g/<game>/deletion": banks(303),
    "POST /g/<game>/group": Row(403, 403, 404, 404, 404, 303, 303),
    "POST /groups/<group>/evenings/<game>/removal": NO_GROUP,
    "POST /groups/<group>/name": NO_GROUP,
    "POST /groups/<group>/people/<person>/name": NO_GROUP,
    "POST /groups/<group>/people/<person>/merging": NO_GROUP,
    "POST /groups/<group>/people/<person>/parting": NO_GROUP,
    "POST /groups/<group>/link": NO_GROUP,
    "POST /groups/<group>/link/<words>": NO_GROUP,
    "POST /groups/<group>/keepers": NO_GROUP,
    "POST /groups/<group>/forgotten": everybody(303),
    "POST /groups/<group>/deletion": NO_GROUP,
    "POST /g/<game>/checks": inside(400),
    "POST /g/<game>/closing": inside(422, over=303),  # it is closed: the way to the result
    "POST /g/<game>/door": banks(400),
    "POST /g/<game>/knocks": banks(400),
    "POST /g/<game>/seats": banks(422),
    "POST /g/<game>/releases": banks(422),
    "POST /g/<game>/undone": Row(403, 422, 422, 422, 303, 422, 422),
    "POST /g/<game>/watchers": inside(400),
    "POST /g/<game>/banker": REFUSED,
    "POST /g/<game>/recording": banks(422),
    "POST /g/<game>/seats/<int:seat>/bag": own(422),
    "POST /g/<game>/seats/<int:seat>/objections": own(422),
    "POST /g/<game>/seats/<int:seat>/move": own(200),
}


def routes_of(app: Flask) -> Iterator[str]:
    """Every method and address that an app serves."""
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield f"{method} {rule.rule}"


def pages() -> Iterator[str]:
    """The routes of the first game's pages."""
    bare = Flask(__name__, static_folder=None)
    for blueprint in PAGES.blueprints:
        bare.register_blueprint(blueprint)
    return routes_of(bare)


SHEET = {"GET": inside(200, looks=302, over=302), "POST": REFUSED}
"""What a page of the game answers that has no row: a form for all who play, until the game is over."""
ROWS |= {route: SHEET[route.split()[0]] for route in sorted(pages()) if route not in ROWS}
GETS = [route for route in ROWS if route.startswith("GET")]
POSTS = [route for route in ROWS if route.startswith("POST")]
STREAM = "GET /g/<game>/stream"  # its response does not end
PART = "GET /g/<game>/live"  # a part of a page
TABLE_ROUTES = [route for route in ROWS if "<game>" in route]
# These are one tap with nothing to fill in: the empty form is the whole form.
NOTHING_TO_FILL_IN = (
    "POST /forgotten",
    "POST /groups/<group>/forgotten",
    "POST /g/<game>/deletion",
    "POST /g/<game>/ending",
    "POST /g/<game>/handovers",
    "POST /g/<game>/rematch",
    "POST /g/<game>/seats/<int:seat>/move",
    "POST /settings",
)
LETTING_GO = ("POST /forgotten", "POST /g/<game>/deletion")
"""After these a role has no place, or nobody a table."""
WRITING = (
    *LETTING_GO,
    "POST /g/<game>/group",
    "POST /g/<game>/ending",
    "POST /g/<game>/handovers",
    "POST /g/<game>/undone",
    "POST /g/<game>/seats/<int:seat>/move",
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
    """Every response carries its headers and says its language; nothing of it may be cached."""
    headers = page.answer.headers
    is_file = page.answer.request.path.startswith("/s/") and page.status == 200
    if not is_file or headers["Content-Type"].startswith("image/svg"):
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    if is_file:
        return
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server-Timing" not in headers
    assert "ETag" not in headers
    assert headers["Cache-Control"] == "no-store"
    if not headers["Content-Type"].startswith("text/html") or page.status in {302, 303}:
        return
    if page.html and not (page.status == 200 and page.answer.request.path.endswith("/live")):
        assert page.language in LANGUAGES
