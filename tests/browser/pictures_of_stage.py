"""The pictures of the stage: one thing at a time on a television."""

import tempfile

from playwright.sync_api import Browser, ViewportSize

from companion.app import create_app
from companion.rules.goods import Goods
from companion.rules.sheriff import commands as ask
from companion.rules.sheriff import talk
from companion.rules.sheriff.bags import Deal, Decision, Declaration
from tests.browser import staging
from tests.browser.serving import TRUSTED, listening
from tests.browser.studio import Studio, studio
from tests.web.stored import clerk_of, doorkeeper_of

TELEVISION = ViewportSize(width=1280, height=720)
NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard")
MARIAN, TUCK, WILL, GUY, RICHARD = range(len(NAMES))
PURSES = (46, 71, 38, 91, 24)
STANDS: tuple[dict[str, int], ...] = (
    {"apples": 4, "cheese": 6, "chickens": 2},
    {"apples": 7, "bread": 5, "face_down": 2},
    {"cheese": 3, "bread": 4, "chickens": 5, "face_down": 3},
    {"apples": 2, "cheese": 5, "bread": 2, "chickens": 1},
    {"apples": 2, "bread": 3, "chickens": 3},
)

CAPTIONS = {
    "stage-gathers": "The stage, on a television or a tablet in the middle: the code, and who is there",
    "stage-declares": "The stage: a declaration, as it comes",
    "stage-offers": "The stage: an offer over the bag that is next, and the clock",
    "stage-opened": "The stage: a bag was opened, card by card, and coins fly",
    "stage-badge": "The stage: a round begins",
    "stage-reveals": "The stage: contraband comes to light",
    "stage-race": "The stage: the count as a race, Kings and Queens one by one, the winner",
}
"""Every picture's name and what it shows, in the order of an evening."""


def take(browser: Browser, language: str) -> list[str]:
    """Play and take the pictures; what the screen complained about."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_DIR": folder, "TRUSTED_HOSTS": TRUSTED})
        evening = staging.evening(app, NAMES, PURSES, tuple(map(Goods, STANDS)))
        with listening(app, 0, app.extensions["bell"].close) as url:
            at = studio(browser, url, language, size=TELEVISION)
            staging.show(at.phone, evening)
            play(at, evening)
            at.phone.page.context.close()
    return at.phone.complaints


def play(at: Studio, evening: staging.Evening) -> None:
    """The last rounds of an evening."""
    keep(at, evening, "stage-gathers")
    doorkeeper_of(evening.app).shut_door(evening.game)
    evening.says(staging.declared(TUCK, "cheese", 3), staging.declared(WILL, "apples", 4))
    keep(at, evening, "stage-declares")
    evening.says(staging.declared(GUY, "bread", 2), staging.declared(RICHARD, "chickens", 5))
    evening.plays(ask.PassBag(TUCK, Declaration("cheese", 3), Goods({"cheese": 1, "face_down": 2})))
    clerk_of(evening.app).set_clock(evening.game, 83_000, running=False)
    evening.says(
        talk.Propose(WILL, Deal(WILL, MARIAN, 12, decision=Decision.PASSES)),
        talk.Propose(WILL, Deal(GUY, MARIAN, 15, decision=Decision.OPENS)),
    )
    keep(at, evening, "stage-offers")
    inside = Goods({"apples": 2, "mead": 1, "silk": 1})
    evening.plays(ask.OpenBag(WILL, Declaration("apples", 4), inside))
    keep(at, evening, "stage-opened")
    evening.plays(ask.SitOut(GUY), ask.SitOut(RICHARD), ask.PassBadge())
    keep(at, evening, "stage-badge")
    staging.counts(evening)
    evening.plays(ask.RevealContraband(TUCK, Goods({"pepper": 2, "silk": 1, "crossbow": 1})))
    evening.plays(ask.RevealContraband(WILL, Goods({"mead": 1, "crossbow": 1, "golden_apples": 1})))
    keep(at, evening, "stage-reveals")
    evening.plays(ask.CloseCount())
    keep(at, evening, "stage-race")


def keep(at: Studio, evening: staging.Evening, name: str) -> None:
    """The stage as it is now."""
    at.page.locator(f"[data-stamp='{evening.stamp}']").wait_for(state="attached")
    at.keep(name)
