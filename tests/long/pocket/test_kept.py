"""What a phone keeps: with no room left, in two tabs, across releases, to and from a server."""

import base64
import json
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, Worker, expect

from companion import gamefile
from companion.app import create_app
from companion.archive import Archive
from companion.machine.databases import DATABASE
from tests.browser import tasks
from tests.browser.phone import Phone
from tests.long.pocket.inside import READY, STATE, Host, around, browsed, game_file, opened
from tests.rules.given import BO, passing
from tests.tables import table

pytestmark = pytest.mark.xdist_group("pocket")  # built once, in one place

# Puts a file into what an empty phone keeps, as the worker does.
PUT = """async ([name, text]) => {
    const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
    const opening = indexedDB.open("counting-house", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const writing = opening.result.transaction("kept", "readwrite");
    writing.objectStore("kept").put(content, [name, 0]);
    await new Promise((resolve) => { writing.oncomplete = resolve; });
    opening.result.close();
}"""
# The browser refuses every further transaction for want of room. (Chromium can be told of a smaller quota but
# does not apply it to IndexedDB.)
FULL = """(free) => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...how) {
        const made = transaction.apply(this, how);
        free -= 1;
        if (free >= 0) return made;
        Object.defineProperty(made, "error", { value: new DOMException("", "QuotaExceededError") });
        queueMicrotask(() => made.abort());
        return made;
    };
}"""
# Whether the browser finds a new release, which it looks for by itself now and then.
UPDATED = """async () => {
    const known = await navigator.serviceWorker.ready;
    await known.update().catch(() => {});
    return Boolean(known.installing ?? known.waiting);
}"""
# A new release is loaded, and waits.
WAITS = """async () => {
    const known = await navigator.serviceWorker.ready;
    while (!known.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def book_a_bag(phone: Phone) -> None:
    """The next merchant's three apples pass."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    phone.thumb.tap("#sum .verdict-passes")
    tasks.at_board(phone.thumb)


def test_a_full_phone_says_so_and_the_tap_counts_once_when_there_is_room(
    playwright: Playwright, profile: Path, host: Host
) -> None:
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        board = tasks.open_table(phone).partition("/app")[2].partition("?")[0]
        around(phone).workers[0].evaluate(FULL, 0)

        def is_full(started: Worker) -> None:
            started.evaluate(FULL, 1)  # it can open what is kept

        around(phone).on("worker", is_full)
        tasks.next_bag(phone.thumb)
        tasks.declare(phone.thumb, "apples", 3)
        phone.thumb.touch("#sum .verdict-passes")  # it is sent again and again, so the page is not at rest
        expect(around(phone).locator("#offer p")).to_contain_text("no room left")
        phone.page.goto(f"{board}/menu")
        phone.page.locator(".menu").first.wait_for()  # one can still look
        around(phone).remove_listener("worker", is_full)
        phone.page.goto(board)
        tasks.at_board(phone.thumb)  # the page sends again what had no answer
        assert len(json.loads(game_file(phone))["entries"]) == 2


def test_a_second_tab_says_who_has_it_and_may_take_it_over(
    playwright: Playwright, profile: Path, host: Host
) -> None:
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        tasks.open_table(phone)
        other = context.new_page()
        other.goto(around(phone).url)
        other.locator(STATE.format("elsewhere")).wait_for()
        expect(other.locator("#said")).to_contain_text("another tab")
        other.locator("#shell button >> nth=0").tap()
        other.locator(READY).wait_for()
        expect(other.frame_locator("iframe").locator("#board")).to_be_visible()
        around(phone).locator(STATE.format("taken")).wait_for()


def test_an_evening_comes_from_a_server_and_goes_back(
    playwright: Playwright, profile: Path, host: Host, tmp_path: Path
) -> None:
    """Equal but for what names the copy: the release, the game's id, and the chain that has it."""
    server = create_app({"DATA_DIR": str(tmp_path / "server")})
    played = table(server, 3)
    played.plays(passing(BO, "cheese", 2))
    archive: Archive = server.extensions["archive"]
    (given := tmp_path / "given.json").write_text(archive.export(played.id), "utf-8")
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        host.end()
        phone.thumb.tap("a.next[href$='/import']")
        phone.page.locator("#file").set_input_files(given)
        phone.thumb.tap("main form button.next")
        tasks.at_board(phone.thumb)
        book_a_bag(phone)
        phone.thumb.tap("a[href$='/menu']")
        with around(phone).expect_download() as loading:
            phone.page.locator(".menu a[href$='/export.json']").tap()
        taken = loading.value.path().read_text("utf-8")
    before, after = json.loads(given.read_text("utf-8")), json.loads(taken)
    assert after["entries"][: len(before["entries"])] == before["entries"]
    game, _ = archive.restore(gamefile.read(archive.games, taken), 0)
    again = json.loads(archive.export(game))
    for named in ("release", "game", "chain"):
        del again[named], after[named]
    assert again == after


def test_a_new_release_waits_for_the_end_of_an_evening(
    playwright: Playwright, profile: Path, host: Host
) -> None:
    version = (host.files / "release.txt").read_text("utf-8")
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        board = tasks.open_table(phone).partition("/app")[2].partition("?")[0]
        worker = (host.files / f"sw-{version}.js").rename(host.files / "sw-newer.js")
        for path in (worker, host.files / "files.js", host.files / "release.txt"):
            path.write_text(path.read_text("utf-8").replace(version, "newer"), "utf-8")
        around(phone).reload()
        around(phone).locator(READY).wait_for()
        assert not around(phone).evaluate(UPDATED)
        phone.page.goto(f"{board}/deletion")
        phone.thumb.tap("form[action$='/deletion'] button")
        around(phone).reload()
        around(phone).locator(f"html[data-version='{version}'][data-state=ready]").wait_for()
        around(phone).evaluate(WAITS)
        around(phone).reload()
        around(phone).locator("html[data-version=newer][data-state=ready]").wait_for()


def test_an_older_release_says_that_it_cannot_read_and_gives_a_copy(
    playwright: Playwright, profile: Path, host: Host, tmp_path: Path
) -> None:
    server = create_app({"DATA_DIR": str(tmp_path / "server")})
    table(server, 3).plays(passing(BO, "cheese", 2))
    server.extensions["archive"].__exit__()
    path = tmp_path / "server" / DATABASE
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with browsed(playwright, profile) as context:
        page = context.new_page()
        page.goto(f"{host.url}notices.txt")
        page.evaluate(PUT, [DATABASE, base64.b64encode(path.read_bytes()).decode()])
        page.goto(host.url)
        page.locator(STATE.format("newer")).wait_for()
        expect(page.locator("#said")).to_contain_text("newer release")
        with page.expect_download() as loading:
            page.locator("#shell button").last.tap()
        with sqlite3.connect(loading.value.path()) as copy:
            assert copy.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        copy.close()
