"""The bag's sheet: the cards shown are the cards counted, whatever is changed below them."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.looking import moments_loaded
from tests.browser.phone import A_LOOK, Phone
from tests.browser.test_sheet import LOOK, NARROW, phone

__all__ = ["phone"]


TOP = "() => document.querySelector('.dock').getBoundingClientRect().top"
PALETTE = "() => document.querySelector('.palette').getBoundingClientRect().top + scrollY"
LINES = "(one) => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
CUT_SHORT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
FULL = "The bag is full: tap a card in it to take it out, or change the number"
COVERS_THE_SUM = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [word, dock] = [box("#said"), box(".dock")];
    return word.bottom > dock.top && word.top < dock.bottom;
}"""
UNCOVERED = """(group) => [...group.querySelectorAll(".group-title, .tile")].every((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [top + 1, top + height - 1].every((y) =>
        group.contains(document.elementFromPoint(left + width / 2, y)));
})"""


def test_the_dock_stays_where_it_is_while_cards_are_tapped(phone: Phone) -> None:
    """Even when there is more to say than there is room for, which is scrolled to."""
    page = phone.page
    page.set_viewport_size(NARROW)
    top = page.evaluate(TOP)
    tasks.put(phone.thumb, {"mead": 1, "crossbow": 1})
    expect(page.locator("#sum .sum-lines")).to_contain_text("crossbow")
    assert page.evaluate(TOP) == pytest.approx(top, abs=1)


def test_the_first_card_of_an_empty_bag_moves_nothing(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=NARROW)
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?contents=passed")
    place, top = phone.page.evaluate(PALETTE), phone.page.evaluate(TOP)
    tasks.put(phone.thumb, {"apples": 1})
    expect(phone.page.locator(".slot")).to_have_count(1)
    assert phone.page.evaluate(PALETTE) == pytest.approx(place, abs=1)
    assert phone.page.evaluate(TOP) == pytest.approx(top, abs=1)


@pytest.mark.parametrize("part", ["gold", "goods", "promising"])
def test_what_decides_stays_in_sight_while_a_deal_is_open(part: str, open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=NARROW)
    board = tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.unfold(phone.thumb, part)
    for verdict in (".verdict-passes", ".verdict-opens"):
        expect(phone.page.locator(verdict)).to_be_in_viewport(ratio=1)
    phone.page.goto(f"{board}/offers/new")
    if part != "gold":  # which is there from the start
        phone.thumb.tap(f"button[name='offer-{part}']")
        phone.page.locator(f"input[name='offer-{part}']").wait_for(state="attached")
    expect(phone.page.locator("#offer button.next")).to_be_in_viewport(ratio=1)


def test_a_digit_goes_on_after_the_cards_were_looked_at(phone: Phone) -> None:
    tasks.open_table(phone, PLAYERS)
    tasks.next_bag(phone.thumb)
    gold, key = phone.page.locator("#deal-0-gold"), "[data-for='deal-0-gold'] [data-digit='1']"
    phone.thumb.tap(tasks.payer(2))
    expect(phone.page.locator("#deal-0-gold-gift")).to_contain_text("Cleopatra gives")
    phone.thumb.tap(key)
    phone.thumb.tap(key)
    expect(gold).to_have_value("11")
    phone.thumb.tap(".bar button[formaction*='/cards']")
    phone.page.locator(".card-table >> nth=0").wait_for()
    phone.page.go_back()
    phone.thumb.tap(key)
    expect(gold).to_have_value("111")


def test_a_bag_is_said_to_be_full_only_where_a_card_has_no_place(open_phones: OpenPhone) -> None:
    """Whether or not it was declared, at the finger: what it comes to stays in sight."""
    phone = open_phones(viewport=NARROW)
    said = phone.page.locator("#said")
    board, hint = tasks.open_table(phone), phone.page.locator("[data-hint]")
    phone.page.goto(f"{board}/bags/1?contents=opened")
    expect(hint).to_have_text("Tap what was there instead of a declared card.")
    for declared, slots in (("", 5), ("&good=apples&number=2", 2)):
        phone.page.goto(f"{board}/bags/2?contents=opened{declared}")
        tasks.put(phone.thumb, {"mead": slots})
        expect(phone.page.locator(".slot")).to_have_count(slots)
        expect(said).not_to_contain_text("full")
        tasks.put(phone.thumb, {"silk": 1})
        expect(said).to_have_text(FULL)
        expect(said).to_be_in_viewport(ratio=1)
        assert not phone.page.evaluate(COVERS_THE_SUM)
        expect(phone.page.locator(".slot")).to_have_count(slots)
        expect(hint).to_have_text("Tap what was there instead of a declared card.")
        phone.page.locator("[data-slot='in-mead'] >> nth=0").tap()
        expect(hint).to_have_text("Tap what was there instead of a declared card.")
        phone.page.evaluate("sessionStorage.clear()")


