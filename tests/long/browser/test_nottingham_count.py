"""Just count, with the box of Nottingham: loot and missions as fast as fingers can tap."""

from playwright.sync_api import ViewportSize, expect

from tests.browser import checks
from tests.browser.checker import Checker
from tests.browser.conftest import OpenPhone
from tests.browser.gallery import Gallery
from tests.browser.geometry import standing
from tests.browser.phone import Phone, Thumb

MISSIONS = ("one_of_each", "five_of_one", "four_pairs", "three_pairs")
# Loot in the order of its worth, and missions; Dov has as much to tap as there is.
SHEET = {
    "Ann": ((0, 0, 0, 2, 0, 0, 1), ("five_of_one",)),
    "Bo": ((1, 0, 2, 0, 0, 0, 0), ("three_pairs",)),
    "Cleo": ((0, 1, 0, 0, 2, 1, 0), ()),
    "Dov": ((3, 1, 1, 1, 1, 1, 2), MISSIONS),
}
NUMBERS = {"five_of_one": "", "three_pairs": "1712", "one_of_each": "2418", "four_pairs": "2015"}
TOTALS = {"Dov": 178, "Ann": 58, "Cleo": 42, "Bo": 37}
MOST = 11


def test_at_most_eleven_taps_a_player(open_phones: OpenPhone, html_checker: Checker) -> None:
    """What a mission prints is asked once."""
    phone = open_phones(viewport=ViewportSize(width=390, height=664))
    gallery = Gallery(phone.page, html_checker)
    begin(phone.thumb)
    gallery.look("the first player")
    count_all(phone.thumb)
    gallery.look("the result")
    assert totals(phone) == TOTALS
    assert not gallery.complaints, "\n".join(gallery.complaints)


def test_the_same_on_the_smallest_phone_in_french(open_phones: OpenPhone) -> None:
    phone = open_phones(language="fr-FR", viewport=ViewportSize(width=320, height=568))
    begin(phone.thumb)
    assert not [*standing(phone.page), *checks.axe(phone.page)]
    count_all(phone.thumb)
    assert totals(phone) == TOTALS
    assert not [*standing(phone.page)]


def test_a_half_typed_count_outlives_a_reload(phone: Phone) -> None:
    begin(phone.thumb)
    phone.thumb.tap("[data-now] label:has([data-mission='five_of_one'])")
    phone.thumb.tap("[data-keys='number'] [data-number='2']")
    phone.page.reload()
    expect(phone.page.locator("#\\30 -five_of_one")).to_be_checked()
    expect(phone.page.locator("#\\30 -copper_coin")).to_have_value("2")


def test_a_number_that_a_mission_prints_is_never_left_out_by_one_tap_too_many(phone: Phone) -> None:
    """The pad moves on after two digits; who taps Next all the same is still asked for the second."""
    begin(phone.thumb)
    phone.thumb.tap("[data-now] label:has([data-mission='three_pairs'])")
    for digit in "15":
        phone.thumb.tap(f"[data-keys='digits'] [data-digit='{digit}']")
    phone.thumb.tap("[data-next]")
    shared = phone.page.locator("#numbers-three_pairs-shared")
    expect(shared).to_have_value("")
    expect(phone.page.locator("[data-question][data-alarm]")).to_contain_text("if two have it")
    for digit in "10":
        phone.thumb.tap(f"[data-keys='digits'] [data-digit='{digit}']")
    expect(shared).to_have_value("10")
    expect(phone.page.locator("#\\30 -copper_coin")).to_have_value("")


def test_what_a_mission_prints_is_shown_and_can_be_changed(phone: Phone) -> None:
    """N14: what is proposed may be another box's, or was mistyped at the last count."""
    begin(phone.thumb)
    tile = phone.page.locator("[data-now] label:has([data-mission='five_of_one'])")
    expect(tile).to_contain_text("30/25")
    phone.thumb.tap("[data-go='numbers']")
    phone.thumb.tap("#numbers-five_of_one-alone")
    for digit in "2820":
        phone.thumb.tap(f"[data-keys='digits'] [data-digit='{digit}']")
    expect(phone.page.locator("#numbers-four_pairs-alone[data-here]")).to_be_visible()
    phone.thumb.tap("[data-go='0']")
    expect(tile).to_contain_text("28/20")
    expect(phone.page.locator("#numbers")).to_be_hidden()
    expect(phone.page.locator("[data-now] [data-here]")).to_have_id("0-copper_coin")


def test_a_running_total_has_the_missions_as_they_count_now(phone: Phone) -> None:
    begin(phone.thumb)
    mission = "[data-now] label:has([data-mission='five_of_one'])"
    ann, bo = (phone.page.locator(f"[data-go='{seat}'] small") for seat in (0, 1))
    phone.thumb.tap(mission)
    expect(ann).to_have_text("30")
    phone.thumb.tap("[data-go='1']")
    phone.thumb.tap(mission)
    expect(bo).to_have_text("25")
    expect(ann).to_have_text("25")


def begin(thumb: Thumb) -> None:
    """From the first game's form to the first player of this one."""
    thumb.page.goto("/count?box=sheriff")
    thumb.tap("nav a[href$='/nottingham/count']")
    expect(thumb.page.locator("#name-0")).to_be_focused()
    for name in SHEET:
        thumb.type(name)
        thumb.press("Enter")
    thumb.press("Enter")


def count_all(thumb: Thumb) -> None:
    """Tap everybody's missions and loot, up to the result."""
    known = {"five_of_one"}
    for name, (loot, missions) in SHEET.items():
        count(thumb, name, loot, missions, known)
    thumb.page.locator(".ranks").wait_for()


def count(thumb: Thumb, name: str, loot: tuple[int, ...], missions: tuple[str, ...], known: set[str]) -> None:
    """Tap one player's missions, then the loot; the pad moves on by itself."""
    expect(thumb.page.locator("[data-go][aria-current] bdi")).to_have_text(name)
    before, asked = thumb.taps, 0
    for mission in missions:
        thumb.tap(f"[data-now] label:has([data-mission='{mission}'])")
        if mission not in known:
            known.add(mission)
            for digit in NUMBERS[mission]:
                thumb.tap(f"[data-keys='digits'] [data-digit='{digit}']")
                asked += 1
    for place, number in enumerate(loot):
        if not any(loot[place:]):
            thumb.tap("[data-rest]")
            break
        thumb.tap(f"[data-keys='number'] [data-number='{number}']")
    taps = thumb.taps - before - asked
    assert taps <= MOST, f"{name}: {taps} taps, at most {MOST}"


def totals(phone: Phone) -> dict[str, int]:
    """Everybody's total on the result, in the order of the ranks."""
    names = phone.page.locator(".rank-name bdi").all_inner_texts()
    return dict(zip(names, map(int, phone.page.locator(".rank-total").all_inner_texts()), strict=True))
