"""What an evening needs is in sight without scrolling, and every control of every screen is in reach."""

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.rules.sheriff import talk
from tests.browser import around, heaviest, sharing, staging, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import COVERED, Geometry, standing
from tests.browser.phone import SIZE, Phone, open_phone
from tests.browser.serving import listening
from tests.browser.test_live import cut_off, is_live
from tests.browser.words import UNSEEN
from tests.long.browser.test_whole_words import TORN

BROWSER_BARS = ViewportSize(width=390, height=664)
SMALL = ViewportSize(width=320, height=568)
ON_ITS_SIDE = ViewportSize(width=844, height=390)
TABLET = ViewportSize(width=1024, height=768)
SIZES = (SIZE, BROWSER_BARS, SMALL, ON_ITS_SIDE, ViewportSize(width=768, height=1024))

PLAYERS, NEXT = ".seat", ".next"
BAGS, OFFERS, LAST, TAKE_BACK = ".merchants > *", ".talk .offer", ".last summary", ".take-back button"
ASKS, NEWEST = ".asks button", ".asks > :first-child button"
CONTRABAND = ".pick.contraband .tile"
HEIGHTS = "(all) => all.map((one) => one.getBoundingClientRect().height)"
HIGHEST_OFFER = 46  # CSS pixels: no higher than its buttons
SMALLEST_PURSE, SMALLEST_ON_A_TABLET = 28, 40  # CSS pixels

# Until the cards lie face up: also without motion that takes a frame.
TURNED = """() => Promise.all(
    [...document.querySelectorAll(".stage-card")].flatMap((card) => card.getAnimations())
        .map(({finished}) => finished)
)"""
# Whether the parts of a strip stand beside each other.
IN_A_ROW = """(strip) => {
    const parts = [...strip.children].map((part) => part.getBoundingClientRect()).filter(({width}) => width);
    return Math.max(...parts.map(({top}) => top)) < Math.min(...parts.map(({bottom}) => bottom));
}"""
# Whether a row of what is said holds more than drawings: the words of its link, or what is beside it.
READ = """(link) => {
    const {top, bottom} = link.getBoundingClientRect();
    const isBeside = (box) => box.top < bottom && box.bottom > top;
    return link.querySelector("span").getBoundingClientRect().width > 10
        || [...link.parentNode.children].some((one) => one !== link && isBeside(one.getBoundingClientRect()));
}"""


def all_in_sight(page: Page, size: ViewportSize, *places: str) -> None:
    """Everything that these name is whole in the window, and nothing lies over it."""
    page.set_viewport_size(size)
    page.evaluate("document.fonts.ready")
    page.evaluate("scrollTo(0, 0)")
    unseen = page.evaluate(UNSEEN, list(places))
    assert not unseen, f"{size}: {unseen}"