def test_one_more_of_what_was_declared_has_no_place_and_is_told_so(phone: Phone) -> None:
    """Four are declared, and a fifth lies in the bag: it takes another number."""
    board = tasks.open_table(phone)
    phone.page.goto(f"{board}/bags/1?contents=opened&good=bread&number=4")
    expect(phone.page.locator(".slot")).to_have_count(4)
    tasks.put(phone.thumb, {"bread": 1})
    expect(phone.page.locator("#said")).to_have_text(FULL)
    expect(phone.page.locator(".slot")).to_have_count(4)


@pytest.mark.parametrize("pause", [0, 100, 900])
def test_a_number_of_cards_face_down_is_what_was_tapped_however_often(
    pause: int, open_phones: OpenPhone
) -> None:
    """It looks chosen; a tap on a card in the bag takes it out again."""
    phone = open_phones(viewport=NARROW)
    board, page = tasks.open_table(phone), phone.page
    page.goto(f"{board}/bags/1?good=apples&number=4&contents=passed")
    two, cards = page.locator("[data-down='2']"), page.locator("[data-slot='face_down']")
    phone.thumb.stop_time()
    for time in (A_LOOK, pause):
        phone.thumb.passes(time)
        two.tap()
        phone.thumb.rest()
    expect(cards).to_have_count(2)
    expect(two).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-down][aria-pressed='true']")).to_have_count(1)
    page.locator("[data-down='3']").tap()
    expect(cards).to_have_count(3)
    for left in (2, 1, 0):
        cards.first.tap()
        expect(cards).to_have_count(left)
    expect(page.locator("[data-down][aria-pressed='true']")).to_have_count(0)


FACE = "(one) => [getComputedStyle(one).color, getComputedStyle(one).borderRadius].join()"


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
def test_numbers_of_cards_look_and_read_otherwise_than_digits_of_gold(
    width: int, height: int, open_phones: OpenPhone
) -> None:
    """Those of cards say so, those face down look like the card they stand beside, and a step of gold looks
    like a button.
    """
    phone = open_phones(viewport=ViewportSize(width=width, height=height))
    board, page = tasks.open_table(phone), phone.page
    page.goto(f"{board}/bags/1?good=apples&number=3&contents=passed")
    downs, card = page.locator(".key[data-down='2']"), page.locator("[data-word='face_down'] .tile")
    for edge in ("border-top-style", "border-top-color"):
        expect(downs).to_have_css(edge, str(card.evaluate(f"(one) => getComputedStyle(one)['{edge}']")))
    page.goto(f"{board}/bags/2?unfolded=0-gold")
    expect(page.locator(tasks.tile("number", 1))).to_have_text(re.compile(r"^\s*1\s*card\s*$"))
    expect(page.locator(tasks.tile("number", 2))).to_have_text(re.compile(r"^\s*2\s*cards\s*$"))
    said, gold = page.locator(tasks.tile("number", 2)), page.locator("[data-digit='2']")
    assert said.evaluate(FACE) != gold.evaluate(FACE)
    assert gold.evaluate(FACE) != page.locator("[data-plus='2']").first.evaluate(FACE)


LONG = "good=apples&number=5&contents=opened&in-apples=1&in-mead=1&in-silk=1&in-cheese=1&in-bread=1"
DEAL = "&deal-0-giver=2&deal-0-receiver=3&deal-0-gold=12&deal-1-giver=3&deal-1-receiver=2&deal-1-gold=4"
PLAYERS = ("Theophile", "Bo", "Cleopatra", "Dov")
# Where the button lies that a finger comes down on.
TOUCHED = """addEventListener("pointerdown", ({target}) => {
    window.touched = target.closest("button").getBoundingClientRect().top;
}, true)"""
MIDDLE = {"purse-0": "50", "purse-1": "3", "purse-2": "50", "purse-3": "50", "stand-1-apples": "5"}
# Every line of text in the dock that an edge of what holds it runs through.
CUT = """() => {
    const walk = document.createTreeWalker(document.querySelector(".dock"), NodeFilter.SHOW_TEXT);
    const cut = [];
    while (walk.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        for (let part = walk.currentNode.parentNode; !part.matches(".dock"); part = part.parentNode) {
            if (getComputedStyle(part).overflowY === "visible") continue;
            const {bottom} = part.getBoundingClientRect();
            const isCut = (line) => line.top + 4 < bottom && line.bottom - 4 > bottom;
            if ([...range.getClientRects()].some(isCut)) cut.push(walk.currentNode.textContent);
        }
    }
    return cut;
}"""


