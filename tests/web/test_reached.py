"""Every request can be made by a form of some page, and every page is among the screens browsers visit."""

from collections.abc import Iterator, Mapping

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from companion.rules.goods import Goods
from tests.browser.screens import SCREENS, after_a_bag, talking
from tests.rules.given import BO, passing
from tests.tables import table
from tests.web.evening import at_table
from tests.web.markup import Form
from tests.web.phone import Page, Phone
from tests.web.routes import GETS, PART, POSTS, STREAM
from tests.web.scenes import SCENES
from tests.web.seated import comes_in, lets_out, seated
from tests.web.stored import clerk_of
from tests.web.test_talking import declares

pytestmark = pytest.mark.xdist_group("every screen")  # its pages are visited once

NO_SCREENS = {
    "GET /s/<digest>/<path:filename>": "a file",
    "GET /manifest.webmanifest": "a file for the home screen",
    "GET /sw.js": "a script",
    "GET /healthz": "a word for whoever watches over a host",
    "GET /readyz": "a word for whoever watches over a host",
    "GET /g/<game>/export.json": "a file",
    PART: "a part of a page",
    STREAM: "a stream",
    "GET /m/<secret>": "a sentence and a button, looked at in tests/long/browser/test_shared_states.py",
    "GET /g/<game>/seats/<int:seat>/move": "drawn as the bank's own, /g/<game>/move",
    "GET /g/<game>/offers/<int:number>": "drawn as a new offer, filled in",
}
"""What is missing in SCREENS of tests/browser/screens.py, and why."""
NO_FORMS: Mapping[str, str] = {}
"""What is sent by something else than a form, and why."""


def boards(app: Flask) -> Iterator[Page]:
    """Forms on no screen and in no scene: of one player's own phone, and of a table that is watched."""
    bank = after_a_bag()(app).phone
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    yield ann.page
    yield bo.page
    yield bo.open(f"/g/{bo.page.game}/seats/1/move")
    yield talking(app).merchant.follow("Change")
    yield from decided(app)
    yield noted_otherwise(app)
    yield lets_out(bank, BO)
    watched = at_table(app)
    comes_in(app, watched, "Just watch")
    yield watched.open(f"/g/{watched.page.game}/phones")


def noted_otherwise(app: Flask) -> Page:
    """The board of a merchant whose bag was recorded otherwise than it was noted."""
    there = table(app)
    bo = there.phone(BO)
    there.notes(BO, silk=2).plays(passing(BO, "apples", 2))
    return bo.open(f"/g/{there.id}")


def decided(app: Flask) -> Iterator[Page]:
    """A decided bag on its merchant's phone; after another decision, its cards on the Sheriff's."""
    bank = at_table(app)
    ann, bo = seated(app, bank, "Ann"), seated(app, bank, "Bo")
    declares(bo, "apples", 3)
    ann.open(f"/g/{ann.page.game}")
    ann.press("Let it pass")
    yield bo.open(f"/g/{bo.page.game}")
    bo.press("Let Ann decide again")
    clerk_of(app).note(bo.page.game, BO, 1, Goods({"silk": 3}))
    ann.open(f"/g/{ann.page.game}")
    yield ann.press("Open it")


def route_of(app: Flask, method: str, path: str) -> str:
    """The route that answers a request; none for one that nothing answers."""
    addresses = app.url_map.bind("table.lan")
    try:
        rule, _ = addresses.match(path.partition("?")[0].partition("#")[0], method, return_rule=True)
    except HTTPException:
        return ""
    return f"{method} {rule.rule}"


def sent_by(form: Form) -> set[str]:
    """Where a form is sent with POST, by itself or by one of its buttons."""
    around = form.element
    return {
        button.get("formaction") or around["action"]
        for button in form.buttons
        if button.get("formmethod", around.get("method")) == "post"
    }


@pytest.fixture(scope="module")
def visited(app: Flask) -> Mapping[str, Page]:
    """Every screen's page, by the screen's name."""
    screens = {name: make(app) for name, make in SCREENS.items()}
    return {name: screen.phone.open(screen.path) for name, screen in screens.items()}


@pytest.fixture(scope="module")
def shown(app: Flask, visited: Mapping[str, Page]) -> set[str]:
    """The routes of the forms of all pages."""
    phones: list[Phone] = [make(app).phone for make in SCENES.values()]
    pages = [*visited.values(), *(phone.page for phone in phones), *boards(app)]
    return {route_of(app, "POST", path) for page in pages for form in page.forms for path in sent_by(form)}


@pytest.mark.parametrize("route", POSTS)
def test_every_request_is_offered_by_a_page(shown: set[str], route: str) -> None:
    offered = (route in shown) is not (route in NO_FORMS)
    assert offered, f"no page of tests/web/scenes.py or tests/browser/screens.py has a form for {route}"


@pytest.mark.parametrize("route", GETS)
def test_every_page_is_among_the_screens(app: Flask, visited: Mapping[str, Page], route: str) -> None:
    seen = {route_of(app, "GET", page.path) for page in visited.values()}
    listed = (route in seen) is not (route in NO_SCREENS)
    assert listed, f"SCREENS of tests/browser/screens.py has no {route}, nor has NO_SCREENS here a reason"


def test_only_routes_need_a_reason() -> None:
    assert {*NO_SCREENS} <= {*GETS}
    assert {*NO_FORMS} <= {*POSTS}
