"""An evening of Nottingham by thumb: how many taps a delivery and a mission take, and what is in sight."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from companion.rules.nottingham.box import SHIELDS, Numbers
from companion.rules.nottingham.deliveries import Deliver
from companion.rules.nottingham.ending import CloseCount
from companion.rules.nottingham.game import Options
from companion.rules.nottingham.missions import Fulfil
from companion.rules.nottingham.seating import SetOptions
from companion.rules.nottingham.way import EndGame
from companion.web.race import STEP
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.looking import moments_loaded
from tests.browser.phone import Thumb, touch_at
from tests.browser.serving import Server
from tests.browser.test_stage import stands_still
from tests.rules.nottingham.given import NAMES as SEVEN
from tests.tables import MIDDLE, loot_table

PEOPLE = ("Ann", "Bo", "Cleopatra", "Dov", "Éva", "Flo", "Guðrún")
BOOK = "#sum .next"


def test_seven_players_in_a_few_taps_each(open_phones: OpenPhone, html_checker: Checker) -> None:
    """The next button is the last thing on the page, and the page has no more height than the window."""
    phone = open_phones(viewport=ViewportSize(width=390, height=664))
    thumb, page, gallery = phone.thumb, phone.page, Gallery(phone.page, html_checker)
    begin(thumb)
    gallery.look("a fresh board")
    assert delivery(thumb, 1, "pearls") == 3
    expect(page.locator(".aloud")).to_contain_text("Sheriff to space 1")
    assert is_whole(page)
    assert delivery(thumb, 2, "chest", "[name=cards][value='4']") == 4
    assert delivery(thumb, 3, "gold", ".ambushers label:first-child") == 4
    expect(page.locator(".aloud")).to_contain_text("the Sheriff stays")
    assert delivery(thumb, 1, "five_of_one") == 3
    gallery.look("after a mission")
    assert is_whole(page)
    before = thumb.taps
    thumb.tap(".seats > li:nth-child(2)")
    expect(page.locator("#delivery")).to_be_visible()
    rows = page.locator(".shields > .tile").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(rows) == len(PEOPLE)
    assert len(set(rows)) == 1
    thumb.tap(".tile:has([name=what][value=three_pairs])")
    expect(page.locator("#alone-three_pairs")).to_be_focused()
    thumb.type("1712")
    expect(page.locator(".sum-lines")).to_contain_text("17 as long as nobody else")
    gallery.look("a mission with its numbers")
    assert is_whole(page)
    thumb.tap(BOOK)
    assert thumb.taps - before == 3
    expect(page.locator(".seats > li:nth-child(2) .fulfilled")).to_contain_text("17")
    assert not gallery.complaints, "\n".join(gallery.complaints)


def begin(thumb: Thumb) -> None:
    """From the first game's form to the board of this one, with seven players."""
    thumb.page.goto("/new?box=sheriff")
    thumb.tap("nav a[href$='/nottingham/new']")
    expect(thumb.page.locator("#name-6")).to_be_visible()
    for seat, name in enumerate(PEOPLE):
        thumb.page.fill(f"#name-{seat}", name)
    thumb.tap(".dock .next")
    expect(thumb.page.locator(".seats > li")).to_have_count(len(PEOPLE))


def delivery(thumb: Thumb, row: int, what: str, *more: str) -> int:
    """Record it from the board; the number of taps."""
    before = thumb.taps
    for target in (f".seats > li:nth-child({row})", f".tile:has([name=what][value={what}])", *more):
        thumb.tap(target)
    expect(thumb.page.locator(".sum-lines")).to_be_visible()
    thumb.tap(BOOK)
    expect(thumb.page.locator("#board")).to_be_visible()
    return thumb.taps - before


