"""Coming to a table by its own pages: the door, the code, a seat; what is said there, tap by tap."""

from collections.abc import Mapping

from tests.browser import tasks
from tests.browser.phone import A_LOOK, Phone, Thumb

WATCHER, MIDDLE = "watch", "table"


def open_door(bank: Phone, board: str) -> str:
    """The page of the phones with the door open on it; its code."""
    bank.page.goto(f"{board}/phones")
    bank.thumb.tap("form[action$='/door'] button.next")
    return bank.page.locator(".move-code").inner_text()


def to_places(phone: Phone, code: str) -> None:
    """By the spoken code to the seats."""
    phone.page.goto("/join")
    phone.page.fill("#code", code.lower())
    phone.thumb.tap("main button.next")
    phone.page.locator("#place").wait_for()


def take_place(phone: Phone, place: int | str) -> None:
    """A seat, or watching; the page after it is the board."""
    phone.thumb.tap(f"button[name='place'][value='{place}']")
    tasks.at_board(phone.thumb)


def join(phone: Phone, code: str, place: int | str) -> None:
    """Come in by the spoken code."""
    to_places(phone, code)
    take_place(phone, place)


def to_pack(phone: Phone) -> None:
    """A merchant's own bag, as long as it is empty."""
    phone.thumb.tap("a.next[href$='/bag']")
    phone.page.locator("[data-many]").first.wait_for()


def pack(phone: Phone, good: str, number: int) -> None:
    """Four taps for what is in the bag and said of it, whoever's turn it is."""
    to_pack(phone)
    phone.thumb.tap(f"[data-put='in-{good}']")
    phone.thumb.tap(f"[data-many='{number}']")
    phone.thumb.tap("button[value='declare']")
    tasks.at_board(phone.thumb)


def pack_cards(phone: Phone, cards: Mapping[str, int]) -> None:
    """The same for cards of several kinds, with what the page proposes to say of them."""
    to_pack(phone)
    tasks.put(phone.thumb, cards)
    phone.thumb.tap("button[value='declare']")
    tasks.at_board(phone.thumb)


def declare(phone: Phone, good: str, number: int) -> None:
    """Said in turn, and nothing noted."""
    to_pack(phone)
    phone.thumb.tap("a[href*='/declarations/']")
    phone.thumb.tap(tasks.tile("good", good))
    phone.thumb.tap(f"button[name='number'][value='{number}']")
    tasks.at_board(phone.thumb)


def declare_at_once(phone: Phone, board: str, seat: int, good: str, number: int) -> None:
    """A declaration by its address."""
    phone.page.goto(f"{board}/declarations/{seat}?good={good}")
    phone.thumb.tap(f"button[name='number'][value='{number}']")
    tasks.at_board(phone.thumb)


def hold(phone: Phone, link: str = "[data-hold]") -> None:
    """What opens behind a finger that rests."""
    phone.thumb.rest()
    phone.page.locator(link).first.hover()
    phone.thumb.passes(A_LOOK)
    phone.page.mouse.down()
    phone.page.locator("#note").wait_for()
    phone.page.mouse.up()
    phone.thumb.rest()


def show_cards(phone: Phone) -> None:
    """The cards of the own bag, once the Sheriff opens it."""
    phone.page.locator(".next[data-hold]").wait_for()
    phone.thumb.rest()
    phone.page.locator(".next[data-hold]").hover()
    phone.thumb.passes(A_LOOK)
    phone.page.mouse.down()
    phone.page.locator(".turned").wait_for()
    phone.page.mouse.up()
    phone.thumb.rest()


def to_offer(phone: Phone, gold: int) -> None:
    """A bribe, as the form proposes, but for its last tap."""
    phone.thumb.tap("a[href*='/offers/new']")
    phone.page.locator("#offer").wait_for()
    for digit in str(gold):
        phone.thumb.tap(f"[data-for='offer-gold'] [data-digit='{digit}']")


def offer(phone: Phone, gold: int) -> None:
    """A bribe to the Sheriff."""
    to_offer(phone, gold)
    phone.thumb.tap("#offer button.next")
    tasks.at_board(phone.thumb)


def answers_yes(thumb: Thumb, what: str, seat: int) -> None:
    """On the phones' page: `what` is "release" or "banker", which asks first."""
    fold = thumb.page.locator(f".{what}:has(button[value='{seat}'])")
    thumb.tap(fold.locator("summary"))
    thumb.tap(fold.locator("button"))
