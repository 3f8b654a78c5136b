"""The cards page: the numbers of every card, and how a round goes in each edition."""

import pytest
from flask import Flask

from tests.rules.given import CLEO, opened
from tests.tables import later_table, table
from tests.web.phone import Page, Phone

FIRST, SECOND = "1st edition (2014)", "2nd edition (2020)"
T4_FIRST = "From the Sheriff’s left, clockwise."
T4_SECOND = "The Sheriff names who starts; then clockwise."
T5_FIRST = (
    "first from the tops of the discard piles, then from the deck. Two piles lie open at the start."
    " When the deck runs out, shuffle the discard piles, but leave the top five cards of each."
)
T5_SECOND = (
    "draw back up from the deck. There is no discard pile at the start."
    " When the deck runs out, shuffle the whole discard pile."
)
D3_FIRST = "go to the receiver’s stand, or to a discard pile."
D3_SECOND = "go to the receiver’s stand. "
E1_SECOND = "Bonuses are those of the 1st edition."


def tells_the_first(page: Page) -> bool:
    """Whether all is told as in the 1st edition, and nothing as in the 2nd."""
    told = [words in page.text for words in (T4_FIRST, T5_FIRST, D3_FIRST)]
    others = [words in page.text for words in (T4_SECOND, T5_SECOND, D3_SECOND, E1_SECOND)]
    assert len({*told, *(not other for other in others)}) == 1, page.text
    return told[0]


@pytest.mark.parametrize("asked", ["", "?edition=first", "?edition=third", "?edition="])
def test_t4_t5_d3_a_round_is_told_as_in_the_1st_edition(app: Flask, asked: str) -> None:
    assert tells_the_first(Phone(app).open(f"/cards{asked}"))


def test_t4_t5_d3_e1_a_round_of_the_2nd_edition_is_a_link_away_and_back(app: Flask) -> None:
    """T4: who starts the market. T5: piles. D3: goods for a fine. E1: the same cards and bonuses."""
    phone = Phone(app)
    first = phone.open("/cards")
    second = phone.follow(SECOND)
    assert not tells_the_first(second)
    assert all("20 / 10" in page.text for page in (first, second))
    assert tells_the_first(phone.follow(FIRST))


def test_promos_have_no_column_for_how_many_a_box_has(app: Flask) -> None:
    *boxed, promos = Phone(app).open("/cards").root.elements("table")
    assert promos.get("class") == "card-table card-table-promo"
    assert all("Cards" in [head.text for head in one.elements("th")] for one in boxed)
    assert "Cards" not in [head.text for head in promos.elements("th")]


def test_the_way_back_is_kept_from_edition_to_edition(app: Flask) -> None:
    phone = Phone(app)
    phone.open("/cards?back=/g/abc/bags/1&good=apples&number=3")
    assert phone.follow(SECOND).link("Back") == "/g/abc/bags/1?good=apples&number=3"


@pytest.mark.parametrize("edition", ["first", "second"])
def test_a_table_s_menu_leads_to_its_own_edition(app: Flask, edition: str) -> None:
    bank = table(app, edition=edition).phone()
    menu = f"/g/{bank.page.game}/menu"
    bank.open(menu)
    assert tells_the_first(bank.follow("Cards")) is (edition == "first")
    assert bank.page.link("Back") == menu


def test_s7_a_tie_is_told_in_both_editions(app: Flask) -> None:
    for asked in ("", "?edition=second"):
        assert "if that is tied too, the victory is shared." in Phone(app).open(f"/cards{asked}").text


def test_french_counts_each_good_by_its_own_question(app: Flask) -> None:
    """*De* is cut before arbalètes and hydromel, not before pommes."""
    page = Phone(app, language="fr").open("/count")
    for asks in ("combien de pommes", "combien d’arbalètes", "combien d’hydromel"):
        assert f'data-asks="{{name}}\u00a0: {asks}\u202f?"' in page.html


def test_the_cards_of_an_opened_bag_look_like_what_they_are(app: Flask) -> None:
    there = later_table(app).plays(opened(CLEO, "cheese", 3, cheese=1, silk=1, rye_bread=1))
    page = there.phone().open(f"/g/{there.id}")
    [cards] = [one for one in page.root.elements("ul") if one.get("class") == "shown-cards"]
    kinds = [card.get("class").split()[1:] for card in cards.elements("li")]
    assert sorted(kinds) == [["contraband", "lost"], ["legal"], ["royal", "lost"]]
