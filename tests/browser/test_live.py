"""Two phones at one table: what one books the other shows by itself, and no tap is lost on the way."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.records import ASLEEP
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.rotation import PassBadge
from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, open_phone
from tests.browser.serving import Server, running
from tests.rules.given import ANN, BO, CLEO, deal, passing, paying
from tests.tables import Table, table
from tests.web.stored import later

SAY = """() => { window.heard = []; new MutationObserver(() => {
    const words = document.getElementById("said").textContent; if (words) window.heard.push(words);
}).observe(document.getElementById("said"), {childList: true, characterData: true, subtree: true}); }"""
HIDE = """(state) => {
    for (const [name, value] of [["hidden", state === "hidden"], ["visibilityState", state]])
        Object.defineProperty(document, name, {configurable: true, get: () => value});
    document.dispatchEvent(new Event("visibilitychange"));
}"""

HOLD = """() => { const ask = window.ask = window.fetch; window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (String(asked[0]).includes("/live?")) await new Promise((release) => { window.release = release; });
    return answer;
}; }"""


@pytest.fixture
def two(browser: Browser, server: Server, three: Table) -> Iterator[tuple[Phone, Phone]]:
    """Two browsers at one table of three, both at the board."""
    yield from at_one_table(browser, server, three)


def at_one_table(browser: Browser, server: Server, three: Table) -> Iterator[tuple[Phone, Phone]]:
    """Both hold it, since they have the same cookie."""
    one, other = (open_phone(browser, server.url, language="en-GB", script=True).at(three) for _ in range(2))
    for phone in (one, other):
        is_live(phone.page)
    yield one, other
    for phone in (one, other):
        phone.page.context.close()
    complaints = [complaint for phone in (one, other) for complaint in phone.complaints]
    assert not complaints, "\n".join(complaints)


def is_live(page: Page) -> None:
    """The phone knows that it is connected."""
    expect(page.locator("#live")).to_have_attribute("data-state", "live")


def done(page: Page, bags: int) -> None:
    """The board shows this many bags done, without a tap."""
    expect(page.locator(".merchant-done")).to_have_count(bags)


def cut_off(phone: Phone) -> None:
    """No connection from here on."""
    phone.may_be_cut_off = True
    phone.page.context.set_offline(True)


def unsent(phone: Phone, words: str | re.Pattern[str]) -> None:
    """The strip says what waits."""
    expect(phone.page.locator("#outbox p")).to_contain_text(words)


def all_sent(phone: Phone) -> None:
    """Nothing waits any more."""
    expect(phone.page.locator("#outbox")).to_have_count(0)


def bag_ready(phone: Phone) -> None:
    """The next bag but for its last tap."""
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)


def test_a_change_on_one_phone_shows_on_the_other(two: tuple[Phone, Phone]) -> None:
    one, other = two
    other.page.evaluate(SAY)
    other.page.locator(".last summary, .next").first.focus()
    tasks.honest("passes")(one.thumb)
    done(other.page, 1)
    expect(other.page.locator("#said")).to_have_text("Bo’s bag passed: 3 apples.")
    assert other.page.evaluate("heard") == ["Bo’s bag passed: 3 apples."]
    assert other.page.evaluate("document.activeElement.matches('.next')")
    tasks.take_back(one.thumb)
    done(other.page, 0)
    for shown in ("#said", ".undone span"):
        expect(other.page.locator(shown)).to_have_text("Taken back: Bo’s bag")
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    tasks.honest("passes")(one.thumb)
    tasks.pass_badge(one.thumb)
    expect(other.page).to_have_title(re.compile("^Round 2 "))
    expect(other.page.locator("#bar h1")).to_contain_text("Round 2")


def test_when_time_runs_out_a_form_to_haggle_with_leads_back_to_the_board(
    phone: Phone, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T7: nobody said or booked anything; the page's own clock asks."""
    clocked = table(server.app, 3, expansions=["timer"])
    clocked.service.set_clock(clocked.id, 60_000, running=True)
    page = phone.at(clocked, path="/offers/new").page
    is_live(page)
    then = clocked.service._monotonic() + 60_000  # noqa: SLF001 - the clock of this service is set
    monkeypatch.setattr(clocked.service, "_monotonic", lambda: then)
    page.evaluate("document.dispatchEvent(new Event('timer:over'))")
    expect(page.locator("#news")).to_contain_text("Time is up: this bag passes without a bribe.")
    expect(page.locator("#offer .next")).to_contain_text("Continue")