# The sentences above the button: which are seen whole, on how many lines, and how many are not.
SEEN = """() => {
    const said = document.querySelector(".sum-lines");
    const height = parseFloat(getComputedStyle(said).lineHeight);
    const box = said.getBoundingClientRect();
    const isSeen = (one) => one.getBoundingClientRect().left < box.right;
    const isWhole = (one) => one.scrollHeight <= one.clientHeight
        && one.getBoundingClientRect().bottom <= box.bottom + 1;
    const all = [...said.children], seen = all.filter(isSeen);
    return {
        whole: seen.filter(isWhole).length,
        cut: seen.filter((one) => !isWhole(one)).length,
        lines: seen.reduce((sum, one) => sum + Math.round(one.offsetHeight / height), 0),
        number: all.length,
    };
}"""
ROOM_FOR = 3  # lines, above the one that counts the rest


@pytest.mark.parametrize("width, height", [(390, 664), (360, 640), (320, 568), (844, 390)])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_sentences_above_the_button_are_whole(
    width: int, height: int, language: str, open_phones: OpenPhone
) -> None:
    """The next one has the lines that are left; what has no room is counted in a line of its own, also after
    it was unfolded and folded again.
    """
    phone = open_phones(language=language, viewport=ViewportSize(width=width, height=height))
    page, board = phone.page, tasks.open_table(phone, PLAYERS)
    promised = f"&deal-0-promise={'a favour in the next round '.replace(' ', '+')}"
    for sheet in (f"1?{LONG}{DEAL}", f"1?{LONG}{DEAL}{promised}"):
        page.goto(f"{board}/bags/{sheet}")
        page.evaluate("document.fonts.ready")
        for _ in range(2):
            seen = page.evaluate(SEEN)
            assert seen["whole"] >= 1
            assert seen["cut"] <= 1
            assert seen["lines"] == ROOM_FOR, seen
            expect(page.locator(".told [data-more]")).to_contain_text(str(seen["number"] - seen["whole"]))
            phone.thumb.tap(".told summary")
            phone.thumb.tap(".told summary")


@pytest.mark.parametrize("width, height", [(390, 664), (360, 640), (320, 568)])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_no_line_above_the_button_is_cut(
    width: int, height: int, language: str, open_phones: OpenPhone
) -> None:
    """Who pays whom comes first; what has no room is counted, and unfolds under the finger."""
    phone = open_phones(language=language, viewport=ViewportSize(width=width, height=height))
    page, board = phone.page, tasks.open_table(phone, PLAYERS)
    page.goto(f"{board}/bags/1?{LONG}{DEAL}")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == []
    expect(page.locator(".told summary")).to_contain_text("12")
    more = page.locator(".told [data-more]")
    expect(more).to_contain_text(re.compile("and [1-5] more" if language == "en-GB" else "et encore [1-5]"))
    phone.thumb.tap(".told summary")
    expect(more).not_to_be_visible()
    assert page.evaluate(CUT) == []
    expect(page.locator("#sum button.next")).to_be_in_viewport(ratio=1)
    page.goto(f"{board}/bags/2?good=apples&number=1&contents=opened&in-apples=1")
    expect(page.locator(".told summary")).to_contain_text("2")
    expect(more).to_be_empty()


