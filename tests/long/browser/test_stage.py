"""The stage: what the table view shows on a tablet or a television, scene by scene, late in an evening."""

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.proposals import Answer, Propose
from companion.rules.sheriff.rotation import EndGame
from tests.browser import staging
from tests.browser.checker import Checker
from tests.browser.heaviest import LANGUAGES
from tests.browser.looking import moments_loaded
from tests.browser.test_stage import faults, faults_of
from tests.long.browser.test_moments import LONGEST, RECORD, played
from tests.web.stored import service_of

TURNS = """() => [...document.querySelectorAll(".stage-card")].map((card) => getComputedStyle(card))
    .filter(({animationName}) => animationName === "stage-turn")
    .map(({animationDelay}) => Number.parseFloat(animationDelay))"""


def test_nothing_scrolls_or_is_clipped_all_evening_in_french(
    browser: Browser, url: str, evening: staging.Evening, html_checker: Checker
) -> None:
    with staging.stage_of(browser, url, evening, "fr", reduced_motion="reduce") as stage:
        found = list(faults_of(staging.SCENES, stage, evening, html_checker))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_laws_and_the_booty_leave_room_for_words_and_are_read_in_full(
    language: str, browser: Browser, url: str, app: Flask, html_checker: Checker
) -> None:
    """Two Deputies, each with an offer, in the evening's first round (E6, E26)."""
    evening = staging.evening_of_six(app)
    with staging.stage_of(browser, url, evening, language, reduced_motion="reduce") as stage:
        found = list(faults_of(staging.SCENES_OF_SIX, stage, evening, html_checker))
    assert not found, "\n".join(found)


Held = tuple[int, dict[str, int]]
"""A purse and a stand."""
BY_GOODS: tuple[Held, ...] = (
    (100, {"apples": 3}),
    (105, {"bread": 2}),
    (9, {"cheese": 1}),
    (9, {"chickens": 1}),
    (9, {}),
)
SHARED: tuple[Held, ...] = ((staging.PURSE, {}),) * 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("held", [BY_GOODS, SHARED])
def test_s7_what_decided_between_equals_has_room_beside_the_winner(
    language: str, held: tuple[Held, ...], browser: Browser, url: str, app: Flask
) -> None:
    """Between two by their goods, and between five who share the victory."""
    purses, stands = zip(*held, strict=True)
    evening = staging.evening(app, purses=purses, stands=tuple(map(Goods, stands)))
    evening.plays(EndGame())
    with staging.stage_of(browser, url, evening, language, reduced_motion="reduce") as stage:
        staging.ends(evening)
        expect(stage.page.locator(".winner-why")).to_be_visible()
        found = list(faults(stage.page))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_four_offer_over_a_bag_is_seen_at_once(
    language: str, browser: Browser, url: str, app: Flask
) -> None:
    """With the clock beside it, and without."""
    evening = staging.evening(app, names=("Ann", "Bo", "Cleo", "Dov", "Eve"))
    for scene in (staging.declares, staging.all_declare):
        scene(evening)
    passes, opens = Decision.PASSES, Decision.OPENS
    deals = [
        Deal(giver, staging.FIRST, 15, decision=decision)
        for giver, decision in enumerate((passes, opens, opens, passes), staging.SECOND)
    ]
    evening.says(*(Propose(staging.SECOND, deal) for deal in deals))
    evening.says(Answer(evening.talk.proposals[0].number, accepts=True))
    found: list[str] = []
    with staging.stage_of(browser, url, evening, language, reduced_motion="reduce") as stage:
        for is_timed in (False, True):
            if is_timed:
                service_of(app).set_clock(evening.game, 150_000, running=True)
                stage.page.reload()
                expect(stage.page.locator(".stage-clock")).to_be_visible()
            expect(stage.page.locator(".face")).to_have_count(4)
            expect(stage.page.locator(".face:has([href$='#ui-check'])")).to_have_count(1)
            found += faults(stage.page)
    assert not found, "\n".join(found)


def test_an_opened_bag_is_turned_up_card_by_card_and_booking_it_turns_none_again(
    browser: Browser, url: str, evening: staging.Evening
) -> None:
    """Then the coins fly, longer than on a phone."""
    for scene in (staging.declares, staging.all_declare, staging.offers):
        scene(evening)
    with staging.stage_of(browser, url, evening, "en") as stage:
        page = stage.page
        page.evaluate(RECORD)
        moments_loaded(page)
        staging.opens(evening)
        expect(page.locator(".stage-card")).to_have_count(5)
        delays = page.evaluate(TURNS)
        assert len(delays) == 5
        assert delays == sorted({*delays})
        page.locator(".stage-card").first.evaluate("card => { card.lay = true; }")
        played(page)
        staging.is_caught(evening)
        expect(page.locator(".stage-lost")).to_have_count(4)
        assert page.locator(".stage-card").first.evaluate("card => card.lay === true")
        coins = [one for one in played(page) if one["what"] == "svg"]
        assert coins
        assert max(float(str(one["endTime"])) for one in coins) > LONGEST


def test_without_motion_the_result_stands_there_at_once(
    browser: Browser, url: str, evening: staging.Evening
) -> None:
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few):
        scene(evening)
    with staging.stage_of(browser, url, evening, "en", reduced_motion="reduce") as stage:
        staging.ends(evening)
        expect(stage.page.locator(".winner")).to_be_visible()
        expect(stage.page.locator(".yet")).to_have_count(0)


def test_an_evening_that_goes_on_in_a_rematch_takes_the_stage_along(
    browser: Browser, url: str, evening: staging.Evening
) -> None:
    for scene in (staging.counts, staging.reveals, staging.reveals_a_few, staging.ends):
        scene(evening)
    with staging.stage_of(browser, url, evening, "en", reduced_motion="reduce") as stage:
        expect(stage.page.locator(".winner")).to_be_visible()
        new = evening.again()
        stage.page.wait_for_url(f"**/g/{new}")
        expect(stage.page.locator(".stage-gathering")).to_be_visible()
