"""The tests' own tools: a phone that complains, a thumb that counts, checks that find what is planted."""

from collections.abc import Iterable, Iterator
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from playwright.sync_api import Browser

from tests.browser import checks
from tests.browser.checker import Checker
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import listening

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
<body><main><h1>A page</h1>{}</main></body></html>"""
PAGES = {
    "/": '<button type="button" style="width: 44px; height: 44px">A</button><input aria-label="b">',
    "/small": '<button type="button" style="width: 40px; height: 44px">A</button>',
    "/wide": '<p style="width: 400px">-</p>',
    "/unnamed": '<button type="button"></button>',
    "/unclosed": "<p><em>-</p>",
    "/htmx": '<p hx-get="/" hx-status:422="none">-</p>',
    "/htmx-code": '<p hx-on:click="go()">-</p>',
    "/stranger": '<img alt="" src="http://127.0.0.1:1/x.png">',
    "/script": "<script>throw new Error('broken')</script>",
    "/console": "<script>console.error('broken')</script>",
    "/policy": "<script>eval('1')</script>",
    "/missing": '<img alt="" src="/nowhere">',
    "/refused": '<img alt="" src="/refuse">',
}
STATUSES = {"/refuse": "422 Unprocessable Content", "/fault": "500 Internal Server Error"}


def pages(environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """An app of planted faults."""
    path = environment["PATH_INFO"]
    status = STATUSES.get(path) or ("200 OK" if path in PAGES else "404 Not Found")
    body = PAGE.format(PAGES.get(path, "")).encode()
    policy = (
        "default-src 'self' data:; img-src * data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
    )
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
    start(status, list({**headers, "Content-Security-Policy": policy}.items()))
    return [body]


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phone]:
    """A phone at the table of planted faults."""
    with listening(pages) as url:
        opened = open_phone(browser, url, language="en-GB", script=True)
        yield opened
        opened.page.context.close()


def test_the_table_is_no_secure_context(phone: Phone) -> None:
    phone.page.goto("/")
    assert phone.page.evaluate("isSecureContext") is False


def test_a_sound_page_has_no_complaints(phone: Phone, html_checker: Checker) -> None:
    phone.page.goto("/")
    assert phone.complaints == []
    assert checks.axe(phone.page) == []
    assert checks.overhang(phone.page) == 0
    assert html_checker.complaints(PAGE.format("")) == []


def test_the_thumb_counts_taps_and_keys(phone: Phone) -> None:
    phone.page.goto("/")
    phone.thumb.tap("button")
    phone.thumb.tap("button")
    phone.page.locator("input").focus()
    phone.thumb.type("abc")
    phone.thumb.press("Tab")
    assert (phone.thumb.taps, phone.thumb.keys, phone.thumb.count) == (2, 4, 6)


def test_the_thumb_notices_too_many_taps(phone: Phone) -> None:
    phone.page.goto("/")
    with pytest.raises(AssertionError, match="one thing: 2 taps and keys, at most 1"):
        tap_twice(phone)


def tap_twice(phone: Phone) -> None:
    """One more than allowed."""
    with phone.thumb.at_most(1, "one thing"):
        phone.thumb.tap("button")
        phone.thumb.tap("button")


def test_the_thumb_refuses_what_is_too_small(phone: Phone) -> None:
    phone.page.goto("/small")
    with pytest.raises(AssertionError, match="under 44 px"):
        phone.thumb.tap("button")


@pytest.mark.parametrize(
    "path, complaint",
    [
        ("/script", "script: broken"),
        ("/console", "console: broken"),
        ("/policy", "Content policy: script-src forbids eval"),
        ("/missing", "404"),
        ("/stranger", "asks a stranger: http://127.0.0.1:1/x.png"),
        ("/fault", "500 from http://table.lan"),
    ],
)
def test_a_phone_complains(phone: Phone, path: str, complaint: str) -> None:
    phone.page.goto(path)
    phone.thumb.rest()
    assert complaint in "\n".join(phone.complaints)


def test_a_refusal_is_no_complaint(phone: Phone) -> None:
    phone.page.goto("/refused")
    assert phone.complaints == []


def test_what_a_test_foresees_is_no_complaint(phone: Phone) -> None:
    phone.foreseen.add(404)
    phone.page.goto("/missing")
    assert phone.complaints == []


def test_axe_finds_a_button_without_a_name(phone: Phone) -> None:
    phone.page.goto("/unnamed")
    assert checks.axe(phone.page)[0].startswith("button-name at button")


def test_a_wide_page_is_measured(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 600})
    phone.page.goto("/wide")
    assert checks.overhang(phone.page) > 0


def test_the_checker_finds_what_a_browser_repairs(phone: Phone, html_checker: Checker) -> None:
    phone.page.goto("/unclosed")
    assert html_checker.complaints(checks.as_sent(phone.page)) != []


def test_the_checker_excuses_the_attributes_of_htmx_but_not_its_code(html_checker: Checker) -> None:
    assert html_checker.complaints(PAGE.format(PAGES["/htmx"])) == []
    assert html_checker.complaints(PAGE.format(PAGES["/htmx-code"])) != []
