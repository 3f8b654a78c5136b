"""Phones that come to a table by its own pages: the door, the code, a seat."""

from flask import Flask

from tests.web.phone import Phone


def door_of(bank: Phone) -> str:
    """The code of the table's door, which the bank opens if it is shut."""
    game = bank.page.game
    page = bank.open(f"/g/{game}/phones")
    if 'value="shut"' not in page.html:
        page = bank.press("Let phones in")
    code = page.found(r'class="move-code[^>]*>([^<]+)<')
    bank.open(f"/g/{game}")
    return code


def comes_in(app: Flask, bank: Phone, place: str, language: str = "en") -> Phone:
    """A phone that chose this place behind the door's code: a player's name, or to look on."""
    phone = Phone(app, language)
    phone.open(f"/j/{door_of(bank)}")
    phone.press(place)
    return phone


def seated(app: Flask, bank: Phone, name: str) -> Phone:
    """The phone of a player, with the board on it."""
    phone = comes_in(app, bank, name)
    assert phone.page.path == f"/g/{bank.page.game}", phone.page.text
    return phone
