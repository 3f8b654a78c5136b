"""A number in an address that names nothing: there is nothing here, whatever the route."""

import re

import pytest
from flask import Flask

from tests.tables import Table, loot_table, table
from tests.web.routes import ROWS
from tests.web.stored import unchanged

NUMBERED = sorted(route for route in ROWS if "<int:" in route)
NUMBERS = ("0", "4", "99", "9999999", str(10**20), "-1", "+1", "1.0", "1_0", "٣", "%00", "%2e")
PLAYERS = 4
Boxes = dict[str, Table]


@pytest.fixture(scope="module")
def boxes(app: Flask) -> Boxes:
    """A table of four with each box."""
    return {"sheriff": table(app), "nottingham": loot_table(app, "Ann", "Bo", "Cleo", "Dov")}


@pytest.mark.parametrize("route", NUMBERED)
@pytest.mark.parametrize("box", ["sheriff", "nottingham"])
@pytest.mark.parametrize("place", ["bank", 1])
def test_no_number_in_an_address_breaks_anything(
    boxes: Boxes, route: str, box: str, place: int | str
) -> None:
    """A seat that the table does not have is not there; nor is what is no plain number."""
    there = boxes[box]
    phone = there.phone(place)
    method, path = route.replace("<game>", there.id).split()
    for number in NUMBERS:
        address = re.sub(r"<int:\w+>", number, path)
        with unchanged(there.app):
            page = phone.send(method, address, phone.tokens)
        is_a_seat = "<int:seat>" not in route or number in map(str, range(PLAYERS))
        expected = (
            {302, 303, 403, 404, 422, 200} if re.fullmatch("[0-9]{1,7}", number) and is_a_seat else {404}
        )
        assert page.status in expected, f"{method} {address}: {page.status}"
