"""What a phone needs to put the app on its home screen, and what its service worker may cache."""

import json
import re
import struct
from pathlib import Path

import pytest
from flask import Flask
from markupsafe import escape

from companion.web.home import DAY, FILES, NIGHT
from tests.web.phone import Phone

ROOT = Path(__file__).parents[2]
SECURE = "https://table.lan"


def manifest(phone: Phone, language: str = "en") -> dict[str, object]:
    """The manifest that the start page names."""
    page = phone.send("GET", f"/manifest.webmanifest?lang={language}")
    assert page.answer.mimetype == "application/manifest+json"
    read: dict[str, object] = json.loads(page.html)
    return read


def links(phone: Phone, path: str = "/") -> dict[str, str]:
    """The page's links to files, by their relation."""
    return {link["rel"]: link["href"] for link in phone.open(path).root.elements("link")}


def test_the_manifest_has_what_a_browser_asks_for(phone: Phone) -> None:
    read = manifest(phone)
    assert {read[name] for name in ("id", "start_url", "scope")} == {"/"}
    assert (read["display"], read["lang"]) == ("standalone", "en")
    assert len(str(read["short_name"])) <= 12
    assert (read["theme_color"], read["background_color"]) == (DAY, DAY)


def test_its_icons_are_as_large_as_it_says(phone: Phone) -> None:
    icons = manifest(phone)["icons"]
    assert isinstance(icons, list)
    assert [(icon["sizes"], icon["purpose"]) for icon in icons] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    touch = {"src": links(phone)["apple-touch-icon"], "sizes": "180x180", "type": "image/png"}
    for icon in (*icons, touch):
        response = phone.send("GET", icon["src"]).answer
        assert response.mimetype == icon["type"]
        assert response.content_length < 12_000
        assert "{}x{}".format(*struct.unpack(">II", response.data[16:24])) == icon["sizes"]


def test_its_shortcuts_lead_to_pages(phone: Phone) -> None:
    shortcuts = manifest(phone)["shortcuts"]
    assert isinstance(shortcuts, list)
    assert [shortcut["url"] for shortcut in shortcuts] == ["/new", "/count"]
    for shortcut in shortcuts:
        assert phone.open(shortcut["url"]).status == 200


def test_it_speaks_the_language_of_the_page_that_names_it(app: Flask) -> None:
    """Browsers ask for it without cookies."""
    english = manifest(Phone(app, "fr"), "en")
    french = manifest(Phone(app, "en"), "fr")
    assert (english["lang"], french["lang"]) == ("en", "fr")
    assert english["shortcuts"] != french["shortcuts"]
    assert links(Phone(app, "fr", SECURE))["manifest"] == "/manifest.webmanifest?lang=fr"
    assert manifest(Phone(app, "fr"), "xx")["lang"] == "fr"


def test_only_where_a_browser_installs_apps_it_is_named(app: Flask) -> None:
    for base, named in ((SECURE, True), ("http://localhost", True), ("http://table.lan", False)):
        assert ("manifest" in links(Phone(app, base=base))) == named
        policy = Phone(app, base=base).send("GET", "/").answer.headers["Content-Security-Policy"]
        assert ("manifest-src 'self'; worker-src 'self'" in policy) == named


def test_the_colours_are_those_of_the_style_sheet(app: Flask) -> None:
    tokens = (ROOT / "static/css/tokens.css").read_text()
    page = re.search(r"--page: var\(--day, (#\w+)\) var\(--night, (#\w+)\);", tokens)
    assert page
    assert page.groups() == (DAY, NIGHT)
    phone = Phone(app)
    colours = [
        meta["content"] for meta in phone.open("/").root.elements("meta") if meta.get("name") == "theme-color"
    ]
    assert colours == [DAY, NIGHT]


def test_the_worker_keeps_files_that_are_there_and_changes_with_them(phone: Phone) -> None:
    page = phone.send("GET", "/sw.js")
    assert page.answer.mimetype == "text/javascript"
    assert page.answer.headers["Cache-Control"] == "no-store"
    files = json.loads(page.found(r"FILES = (\[.*?\])"))
    version = page.found(r'VERSION = "(.*?)"')
    assert len(files) == len(FILES)
    for file in files:
        assert file.startswith(f"/s/{version}/")
        assert phone.send("GET", file).status == 200


def test_below_a_path_everything_is_below_it(app: Flask) -> None:
    client, base = app.test_client(), f"{SECURE}/sheriff"
    read = json.loads(client.get("/manifest.webmanifest", base_url=base).data)
    assert {read[name] for name in ("id", "start_url", "scope")} == {"/sheriff/"}
    assert read["icons"][0]["src"].startswith("/sheriff/s/")
    assert b'["/sheriff/s/' in client.get("/sw.js", base_url=base).data


def test_the_worker_is_small_and_takes_nothing_over() -> None:
    source = (ROOT / "static/worker.js").read_text()
    assert source.count("\n") < 80
    assert "skipWaiting" not in source
    assert "clients.claim" not in source
    assert ".put(" not in source


@pytest.mark.parametrize("language,words", [("en", "No connection"), ("fr", "Plus de connexion")])
def test_the_page_for_when_nobody_answers(app: Flask, language: str, words: str) -> None:
    phone = Phone(app)
    page = phone.send("GET", f"/offline?lang={language}")
    assert page.language == language
    assert str(escape(words)) in page.html
    assert "csrf_token" not in page.html
    assert "Set-Cookie" not in page.answer.headers