def in_reach(phone: Phone, state: str, *sizes: ViewportSize) -> None:
    """No control lies under another one in any of these windows."""
    for size in sizes or SIZES:
        phone.page.set_viewport_size(size)
        covered = phone.page.evaluate(COVERED)
        assert not covered, f"{state}, {size}: {covered}"
    phone.page.set_viewport_size(SIZE)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_the_fullest_board_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Its rows are where they were before anything was said or booked; with larger text all is in reach."""
    table = heaviest.set_table(open_phones, language)
    geometries = [Geometry(phone.page) for phone in table.phones.values()]
    for geometry in geometries:
        geometry.page.goto(table.board)
        assert not [*geometry.faults()]
    heaviest.fill(table)
    for geometry, phone in zip(geometries, table.phones.values(), strict=True):
        phone.page.goto(table.board)
        assert not [*geometry.faults()]
    needs = {"bank": (), "sheriff": (TAKE_BACK, NEWEST), "merchant": (OFFERS,)}
    for role, phone in table.phones.items():
        in_sight_anywhere(phone.page, *needs[role])
    for phone in (table.sheriff, table.merchant):
        phone.page.set_viewport_size(BROWSER_BARS)
        assert purse(phone.page) >= SMALLEST_PURSE
        phone.page.set_viewport_size(TABLET)
        assert purse(phone.page) >= SMALLEST_ON_A_TABLET
        fits_with_larger_text(phone.page)


def in_sight_anywhere(page: Page, *places: str) -> None:
    """In every window and font; a phone of the smallest size shows players and the next button at least.
    Each offer that asks nothing of this phone is one line beside its buttons.
    """
    for font in ("", *around.FONTS.values()):
        page.evaluate(around.IN_FONT, font)
        for size in around.EVERY_WINDOW:
            more = () if size == SMALL else (BAGS, LAST, *places)
            all_in_sight(page, size, PLAYERS, NEXT, *more)
            high = page.locator(OFFERS).evaluate_all(HEIGHTS)
            assert not high or max(high) < HIGHEST_OFFER, f"{font}, {size}: {high}"
    page.evaluate(around.IN_FONT, "")


def fits_with_larger_text(page: Page) -> None:
    """Nothing is cut, covered or out of reach."""
    camera = page.context.new_cdp_session(page)
    for percent in around.TEXT:
        around.with_text(camera, percent)
        for size in around.EVERY_WINDOW:
            page.set_viewport_size(size)
            faults = [*standing(page)]
            assert not faults, f"{percent} %, {size}: {faults}"
    around.with_text(camera, 100)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_an_offer_made_to_a_merchant_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Over the player's own bag, whose words stay, and another; the clock and its buttons are one row."""
    phones = [open_phones(language=heaviest.LANGUAGES[language]) for _ in range(3)]
    bank, sheriff, merchant = phones
    board = tasks.open_table(bank, ("Bruno", "Aline", "Éric", "Gwénaëlle-Marie", "Chloé"), timer="1")
    board = board.split("?")[0]
    code = sharing.open_door(bank, board)
    sharing.join(sheriff, code, 0)
    sharing.join(merchant, code, 2)
    for seat in range(1, 5):
        who = merchant if seat == 2 else bank
        sharing.declare_at_once(who, board, seat, "chickens", 3)
    sheriff.page.goto(board)
    sheriff.thumb.tap("form[action$='/timers'] button[value='start']")
    sheriff.page.locator("[data-timer='running']").wait_for()
    heaviest.offer(sheriff, board, 2, 0, 5, to=2)
    for is_threatened in (False, True):
        if is_threatened:
            sheriff.page.goto(board)
            sheriff.thumb.tap(".talk > details > summary")
            sheriff.thumb.tap(".talk form button[value='2']")
            sheriff.page.locator(".said-threat").wait_for()
        merchant.page.goto(board)
        for size in (SMALL, BROWSER_BARS):
            all_in_sight(merchant.page, size, BAGS, ".offer-asks", ".offer-asks button", NEXT)
            assert merchant.page.locator(".said > a").first.evaluate(READ), size
            assert merchant.page.locator("form[action$='/timers']").evaluate(IN_A_ROW), size
    sheriff.page.goto(board)
    sheriff.thumb.tap("form[action$='/timers'] button[value='pause']")
    sheriff.page.locator("[data-timer='paused']").wait_for()
    for size in (SMALL, BROWSER_BARS):
        sheriff.page.set_viewport_size(size)
        assert sheriff.page.locator("form[action$='/timers']").evaluate(IN_A_ROW), size


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_a_decision_leaves_the_bags_in_sight_whatever_was_promised(
    language: str, browser: Browser, app: Flask
) -> None:
    """An accepted bribe of gold, goods and many words stands on the button, and is not seen whole there."""
    evening = staging.evening(app)
    for scene in (staging.declares, staging.all_declare):
        scene(evening)
    evening.says(talk.Propose(staging.SECOND, staging.BRIBE))
    (bribe,) = evening.talk.proposals
    evening.says(talk.Answer(bribe.number, accepts=True))
    with listening(app, 0, app.extensions["bell"].close) as url:
        sheriff = open_phone(browser, url, language=heaviest.LANGUAGES[language], script=True)
        staging.sit(sheriff, evening, staging.FIRST)
        expect(sheriff.page.locator(".decide .next").first).to_contain_text(staging.PROMISE)
        for size in (BROWSER_BARS, SMALL):
            all_in_sight(sheriff.page, size, PLAYERS, BAGS, NEXT)
        sheriff.page.context.close()