def test_what_a_phone_was_told_goes_with_the_next_thing_that_it_does(phone: Phone, server: Server) -> None:
    """And does not come back with what others say."""
    there = table(server.app, 3, expansions=["timer"])
    told = phone.at(there, BO).page.locator("[data-told]")
    there.membership.hand_bank(there.id, BO)
    phone.page.reload()
    expect(told).to_be_visible()
    phone.thumb.tap("[data-now] [value='start']")
    expect(phone.page.locator("[data-timer='running']")).to_be_visible()
    there.says(Declare(BO, Declaration("apples", 2)))
    expect(phone.page.locator(".merchants")).to_contain_text("2")
    expect(told).to_be_hidden()


def test_a_tap_on_the_board_draws_what_changed_alone(two: tuple[Phone, Phone]) -> None:
    one, _other = two
    tasks.honest("passes")(one.thumb)
    one.page.set_viewport_size({"width": 320, "height": 240})  # so that the button is below the fold
    one.page.locator(".take-back button").scroll_into_view_if_needed()
    scrolled = one.page.evaluate("scrollY")
    assert scrolled > 0
    one.page.evaluate(SAY)
    first = one.page.evaluate_handle("document.querySelector('.seats > li')")
    tasks.take_back(one.thumb)
    done(one.page, 0)
    assert first.evaluate("(row) => row.isConnected")
    assert one.page.evaluate("document.activeElement.isConnected && scrollY > 0")
    expect(one.page.locator("#said")).to_have_text("Taken back: Bo’s bag")
    assert "booked=3" in one.page.url


def test_an_update_asked_for_before_a_tap_is_not_drawn_after_it(phone: Phone, three: Table) -> None:
    three.plays(passing(BO, "apples", 3), passing(CLEO, "apples", 3))
    one = phone.at(three)
    is_live(one.page)
    one.page.evaluate(HOLD)
    three.plays(paying(BO, CLEO, 1))
    one.page.wait_for_function("() => window.release")
    tasks.pass_badge(one.thumb)
    one.page.evaluate("window.release()")
    one.thumb.rest()
    expect(one.page.locator("#bar h1")).to_contain_text("Round 2")


def test_what_is_asked_in_the_count_is_not_drawn_into_the_button_that_led_there(
    phone: Phone, three: Table
) -> None:
    """Enter would judge a promise, and words for screen readers would stand in its button."""
    three.plays(passing(BO, "apples", 1, deal(BO, ANN, promise="Lunch")), passing(CLEO, "apples", 1))
    while three.game.round < three.game.rounds:
        three.plays(PassBadge())
        three.plays(*(SitOut(seat) for seat in three.game.waiting))
    page = phone.at(three).page
    is_live(page)
    page.get_by_role("button", name="Count the stands").click()
    kept = page.get_by_role("button", name="Kept")
    expect(kept).to_be_visible()
    assert page.evaluate("!document.activeElement.closest('.promise')")
    expect(kept.locator(".unseen")).to_have_css("position", "absolute")


def test_what_is_half_typed_stays_and_keeps_the_focus(two: tuple[Phone, Phone]) -> None:
    one, other = two
    tasks.bag_of(other.thumb, 2)
    tasks.declare(other.thumb, "cheese", 2)
    tasks.unfold(other.thumb, "promising")
    other.page.locator("#deal-0-promise").focus()
    other.page.keyboard.type("a favour, lat")
    before = other.page.evaluate("scrollY")
    tasks.honest("passes")(one.thumb)
    expect(other.page.locator("#news")).to_contain_text("Latest: Bo’s bag passed")
    other.page.keyboard.type("er")
    assert other.page.evaluate("[document.activeElement.id, document.activeElement.value]") == [
        "deal-0-promise",
        "a favour, later",
    ]
    assert other.page.evaluate("scrollY") == before
    expect(other.page.locator("#good-cheese, [name='good'][value='cheese']").first).to_be_checked()
    expect(other.page.locator("#said")).to_have_text("Bo’s bag passed: 3 apples.")
    other.thumb.tap("#news a")
    tasks.at_board(other.thumb)
    done(other.page, 1)