def is_whole(page: Page) -> bool:
    """Whether all is in sight without scrolling."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= innerHeight"))


def test_a_field_that_is_wrong_is_in_sight_and_its_message_leaves_no_hole(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=ViewportSize(width=390, height=664))
    thumb, page = phone.thumb, phone.page
    begin(thumb)
    thumb.tap(".seats > li:nth-child(1)")
    thumb.tap(".tile:has([name=what][value=three_pairs])")
    first = page.locator(".tiles-items")
    height, dock = first.bounding_box(), page.locator("#sum")
    thumb.tap(BOOK)
    expect(page.locator("#refusals")).to_be_visible()
    field, said = page.locator("#alone-three_pairs"), page.locator("[id$=-refused]")
    free = page.evaluate("document.getElementById('sum').getBoundingClientRect().top")
    for part in (field, said):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= free
    thumb.tap(field)
    thumb.type("1712")
    thumb.tap(".tile:has([name=what][value=three_pairs])")
    expect(page.locator("#refusals")).to_have_count(0)
    expect(said).to_have_count(0)
    expect(dock).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert first.bounding_box() == height


def test_all_that_the_hands_do_is_read_before_it_is_recorded(server: Server, open_phones: OpenPhone) -> None:
    names = ("Ann", "Jean-Baptiste d’Écouen", *SEVEN[2:])
    table = loot_table(server.app, *names, shields=SHIELDS)
    phone = open_phones(viewport=ViewportSize(width=390, height=664), language="fr")
    page = phone.at(table).page
    sheet = "/nottingham/delivery?seat=1&what=candlestick&cards="
    for ambush in ("4&ambush-0=1", "4&ambush-2=3", "more&more=6&ambush-0=1&ambush-2=1&ambush-4=1"):
        page.goto(f"/g/{table.id}{sheet}{ambush}")
        said = page.locator(".sum-lines")
        expect(said).to_be_in_viewport(ratio=1)
        assert said.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
        assert all(said.locator("span").evaluate_all(WHOLE))


@pytest.mark.parametrize("width", [320, 390])
def test_of_seven_names_of_ten_letters_are_whole(server: Server, open_phones: OpenPhone, width: int) -> None:
    """Longer ones are cut off after as many; beside them stands what erases the ambushes."""
    names = (
        "Jean-Baptiste d’Écouen",
        "Bernadette",
        "Friedrich",
        "Maximilian",
        "Wilhelmine",
        "Christophe",
        "Bo",
    )
    table = loot_table(server.app, *names, shields=SHIELDS)
    phone = open_phones(viewport=ViewportSize(width=width, height=664))
    page = phone.at(table, path="/nottingham/delivery?seat=6&what=pearls&ambush-0=1").page
    for said in (page.locator(".shields bdi"), page.locator(".ambushers bdi")):
        cut = said.evaluate_all(
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
        )
        assert cut == [names[0]]


def test_a_step_leads_to_a_number_of_cards_that_can_be_delivered(
    server: Server, open_phones: OpenPhone
) -> None:
    table = loot_table(server.app)
    phone = open_phones().at(table, path="/nottingham/delivery?seat=0&what=pearls&cards=more&more=6")
    more = phone.page.locator("#more")
    for typed, step, now in (("3", "take", "3"), ("", "add", "3"), ("6.5", "take", "3"), ("12", "add", "12")):
        more.fill(typed)
        phone.thumb.tap(f".more-cards [data-{step}]")
        expect(more).to_have_value(now)


def test_each_of_several_quick_taps_lays_an_ambush(server: Server, open_phones: OpenPhone) -> None:
    """Those that come while an answer is out follow it. The styles of that page frame no preview after it."""
    phone = open_phones().at(loot_table(server.app), path="/nottingham/turns")
    page, thumb = phone.page, phone.thumb
    moments_loaded(page)
    more = page.get_by_label("One ambush more of Bo")
    box = more.bounding_box()
    assert box
    for _tap in range(4):
        touch_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".lying > b").nth(1)).to_contain_text("4")
    thumb.tap(page.get_by_role("button", name="Bo", exact=True))
    thumb.tap(".seats > li:nth-child(2)")
    expect(page.locator("#delivery .told")).to_have_css("border-top-width", "0px")


def test_two_taps_of_one_thumb_on_the_board_lay_one_ambush(server: Server, open_phones: OpenPhone) -> None:
    """As on the arrow beside it: the second one counts neither before the answer is there nor right after."""
    phone = open_phones().at(loot_table(server.app), path="/nottingham/turns")
    page, thumb = phone.page, phone.thumb
    moments_loaded(page)
    thumb.tap(page.get_by_role("button", name="Bo", exact=True))
    more = page.get_by_label("+1 ambush: Bo")
    box = more.bounding_box()
    assert box
    for _tap in range(2):
        touch_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".take-back")).to_be_visible()
    touch_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    thumb.rest()
    expect(page.locator(".seat-plays .loot").first).to_contain_text("1 ambush")
    thumb.passes(400)
    thumb.tap(more)
    expect(page.locator(".seat-plays .loot").first).to_contain_text("2 ambushes")


WHOLE = "(all) => all.map((one) => one.scrollHeight <= one.clientHeight + 1)"


def test_the_table_view_shows_the_whole_result_of_seven(server: Server, open_phones: OpenPhone) -> None:
    table = loot_table(server.app, *SEVEN, shields=SHIELDS).plays(EndGame(), CloseCount())
    television = open_phones(viewport=ViewportSize(width=1280, height=720))
    page = television.at(table, MIDDLE, "/nottingham/result").page
    expect(page.locator(".rank")).to_have_count(len(SEVEN))
    for row in page.locator(".rank, .winner").all():
        expect(row).to_be_in_viewport(ratio=1)
    assert is_whole(page)


def test_the_table_view_shows_a_shared_victory_of_three_whole(server: Server, open_phones: OpenPhone) -> None:
    """With why it is shared, and all eight mission cards. Before that a sum keeps apart from the loot."""
    taken = ((0, "one_of_each"), (1, "one_of_each"), (0, "five_of_one"), (2, "five_of_one"))
    others = ((seat, mission) for mission in ("four_pairs", "three_pairs") for seat in (1, 2))
    deeds = (Fulfil(seat, mission, Numbers(30, 25)) for seat, mission in (*taken, *others))
    table = loot_table(server.app).plays(SetOptions(Options(open_sums=True)), *deeds)
    television = open_phones(viewport=ViewportSize(width=1280, height=720))
    page = television.at(table, MIDDLE).page
    gap = page.locator(".holds").first.evaluate(
        """(holds) => getComputedStyle(holds.querySelector("b")).borderInlineStartWidth"""
    )
    assert gap == "2px"
    table.plays(EndGame(), CloseCount())
    expect(page.locator(".winner-why")).to_contain_text("So the victory is shared.")
    assert is_whole(page)


def test_the_table_view_cuts_no_name_on_a_mission_card_with_room_for_it(
    server: Server, open_phones: OpenPhone
) -> None:
    """With a tie, two who have a mission stand beside each other; whoever has it alone takes the line."""
    table = loot_table(server.app, "Alan-a-Dale, the singer", "Bo", "Cleo").plays(
        *(
            Fulfil(seat, mission, Numbers(20, 15))
            for seat, mission in ((0, "four_pairs"), (1, "three_pairs"))
        ),
        *(EndGame(), CloseCount()),
    )
    television = open_phones(viewport=ViewportSize(width=1280, height=720))
    page = television.at(table, MIDDLE).page
    expect(page.locator(".winner-why")).to_contain_text("have 20 each")
    name = page.locator(".race-titles bdi", has_text="Alan")
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_who_is_next_is_a_shield_alone_where_too_little_of_the_name_fits(
    server: Server, open_phones: OpenPhone
) -> None:
    table = loot_table(server.app, "Jean-Baptiste the Elder", "Bo", "Cleopatra")
    phone = open_phones(viewport=ViewportSize(width=320, height=568)).at(table, path="/nottingham/turns")
    phone.thumb.tap(phone.page.get_by_role("button", name="Jean-Baptiste the Elder", exact=True))
    button, words = phone.page.locator("form.turn > :last-child"), phone.page.get_by_text("Now Bo")
    assert tops(words) >= bottoms(button)
    expect(button).to_have_accessible_name("Now Bo")
    phone.thumb.tap(button)
    words = phone.page.get_by_text("Now Cleopatra")
    expect(words).to_be_in_viewport(ratio=0.9)
    assert tops(words) < bottoms(button)


def tops(one: Locator) -> float:
    """Where it begins, from the top."""
    box = one.bounding_box()
    assert box
    return box["y"]


def bottoms(one: Locator) -> float:
    """Where it ends, from the top."""
    box = one.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_n19_on_the_table_view_the_loot_is_turned_over_player_by_player(
    server: Server, open_phones: OpenPhone
) -> None:
    table = loot_table(server.app).plays(Deliver(0, "chest", 3), Deliver(1, "pearls", 3), EndGame())
    size = ViewportSize(width=1280, height=720)
    television = open_phones(viewport=size, reduced_motion="no-preference").at(table, MIDDLE)
    stands_still(television)
    table.plays(CloseCount())
    page = television.page
    winner = page.locator(".winner:not(.yet)")
    for sums in (("0", "0", "0"), ("13", "0", "0"), ("13", "10", "0"), ("13", "10", "0")):
        expect(page.locator(".race-total")).to_have_text(sums)
        expect(winner).to_have_count(0)
        page.clock.run_for(STEP)
    expect(winner).to_be_in_viewport(ratio=1)
    assert is_whole(page)
