"""The standard tasks take no more taps than the design allows."""

from playwright.sync_api import expect

from tests.browser import tasks
from tests.browser.phone import Phone, Thumb

HONEST, LYING, BRIBE, DEBT = 4, 8, 2, 2


def test_what_poor_people_do_keeps_to_its_taps(phone: Phone) -> None:
    """Cleo spends her gold to be poor, then Bo his; both pay what they owe in goods."""
    thumb = phone.thumb
    tasks.open_table(phone, ("Ann", "Bo", "Cleo"), sheriff=1)
    bribe(thumb, 3, 48)
    tasks.honest("passes")(thumb)
    tasks.pass_badge(thumb)
    with thumb.at_most(HONEST + DEBT, "a bag as declared, opened, the Sheriff short"):
        debt_of_the_sheriff(thumb)
    purses_are(phone, 52, 98, 0)
    with thumb.at_most(HONEST + BRIBE + 1, "a bag as declared, passed for 98 gold"):
        bribe(thumb, 1, 98)
    purses_are(phone, 52, 0, 98)
    tasks.pass_badge(thumb)
    with thumb.at_most(LYING + DEBT, "a lying bag of four, opened, its merchant short"):
        tasks.lying("opened", 4, {"cheese": 1, "mead": 2})(thumb)
    purses_are(phone, 52, 0, 98)
    with thumb.at_most(1, "the take back"):
        tasks.take_back(thumb)


def test_the_next_evening_of_the_same_people_takes_three_taps(phone: Phone) -> None:
    first = tasks.open_table(phone, sheriff=2)
    phone.page.goto("/")
    with phone.thumb.at_most(3, "the next evening"):
        phone.thumb.tap("a.next[href='/new']")
        phone.thumb.tap(tasks.tile("first_sheriff", 4))
        phone.thumb.tap("#new .dock button.next")
    tasks.at_board(phone.thumb)
    assert phone.page.url != first
    expect(phone.page.locator(".seat-name bdi")).to_have_text(list(tasks.PLAYERS))


def debt_of_the_sheriff(thumb: Thumb) -> None:
    """Three true apples cost a Sheriff six, who has two and pays the rest in goods."""
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", 3)
    thumb.tap("#sum .verdict-opens")
    thumb.page.locator("#debt").wait_for()
    tasks.book(thumb)


def bribe(thumb: Thumb, number: int, gold: int) -> None:
    """A bag as declared that passes for gold."""
    tasks.next_bag(thumb)
    tasks.declare(thumb, "apples", number)
    tasks.offer_gold(thumb, gold)
    tasks.as_declared(thumb, "passes")


def purses_are(phone: Phone, *gold: int) -> None:
    """What the board shows, in seating order."""
    expect(phone.page.locator(".seat .purse b")).to_have_text([str(purse) for purse in gold])