def test_a_phone_that_wakes_shows_the_right_state_by_itself(two: tuple[Phone, Phone]) -> None:
    one, other = two
    other.page.evaluate(HIDE, "hidden")
    tasks.honest("passes")(one.thumb)
    other.thumb.rest()
    done(other.page, 0)
    other.page.evaluate(HIDE, "visible")
    expect(other.page.locator(".merchant-done")).to_have_count(1)


def test_a_board_shows_by_itself_who_fell_asleep_and_at_once_who_is_back(
    server: Server, three: Table, open_phones: OpenPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, bo = open_phones().at(three), open_phones().at(three, BO)
    is_live(one.page)
    row = one.page.locator(".seat", has_text="Bo")
    bo.thumb.rest()
    for state in ("visible", "hidden"):  # a page that never asked for news counts as one without scripts
        bo.page.evaluate(HIDE, state)
        bo.thumb.rest()  # or what it still asks is heard after that time
    later(monkeypatch, ASLEEP, server.app)
    server.app.extensions["notifier"].wake(three.id)  # instead of waiting until the next may fall asleep
    expect(row).to_contain_text("asleep")
    bo.page.evaluate(HIDE, "visible")
    expect(row).not_to_contain_text("asleep")


def test_a_server_that_is_killed_and_comes_back_finds_all_phones_again(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as server:
        port = int(server.url.rpartition(":")[2])
        phones = at_one_table(browser, server, table(server.app, 3))
        one, other = next(phones)
        one.may_be_cut_off = other.may_be_cut_off = True
        bag_ready(one)
    one.thumb.tap(".verdict-passes")
    unsent(one, "Not yet sent: Ann lets it pass (Bo’s bag)")
    for phone in (one, other):
        expect(phone.page.locator("#live")).to_contain_text(
            re.compile(r"No connection since \d\d:\d\d: try again"),
        )
    done(other.page, 0)
    with running(tmp_path, port=port):
        for phone in (one, other):
            expect(phone.page.locator(".merchant-done")).to_have_count(1)
            is_live(phone.page)
        all_sent(one)
        next(phones, None)


def test_what_is_refused_later_comes_back_with_what_was_typed(two: tuple[Phone, Phone]) -> None:
    one, other = two
    tasks.next_bag(one.thumb)
    tasks.declare(one.thumb, "apples", 3)
    tasks.offer_gold(one.thumb, 12)
    cut_off(one)
    one.thumb.tap(".verdict-passes")
    unsent(one, "Not yet sent: Ann lets it pass (Bo’s bag)")
    other.page.goto(f"{board_of(other)}/pay?giver=1&receiver=bank")
    other.page.fill("#gold", "45")
    other.thumb.tap("#pay button.next")
    one.page.context.set_offline(False)
    unsent(one, re.compile(r"^Refused: Ann lets it pass \(Bo’s bag\) – .*gold"))
    one.thumb.tap("#outbox [data-look]")
    expect(one.page.locator("#refusals")).to_be_visible()
    expect(one.page.locator("#deal-0-gold")).to_have_value("12")
    all_sent(one)


REFUSED_THERE = """() => {
    const form = document.createElement("form");
    Object.assign(form, {method: "post", action: `${location.pathname}/corrections`});
    form.append(document.querySelector("[name=csrf_token]").cloneNode());
    document.body.append(form);
    form.submit();
}"""
A_READ = 9000  # ms


def test_a_refusal_goes_once_it_was_read_and_something_was_booked(phone: Phone, three: Table) -> None:
    """Its cause may be gone with that entry; until then it stays."""
    page, said = phone.at(three).page, phone.page.locator("#refusals")
    page.clock.install()
    page.evaluate(REFUSED_THERE)
    expect(said).to_contain_text("This did not work.")
    three.plays(passing(BO, "apples", 3))
    done(page, 1)
    expect(said).to_be_visible()
    page.clock.fast_forward(A_READ)
    expect(said).to_have_count(0)


def send(page: Page) -> None:
    """Tap *Send now*, unless what waits was sent by itself meanwhile."""
    page.evaluate("document.querySelector('#outbox [data-send]')?.click()")


def board_of(phone: Phone) -> str:
    """The address of the table's board."""
    return re.match(r".*/g/[^/?]+", phone.page.url)[0]  # type: ignore[index] # it is at a table


def test_what_waits_survives_a_reload_and_can_be_dropped(two: tuple[Phone, Phone]) -> None:
    one, other = two
    tasks.honest("passes")(other.thumb)
    done(one.page, 1)
    bag_ready(one)
    with unavailable(one, re.compile("/(passes|take-backs)$")):
        one.thumb.tap(".verdict-passes")
        unsent(one, "Not yet sent: Ann lets it pass (Cleo’s bag)")
        one.page.reload()
        unsent(one, "Not yet sent: Ann lets it pass (Cleo’s bag)")
        one.page.goto(one.page.url.split("/bags")[0])
        unsent(one, "Not yet sent: Ann lets it pass (Cleo’s bag)")
        one.thumb.tap(".take-back button")
        unsent(one, "Not yet sent: Ann lets it pass (Cleo’s bag), and 1 more")
        done(other.page, 1)
        one.thumb.tap("#outbox [data-drop]")
        unsent(one, "Not yet sent: Take back")
    send(one.page)
    all_sent(one)
    done(other.page, 0)


def test_a_phone_that_lost_its_place_is_told_so(two: tuple[Phone, Phone], open_phones: OpenPhone) -> None:
    """The board says why; on a sheet what is typed stays, and the phone no longer polls."""
    one, other = two
    for phone in two:
        phone.foreseen.add(403)
    board = one.page.url
    tasks.bag_of(other.thumb, 2)
    one.page.goto(f"{board}/move")
    one.thumb.tap("main button.next")
    code = one.page.locator(".move-code").inner_text()
    one.page.goto(board)
    third = open_phones()
    third.page.goto("/join")
    third.page.fill("#code", code)
    third.thumb.tap("main button.next")
    expect(one.page.locator("main")).to_contain_text("The bank is on another phone now.")
    expect(other.page.locator("#live")).to_have_count(0)
    expect(other.page.locator("#bag")).to_be_visible()


def test_phones_that_show_a_deleted_evening_say_so(two: tuple[Phone, Phone]) -> None:
    """Also in the middle of a bag: there is nothing left to type it for."""
    one, other = two
    for phone in two:
        phone.foreseen.add(410)
    tasks.bag_of(other.thumb, 2)
    one.page.goto(f"{one.page.url}/deletion")
    one.thumb.tap("main button.next")
    for phone in two:
        expect(phone.page.locator("h1")).to_have_text("This evening is deleted")


def test_what_a_page_asks_for_later_is_asked_for_again_once_the_connection_is_back(
    phone: Phone, three: Table
) -> None:
    page = phone.page
    with unavailable(phone, re.compile("/js/(?!site)|/table[.]css")), page.expect_event("requestfailed"):
        phone.at(three)
        phone.thumb.tap(f"#bar a[href='/g/{three.id}/menu']")
        expect(page.locator("#board")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('online'))")
    is_live(page)
    expect(page.locator("link[href*='/table.css']")).to_have_attribute("media", "all")
    three.plays(passing(BO, "apples", 3))
    expect(page.locator("#news")).to_contain_text("Latest: Bo’s bag passed")


@contextmanager
def unavailable(phone: Phone, address: re.Pattern[str]) -> Iterator[None]:
    """Requests to this address never reach the server."""
    phone.may_be_cut_off = True
    phone.page.route(address, lambda route: route.abort("connectionreset"))
    yield
    phone.page.unroute(address)
