"""Words are not broken: not goods in narrow tables and tiles, nor names of a usual length."""

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

SIZES = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((390, 664), (375, 667), (360, 640), (320, 568))
)
LANGUAGES = ("en-GB", "fr-FR")
NAMES = ("Bo", "Wilhelmine", "Anna-Lena", "Friedrich", "Bartholom")
PROMO = ("royal_summons", "strawberry_mead", "heavy_crossbow", "brimstone_oil")
ROYAL = ("pumpernickel_bread", "royal_rooster", "golden_apples")

# Words on more lines than their soft hyphens allow.
TORN = r"""() => {
    const torn = [], range = document.createRange();
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        if (!around.checkVisibility()) continue;
        if (around.closest("i, legend, caption, .unseen, .shields")) continue;
        for (const {0: word, index} of text.data.matchAll(/[^\s\xa0\u202f-]+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const parts = [...range.getClientRects()].filter(({width}) => width);
            const lines = new Set(parts.map(({top}) => Math.round(top)));
            if (lines.size > word.split("\xad").length) torn.push(word);
        }
    }
    return torn;
}"""
# Numbers that stand on a line of their own.
LONE = r"""(all) => all.flatMap((one) => {
    const lines = new Map(), range = document.createRange();
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        for (const {0: word, index} of texts.currentNode.data.matchAll(/[^\s\xa0]+/g)) {
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            const top = Math.round(range.getBoundingClientRect().top);
            lines.set(top, [...(lines.get(top) ?? []), word]);
        }
    }
    return [...lines.values()].map((words) => words.join(" ")).filter((line) => /^\d+$/.test(line));
})"""
SMALLEST_ROOM = 6  # CSS pixels
FRAME = 3  # CSS pixels: how wide that of a chosen tile is
ON_ITS_SIDE = (ViewportSize(width=640, height=360), ViewportSize(width=844, height=390))
# Of every row of a player: what of its stand runs into the purse above it.
UNDER_THE_PURSE = """(rows) => rows.flatMap((row) => {
    const purse = row.querySelector(".purse b").getBoundingClientRect();
    const stand = [...row.querySelectorAll(".stock > li:not(.more), .more span")];
    const runsInto = ({right, top}) => right > purse.left && top < purse.bottom - 1;
    return stand.filter((one) => runsInto(one.getBoundingClientRect())).map((one) => one.textContent);
})"""
CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
BEGINS = """(all) => all.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.round(range.getBoundingClientRect().left - one.parentElement.getBoundingClientRect().left);
})"""
# How far a control's words stay from its border, at the nearer side.
CLEAR = """(all) => all.filter((one) => one.offsetHeight).map((one) => {
    const range = document.createRange(), box = one.getBoundingClientRect();
    range.selectNodeContents(one);
    const {left, right} = range.getBoundingClientRect();
    return Math.min(left - box.left, box.right - right);
})"""
# How far the clipping box of a name stays from the inner edge of its border.
ROOM = """(all) => all.map((one) => {
    const box = one.getBoundingClientRect(), outer = one.parentElement.getBoundingClientRect();
    return Math.min(box.left - outer.left, outer.right - box.right) - one.parentElement.clientLeft;
})"""
# The names whose letters begin at the very edge of what clips them, or stick out above.
ACCENTS = """(all) => all.filter((one) => {
    const range = document.createRange(), box = one.getBoundingClientRect();
    range.selectNodeContents(one);
    const {left, top} = range.getBoundingClientRect();
    return left < box.left + 1 || top < box.top;
}).map((one) => one.textContent)"""
ENDS = """(all) => all.filter((one) => one.offsetHeight)
    .map((one) => Math.round(one.getBoundingClientRect().bottom))"""
HEIGHTS = "(all) => all.map((one) => one.offsetHeight).filter(Boolean)"
COUNT = """([names, goods]) => {
    const fill = (field, value) => { document.getElementById(field).value = value; };
    names.forEach((name, seat) => {
        fill(`name-${seat}`, name);
        fill(`${seat}-gold`, 50);
        for (const good of ["apples", "cheese", "bread", "chickens"]) fill(`${seat}-${good}`, 1 + seat % 2);
    });
    goods.forEach((good) => fill(`1-${good}`, 1));
    document.getElementById("count").submit();
}"""
UNFOLD = "(all) => all.forEach((one) => { one.name = ''; one.open = true; })"