def purse(page: Page) -> float:
    """How high the figures of a purse are."""
    height: str = page.locator(".purse b").first.evaluate("(one) => getComputedStyle(one).fontSize")
    return float(height.removesuffix("px"))


def test_what_the_hands_do_unfolds(phone: Phone) -> None:
    """Right after booking nothing is hidden; what is unfolded hides no control for good."""
    tasks.open_table(phone)
    tasks.lying("opened", 4, {"cheese": 1, "mead": 2})(phone.thumb)
    for size in (BROWSER_BARS, SMALL):
        all_in_sight(phone.page, size, PLAYERS, BAGS, LAST, TAKE_BACK, NEXT)
    phone.page.set_viewport_size(SIZE)
    phone.thumb.tap(LAST)
    phone.page.locator(".hands").wait_for()
    in_reach(phone, "the last entry unfolded")


def test_a_debt_covers_no_tile(phone: Phone) -> None:
    """Its panel is in the page's flow; the sums and the booking stay in sight, with the way to it."""
    purses = {"purse-0": "40", "purse-1": "114", "purse-2": "2"}
    stand = {"stand-2-apples": "8", "stand-2-chickens": "2"}
    tasks.open_table(phone, ("Ann", "Bo", "Mia"), 1, mid_game="1", round="3", **purses, **stand)
    tasks.bag_of(phone.thumb, 2)
    tasks.declare(phone.thumb, "apples", 5)
    tasks.say_contents(phone.thumb, "opened")
    tasks.put(phone.thumb, {"crossbow": 1})
    phone.page.locator("#debt").wait_for()
    all_in_sight(phone.page, BROWSER_BARS, ".slots", ".palette-legal .tile", "a[href='#debt']", NEXT)
    in_reach(phone, "a debt")
    phone.thumb.tap("a[href='#debt']")
    phone.page.wait_for_function(
        "document.querySelector('#debt').getBoundingClientRect().top < innerHeight / 2"
    )


@pytest.mark.parametrize("names", [("Ann", "Bo", "Cleo"), ("Ann", "Bo", "Cleo", "Dov", "Eve")], ids=len)
def test_the_middle_of_the_table_shows_what_is_turned_over(
    names: tuple[str, ...], open_phones: OpenPhone
) -> None:
    """Beside the code that lets more phones in, and as many purses as there can be."""
    bank, middle = open_phones(), open_phones(reduced_motion="reduce")
    board = tasks.open_table(bank, names, 0, rounds="1")
    sharing.join(middle, sharing.open_door(bank, board), sharing.MIDDLE)
    bank.page.goto(board)
    tasks.lying("passed", 3, {"face_down": 2})(bank.thumb)
    for _ in names[2:]:
        tasks.honest("passes")(bank.thumb)
    tasks.pass_badge(bank.thumb)
    tasks.check_stands(bank.thumb)
    bank.thumb.tap(".dock a.next")
    tasks.put(bank.thumb, {"mead": 1, "silk": 1})
    bank.thumb.tap("#reveal button.next")
    tasks.at_board(bank.thumb)
    middle.page.goto(board)
    middle.page.evaluate(TURNED)
    all_in_sight(middle.page, TABLET, ".stage-what", ".stage-card", PLAYERS)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_the_cards_to_tap_are_in_sight_where_cards_are_turned_over(
    language: str, open_phones: OpenPhone
) -> None:
    """Also below seven of them, after another merchant's."""
    phone = open_phones(language=heaviest.LANGUAGES[language])
    names = ("Bruno", "Aline", "Éric", "Gwénaëlle-Marie", "Chloé")
    stands = {f"purse-{seat}": "50" for seat in range(len(names))} | {"round": "2"}
    hidden = {"stand-1-face_down": "3", "stand-3-face_down": "7"}
    board = tasks.open_table(phone, names, 0, mid_game="1", royal_goods="1", **stands, **hidden)
    phone.page.goto(f"{board}/menu?ending=1")
    phone.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(phone.thumb)
    for seat in (1, 3):
        phone.page.goto(f"{board}/reveal/{seat}")
        for size in (BROWSER_BARS, SMALL):
            all_in_sight(phone.page, size, CONTRABAND, NEXT)
    phone.page.goto(f"{board}/reveal/1")
    tasks.put(phone.thumb, {"mead": 3})
    phone.thumb.tap("#reveal .next")
    phone.page.locator(".shown").wait_for()
    phone.page.goto(f"{board}/reveal/3")
    for size in (BROWSER_BARS, SMALL):
        all_in_sight(phone.page, size, CONTRABAND, NEXT)


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_what_a_third_players_gold_depends_on_is_in_sight(language: str, open_phones: OpenPhone) -> None:
    """Beside the longest names too."""
    phone = open_phones(language=heaviest.LANGUAGES[language])
    board = tasks.open_table(phone, ("Jean-François-Xavier", "Zoé", "Ed", "Gwénaëlle-Marie", "Bo"))
    phone.page.goto(f"{board.split('?')[0]}/bags/3?good=cheese&number=5&deal-0-giver=4&deal-0-gold=4")
    all_in_sight(phone.page, BROWSER_BARS, ".keypad", ".deal-if .tile", ".verdict")


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_how_many_lie_face_down_is_said_in_sight_on_the_smallest_phone(
    language: str, open_phones: OpenPhone
) -> None:
    phone = open_phones(language=heaviest.LANGUAGES[language])
    board = tasks.open_table(phone, ("Ann", "Bo", "Cleo", "Max")).split("?")[0]
    phone.page.goto(f"{board}/bags/3?good=cheese&number=5&contents=passed")
    all_in_sight(phone.page, SMALL, ".slots", ".downs .tile", ".downs .key", NEXT)
    torn = phone.page.evaluate(TORN)
    assert not torn, torn


