"""A half-filled form is not lost, whatever else the phone is asked for meanwhile."""

from playwright.sync_api import expect

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone, Thumb
from tests.browser.test_half_filled import and_back, half_filled, is_half_filled, kept, to_cards
from tests.browser.test_live import is_live


def test_a_payment_that_was_closed_is_opened_as_it_was_left(phone: Phone) -> None:
    """By the menu or by its own link; another player's payment is another one."""
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone)
    page.goto(f"{board}/pay")
    thumb.tap(tasks.tile("giver", 2))
    thumb.tap(tasks.tile("receiver", "bank"))
    thumb.tap("[data-for='gold'] [data-digit='7']")
    page.fill("#note", "for the pizza")
    close(thumb)
    page.goto(f"{board}/pay?giver=1")
    expect(page.locator("#gold")).to_have_value("")
    close(thumb)
    for way in ("/pay", "/pay?giver=2"):
        page.goto(board + way)
        expect(page.locator("#gold")).to_have_value("7")
        expect(page.locator("#note")).to_have_value("for the pizza")
        expect(page.locator("[name='giver']:checked")).to_have_value("2")
        close(thumb)
    page.goto(f"{board}/pay")
    expect(page.locator("#gold")).to_have_value("7")
    thumb.tap("#pay button.next")
    tasks.at_board(thumb)
    assert page.evaluate(STORED) == 0


def test_a_correction_that_was_left_is_opened_as_it_was_left(phone: Phone) -> None:
    """Until the entry is corrected: then it is read as it stands now."""
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone)
    tasks.honest("passes")(thumb)
    page.goto(f"{board}/corrections/2")
    tasks.declare(thumb, "cheese", 4)
    page.fill("#reason", "a card was under the bag")
    kept(page, "reason=a+card+was+under+the+bag")
    page.goto(board)
    page.goto(f"{board}/corrections/2")
    expect(page.locator(f"{tasks.tile('number', 4)} input")).to_be_checked()
    expect(page.locator("#reason")).to_have_value("a card was under the bag")
    thumb.tap(".verdict-passes")
    tasks.at_board(thumb)
    assert page.evaluate(STORED) == 0
    page.goto(f"{board}/corrections/2")
    expect(page.locator("#reason")).not_to_have_value("a card was under the bag")


def test_an_offer_that_was_closed_is_opened_as_it_was_left(open_phones: OpenPhone) -> None:
    bank, merchant = open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo"))
    sharing.join(merchant, sharing.open_door(bank, board), 1)
    page, thumb = merchant.page, merchant.thumb
    page.goto(f"{board}/offers/new")
    thumb.tap("[data-for='offer-gold'] [data-digit='5']")
    kept(page, "offer-gold=5")
    close(thumb)
    page.goto(f"{board}/offers/new")
    expect(page.locator("#offer-gold")).to_have_value("5")
    thumb.tap("#offer button.next")
    tasks.at_board(thumb)
    assert page.evaluate(STORED) == 0


def test_what_was_chosen_right_before_a_back_is_there_after_a_forward(phone: Phone) -> None:
    """The address of the sheet is a moment older than that."""
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone)
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    kept(page, "number=3")
    page.locator(f"{tasks.tile('number', 4)} input").evaluate("(four) => { four.click(); history.back(); }")
    tasks.at_board(thumb)
    page.go_forward()
    expect(page.locator(f"{tasks.tile('number', 4)} input")).to_be_checked()
    kept(page, "number=4")


