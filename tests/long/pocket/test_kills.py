"""The whole browser is killed while bags are booked: what was answered is there, whole, and nothing else is.
KILLS says how often, a third of them each: right after an answer, right before it, inside a transaction.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright

from companion.gamefile import read
from companion.registry import GAMES
from tests.browser import tasks
from tests.browser.phone import Phone
from tests.long.pocket.test_kept import around
from tests.pocket.conftest import Online
from tests.pocket.host import browsed, killed, opened

KILLS = int(os.environ.get("KILLS", "99"))
# Books the next bag, or hands the badge on, by a form of its own; says once that it was answered.
BOOK = """async () => {
    const text = async (path, how) => (await fetch(path, how)).text();
    const page = (html) => new DOMParser().parseFromString(html, "text/html");
    const board = page(await text(location.pathname));
    const badge = board.querySelector("form[action$='/badge']");
    const next = board.querySelector("a.next[href*='/bags/']");
    const form = badge ?? page(await text(`${next.getAttribute("href")}?good=apples&number=1`)).querySelector("#bag");
    const fields = new URLSearchParams(new FormData(form));
    if (!badge) fields.set("number", "1");
    const where = badge ?? form.querySelector(".verdict-passes");
    const path = (badge ? badge.getAttribute("action") : where.getAttribute("formaction")) ?? form.getAttribute("action");
    const answer = await fetch(path, { method: "POST", body: fields });
    console.log(`answered ${answer.status} ${answer.url}`);
}"""
# The worker is held where it puts what changed, so that it is killed inside the transaction.
HELD = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
        console.log("inside");
        const end = performance.now() + 300;
        while (performance.now() < end);
        return put.apply(this, given);
    };
}"""


def entries_of(phone: Phone) -> int:
    """How many entries the open table has; fails on any that is not whole, or that breaks a law."""
    game = phone.page.url.split("/g/")[1].split("?")[0]
    text = phone.page.evaluate(
        "(game) => fetch(`${location.pathname.split('/g/')[0]}/copies/${game}.json`).then((one) => one.text())", game
    )
    return len(read(GAMES, text).entries)


@pytest.mark.lasts(3_600)
@pytest.mark.parametrize("moment", ["after", "before", "inside"])
def test_what_was_answered_outlives_the_browser(
    playwright: Playwright, profile: Path, online: Online, moment: str
) -> None:
    url, _ = online
    with browsed(playwright, profile) as context:
        phone = opened(context, url)
        board = tasks.open_table(phone, rounds=12).partition("/app")[2]
        known = entries_of(phone)
        around(phone).goto("about:blank")
    for _kill in range(KILLS // 3):
        said: list[str] = []
        with browsed(playwright, profile) as context:
            phone = opened(context, url, f"#{board}")
            now = entries_of(phone)
            assert known <= now <= known + 1
            known = now

            def hear(text: str) -> None:
                said.append(text)
                if re.match({"after": "answered", "before": "-", "inside": "inside"}[moment], text):
                    killed(profile)

            around(phone).on("console", lambda message: hear(message.text))
            if moment == "inside":
                around(phone).workers[0].evaluate(HELD)
            if moment == "before":
                around(phone).on("requestfinished", lambda one: one.method == "POST" and killed(profile))
                around(phone).on("request", lambda one: one.method == "POST" and killed(profile))
            with suppress(PlaywrightError):
                phone.page.evaluate(BOOK)
                around(phone).wait_for_timeout(5_000)
            killed(profile)
        assert said or moment == "before"
        answered = [text for text in said if text.startswith("answered 200")]
        assert moment != "after" or answered, said
        known += len(answered)
    with browsed(playwright, profile) as context:
        assert known <= entries_of(opened(context, url, f"#{board}")) <= known + 1


