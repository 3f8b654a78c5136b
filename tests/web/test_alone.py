"""Where no other phone can ever come, as with the app inside a phone, nothing that needs one is offered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tables import Table, loot_table, table
from tests.web.conftest import made_in
from tests.web.evening import opens_table

OFFERS = ("/join", "/phones", "/handovers", "/door", "/knock")


@pytest.mark.parametrize("fresh", [lambda app: table(app, 3), loot_table])
def test_nothing_that_needs_another_phone_is_offered(tmp_path: Path, fresh: Callable[[Any], Table]) -> None:
    opened = fresh(made_in(tmp_path, ALONE="plain.settings"))
    phone, board = opened.phone(), f"/g/{opened.id}"
    menu = "/nottingham/menu" if fresh is loot_table else "/menu"
    for path in ("/", "/new", board, board + menu, "/g/NOWHERE2"):
        assert [way for way in OFFERS if f'{way}"' in phone.open(path).html] == [], path
    assert "From a laptop or a host" in phone.open("/").text


def test_a_table_with_players_without_names_leads_to_its_board(tmp_path: Path) -> None:
    app = made_in(tmp_path, ALONE="plain.settings")
    phone = opens_table(app, 3, {"players": 4})
    assert phone.page.path == f"/g/{phone.page.game}"
    assert "their own phone" not in phone.open("/new").text