def test_what_is_told_of_a_debt_is_whole_lines(open_phones: OpenPhone) -> None:
    """The dock leads to the panel, which has the rest."""
    phone = open_phones(viewport=NARROW)
    board = tasks.open_table(phone, PLAYERS, 0, mid_game="1", round="2", **MIDDLE)
    phone.page.goto(f"{board}/bags/1?{LONG}")
    expect(phone.page.locator(".dock a[href='#debt']")).to_be_visible()
    assert phone.page.evaluate(CUT) == []
    expect(phone.page.locator("#debt .sum-lines")).to_contain_text("silk 4")


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_debt_moves_and_covers_no_card(
    width: int, height: int, language: str, open_phones: OpenPhone
) -> None:
    """It opens below all cards; the dock stays as high as it was when the last card was tapped."""
    phone = open_phones(language=language, viewport=ViewportSize(width=width, height=height))
    rich = {"purse-1": "5", "stand-1-apples": "2", "stand-1-cheese": "3"} | {
        f"purse-{seat}": "50" for seat in (0, 2, 3)
    }
    board = tasks.open_table(phone, PLAYERS, 0, mid_game="1", round="2", **rich).split("?")[0]
    phone.page.goto(f"{board}/bags/1?good=apples&number=5&contents=opened&in-apples=2&in-silk=3")
    phone.page.locator("[data-put='in-silk']").scroll_into_view_if_needed()
    top, place = phone.page.evaluate(TOP), phone.page.evaluate(PALETTE)
    tasks.put(phone.thumb, {"silk": 1})
    expect(phone.page.locator(".dock a[href='#debt']")).to_be_visible()
    assert phone.page.evaluate(TOP) == pytest.approx(top, abs=1)
    assert phone.page.evaluate(PALETTE) == pytest.approx(place, abs=1)
    phone.thumb.tap(".dock a[href='#debt']")
    expect(phone.page.locator("#debt dl")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
def test_what_is_unfolded_is_led_to(width: int, height: int, open_phones: OpenPhone) -> None:
    """All that is given before it stays where it is, and the new row has the focus."""
    phone = open_phones(viewport=ViewportSize(width=width, height=height))
    page = phone.page
    page.goto(f"{tasks.open_table(phone)}/bags/1?deal-0-gold=4")
    phone.thumb.tap(tasks.payer(2))
    expect(page.locator("#deal-1-gold")).to_be_focused()
    expect(page.locator("#deal-1-gold")).to_be_in_viewport(ratio=1)
    tasks.unfold(phone.thumb, "promising")
    expect(page.locator("#unfolded")).to_be_focused()
    expect(page.locator("#deal-1-chips button").first).to_be_in_viewport(ratio=1)
    phone.thumb.tap("button[name='remove'][value='0']")
    expect(page.locator("[name='deal-0-giver']")).to_have_value("2")
    expect(page.locator("[name='deal-1-giver']")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
def test_i7_a_typed_bribe_shuts_the_bag_in_sight_and_goes_with_one_tap(
    width: int, height: int, language: str, open_phones: OpenPhone
) -> None:
    """Where it is opened as declared, and where something else lies in it: the button that opens looks alive,
    and says that it refuses.
    """
    phone = open_phones(language=language, viewport=ViewportSize(width=width, height=height))
    board = tasks.open_table(phone).split("?")[0]
    for merchant, more, button in ((1, "", ".verdict-opens"), (2, "&contents=opened&in-mead=2", ".next")):
        opens, at = (
            phone.page.locator(f"#sum {button}"),
            f"{board}/bags/{merchant}?good=apples&number=2{more}",
        )
        phone.page.goto(at)
        loud = opens.evaluate(LOOK)
        phone.page.goto(f"{at}&deal-0-gold=5")
        assert opens.evaluate(LOOK) == loud
        expect(opens).to_contain_text("bribe" if language == "en-GB" else "pot-de-vin")
        expect(phone.page.locator("#sum")).to_contain_text("refus")
        assert phone.page.evaluate(CUT) == []
        with phone.thumb.at_most(1, "the way out"):
            phone.thumb.tap(f"#sum {button}")
            tasks.at_board(phone.thumb)
    expect(phone.page.locator(".seat .purse b").nth(1)).to_have_text("54")
    expect(phone.page.locator(".seat .purse b").nth(2)).to_have_text("42")


@pytest.mark.parametrize("sheet", ["bags/1", "menu", "changes"])
def test_the_clock_stands_where_something_is_recorded(sheet: str, open_phones: OpenPhone) -> None:
    """T7: as it runs, is stopped elsewhere and ends as the table knows."""
    phone, other = open_phones(viewport=NARROW), open_phones()
    board = tasks.open_table(phone, timer="1")
    phone.page.goto(f"{board.split('?')[0]}/{sheet}")
    clock = phone.page.locator("#clock")
    expect(clock).to_be_empty()
    other.page.context.add_cookies(phone.page.context.cookies())  # type: ignore[arg-type] # as they came
    other.page.goto(board)
    other.thumb.tap("button[name='do'][value='start']")
    expect(clock).to_contain_text("3:5")
    other.thumb.tap("button[name='do'][value='pause']")
    expect(clock.locator("[data-timer='paused']")).to_be_visible()
    clock.locator("[data-timer]").evaluate(
        "(one) => { one.dataset.remaining = 1; one.dataset.timer = 'running'; }"
    )
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(clock).to_have_text(re.compile("3:5.$"))


def test_a_card_turned_over_for_a_debt_stays_under_the_finger(phone: Phone) -> None:
    """D2: what is missing, chosen, and turned over for nothing is said above it, in more lines or fewer."""
    page, thumb = phone.page, phone.thumb
    short = {"purse-1": "0", "stand-1-apples": "1", "stand-1-face_down": "4"}
    tasks.open_table(phone, ("Ann", "Bo", "Cleo", "Dov"), 0, mid_game="1", round="2", **MIDDLE | short)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "bread", 3)
    tasks.say_contents(thumb, "opened")
    tasks.put(thumb, {"mead": 2})
    more = page.locator("input[name$='told-mead'] + [data-add]")
    more.scroll_into_view_if_needed()
    moments_loaded(page)
    page.evaluate("scrollBy(0, 150)")
    page.evaluate(TOUCHED)
    for number in range(1, 4):
        thumb.tap(more)
        expect(page.locator("input[name$='told-mead']")).to_have_value(str(number))
        page.locator("#sum:not(.htmx-request)").wait_for()
        after = more.bounding_box()
        assert after
        assert after["y"] == pytest.approx(page.evaluate("touched"), abs=2)


def test_gold_typed_on_a_keyboard_is_in_the_sum_before_the_field_is_left(phone: Phone) -> None:
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"))
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.unfold(phone.thumb, "gold")
    field = phone.page.locator("#deal-0-gold")
    field.press_sequentially("7")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("7 gold to Ann")
    expect(field).to_be_focused()
    field.press_sequentially("1")
    expect(field).to_have_value("71")


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("gold", ["", "&deal-0-gold=12", "&deal-0-gold=80"])
def test_the_keypad_lies_free_above_what_decides(gold: str, language: str, open_phones: OpenPhone) -> None:
    """Whatever the buttons say: nothing has to be scrolled for a bribe."""
    phone = open_phones(viewport=NARROW, language=language)
    phone.page.goto(f"{tasks.open_table(phone)}/bags/1?good=apples&number=4&unfolded=0-gold{gold}")
    keys, dock = (phone.page.locator(part).bounding_box() for part in (".keypad", "#sum .dock"))
    assert keys
    assert dock
    assert keys["y"] + keys["height"] <= dock["y"]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_long_name_the_clock_and_a_promise_leave_the_keypad_free(
    language: str, open_phones: OpenPhone
) -> None:
    """The title is one line, and every tile and line below it names the player whole."""
    phone = open_phones(viewport=NARROW, language=language)
    names = ("Nora", "Otto", "Bartholomew", "Gwenaelle-Mae")
    board = tasks.open_table(phone, names, timer="1").split("?")[0]
    phone.page.goto(f"{board}/bags/1?good=apples&number=1&deal-0-promise=A+favour+in+the+next+round")
    tasks.as_declared(phone.thumb, "passes")
    phone.thumb.tap("button[name='do'][value='start']")
    phone.page.locator("[data-timer='running']").wait_for()
    phone.page.goto(f"{board}/bags/2?good=apples&number=4&unfolded=0-gold&deal-0-gold=1")
    phone.page.evaluate("document.fonts.ready")
    keys, dock = (phone.page.locator(part).bounding_box() for part in (".keypad", "#sum .dock"))
    assert keys
    assert dock
    assert keys["y"] + keys["height"] <= dock["y"]
    title = phone.page.locator(".bar h1").evaluate(LINES)
    assert title == 1
    assert not phone.page.locator(".shields bdi").evaluate_all(CUT_SHORT)


@pytest.mark.parametrize("width", [390, 320])
def test_the_bank_is_named_whole_where_it_is_chosen(width: int, open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=ViewportSize(width=width, height=664), language="fr-FR")
    board = tasks.open_table(phone, ("Nora", "Otto", "Ada", "Eve", "Bo")).split("?")[0]
    phone.page.goto(f"{board}/pay")
    assert not phone.page.locator(".shields bdi").evaluate_all(CUT_SHORT)


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
def test_a_link_to_a_debt_leads_below_the_title(width: int, height: int, open_phones: OpenPhone) -> None:
    """And it says which goods would go, before anybody follows it (D2)."""
    phone = open_phones(viewport=ViewportSize(width=width, height=height), language="fr-FR")
    names = ("Theophile", "Bartholomew", "Cleopatra", "Dov")
    board = tasks.open_table(phone, names, 0, mid_game="1", round="2", timer="1", **MIDDLE)
    phone.page.goto(f"{board.split('?')[0]}/bags/1?{LONG}")
    link = phone.page.locator(".dock a[href='#debt']")
    expect(link).to_contain_text("5 pommes")
    phone.thumb.tap(link)
    line, bar = phone.page.locator(".debt-lines dt").first, phone.page.locator(".page > .bar")
    line.wait_for()
    phone.thumb.rest()
    said, title = line.bounding_box(), bar.bounding_box()
    assert said
    assert title
    assert said["y"] >= title["y"] + title["height"]


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568), (844, 390)])
def test_the_cards_of_a_bag_that_are_asked_for_lie_below_the_title(
    width: int, height: int, open_phones: OpenPhone
) -> None:
    """With the words that say whose they are, and all of them clear of the dock below."""
    phone = open_phones(viewport=ViewportSize(width=width, height=height))
    page = phone.page
    tasks.open_table(phone)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.unfold(phone.thumb, "goods")
    expect(page.locator("#unfolded")).to_be_focused()
    phone.thumb.rest()
    assert page.locator("#deal-0-goods").evaluate(UNCOVERED)


