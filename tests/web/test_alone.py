"""Where no other phone can ever come, as with the app inside a phone, nothing that needs one is offered; a
running evening goes elsewhere as a file.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tables import Table, loot_table, table
from tests.web.conftest import made_in
from tests.web.evening import opens_table
from tests.web.test_groups import group_of, kept

OFFERS = ("/join", "/phones", "/handovers", "/door", "/knock")


@pytest.mark.parametrize("fresh", [lambda app: table(app, 3), loot_table])
def test_nothing_that_needs_another_phone_is_offered(tmp_path: Path, fresh: Callable[[Any], Table]) -> None:
    opened = fresh(made_in(tmp_path, ALONE=True))
    phone, board = opened.phone(), f"/g/{opened.id}"
    menu = "/nottingham/menu" if fresh is loot_table else "/menu"
    for path in ("/", "/new", "/import", board, board + menu, "/g/NOWHERE2"):
        assert [way for way in OFFERS if f'{way}"' in phone.open(path).html] == [], path
    assert "From a laptop or a host" in phone.open("/").text


@pytest.mark.parametrize("fresh", [lambda app: table(app, 3), loot_table])
def test_a_running_evening_leaves_as_a_file_from_the_menu_and_comes_back_from_the_first_page(
    tmp_path: Path, fresh: Callable[[Any], Table]
) -> None:
    opened = fresh(made_in(tmp_path, ALONE=True))
    phone, file = opened.phone(), f"/g/{opened.id}/export.json"
    menu = "/nottingham/menu" if fresh is loot_table else "/menu"
    assert f'href="{file}"' in phone.open(f"/g/{opened.id}{menu}").html
    assert json.loads(phone.send("GET", file).html)["game"] == opened.id
    assert 'href="/import"' in phone.open("/").html


def test_a_table_with_players_without_names_leads_to_its_board(tmp_path: Path) -> None:
    phone = opens_table(made_in(tmp_path, ALONE=True), 3, {"players": 4})
    assert phone.page.path == f"/g/{phone.page.game}"
    assert "their own phone" not in phone.open("/new").text


def test_a_result_and_its_group_offer_no_way_to_another_phone(tmp_path: Path) -> None:
    """A link would lead nowhere, and a group that is forgotten here would be lost."""
    there, phone = kept(made_in(tmp_path, ALONE=True))
    evening, group = f"/g/{there.id}", f"/groups/{group_of(phone.page)}"
    for path in (group, f"{group}/keeping", f"{evening}/hand-on", f"{evening}/result"):
        page = phone.open(path)
        ways = ("/link", "/keepers", "/forgotten", "/carried")
        assert [way for way in ways if f'{way}"' in page.html] == [], path
        assert [words for words in ("COMPANION_", "phone", "link") if words in page.text] == [], path
    assert f'href="{group}"' in phone.open("/").html
