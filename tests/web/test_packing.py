"""Which responses are compressed, and that minified files mean the same."""

import gzip
import re
import shutil
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.machine.paths import assets
from companion.web.http.assets import (
    BUILT,
    ENTRIES,
    MADE_OF,
    OWN_STYLES,
    STYLES,
    WORKER,
    Assets,
    digest_of,
    light_style,
    sources,
)
from companion.web.token import COOKIE

GZIP = {"Accept-Encoding": "gzip"}
NOBODYS_WORDS = ("/", "/new", "/count", "/cards", "/credits", "/settings")
NAMES_PEOPLE = ("/", "/new")


def asked(app: Flask, path: str, cookie: str = "", method: str = "GET") -> TestResponse:
    """The response to a browser that accepts gzip."""
    client = app.test_client()
    if cookie:
        client.set_cookie(COOKIE, cookie)
    return client.open(path, method=method, headers=GZIP)


@pytest.mark.parametrize("path", NOBODYS_WORDS)
def test_a_newcomers_first_pages_are_compressed_and_say_so(app: Flask, path: str) -> None:
    response = asked(app, path)
    assert response.content_encoding == "gzip"
    assert "Accept-Encoding" in response.vary
    assert gzip.decompress(response.data).startswith(b"<!doctype html>")
    assert response.content_length == len(response.data)


@pytest.mark.parametrize("path", NOBODYS_WORDS)
def test_a_head_says_what_a_get_would_send(app: Flask, path: str) -> None:
    response = asked(app, path, method="HEAD")
    assert response.content_encoding == "gzip"
    assert response.data == b""


@pytest.mark.parametrize("path", NOBODYS_WORDS)
def test_a_browser_without_gzip_gets_the_same_page_plain(app: Flask, path: str) -> None:
    response = app.test_client().get(path)
    assert "Content-Encoding" not in response.headers
    assert "Accept-Encoding" in response.vary
    assert response.data.startswith(b"<!doctype html>")


@pytest.mark.parametrize("path", NOBODYS_WORDS)
def test_an_address_with_a_query_is_never_compressed(app: Flask, path: str) -> None:
    assert asked(app, f"{path}?back=/guess").content_encoding is None


@pytest.mark.parametrize("path", NAMES_PEOPLE)
def test_pages_that_may_name_people_are_plain_for_a_phone_that_had_a_table(app: Flask, path: str) -> None:
    assert asked(app, path, cookie="a" * 43).content_encoding is None


def test_the_empty_count_ignores_its_address(app: Flask) -> None:
    assert b"Mallory" not in app.test_client().get("/count?name-0=Mallory").data


def test_a_light_style_sheet_keeps_strings_and_needed_spaces() -> None:
    sheet = b"""
    /* said "why" */
    a > b , .c:is(.d, .e) :hover { content: " ; } /* here */ "; inline-size: calc(100% - 1px); }
    /* one */ /* after the other */ .g { color: red !important; }
    @media (max-width: 22rem) { .f { color: red; } }
    """
    assert light_style(sheet) == (
        b'a>b,.c:is(.d,.e) :hover{content:" ; } /* here */ ";inline-size:calc(100% - 1px)}'
        b".g{color:red!important}"
        b"@media (max-width:22rem){.f{color:red}}"
    )


@pytest.mark.parametrize("style", [*STYLES, *OWN_STYLES])
def test_a_style_sheet_is_packed_as_it_is_today(style: str) -> None:
    """`make scripts` packs it: it takes its time, and saves each phone what zlib cannot."""
    folder = assets().static
    packed = (folder / BUILT / f"{Path(style).name}.gz").read_bytes()
    assert gzip.decompress(packed) == Assets(folder).files[style].plain


def test_bundles_are_those_of_todays_scripts() -> None:
    """`make scripts` makes them."""
    folder = assets().static
    built = {path.name: path for path in (folder / BUILT).iterdir()}
    assert built[MADE_OF].read_text(encoding="utf-8").strip() == digest_of(sources(folder))
    made = {name for name in built if name.endswith(".js")}
    assert made == {Path(name).name for name in (*ENTRIES, WORKER)}
    for entry in ENTRIES:
        name = Path(entry).name
        assert gzip.decompress(built[f"{name}.gz"].read_bytes()) == built[name].read_bytes()


def test_a_bundle_imports_nothing_but_other_bundles() -> None:
    folder = assets().static / BUILT
    for entry in ENTRIES:
        bundle = (folder / Path(entry).name).read_bytes()
        imported = re.findall(rb"""["'`]\./([^"'`]+)""", bundle)
        assert {f"js/{name.decode()}" for name in imported} <= {*ENTRIES}


def test_changed_scripts_are_served_as_they_are_written_with_all_they_import(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(assets().static, folder)
    changed = folder / "js" / "older.js"
    changed.write_bytes(changed.read_bytes() + b"// changed\n")
    found = Assets(folder)
    written = sources(folder)
    assert found.worker == written.pop(WORKER)
    assert {name: found.files[name].plain for name in written} == written
    imported = {name for source in written.values() for name in re.findall(rb'"\./([^"]+)"', source)}
    assert b"older.js" in imported
    assert {f"js/{name.decode()}" for name in imported} <= written.keys()


def test_nothing_may_run_in_a_drawing_that_is_opened_by_itself(app: Flask) -> None:
    """It is a page then; to a style sheet or a script a policy would mean nothing."""
    files = re.findall(r"/s/[^\"#]+", gzip.decompress(asked(app, "/settings").data).decode())
    drawings = [response for path in {*files} if (response := asked(app, path)).mimetype == "image/svg+xml"]
    assert drawings
    for response in drawings:
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