def test_cards_of_the_stand_are_the_givers(open_phones: OpenPhone) -> None:
    """Another shield, another stand; the last button takes the card that was put in last out again."""
    phone = open_phones(viewport=NARROW)
    stands = {"stand-1-apples": "2", "stand-2-cheese": "3"} | {f"purse-{seat}": "50" for seat in range(4)}
    board = tasks.open_table(phone, PLAYERS, 0, mid_game="1", round="2", **stands)
    phone.page.goto(f"{board.split('?')[0]}/bags/1?good=apples&number=4")
    for _ in range(3):
        tasks.give_card(phone.thumb, "apples")
    apples = phone.page.locator("[name='deal-0-stand-apples']")
    expect(apples).to_have_value("2")
    expect(apples).to_have_css("opacity", "1")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("2 apples to Theophile")
    phone.thumb.tap("[data-fewer]")
    expect(apples).to_have_value("1")
    phone.thumb.tap("[data-fewer]")
    expect(apples).to_have_value("")
    phone.thumb.tap(tasks.payer(2))
    expect(apples).to_have_count(0)
    tasks.give_card(phone.thumb, "cheese")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("1 cheese to Theophile")


def test_a_promise_of_this_evening_is_proposed(open_phones: OpenPhone) -> None:
    """A tap says it, another takes it out again; the button names it."""
    phone = open_phones(viewport=NARROW)
    board = tasks.open_table(phone).split("?")[0]
    phone.page.goto(f"{board}/bags/1?good=apples&number=1&deal-0-promise=Lunch")
    tasks.as_declared(phone.thumb, "passes")
    phone.page.goto(f"{board}/bags/2?good=apples&number=1")
    tasks.unfold(phone.thumb, "promising")
    phone.thumb.tap("#deal-0-chips [data-say='Lunch']")
    expect(phone.page.locator("#deal-0-promise")).to_have_value("Lunch")
    expect(phone.page.locator(".verdict-passes")).to_contain_text("“Lunch”")
    phone.thumb.tap("#deal-0-chips [data-say='Lunch']")
    expect(phone.page.locator("#deal-0-promise")).to_have_value("")


def test_a_card_is_taken_out_by_the_first_tap_after_something_was_typed(phone: Phone) -> None:
    """What was typed changes as the finger comes down: the card must not be drawn anew under it."""
    board = tasks.open_table(phone)
    tasks.lying("opened", 4, {"mead": 3})(phone.thumb)
    phone.page.goto(f"{board.split('?')[0]}/corrections/2")
    phone.page.fill("#reason", "Misread")
    phone.thumb.tap("[data-slots] .slot-other >> nth=0")
    expect(phone.page.locator("#in-mead")).to_have_value("2")
