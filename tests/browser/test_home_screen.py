"""On a secure address a browser keeps files and one page; on plain http nothing is even tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import checks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import LIMIT, ONLOOKER, SIZE, Phone, Thumb
from tests.browser.serving import running
from tests.tables import HOST

READY = "navigator.serviceWorker.ready.then(({active}) => active.scriptURL)"
WAITING = "(await navigator.serviceWorker.getRegistration()).waiting"
KEPT = """caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)))).flat())"""
NAMES = ("Ann", "Bo", "Cleo")


@pytest.fixture
def secure(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that is the table's machine itself, whose loopback address counts as secure."""
    with browser.new_context(viewport=SIZE, locale="fr-FR") as context:
        context.set_default_timeout(LIMIT)
        context.add_init_script(ONLOOKER)
        yield context


def played(page: Page, url: str) -> str:
    """Open a table and look around; the board's address."""
    page.goto(f"{url}/new")
    for index, name in enumerate(NAMES):
        page.fill(f"#name-{index}", name)
    page.locator("#new .dock button.next").click()
    page.wait_for_url("**/g/*")
    board = page.url.partition("?")[0]
    for path in ("", "/log", "/menu", "/bags/1"):
        page.goto(board + path)
    return board


def test_without_the_machine_the_kept_page_is_shown_and_one_tap_goes_on_when_it_is_back(
    secure: BrowserContext, tmp_path: Path
) -> None:
    page = secure.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    with running(tmp_path) as server:
        url = server.url.replace(HOST, "127.0.0.1")
        page.goto(url)
        assert page.evaluate(READY) == f"{url}/sw.js?lang=fr"
        board = played(page, url)
        kept = page.evaluate(KEPT)
        assert "/offline" in kept
        assert all(path == "/offline" or path.startswith("/s/") for path in kept)
        assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert complaints == []
    for address in (url, board):
        page.goto(address)
        expect(page.locator("h1")).to_have_text("Plus de connexion avec l’ordinateur de la table")
        assert page.url.rstrip("/") == address
        assert checks.axe(page) == []
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 0
    with running(tmp_path, port=int(url.rpartition(":")[2])):
        page.locator("a.next").click()
        page.locator("[data-playing]").wait_for()
        assert page.url.partition("?")[0] == board


def test_the_kept_page_makes_way_by_itself_when_the_machine_is_back(
    secure: BrowserContext, tmp_path: Path
) -> None:
    page = secure.new_page()
    with running(tmp_path) as server:
        url = server.url.replace(HOST, "127.0.0.1")
        page.goto(url)
        page.evaluate(READY)
        board = played(page, url)
        page.goto(f"{url}/offline")
        Thumb(page).rest()
        expect(page.locator("[data-again]")).to_be_visible()
    page.goto(board)
    expect(page.locator("[data-again]")).to_be_visible()
    with running(tmp_path, port=int(url.rpartition(":")[2])):
        page.locator("[data-playing]").wait_for()
        assert page.url.partition("?")[0] == board


def test_the_kept_page_names_the_tap_that_waits_to_be_sent(secure: BrowserContext, tmp_path: Path) -> None:
    page = secure.new_page()
    with running(tmp_path) as server:
        url = server.url.replace(HOST, "127.0.0.1")
        page.goto(url)
        page.evaluate(READY)
        board = played(page, url)
        page.goto(board)
        bag = page.locator("a.next").get_attribute("href")
        page.goto(f"{url}{bag}?good=apples&number=2")
        Thumb(page).rest()
    page.locator(".verdict-passes").click()
    expect(page.locator("#outbox p")).to_contain_text("laisse passer")
    page.goto(board)
    expect(page.locator("[data-again]")).to_be_visible()
    expect(page.locator("[data-waits]")).to_contain_text("laisse passer")
    assert checks.axe(page) == []


def test_another_language_keeps_another_page(secure: BrowserContext, tmp_path: Path) -> None:
    page = secure.new_page()
    with running(tmp_path) as server:
        url = server.url.replace(HOST, "127.0.0.1")
        page.goto(url)
        page.evaluate(READY)
        secure.add_cookies([{"name": "language", "value": "en", "url": url}])
        page.goto(url)
        page.wait_for_function(
            "caches.keys().then((names) => names.some((name) => name.includes('lang=en')))"
        )
        page.wait_for_function(f"async () => {WAITING}?.scriptURL.endsWith('lang=en')")
        assert page.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("lang=fr")
        # Nobody is back in the instant when one worker follows another.
        former = next(one for one in secure.service_workers if one.url.endswith("lang=fr"))
        with former.expect_event("close"):
            page.close()
        later = secure.new_page()
        later.goto(url)
        later.wait_for_function("navigator.serviceWorker.controller.scriptURL.endsWith('lang=en')")
        later.wait_for_function("caches.keys().then((names) => names.length === 1)")


def test_on_plain_http_nothing_is_installed_and_nothing_complains(
    phone: Phone, open_phones: OpenPhone
) -> None:
    for one in (phone, open_phones(language="fr-FR")):
        one.page.goto("/")
        one.thumb.rest()
        assert not one.page.evaluate("'serviceWorker' in navigator")
        assert one.page.locator("link[rel='manifest']").count() == 0
