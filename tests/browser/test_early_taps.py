"""A tap that comes too early does nothing; any other tap does what it says."""

import pytest
from playwright.sync_api import Page, Route, expect

from companion.rules.sheriff.bags import Deal, Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.proposals import Propose
from tests.browser import tasks
from tests.browser.phone import A_LOOK, Phone, touch_at
from tests.browser.test_live import done
from tests.rules.given import ANN, BO, CLEO, passing
from tests.tables import Table

MOMENT = 700  # ms for which a tap is taken for one on what was there before another phone changed it
NEAR = 48  # pixels between two taps on the same place
BOUNCE = 350  # ms between two taps of a finger that meant one
REPEAT = 200  # ms between two taps on Take back
SAID = "That just changed. Tap again."
TO_THE_DOCK = """(field) => {
    const {bottom} = document.querySelector(field).getBoundingClientRect();
    const {top} = document.querySelector(".dock").getBoundingClientRect();
    scrollBy({top: bottom - top, behavior: "instant"});
}"""
LOAD = """addEventListener("htmx:before:request", (event) => {
    const {request} = event.detail.ctx;
    if (request.method !== "GET") return;
    event.preventDefault();
    location.assign(request.action);
}, true)"""

# Two frames of a page were drawn: a busy machine may take its time over them.
SEEN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# No frame is drawn until it is told so.
UNSEEN = """() => {
    const held = [];
    const draw = requestAnimationFrame.bind(globalThis);
    let isShown = false;
    globalThis.requestAnimationFrame = (frame) => isShown ? draw(frame) : held.push(frame);
    globalThis.show = () => {
        isShown = true;
        held.splice(0).forEach((frame) => draw(frame));
    };
}"""


@pytest.fixture
def ann(phone: Phone, three: Table) -> Phone:
    """A phone at its board, on which time passes as the test says."""
    phone.at(three)
    phone.thumb.stop_time()
    return phone


def middle(page: Page, control: str) -> tuple[float, float]:
    """The middle of a control."""
    box = page.locator(control).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_after(phone: Phone, pause: int, at: tuple[float, float]) -> None:
    """Tap a place so many ms after whatever was before, and see what comes of it."""
    phone.thumb.rest()
    phone.thumb.passes(pause)
    touch_at(phone.page, *at)
    phone.thumb.rest()


@pytest.mark.parametrize("loaded", [False, True])
def test_another_control_is_taken_at_its_word_a_moment_later(ann: Phone, *, loaded: bool) -> None:
    """A page that is loaded whole knows the tap that led to it."""
    if loaded:
        ann.page.add_init_script(LOAD)
        ann.page.goto(f"{ann.page.url}/bags/1")  # what a bag is drawn with is there
        ann.page.goto(ann.page.url.removesuffix("/bags/1"))
    at, told = middle(ann.page, "a.next"), ann.page.locator("#bag input[name='lie']")
    tap_after(ann, A_LOOK, at)
    ann.page.locator("html.js #bag").wait_for()
    ann.page.evaluate(SEEN)
    tap_after(ann, BOUNCE - 1, at)
    expect(told).to_have_count(0)
    # What it wanted is done, and a word would invite it to go on; a page that was loaded does not know when.
    expect(ann.page.locator("#said.moment")).to_have_count(int(loaded))
    # The first tap on a page that was loaded begins a film that keeps the phone awake.
    tap_after(ann, BOUNCE if loaded else 1, at)
    expect(told).to_have_count(1)


def test_a_tap_before_a_page_was_seen_is_not_meant_for_it(ann: Phone) -> None:
    page = ann.page
    page.evaluate("sessionStorage.clear()")
    page.add_init_script(f"({UNSEEN})()")
    page.reload()
    touch_at(page, *middle(page, "a.next"))
    page.evaluate("() => new Promise((done) => { setTimeout(done); show(); })")
    ann.thumb.rest()
    expect(page.locator("a.next")).to_be_visible()
    tap_after(ann, A_LOOK, middle(page, "a.next"))
    page.locator("#bag").wait_for()


def test_after_the_browsers_back_a_tap_counts_at_once(ann: Phone) -> None:
    page = ann.page
    at = middle(page, "a.next")
    tap_after(ann, A_LOOK, at)
    page.locator("#bag").wait_for()
    ann.thumb.passes(A_LOOK)
    page.go_back()
    page.locator("a.next").wait_for()
    tap_after(ann, 300, at)
    page.locator("#bag").wait_for()


def test_after_a_reload_a_tap_counts_at_once(ann: Phone) -> None:
    """Though what led to the page before lay in the same place."""
    page = ann.page
    at = middle(page, "a.next")
    page.reload()
    tap_after(ann, 0, at)
    page.locator("#bag").wait_for()


