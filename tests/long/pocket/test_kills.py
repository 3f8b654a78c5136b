"""The whole browser is killed while bags are booked: what was answered is there, whole, and nothing else is.
KILLS says how often, a third of them each: right after an answer, right before it, inside a transaction.
"""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, expect

from companion.gamefile import read
from companion.registry import GAMES
from tests.browser import tasks
from tests.browser.phone import Phone
from tests.long.pocket.inside import Host, around, browsed, game_file, killed, opened

pytestmark = pytest.mark.xdist_group("pocket")  # built once, in one place

KILLS = int(os.environ.get("KILLS", "102"))
# The worker is held where it puts what changed, inside the transaction.
HELD = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
        console.log("inside");
        const end = performance.now() + 500;
        while (performance.now() < end);
        return put.apply(this, given);
    };
}"""
BADGE, VERDICT = "form[action$='/badge'] button.next", "#sum .verdict-passes"


def entries_of(phone: Phone) -> int:
    """How many entries the open table has; fails on any that is not whole, or that breaks a law."""
    return len(read(GAMES, game_file(phone)).entries)


def ready_to_book(phone: Phone) -> str:
    """Fill the next sheet in; the button that books it, or hands the badge on."""
    expect(phone.page.locator(f"{BADGE}, a.next[href*='/bags/']").first).to_be_visible()
    if phone.page.locator(BADGE).count():
        return BADGE
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 1)
    return VERDICT


@pytest.mark.parametrize("moment", ["after", "before", "inside"])
def test_what_was_answered_outlives_the_browser(
    playwright: Playwright, profile: Path, host: Host, moment: str
) -> None:
    with browsed(playwright, profile) as context:
        phone = opened(context, host.url)
        board = tasks.open_table(phone).partition("/app")[2].partition("?")[0]
        known = entries_of(phone)
    for kill in range(KILLS // 3 + 1):
        with browsed(playwright, profile) as context:
            phone = opened(context, f"{host.url}#{board}")
            now = entries_of(phone)
            assert known <= now <= known + (moment != "after")
            if kill == KILLS // 3:
                break
            known, button = now, ready_to_book(phone)
            with suppress(PlaywrightError):
                if moment == "inside":
                    around(phone).workers[0].evaluate(HELD)
                    with around(phone).expect_console_message(lambda one: one.text == "inside"):
                        phone.thumb.touch(button)
                elif moment == "after":
                    phone.thumb.tap(button)
                    tasks.at_board(phone.thumb)
                    known += 1
                else:
                    phone.thumb.touch(button)
            killed(profile)