@pytest.mark.parametrize("language", heaviest.LANGUAGES)
def test_what_waits_to_be_sent_covers_nothing(language: str, open_phones: OpenPhone) -> None:
    """The strip, the lost connection and a tap that cannot be kept have a place of their own there."""
    phone = open_phones(language=language)
    board = tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    is_live(phone.page)
    cut_off(phone)
    phone.thumb.tap("#sum .verdict-passes")
    phone.page.locator("#outbox").wait_for()
    for size in (BROWSER_BARS, SMALL):
        all_in_sight(phone.page, size, "#outbox button:not([hidden])", ".bar-title", ".bar a", ".verdict")
    in_reach(phone, "a tap that waits")
    phone.thumb.tap("#outbox [data-drop]")
    expect(phone.page.locator("#live[data-state='lost']")).to_be_visible(timeout=20_000)
    in_reach(phone, "no connection")
    phone.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    phone.page.set_viewport_size(SIZE)
    phone.thumb.tap("#sum .verdict-passes")
    expect(phone.page.locator("#unreached")).to_be_visible()
    all_in_sight(phone.page, BROWSER_BARS, "#unreached", ".bar-title", ".bar a", ".verdict")
    in_reach(phone, "a tap that cannot be kept")
    phone.page.context.set_offline(False)
    phone.page.goto(board)


def test_a_thumb_on_what_asks_for_an_answer_scrolls_the_board(open_phones: OpenPhone) -> None:
    """Where many offers wait, that is where the thumb is: what lies under the dock comes out above it."""
    table = heaviest.set_table(open_phones, "en")
    heaviest.fill(table)
    page = table.sheriff.page
    page.goto(table.board)
    page.set_viewport_size(BROWSER_BARS)
    page.evaluate("scrollTo(0, 0)")
    for _ in range(2):  # one that begins where the list itself still moves by a pixel moves nothing else
        swipe_up(page, ".asks", 120)
    expect(page.locator(PLAYERS).first).not_to_be_in_viewport(ratio=1)


def swipe_up(page: Page, place: str, pixels: int) -> None:
    """A finger that begins at the lower end of something."""
    box = page.locator(place).bounding_box()
    assert box
    x, y = box["x"] + 60, box["y"] + box["height"] - 20
    wire = page.context.new_cdp_session(page)
    steps = [("touchStart", 0), *(("touchMove", moved) for moved in range(10, pixels + 1, 10))]
    for kind, moved in steps:
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - moved}]})
        page.wait_for_timeout(20)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