def test_what_was_chosen_on_the_page_that_changes_the_table_stays(phone: Phone) -> None:
    """Switches, places, numbers and names, whatever comes between; also where another form was sent first."""
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, tasks.PLAYERS[:4])
    page.goto(f"{board}/changes")
    page.fill("#newcomer", "Eve")
    thumb.tap(tasks.tile("after", 1))
    thumb.tap(tasks.tile("after", 2))
    thumb.tap(tasks.tile("sheriff", 3))
    thumb.tap("label:has(#royal_goods)")
    expect(page.locator("#done")).to_contain_text("Royal goods")
    page.fill("#name-1", "Bob")

    def is_chosen() -> None:
        expect(page.locator("#newcomer")).to_have_value("Eve")
        expect(page.locator("[name='after']:checked")).to_have_value("2")
        expect(page.locator("[name='sheriff']:checked")).to_have_value("3")
        expect(page.locator("#royal_goods")).to_be_checked()

    for away in (page.reload, lambda: (page.goto(board), page.goto(f"{board}/changes")), page.go_back):
        away()
        if page.url.partition("?")[0] == board:
            page.go_forward()
        is_chosen()
    thumb.tap("form:has(#name-1) button")
    expect(page.locator("#done")).to_contain_text("Bob")
    is_chosen()
    thumb.tap("form[action$='/players'] .sends > .button")
    expect(page.locator("#done")).to_contain_text("Eve")
    expect(page.locator("#royal_goods")).to_be_checked()
    expect(page.locator("[name='sheriff']:checked")).to_have_value("3")


def test_a_new_table_outlives_a_reload(phone: Phone) -> None:
    page = phone.page
    page.goto("/new")
    page.fill("#name-0", "Ann")
    page.fill("#name-1", "Bo & Ève")
    phone.thumb.tap("label:has(#royal_goods)")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    page.fill("#purse-0", "7")
    page.fill("#stand-1-apples", "4")
    phone.thumb.tap(".order")
    phone.thumb.tap("button[name='down'][value='0']")
    kept(page, "name-1=Ann", "royal_goods=1", "purse-1=7", "stand-0-apples=4")
    page.reload()
    expect(page.locator("#name-0")).to_have_value("Bo & Ève")
    expect(page.locator("#name-1")).to_have_value("Ann")
    expect(page.locator("#royal_goods")).to_be_checked()


def test_no_way_back_leads_to_a_form_that_was_booked(phone: Phone) -> None:
    """Booked again it would count twice: each form has its own id."""
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone)
    page.goto(f"{board}/pay?giver=0&receiver=bank")
    page.fill("#gold", "12")
    thumb.tap("#pay button.next")
    tasks.at_board(thumb)
    page.go_back()
    tasks.at_board(thumb)
    assert page.url.split("?")[0] == board
    expect(page.locator("#pay")).to_have_count(0)


def test_a_bag_outlives_an_offer_that_is_answered_and_one_that_is_changed(open_phones: OpenPhone) -> None:
    """The sheet says that its offers are outdated; what is under a thumb stays until the user asks."""
    bank, sheriff, merchant = open_phones(), open_phones(), open_phones()
    board = tasks.open_table(bank, ("Ann", "Bo", "Cleo"))
    code = sharing.open_door(bank, board)
    for seat, phone in enumerate((sheriff, merchant)):
        sharing.join(phone, code, seat)
    sharing.declare(merchant, "apples", 3)
    sharing.offer(merchant, 9)
    page = sheriff.page
    page.goto(f"{board}/bags/1")
    is_live(page)
    tasks.unfold(sheriff.thumb, "promising")
    page.locator("#deal-0-promise").press_sequentially("a fav")
    merchant.thumb.tap(".offer a[href*='/offers/']")
    merchant.thumb.tap("[data-for='offer-gold'] [data-digit='5']")
    merchant.thumb.tap("#offer button.next")
    tasks.at_board(merchant.thumb)
    told = page.locator("#news button")
    expect(told).to_contain_text("have changed: show them")
    expect(page.locator("#agreed .offer")).to_contain_text("9 gold")
    page.keyboard.type("our")
    sheriff.thumb.tap(told)
    expect(page.locator("#agreed .offer")).to_contain_text("5 gold")
    expect(page.locator("#deal-0-promise")).to_have_value("a favour")
    expect(page.locator("#news")).to_have_count(0)
    sheriff.thumb.tap("#agreed button[value='1']")
    expect(page.locator("#agreed")).to_contain_text("5 gold: accepted")
    expect(page.locator("#deal-0-promise")).to_have_value("a favour")
    expect(merchant.page.locator(".offer")).to_contain_text("accepted")
    tasks.as_declared(sheriff.thumb, "passes")
    expect(page.locator(".seat .purse b")).to_have_text(["55", "45", "50"])


