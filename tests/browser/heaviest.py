"""The fullest board of an evening: long names, big purses, rich stands, the clock, offers, promises."""

from dataclasses import dataclass

from tests.browser import sharing, tasks
from tests.browser.conftest import OpenPhone
from tests.browser.phone import Phone

NAMES = (
    "Maximiliane Rosenkranz-W",
    "Jean-Théodore de Montagu",
    "Bartholomew",
    "Zoé",
    "Wilhelmina",
)
SHERIFF, FIRST, SECOND, THIRD, FOURTH = range(len(NAMES))
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
PURSE = "9984"  # 15 under what a purse holds: a bribe comes
GOODS = ("apples", "cheese", "bread", "chickens", "face_down")
STANDS = ((12, 4, 10, 3, 11), (3, 10, 5, 4, 10), (10, 3, 4, 5, 9), (5, 7, 4, 2, 4), (6, 4, 3, 2, 10))
ALL_SIX, DEPUTIES = (
    (*NAMES, "Guenièvre de Montgomery"),
    {
        "second_deputy": "5",
        **{f"served-{seat}": "1" for seat in range(1, 5)},
    },
)
"""Six with two Deputies, and what more they say as the table opens in its last round but one."""
LAST_STAND = (7, 4, 3, 5, 6)
OFFERS = ((SECOND, SECOND, 100), (THIRD, THIRD, 250), (FIRST, FOURTH, 1000))


@dataclass(frozen=True, slots=True)
class FullTable:
    """Who looks at it: the bank, which speaks for all without a phone, the Sheriff and a merchant."""

    bank: Phone
    sheriff: Phone
    merchant: Phone
    board: str

    @property
    def phones(self) -> dict[str, Phone]:
        """By the names of their roles."""
        return {"bank": self.bank, "sheriff": self.sheriff, "merchant": self.merchant}


def set_table(open_one: OpenPhone, language: str, *, six: bool = False) -> FullTable:
    """A table in its last round, as rich as can be; nobody has said or booked anything."""
    names, more, last = (ALL_SIX, DEPUTIES, "9") if six else (NAMES, {}, "10")
    bank, sheriff, merchant = (open_one(language=LANGUAGES[language]) for _ in range(3))
    stands = {
        f"stand-{seat}-{word}": str(count)
        for seat, counts in enumerate((*STANDS, LAST_STAND)[: len(names)])
        for word, count in zip(GOODS, counts, strict=True)
    }
    purses = {f"purse-{seat}": PURSE for seat in range(len(names))}
    options = {**more, "timer": "1", "mid_game": "1", "round": last}
    tasks.open_table(bank, names, SHERIFF, **options, **stands, **purses)
    board = bank.page.url.split("?")[0]
    code = sharing.open_door(bank, board)
    sharing.join(sheriff, code, SHERIFF)
    sharing.join(merchant, code, SECOND)
    bank.page.goto(f"{board}/phones")
    bank.thumb.tap("button[name='do'][value='shut']")
    bank.page.locator("button[name='do'][value='open']").wait_for()
    return FullTable(bank, sheriff, merchant, board)


def fill(table: FullTable) -> None:
    """A bag booked for a promise, the clock running, three offers that wait for the Sheriff, a threat."""
    bank, board = table.bank, table.board
    bank.page.goto(board)
    tasks.bag_of(bank.thumb, FIRST)
    tasks.declare(bank.thumb, "chickens", 5)
    tasks.offer_gold(bank.thumb, 15)
    tasks.unfold(bank.thumb, "promising")
    bank.page.fill("#deal-0-promise", "the next bag of mine is opened for nothing")
    tasks.say_contents(bank.thumb, "passed")
    tasks.put(bank.thumb, {"face_down": 2, "cheese": 1})
    tasks.book(bank.thumb)
    bank.thumb.tap("form[action$='/timers'] button[value='start']")
    bank.page.locator("[data-timer='running']").wait_for()
    for seat in (SECOND, THIRD, FOURTH):
        who = table.merchant if seat == SECOND else bank
        sharing.declare_at_once(who, board, seat, "apples", 4)
    for merchant, giver, gold in OFFERS:
        offer(table.merchant if giver == SECOND else bank, board, merchant, giver, gold)


def offer(  # noqa: PLR0913 - who offers whom what over which bag, on which phone
    phone: Phone, board: str, merchant: int, giver: int, gold: int, *, to: int = SHERIFF
) -> None:
    """Somebody offers the Sheriff gold over a bag."""
    phone.page.goto(
        f"{board}/offers/new?bag={merchant}&offer-giver={giver}&offer-receiver={to}&offer-gold={gold}"
    )
    phone.thumb.tap("#offer button.next")
    tasks.at_board(phone.thumb)
