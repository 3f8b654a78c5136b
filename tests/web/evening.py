"""What people do at a table by the pages' own forms, and what the board says."""

import secrets

from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.web.reader import Reader
from companion.web.sheriff.opening import read_new
from tests.tables import opened_by
from tests.web import buttons
from tests.web.markup import Element
from tests.web.phone import TABLE, Fields, Page, Phone
from tests.web.stored import table_of

NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve")


def at_table(app: Flask, players: int = 4, fields: Fields | None = None) -> Phone:
    """A phone that is the bank of a new table, with Ann as its first Sheriff or as the fields say. Their form
    is read without being sent, which would take much of the time of these tests.
    """
    reader = Reader(MultiDict(_asked(players, fields)))
    with app.test_request_context():
        command = read_new(reader, secrets.token_urlsafe(16))
    assert not reader.errors, reader.errors
    return opened_by(app, command).phone()


def opens_table(app: Flask, players: int = 4, fields: Fields | None = None, base: str = TABLE) -> Phone:
    """As above, by a form that is sent: the app gives the phone its cookies, and leads it on."""
    phone = Phone(app, base=base)
    tokens = {"csrf_token": phone.token, "action_id": secrets.token_urlsafe(16)}
    opened = phone.send("POST", "/new", [*tokens.items(), *_asked(players, fields)])
    assert opened.status == 303, opened.refusals
    phone.open(opened.answer.headers["Location"])
    return phone


def _asked(players: int, fields: Fields | None) -> list[tuple[str, str]]:
    names = {f"name-{seat}": NAMES[seat] for seat in range(players)}
    asked = {**names, "edition": "first", "first_sheriff": 0, **(fields or {})}
    return [(name, str(value)) for name, value in asked.items()]


def bag_of(phone: Phone, name: str) -> Page:
    """Go to a merchant's bag by the board."""
    links = " ".join(link.text for link in phone.page.root.elements("a"))
    return phone.follow(f"{name} ’s bag" if f"{name} ’s bag" in links else name)


def passes(phone: Phone, name: str, good: str, number: int, fields: Fields | None = None) -> Page:
    """A bag passes as declared."""
    bag_of(phone, name)
    if "deal-0-promise" in (fields or {}):
        phone.press("+ Promise")
    return phone.press("it pass", {"good": good, "number": number, **(fields or {})})


def is_opened(phone: Phone, name: str, good: str, number: int, fields: Fields | None = None) -> Page:
    """A bag is opened and is as declared."""
    bag_of(phone, name)
    return phone.press("open", {"good": good, "number": number, **(fields or {})})


def lies(phone: Phone, name: str, declared: tuple[str, int], how: str, inside: Fields) -> Page:
    """A bag with something else in it is "Passed" or "Opened"; returns the next page."""
    bag_of(phone, name)
    good, number = declared
    phone.press(f"{how}, not as said", {"good": good, "number": number})
    return phone.press(buttons.RECORD, {f"in-{good}": "", **inside})


def end(phone: Phone) -> Page:
    """The last train: who has not brought a bag sits out, the count begins, and the stands are right."""
    phone.follow("Menu")
    while "Bags that are still out" in phone.page.text:
        phone.press("Sits out", {"seat": table_of(phone).game.waiting[0]})
        phone.follow("Menu")
    phone.press(buttons.END)
    phone.follow(buttons.CHECK_THE_STANDS)
    return phone.follow(buttons.STANDS_CORRECT)


def badge(phone: Phone) -> Page:
    """The badge goes on."""
    return phone.press("Badge to")


def undone(phone: Phone) -> str:
    """What the board of a phone says was taken back or put back; "" when it says nothing."""
    page = phone.open(f"/g/{phone.page.game}")
    lines = (part for tag in ("p", "form") for part in page.root.elements(tag))
    return next((next(line.elements("span")).text for line in lines if line.get("class") == "undone"), "")


def holds(bank: Phone, **gold: int) -> None:
    """The board shows these purses, and what the journal holds of everybody."""
    shown = purses(bank.page)
    assert {name: shown[name] for name in gold} == gold
    game = table_of(bank).game
    names = [seat.name for seat in game.seats]
    assert shown == {name: game.gold(seat) for seat, name in enumerate(names)}
    assert stands(bank.page) == {name: dict(game.stand(seat)) for seat, name in enumerate(names)}


def purses(page: Page) -> dict[str, int]:
    """The gold of every player as the board shows it."""
    return {_name(row): int(next(row.elements("b")).text) for row in _rows(page)}


def stands(page: Page) -> dict[str, dict[str, int]]:
    """The cards of every player as the board shows them, by the goods' words."""
    return {_name(row): _stock(row) for row in _rows(page)}


def _rows(page: Page) -> list[Element]:
    return [line for line in page.root.elements("li") if "seat" in line.get("class").split()]


def _name(row: Element) -> str:
    return next(row.elements("bdi")).text


def _stock(row: Element) -> dict[str, int]:
    """What is face up, and what the figures of contraband stand for."""
    lines = [line for stock in row.elements("ul") for line in stock.elements("li")]
    return {
        next(line.elements("use"))["href"].partition("#")[2]: int(line.text.split()[0])
        for line in lines
        if line.get("class") not in {"none", "more", "extras"}
    }