def close(thumb: Thumb) -> None:
    """The sheet's way out, at once after the last tap."""
    thumb.tap(WAY_OUT)
    tasks.at_board(thumb)


def leave(thumb: Thumb) -> None:
    """To the board, but not by the sheet's way out."""
    thumb.page.goto(thumb.page.url.partition("/bags")[0])
    tasks.at_board(thumb)


WAY_OUT = "header.bar > a >> nth=-1"
STORED = "() => Object.keys(sessionStorage).filter((key) => key.includes('/g/')).length"


def test_a_bag_that_was_left_is_opened_as_it_was(phone: Phone) -> None:
    """However it is opened again, until it is booked."""
    page, thumb = phone.page, phone.thumb
    half_filled(phone)
    leave(thumb)
    tasks.bag_of(thumb, 2)
    expect(page.locator("input[name='seat']")).to_have_value("2")
    expect(page.locator("input[name='lie']")).to_have_count(0)
    tasks.declare(thumb, "bread", 1)
    tasks.as_declared(thumb, "opens")
    tasks.next_bag(thumb)
    is_half_filled(page)
    leave(thumb)
    page.goto(f"{page.url.split('?')[0]}/bags/1?lie=passed")
    is_half_filled(page)
    tasks.book(thumb)
    expect(page.locator(".seat .purse b").first).to_have_text("60")
    assert page.evaluate(STORED) == 0
    tasks.take_back(thumb)
    tasks.next_bag(thumb)
    expect(page.locator("#bag")).to_be_visible()
    expect(page.locator("#bag :checked[name='good']")).to_have_count(0)


def test_a_bag_that_another_phone_booked_is_forgotten(open_phones: OpenPhone) -> None:
    one, other = open_phones(), open_phones()
    half_filled(one)
    leave(one.thumb)
    other.page.context.add_cookies(one.page.context.cookies())  # type: ignore[arg-type] # as they came
    other.page.goto(one.page.url)
    tasks.honest("passes")(other.thumb)
    tasks.take_back(other.thumb)
    expect(one.page.locator(".undone")).to_be_visible()
    tasks.next_bag(one.thumb)
    expect(one.page.locator("#bag")).to_be_visible()
    one.thumb.rest()
    expect(one.page.locator("#bag input[name='lie']")).to_have_count(0)
    assert one.page.evaluate(STORED) == 0


def test_cards_that_are_turned_over_outlive_a_reload_and_a_way_out(phone: Phone) -> None:
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone)
    tasks.lying("passed", 3, {"face_down": 3})(thumb)
    for _ in range(3):
        tasks.honest("passes")(thumb)
    page.goto(f"{board}/reveal/1")
    tasks.put(thumb, {"mead": 1, "silk": 1})

    def is_told() -> None:
        for word in ("mead", "silk"):
            expect(page.locator(f"[name='in-{word}']")).to_have_value("1")
        expect(page.locator("[data-slots] .slot-other")).to_have_count(2)

    kept(page, "in-mead=1", "in-silk=1")
    page.reload()
    is_told()
    close(thumb)
    page.goto(f"{board}/reveal/1")
    is_told()
    tasks.put(thumb, {"mead": 1})
    thumb.tap("#reveal button.next")
    tasks.at_board(thumb)
    assert page.evaluate(STORED) == 0


def test_no_way_back_leads_to_cards_that_were_looked_at_for_a_bag(phone: Phone) -> None:
    """Once it is booked: the step back is the board that led to the sheet."""
    page, thumb = phone.page, phone.thumb
    half_filled(phone)
    to_cards(thumb)
    and_back(thumb)
    is_half_filled(page)
    tasks.book(thumb)
    page.go_back()
    tasks.at_board(thumb)
    expect(page.locator("#bag")).to_have_count(0)