def whole(page: Page) -> None:
    """No word is broken, on any phone."""
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("document.fonts.ready")
        torn = page.evaluate(TORN)
        assert not torn, f"{size}: {torn}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result(open_phones: OpenPhone, language: str) -> None:
    page = open_phones(language=language).page
    page.goto("/count")
    page.evaluate(COUNT, [NAMES, [*ROYAL, *PROMO]])
    page.locator(".royalty").wait_for()
    page.locator(".rank").evaluate_all(UNFOLD)
    whole(page)
    sums = page.locator(".rank-name small, .share > span")
    for size in SIZES:
        page.set_viewport_size(size)
        assert sums.evaluate_all(LONE) == [], size


@pytest.mark.parametrize("language", LANGUAGES)
def test_just_count(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    phone.page.goto("/count")
    for seat, name in enumerate(NAMES):
        phone.page.fill(f"#name-{seat}", name)
    phone.thumb.tap("[data-begin]")
    phone.page.locator(".count-player details").evaluate_all(UNFOLD)
    whole(phone.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cards(open_phones: OpenPhone, language: str) -> None:
    page = open_phones(language=language).page
    page.goto("/cards")
    whole(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_opened_bag(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    promo = {f"promo-{word}": "1" for word in PROMO}
    tasks.open_table(phone, NAMES, 0, royal_goods="1", **promo)
    tasks.bag_of(phone.thumb, 1)
    tasks.declare(phone.thumb, "apples", 5)
    tasks.say_contents(phone.thumb, "opened")
    tasks.put(phone.thumb, dict.fromkeys((*PROMO, "pumpernickel_bread"), 1))
    phone.page.locator("details.palette").evaluate_all(UNFOLD)
    whole(phone.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_four_bags(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.page.evaluate("document.fonts.ready")
        cut = phone.page.locator(".merchant bdi").evaluate_all(CUT)
        assert not cut, f"{size}: {cut}"


def test_a_long_name_of_a_bag_stays_clear_of_its_border(phone: Phone) -> None:
    tasks.open_table(phone, ("Bo", "Gwénaëlle-Marie", "Maximiliane Rosenkranz-W", "Éric", "Chloé"))
    for size in (*SIZES, *ON_ITS_SIDE):
        phone.page.set_viewport_size(size)
        phone.page.evaluate("document.fonts.ready")
        rooms = phone.page.locator(".merchant bdi").evaluate_all(ROOM)
        assert min(rooms) >= 1, f"{size}: {rooms}"


def test_a_name_under_a_shield_keeps_its_accent_and_its_first_letter(open_phones: OpenPhone) -> None:
    """Where it is too long it ends in dots; its box has room for an accent, and for a J that reaches out."""
    phone = open_phones(language="fr-FR")
    board = tasks.open_table(phone, ("Inès", "Maximilienne", "Élodie", "Jean-Baptiste", "Bérengère-Lou"))
    for sheet in ("bags/3?good=bread&number=4", "pay?giver=2&receiver=3"):
        phone.page.goto(f"{board}/{sheet}")
        for size in SIZES:
            phone.page.set_viewport_size(size)
            phone.page.evaluate("document.fonts.ready")
            cut = phone.page.locator(".shields bdi").evaluate_all(ACCENTS)
            assert not cut, f"{sheet}, {size}: {cut}"


def test_a_chosen_long_name_keeps_its_first_letter_clear_of_the_frame(phone: Phone) -> None:
    board = tasks.open_table(phone, ("Bo", "Marie-Françoise de la To", "Clémence Marie-Laure", "Zoé", "Noël"))
    for seat in (1, 2):
        phone.page.goto(f"{board.split('?')[0]}/bags/{seat}?good=bread&number=4&deal-0-giver={seat}")
        for size in SIZES:
            phone.page.set_viewport_size(size)
            phone.page.evaluate("document.fonts.ready")
            (begins,) = phone.page.locator(".shields :checked ~ bdi").evaluate_all(BEGINS)
            assert begins >= FRAME, f"{seat}, {size}"


def test_a_row_of_a_player_on_a_phone_on_its_side(phone: Phone) -> None:
    """Its name is whole, and its stand does not run into the purse."""
    cards = ("apples", "cheese", "bread", "chickens", "face_down")
    stands = {f"stand-{seat}-{word}": "4" for seat in range(len(NAMES)) for word in cards}
    purses = {f"purse-{seat}": "50" for seat in range(len(NAMES))}
    tasks.open_table(phone, NAMES, 0, mid_game="1", round="9", **stands, **purses)
    for size in ON_ITS_SIDE:
        phone.page.set_viewport_size(size)
        phone.page.evaluate("document.fonts.ready")
        names = phone.page.locator(".seat-name > :first-child").evaluate_all(CUT)
        under = phone.page.locator(".seat").evaluate_all(UNDER_THE_PURSE)
        assert not names + under, f"{size}: {names}, {under}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_whose_declarations_are_waited_for(open_phones: OpenPhone, language: str) -> None:
    bank, last = (open_phones(language=language) for _ in range(2))
    board = tasks.open_table(bank, NAMES)
    sharing.join(last, sharing.open_door(bank, board), 3)
    bank.page.goto(board)
    for size in (*SIZES, *ON_ITS_SIDE):
        bank.page.set_viewport_size(size)
        cut = bank.page.locator(".next-wait bdi").evaluate_all(CUT)
        assert not cut, f"{size}: {cut}"
    whole(bank.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_declaration(open_phones: OpenPhone, language: str) -> None:
    bank, bo = (open_phones(language=language) for _ in range(2))
    board = tasks.open_table(bank, NAMES)
    sharing.join(bo, sharing.open_door(bank, board), 1)
    sharing.to_pack(bo)
    tasks.put(bo.thumb, {"cheese": 1, "crossbow": 1})
    whole(bo.page)
    bo.page.goto(f"{board}/declarations/1?good=cheese")
    whole(bo.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_are_turned_over_and_what_a_plate_becomes(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    stands = {f"purse-{seat}": "50" for seat in range(len(NAMES))} | {"stand-1-face_down": "6", "round": "2"}
    promo = {f"promo-{word}": "1" for word in (*PROMO, "feast_plate")}
    board = tasks.open_table(phone, NAMES, 0, mid_game="1", royal_goods="1", **stands, **promo)
    phone.page.goto(f"{board}/menu?ending=1")
    phone.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(phone.thumb)
    phone.page.goto(f"{board}/reveal/1")
    phone.page.locator("details.palette").evaluate_all(UNFOLD)
    tasks.put(phone.thumb, dict.fromkeys((*PROMO, "pumpernickel_bread", "feast_plate"), 1))
    whole(phone.page)
    phone.thumb.tap("#reveal button.next")
    phone.page.locator("input[name='plate-0'][value='cheese']").check(force=True)
    whole(phone.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end(open_phones: OpenPhone, language: str) -> None:
    """From the check of the stands to the result."""
    phone = open_phones(language=language)
    stands = {f"purse-{seat}": "50" for seat in range(len(NAMES))} | {"stand-2-face_down": "1", "round": "2"}
    board = tasks.open_table(phone, NAMES, 0, mid_game="1", royal_goods="1", **stands)
    phone.page.goto(f"{board}/menu?ending=1")
    phone.thumb.tap("form[action$='/ending'] > button:not([formaction])")
    tasks.at_board(phone.thumb)
    whole(phone.page)
    phone.page.goto(f"{board}/check")
    phone.page.locator("details").evaluate_all(UNFOLD)
    whole(phone.page)
    phone.page.goto(f"{board}/reveal/2")
    phone.page.locator("details.palette").evaluate_all(UNFOLD)
    tasks.put(phone.thumb, {"pumpernickel_bread": 1})
    phone.thumb.tap("#reveal button.next")
    tasks.at_board(phone.thumb)
    whole(phone.page)
    phone.thumb.tap("form[action$='/closing'] button")
    phone.page.locator(".winner").wait_for()
    phone.page.locator(".rank").evaluate_all(UNFOLD)
    whole(phone.page)


def test_a_name_from_right_to_left_begins_where_the_others_do(phone: Phone) -> None:
    phone.page.goto("/count")
    phone.page.evaluate(COUNT, [("דוד", *NAMES[1:]), []])
    phone.page.locator(".royalty").wait_for()
    begins = phone.page.locator(".rank-name bdi").evaluate_all(BEGINS)
    assert len(begins) == len(NAMES)
    assert len(set(begins)) == 1, begins


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_of_a_deal_are_equally_high(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language)
    tasks.open_table(phone, NAMES)
    tasks.bag_of(phone.thumb, 1)
    phone.page.locator(".deal-part").first.wait_for()
    for size in SIZES:
        phone.page.set_viewport_size(size)
        parts = phone.page.locator(".deal-part")
        heights, cut = parts.evaluate_all(HEIGHTS), parts.evaluate_all(CUT)
        clear = parts.evaluate_all(CLEAR)
        assert len(set(heights)) == 1, f"{size}: {heights}"
        assert len(set(parts.evaluate_all(ENDS))) == 1, f"{size}: not beside each other"
        assert min(clear) >= SMALLEST_ROOM, f"{size}: {clear}"
        assert not cut, f"{size}: {cut}"