def test_keys_and_readers_wait_for_nothing(ann: Phone) -> None:
    tasks.next_bag(ann.thumb)
    tasks.declare(ann.thumb, "apples", 3)
    ann.page.locator("#sum .verdict-opens").focus()
    ann.page.keyboard.press("Enter")
    ann.page.locator(".take-back button").focus()
    ann.page.keyboard.press("Enter")
    done(ann.page, 0)
    ann.page.locator("a.next").evaluate("link => link.click()")
    ann.page.locator("#bag").wait_for()


def test_what_stays_under_the_finger_takes_every_tap(ann: Phone) -> None:
    tasks.next_bag(ann.thumb)
    tasks.unfold(ann.thumb, "gold")
    at = middle(ann.page, "[data-for='deal-0-gold'] [data-digit='1']")
    for pause in (A_LOOK, 150, 150):
        tap_after(ann, pause, at)
    expect(ann.page.locator("#deal-0-gold")).to_have_value("111")


def test_every_take_back_but_a_bounce_takes_back_one_entry_more(ann: Phone, three: Table) -> None:
    """Each names its own entry, although the next one comes under the finger."""
    three.plays(passing(BO, "apples", 2), passing(CLEO, "cheese", 1))
    ann.page.locator(".merchant-done >> nth=1").wait_for()
    at = middle(ann.page, ".take-back button")
    for pause, waiting in ((A_LOOK, 1), (REPEAT // 2, 1), (REPEAT // 2, 1), (REPEAT, 2)):
        tap_after(ann, pause, at)
        assert len(three.game.waiting) == waiting


def test_a_tile_that_counts_takes_every_tap(ann: Phone) -> None:
    """Its number is drawn anew by each answer, between the taps."""
    page, thumb = ann.page, ann.thumb
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    tasks.unfold(thumb, "goods")
    tile = "[data-plus]:has([name='deal-0-bag-cheese'])"
    page.locator(tile).scroll_into_view_if_needed()
    at = middle(page, tile)
    for pause in (A_LOOK, 350, 350):
        tap_after(ann, pause, at)
    expect(page.locator("[name='deal-0-bag-cheese']")).to_have_value("3")


def test_what_was_typed_makes_the_next_tap_count_at_once(phone: Phone) -> None:
    """To be focused, a field close to the dock scrolls, and another one comes under the finger."""
    page = phone.page
    page.goto("/nottingham/new")
    phone.thumb.stop_time()
    phone.thumb.tap("#new details summary")
    page.evaluate(f"({TO_THE_DOCK})('#spaces')")
    phone.thumb.rest()
    at = middle(page, "#spaces")
    tap_after(phone, A_LOOK, at)
    page.keyboard.type("1")
    other = middle(page, "#printed")
    assert abs(other[1] - at[1]) < NEAR
    tap_after(phone, 100, other)
    expect(page.locator("#printed")).to_be_focused()


def test_what_another_phone_puts_under_the_finger_is_not_meant(ann: Phone, three: Table) -> None:
    three.plays(passing(BO, "apples", 3))
    done(ann.page, 1)
    ann.thumb.passes(A_LOOK)
    at, link = middle(ann.page, ".take-back button"), middle(ann.page, "a.next")
    three.plays(passing(CLEO, "apples", 3))
    done(ann.page, 2)
    tap_after(ann, 0, at)
    tap_after(ann, MOMENT - 1, link)
    expect(ann.page.locator("#said.moment")).to_have_text(SAID)
    said = ann.page.locator("#said.moment").bounding_box()
    assert said is not None
    assert 0 < link[1] - said["y"] - said["height"] < NEAR
    done(ann.page, 2)
    expect(ann.page.locator("#said.moment")).to_have_count(0)
    expect(ann.page.locator("#bar h1")).to_contain_text("Round 1")
    tap_after(ann, 1, at)
    done(ann.page, 1)


def test_the_bag_waits_while_an_offer_that_just_came_waits_to_be_accepted(phone: Phone, three: Table) -> None:
    """Else a quick Sheriff loses a bribe: only the tap that ends the bag would count."""
    ann = phone.at(three, ANN)
    ann.thumb.stop_time()
    for seat in (BO, CLEO):
        three.token(seat)
        three.notes(seat, apples=2)
    three.says(Declare(BO, Declaration("apples", 2)), Declare(CLEO, Declaration("apples", 2)))
    passes = ".decide button[value='passed']"
    ann.page.locator(passes).wait_for()
    ann.thumb.rest()
    ann.thumb.passes(A_LOOK)
    three.says(Propose(BO, Deal(BO, ANN, 2)))
    ann.page.locator(".asks .button-ink").wait_for()
    accept, lets_pass = middle(ann.page, ".asks .button-ink"), middle(ann.page, passes)
    tap_after(ann, MOMENT - 1, accept)
    tap_after(ann, 400, lets_pass)
    expect(ann.page.locator("#said.moment")).to_have_text(SAID)
    done(ann.page, 0)
    tap_after(ann, 1, accept)
    expect(ann.page.locator(".asks")).to_have_count(0)
    tap_after(ann, MOMENT, middle(ann.page, passes))
    done(ann.page, 1)
    assert three.game.gold(ANN) == 52


GROWS = "() => document.styleSheets[0].insertRule('#main { padding-top: 90px }')"
SLIDES = "() => scrollBy({top: 60, behavior: 'instant'})"


@pytest.mark.parametrize("before, after", [(GROWS, ""), ("", SLIDES)], ids=["grew", "scrolled"])
def test_what_moved_before_or_by_the_own_finger_was_moved_by_no_other_phone(
    ann: Phone, three: Table, before: str, after: str
) -> None:
    """On another page than the board the table's news moves nothing but the line that tells it."""
    page = ann.at(three, path="/menu").page
    ann.thumb.rest()
    ann.thumb.passes(A_LOOK)
    if before:
        page.evaluate(before)
        ann.thumb.rest()
        ann.thumb.passes(A_LOOK)
    three.plays(passing(BO, "apples", 3))
    page.locator("#news").wait_for()
    if after:
        page.evaluate(after)
        ann.thumb.rest()
    fold = page.locator("details.fold > summary").first
    tap_after(ann, 0, middle(page, "details.fold > summary"))
    expect(page.locator("#said.moment")).to_have_count(0)
    expect(fold.locator("..")).to_have_attribute("open", "")


NEWS_AT_ONCE = """async () => {
    document.querySelector("details.fold").open = true;
    await Promise.resolve();
    document.dispatchEvent(new CustomEvent("table:drawn"));
    document.querySelector("[data-stamp]").dataset.mark = "";
}"""


def test_what_the_own_finger_moved_as_news_came_was_moved_by_no_other_phone(ann: Phone, three: Table) -> None:
    """A slow phone draws both in one frame."""
    page = ann.at(three, path="/menu").page
    ann.thumb.rest()
    page.evaluate("scrollBy({top: 500, behavior: 'instant'})")
    ann.thumb.rest()
    ann.thumb.passes(A_LOOK)
    page.evaluate(NEWS_AT_ONCE)
    ann.thumb.rest()
    tap_after(ann, 0, middle(page, "details.fold:not([open]) > summary"))
    expect(page.locator("#said.moment")).to_have_count(0)
    expect(page.locator("details.fold[open]")).to_have_count(2)


def test_a_row_that_stays_takes_a_tap_anywhere_on_it(ann: Phone, three: Table) -> None:
    """Its link reaches beyond its words, over the whole of the row."""
    at = middle(ann.page, ".seats > li:last-child")
    three.plays(passing(BO, "apples", 3))
    done(ann.page, 1)
    tap_after(ann, 0, at)
    expect(ann.page.locator("#said.moment")).to_have_count(0)
    ann.page.locator("#board").wait_for(state="detached")


def test_a_switch_that_is_tapped_before_its_script_has_come_is_saved(ann: Phone) -> None:
    held: list[Route] = []
    ann.page.route("**/js/said.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with ann.page.expect_request("**/js/said.js"):
        ann.page.goto(ann.page.url + "/changes")
    ann.page.locator("label.switch:has(#crowns)").tap()
    held[0].continue_()
    expect(ann.page.locator("#done")).to_contain_text("Crowns")


def test_an_amount_that_is_typed_before_its_script_has_come_is_promised(ann: Phone) -> None:
    held: list[Route] = []
    ann.page.route("**/js/said.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with ann.page.expect_request("**/js/said.js"):
        ann.page.goto(ann.page.url + "/bags/1?good=apples&number=3&unfolded=0-promising")
    ann.page.locator("#deal-0-next-gold").fill("8")
    held[0].continue_()
    expect(ann.page.locator(".verdict-passes")).to_contain_text("gives 8 gold next round")


def test_a_card_of_a_bag_waits_for_the_script_that_hears_its_tap(phone: Phone, three: Table) -> None:
    held: list[Route] = []
    phone.page.route("**/js/picker.js", lambda route: held.append(route))  # noqa: PLW0108 - a builtin has no attributes
    with phone.page.expect_request("**/js/picker.js"):
        phone.at(three, BO)
    phone.page.locator("a.next[href$='/bag']").tap()
    tile, number = (phone.page.locator(one) for one in ("[data-put='in-mead']", "[data-many='3']"))
    expect(tile).to_be_disabled()
    expect(number).to_be_disabled()
    held[0].continue_()
    tile.tap()
    number.tap()
    expect(phone.page.locator("[name='in-mead']")).to_have_value("3")
