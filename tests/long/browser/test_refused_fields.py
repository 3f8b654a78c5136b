"""A refusal goes away when it is corrected, and never covers what has to be corrected."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

THREE = ("Ann", "Bo", "Cleo")
REFUSED = "#refusals, .refused"


def test_what_was_not_declared_is_asked_for_in_place_and_nothing_is_sent(phone: Phone) -> None:
    """In words on the edge of the tiles, while the decision is seen to be chosen, in its colours. Nothing
    moves, and no such tap waits for a connection.
    """
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, THREE)
    with page.expect_response("**/moments.js"):
        tasks.next_bag(thumb)
    before = page.locator("#bag").bounding_box()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    thumb.tap(".verdict-opens")
    expect(page.locator("[name='good'][value='apples']")).to_be_focused()
    expect(page.locator("#said")).to_have_text("Which good?")
    asked = page.locator("#bag .asks")
    expect(asked).to_have_attribute("data-ask", "Which good?")
    assert asked.evaluate("asked => getComputedStyle(asked, '::before').content") == '"Which good?"'
    colour = page.locator(".verdict-opens").evaluate("button => getComputedStyle(button).backgroundColor")
    assert colour == "rgb(156, 36, 32)"
    chosen, other = (page.locator(f".verdict-{one}") for one in ("opens", "passes"))
    thumb.tap(tasks.tile("good", "apples"))
    expect(asked).to_have_attribute("data-ask", "How many cards?")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(other).not_to_have_attribute("aria-pressed", "true")
    phone.may_be_cut_off = True
    page.context.set_offline(True)
    thumb.tap(".verdict-opens")
    expect(page.locator("[name='number'][value='1']")).to_be_focused()
    page.context.set_offline(False)
    expect(page.locator(f"{REFUSED}, #outbox")).to_have_count(0)
    assert "POST" not in sent
    assert page.locator("#bag").bounding_box() == before
    thumb.tap(tasks.tile("number", 3))
    expect(asked).to_have_count(0)
    expect(chosen).to_contain_text("Ann pays Bo 6")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    tasks.as_declared(thumb, "passes")


@pytest.mark.parametrize("how", ["passed", "opened"])
def test_which_cards_a_lie_brought_is_asked_for_in_place_and_nothing_is_sent(phone: Phone, how: str) -> None:
    """The line under the cards asks, until a card is another one than was declared."""
    page, thumb = phone.page, phone.thumb
    tasks.open_table(phone, THREE)
    with page.expect_response("**/moments.js"):
        tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    tasks.say_contents(thumb, how)
    page.locator("[data-slot]").first.wait_for()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    line, asks = page.locator("[data-hint]"), "Which cards were in the bag?"
    thumb.tap("#sum .next")
    expect(page.locator("#said")).to_have_text(asks)
    expect(line).to_have_text(asks)
    expect(page.locator("[data-picker] button:enabled").first).to_be_focused()
    assert "POST" not in sent
    tasks.put(thumb, {"cheese": 1})
    expect(line).not_to_have_text(asks)
    tasks.book(thumb)
    assert sent.count("POST") == 1


@pytest.mark.parametrize("width, height", [(390, 664), (320, 568)])
@pytest.mark.parametrize("language, asks", [("en-GB", "How many cards?"), ("fr-FR", "Combien de cartes ?")])
def test_what_was_not_declared_is_asked_for_where_the_cards_are_told(
    width: int, height: int, language: str, asks: str, open_phones: OpenPhone
) -> None:
    """Whatever was folded or scrolled away is in sight again; cards and gold stay as typed."""
    phone = open_phones(language=language, viewport=ViewportSize(width=width, height=height))
    page, board = phone.page, tasks.open_table(phone, THREE)
    with page.expect_response("**/moments.js"):
        page.goto(f"{board}/bags/1?good=apples&contents=passed&face_down=2&deal-0-gold=7")
    page.locator("#declared").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    phone.thumb.tap("#sum button.next")
    asked = page.locator("#bag .asks")
    expect(asked).to_have_attribute("data-ask", asks.replace(" ?", "\u202f?"))
    expect(asked).to_be_in_viewport(ratio=1)
    for number in range(1, 6):
        expect(page.locator(tasks.tile("number", number))).to_be_in_viewport(ratio=1)
    assert "POST" not in sent
    phone.thumb.tap(tasks.tile("number", 3))
    expect(page.locator("[name='deal-0-gold']")).to_have_value("7")
    expect(page.locator("#face_down")).to_have_value("2")
    tasks.book(phone.thumb)


def test_a_good_that_is_not_chosen_is_asked_for_once(open_phones: OpenPhone) -> None:
    """Without scripts, where the bag was opened with something else: the declaration is folded."""
    phone = open_phones(script=False)
    board = tasks.open_table(phone, THREE)
    phone.page.goto(f"{board}/bags/1?number=3&contents=passed")
    phone.page.locator("#sum button.next").tap()
    expect(phone.page.locator("#refusals")).to_contain_text("Not recorded.")
    expect(phone.page.get_by_text("Choose the declared good").filter(visible=True)).to_have_count(1)


def test_too_little_gold_is_corrected_by_its_digits(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 80)
    phone.thumb.tap(".verdict-passes")
    expect(phone.page.locator("#deal-0-gold")).to_have_attribute("aria-invalid", "true")
    phone.thumb.tap("[data-for='deal-0-gold'] [data-erase]")
    expect(phone.page.locator("#refusals")).to_be_hidden()
    expect(phone.page.locator("#deal-0-gold")).not_to_have_attribute("aria-invalid", re.compile(""))


def test_the_way_from_a_refusal_to_its_field_takes_no_tap_back(phone: Phone) -> None:
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 80)
    phone.thumb.tap(".verdict-passes")
    phone.thumb.rest()
    phone.thumb.touch("#refusals a")
    phone.thumb.tap(".verdicts [value='passed']")
    expect(phone.page.locator("#sum button.next")).to_be_visible()
    expect(phone.page.locator("[name='deal-0-gold']")).to_have_value("80")


def test_what_is_refused_leaves_the_deal_in_sight(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    tasks.open_table(phone, THREE)
    tasks.next_bag(phone.thumb)
    tasks.declare(phone.thumb, "apples", 3)
    tasks.offer_gold(phone.thumb, 80)
    phone.thumb.tap(".verdict-passes")
    expect(phone.page.locator("#refusals")).to_be_visible()
    deal = phone.page.locator(".deal .gold-field").bounding_box()
    dock = phone.page.locator("#sum .dock").bounding_box()
    assert deal
    assert dock
    assert deal["y"] + deal["height"] <= dock["y"]


def test_the_room_of_a_refusal_stays_until_its_form_is_sent_again(phone: Phone) -> None:
    """However long the finger takes from the field to the button."""
    page, thumb = phone.page, phone.thumb
    board = tasks.open_table(phone, THREE)
    page.clock.install()
    page.goto(f"{board}/changes")
    page.fill("#newcomer", "Dee")
    page.fill("#turns", "99")
    button = page.locator("#comes button:not([type=button])")
    with page.expect_response("**/refused.js"):
        thumb.tap(button)
    expect(page.locator("#turns-refused")).to_be_visible()
    page.fill("#turns", "2")
    expect(page.locator("#turns-refused")).to_be_hidden()
    before = button.bounding_box()
    page.clock.run_for(2_000)
    assert button.bounding_box() == before
    page.locator("#turns").blur()
    page.clock.run_for(2_000)
    assert button.bounding_box() == before
    thumb.tap(button)
    expect(page.locator("#done")).to_contain_text("Dee")


def test_a_new_table_is_corrected_by_any_of_its_names(phone: Phone) -> None:
    page = phone.page
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Ann", "Cleo")):
        page.fill(f"#name-{seat}", name)
    with page.expect_response("**/refused.js"):
        phone.thumb.tap("#new .dock button.next")
    expect(page.locator("#refusals")).to_contain_text("The table is not open yet.")
    page.fill("#name-0", "Bo")
    expect(page.locator("#refusals")).to_be_hidden()


def test_a_name_that_was_there_twice_is_nobodys_once_it_is_erased(phone: Phone) -> None:
    """Neither among those who may be Sheriff nor among the purses of a game under way."""
    page = phone.page
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Bo", "Cleo", "bo")):
        page.fill(f"#name-{seat}", name)
    phone.thumb.tap("#new .dock .next")
    expect(page.locator("#name-3-refused")).to_be_visible()
    page.fill("#name-3", "")
    for words in page.locator("[data-name-of='3'] bdi").all():
        expect(words).to_have_text("Seat 4")
