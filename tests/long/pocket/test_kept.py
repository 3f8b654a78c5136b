"""What a phone keeps: with no room left, in two tabs, across releases, to and from a server."""

import base64
import json
import shutil
import sqlite3
from pathlib import Path

from playwright.sync_api import Page, Playwright, Worker, expect

from companion.app import create_app
from companion.archive import Archive
from companion.machine.databases import DATABASE
from tests.browser import tasks
from tests.browser.phone import Phone
from tests.long.pocket.conftest import Online
from tests.long.pocket.host import READY, STATE, Host, browsed, built, game_file, opened
from tests.rules.given import BO, passing
from tests.tables import table

# Puts a file into what an empty phone keeps, as the worker does.
PUT = """async ([name, text]) => {
    const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
    const db = await new Promise((resolve) => {
        const opening = indexedDB.open("counting-house", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
        opening.onsuccess = () => resolve(opening.result);
    });
    const writing = db.transaction("kept", "readwrite"), kept = writing.objectStore("kept");
    for (let at = 0; at * 16384 < content.length; at += 1) {
        kept.put(content.slice(at * 16384, (at + 1) * 16384), [name, at]);
    }
    kept.put(content.length, [name, -1]);
    await new Promise((resolve) => { writing.oncomplete = resolve; });
    db.close();
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
# Whether a new release was loaded and waits, once it is certain.
WAITS = """async () => {
    const known = await navigator.serviceWorker.ready;
    await known.update().catch(() => {});
    const { installing } = known;
    if (installing) await new Promise((resolve) => { installing.onstatechange = resolve; });
    return Boolean(known.waiting);
}"""


def around(phone: Phone) -> Page:
    """The page around the frame."""
    page: Page = phone.page.page  # type: ignore[attr-defined] # see Inside
    return page


def book_a_bag(phone: Phone) -> None:
    """The next merchant's three apples pass."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    phone.thumb.tap("#sum .verdict-passes")


def test_a_full_phone_says_so_and_the_tap_counts_once_when_there_is_room(
    playwright: Playwright, profile: Path, online: Online
) -> None:
    url, _ = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        tasks.open_table(phone)
        around(phone).workers[0].evaluate(FULL, 0)

        def is_full(started: Worker) -> None:
            started.evaluate(FULL, 1)  # it can open what is kept

        around(phone).on("worker", is_full)
        tasks.next_bag(phone.thumb)
        tasks.declare(phone.thumb, "apples", 3)
        phone.thumb.touch("#sum .verdict-passes")  # it is sent again and again, so the page is not at rest
        expect(around(phone).locator("#offer p")).to_contain_text("no room left")
        phone.page.goto(f"{phone.page.url.split('/app')[1].split('/bags')[0]}/menu")
        phone.page.locator(".menu").first.wait_for()  # one can still look
        around(phone).remove_listener("worker", is_full)
        phone.page.goto(f"{phone.page.url.split('/app')[1].removesuffix('/menu')}")
        tasks.at_board(phone.thumb)  # the page sends again what had no answer
        assert len(json.loads(game_file(phone))["entries"]) == 2


def test_a_second_tab_says_who_has_it_and_may_take_it_over(
    playwright: Playwright, profile: Path, online: Online
) -> None:
    url, _ = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        tasks.open_table(phone)
        other = context.new_page()
        other.goto(around(phone).url)
        other.locator(STATE.format("elsewhere")).wait_for()
        expect(other.locator("#said")).to_contain_text("another tab")
        other.locator("#do").tap()
        other.locator(READY).wait_for()
        expect(other.frame_locator("iframe").locator("#board")).to_be_visible()
        around(phone).locator(STATE.format("taken")).wait_for()


def test_an_evening_comes_from_a_server_and_goes_back(
    playwright: Playwright, profile: Path, online: Online, tmp_path: Path
) -> None:
    """Equal but for what names the copy: the release, the game's id, and the chain that has it."""
    url, stack = online
    server = create_app({"DATA_DIR": str(tmp_path / "server")})
    played = table(server, 3)
    played.plays(passing(BO, "cheese", 2))
    archive: Archive = server.extensions["archive"]
    (given := tmp_path / "given.json").write_text(archive.export(played.id), "utf-8")
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        stack.close()
        phone.thumb.tap("a.next[href$='/copies']")
        phone.page.locator("#file").set_input_files(given)
        phone.thumb.tap("main form button.next")
        tasks.at_board(phone.thumb)
        book_a_bag(phone)
        tasks.at_board(phone.thumb)
        phone.page.goto("/copies")
        with around(phone).expect_download() as loading:
            phone.page.locator("[data-copy]").tap()
        taken = loading.value.path().read_text("utf-8")
    before, after = json.loads(given.read_text("utf-8")), json.loads(taken)
    assert after["entries"][: len(before["entries"])] == before["entries"]
    game, _ = archive.restore(archive.read(taken), 0)
    again = json.loads(archive.export(game))
    for named in ("release", "game", "chain"):
        del again[named], after[named]
    assert again == after


def test_a_new_release_waits_for_the_end_of_an_evening(
    playwright: Playwright, profile: Path, online: Online, host: Host, tmp_path: Path
) -> None:
    url, _ = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        tasks.open_table(phone)
        newer = tmp_path / "newer"
        shutil.copytree(built(), newer)
        for name in ("sw.js", "files.js"):
            text = (newer / name).read_text("utf-8")
            version = (newer / "files.js").read_text("utf-8").split('"')[1]
            (newer / name).write_text(text.replace(version, "f" * len(version)), "utf-8")
        host.folder = newer
        around(phone).reload()
        around(phone).locator(READY).wait_for()
        assert not around(phone).evaluate(WAITS)
        phone.page.goto(f"{phone.page.url.split('/app')[1]}/deletion")
        phone.thumb.tap("form[action$='/deletion'] button")
        assert around(phone).evaluate(WAITS)
        around(phone).reload()
        around(phone).locator(f"html[data-version='{12 * 'f'}']").wait_for()
        around(phone).locator(READY).wait_for()


def test_an_older_release_says_that_it_cannot_read_and_gives_a_copy(
    playwright: Playwright, profile: Path, online: Online, tmp_path: Path
) -> None:
    url, _ = online
    server = create_app({"DATA_DIR": str(tmp_path / "server")})
    table(server, 3).plays(passing(BO, "cheese", 2))
    server.extensions["archive"].__exit__()
    path = tmp_path / "server" / DATABASE
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with browsed(playwright, profile) as context:
        page = context.new_page()
        page.goto(f"{url}notices.txt")
        page.evaluate(PUT, [DATABASE, base64.b64encode(path.read_bytes()).decode()])
        page.goto(url)
        page.locator(STATE.format("newer")).wait_for()
        expect(page.locator("#said")).to_contain_text("newer release")
        with page.expect_download() as loading:
            page.locator("#rescue").tap()
        with sqlite3.connect(loading.value.path()) as copy:
            assert copy.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        copy.close()


def test_files_that_are_no_evening_are_refused(
    playwright: Playwright, profile: Path, online: Online, tmp_path: Path
) -> None:
    url, _ = online
    (bad := tmp_path / "bad.json").write_text("{}", "utf-8")
    with browsed(playwright, profile) as context:
        phone = opened(context, url, "#/copies")
        phone.page.locator("#file").set_input_files(bad)
        phone.thumb.tap("main form button.next")
        expect(phone.page.locator("#refusals")).to_contain_text("not the file of an evening")
