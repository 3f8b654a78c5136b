"""An evening of Nottingham by thumb: how many taps a delivery and a mission take, and what is in sight."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser import checks, loot, sharing
from tests.browser.conftest import OpenPhone
from tests.browser.geometry import Geometry
from tests.browser.phone import Phone, touch_at
from tests.browser.test_nottingham import BOOK, PEOPLE, begin, delivery

FIELD = "(shield) => getComputedStyle(shield, '::before').backgroundColor"
# The sentence ends in dots within the room for it, which would cut it without any.
UNCUT = "(one) => one.scrollHeight <= one.clientHeight + 1"
PLACES = "(all) => all.map((one) => [one.offsetLeft, one.offsetTop])"  # wherever a finger presses them in


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_nothing_is_cut_on_the_smallest_phone(open_phones: OpenPhone, language: str) -> None:
    phone = open_phones(language=language, viewport=ViewportSize(width=320, height=568))
    begin(phone.thumb)
    delivery(phone.thumb, 1, "copper_coin")
    expect(phone.page.locator(".aloud")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".take-back button")).to_be_in_viewport(ratio=0.9)
    geometry = Geometry(phone.page)
    assert not [*geometry.faults(), *checks.axe(phone.page)]
    phone.thumb.tap(".seats > li:nth-child(7)")
    expect(phone.page.locator("#delivery")).to_be_visible()
    assert not [*geometry.faults(), *checks.axe(phone.page)]
    phone.thumb.tap(".tile:has([name=what][value=three_pairs])")
    phone.page.locator("#alone-three_pairs").wait_for()
    assert not [*geometry.faults()]


def test_names_come_along_to_another_box(phone: Phone) -> None:
    page = phone.page
    page.goto("/new?box=sheriff")
    page.fill("#name-0", "Zoé")
    page.fill("#name-1", "Yann")
    phone.thumb.tap("nav a[href*='/nottingham/new']")
    expect(page.locator("#name-6")).to_be_visible()
    expect(page.locator("#name-1")).to_have_value("Yann")
    page.fill("#name-2", "Xia")
    phone.thumb.tap("nav a[href*='box=sheriff']")
    expect(page.locator("#name-6")).to_have_count(0)
    expect(page.locator("#name-2")).to_have_value("Xia")


def test_a_mission_is_there_for_the_next_player_who_is_chosen(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=ViewportSize(width=390, height=664))
    begin(phone.thumb)
    delivery(phone.thumb, 2, "five_of_one")
    phone.thumb.tap(".seats > li:nth-child(2)")
    tile = phone.page.locator(".tile:has([name=what][value=five_of_one])")
    expect(tile).to_have_class(re.compile(r"\bout\b"))
    phone.thumb.tap("label:has([name=seat][value='2'])")
    expect(tile).not_to_have_class(re.compile(r"\bout\b"))
    phone.thumb.tap(tile)
    expect(phone.page.locator(".sum-lines")).to_contain_text("second card")


def test_a_refusal_goes_once_another_object_is_chosen(open_phones: OpenPhone) -> None:
    phone = open_phones(viewport=ViewportSize(width=390, height=664))
    begin(phone.thumb)
    phone.thumb.tap(".dock .next")
    phone.thumb.tap("label:has([name=seat][value='0'])")
    phone.thumb.tap(".tile:has([name=what][value=three_pairs])")
    phone.page.fill("#alone-three_pairs", "10")
    phone.page.fill("#shared-three_pairs", "15")
    phone.thumb.tap(BOOK)
    expect(phone.page.locator("#refusals")).to_be_visible()
    phone.thumb.tap(".tile:has([name=what][value=jewels])")
    expect(phone.page.locator("#refusals")).to_have_count(0)


def test_what_a_delivery_comes_to_covers_no_ambush(open_phones: OpenPhone) -> None:
    """As long as the sentences are: the dock has the same height before and after."""
    phone = open_phones(language="fr-FR", viewport=ViewportSize(width=390, height=664))
    begin(phone.thumb)
    phone.thumb.tap(".dock .next")
    phone.thumb.tap("label:has([name=seat][value='1'])")
    before = phone.page.locator(".dock").bounding_box()
    for target in ("[name=what][value=gold]", "[name=cards][value='3']", "[name=ambush-2]"):
        phone.thumb.tap(f".tile:has({target})")
    expect(phone.page.locator(".sum-lines")).to_contain_text("manquée")
    assert phone.page.locator(".dock").bounding_box() == before
    last = phone.page.locator("#ambushes").bounding_box()
    assert last
    assert before
    assert last["y"] + last["height"] <= before["y"]


def test_the_white_pawn_is_white_wherever_one_looks_for_the_own_one(open_phones: OpenPhone) -> None:
    bank, other = open_phones(), open_phones()
    board = loot.open_table(bank, {"players": PEOPLE})
    sharing.to_places(other, sharing.open_door(bank, board))
    for phone in (other, bank):
        assert phone.page.locator(".field-swan").first.evaluate(FIELD) == "rgb(255, 253, 246)"


@pytest.mark.parametrize(
    "players, width, height", [(7, 390, 664), (6, 320, 568), (6, 664, 390), (7, 664, 390)]
)
def test_no_ambush_moves_when_one_is_tapped(
    open_phones: OpenPhone, players: int, width: int, height: int
) -> None:
    """Whoever lays two taps the same place twice; on a phone on its side nobody has to scroll to it."""
    phone = open_phones(viewport=ViewportSize(width=width, height=height))
    loot.open_table(phone, {"players": PEOPLE[:players]})
    phone.thumb.tap(".dock .next")
    tiles = phone.page.locator(".ambushers label")
    tiles.first.wait_for()
    unchosen = tiles.evaluate_all(PLACES)[: players - 1]
    if height < width:
        expect(tiles.last).to_be_in_viewport(ratio=1)
    phone.thumb.tap("label:has([name=seat][value='1'])")
    phone.thumb.tap(".tile:has([name=what][value=jewels])")
    expect(tiles).to_have_count(players - 1)
    phone.thumb.rest()
    before = tiles.evaluate_all(PLACES)
    assert before == unchosen
    last = tiles.last.bounding_box()
    assert last
    for _ in range(2):
        touch_at(phone.page, last["x"] + 20, last["y"] + 20)
        phone.thumb.rest()
        phone.thumb.passes(400)
    expect(phone.page.locator(f"[name=ambush-{players - 1}]")).to_have_value("2")
    assert tiles.evaluate_all(PLACES) == before
    for left in ("1", ""):
        phone.thumb.tap("[data-fewer]")
        expect(phone.page.locator(f"[name=ambush-{players - 1}]")).to_have_value(left)
    assert tiles.evaluate_all(PLACES) == before


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_the_lowest_window_shows_the_numbers_and_all_that_the_hands_do(
    open_phones: OpenPhone, language: str
) -> None:
    """Who gets the gold of three ambushes is said above the button, to the last word."""
    phone = open_phones(language=language, viewport=ViewportSize(width=320, height=568))
    begin(phone.thumb)
    phone.thumb.tap(".seats > li:nth-child(2)")
    expect(phone.page.locator("#delivery")).to_be_visible()
    dock, number = (phone.page.locator(one).first.bounding_box() for one in (".dock", ".tile-number"))
    assert dock
    assert number
    assert number["y"] + number["height"] <= dock["y"]
    for target in ("[name=what][value=jewels]", "[name=ambush-2]", "[name=ambush-2]", "[name=ambush-4]"):
        phone.thumb.tap(f".tile:has({target})")
    expect(phone.page.locator(".sum-lines > span").first).to_contain_text("Bo")
    expect(phone.page.locator(".sum-lines")).to_be_in_viewport(ratio=1)
    assert phone.page.locator(".sum-lines > span").evaluate(UNCUT)
