"""The numbers of merry_men.toml, written out a second time (E18, E22), and what cards are called."""

import pytest

from companion.rules.ledger import Goods
from companion.rules.sheriff.cards import COPIES, extra_of, is_extra
from companion.rules.sheriff.cards.market import MarketCardTaken, market_card
from companion.rules.sheriff.cards.orders import OrderFilled, order_card
from companion.rules.sheriff.cards.other_cards import OtherCardTaken, other_card
from companion.rules.sheriff.editions import Kind, edition
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.extras import Extra

# legal good, contraband, gold, copies
ORDERS = """
apples    crossbow  6  1
apples    mead      6  2
apples    silk      6  1
apples    pepper    7  2
cheese    mead      5  1
cheese    silk      5  1
cheese    pepper    6  1
bread     mead      5  1
bread     silk      5  1
bread     pepper    6  1
chickens  mead      5  1
chickens  silk      4  1
chickens  pepper    5  1
"""


def test_e18_three_piles_of_two_cards_and_none_for_crossbow() -> None:
    assert MERRY_MEN.piles == {"pepper": (30, 27), "mead": (32, 29), "silk": (34, 31)}
    assert MERRY_MEN.price == 3


def test_e22_fifteen_special_orders_worth_84_gold_together() -> None:
    told = [(good, what, int(gold), int(copies)) for good, what, gold, copies in map(str.split, rows())]
    played = [(order.good, order.contraband, order.gold, order.copies) for order in MERRY_MEN.orders]
    assert sorted(played) == sorted(told)
    assert sum(order.copies for order in MERRY_MEN.orders) == 15
    assert sum(order.copies * order.gold for order in MERRY_MEN.orders) == 84


def rows() -> list[str]:
    return ORDERS.strip().splitlines()


def test_they_name_goods_that_every_edition_has() -> None:
    for word in ("first", "second"):
        legal = [good.word for good in edition(word).of(Kind.LEGAL)]
        contraband = [good.word for good in edition(word).of(Kind.CONTRABAND)]
        assert {order.good for order in MERRY_MEN.orders} == set(legal)
        assert {order.contraband for order in MERRY_MEN.orders} == set(contraband)
        assert set(MERRY_MEN.piles) <= set(contraband)


def test_an_order_is_found_by_its_goods() -> None:
    found = MERRY_MEN.order("chickens", "silk")
    assert found
    assert (found.gold, found.copies) == (4, 1)
    assert MERRY_MEN.order("chickens", "crossbow") is None


def test_there_are_so_many_cards_of_each() -> None:
    assert COPIES["black_market:silk"] == 2
    assert COPIES["special_order:apples:pepper"] == 2
    assert COPIES["special_order:apples:crossbow"] == 1


@pytest.mark.parametrize(
    "extra",
    [market_card("silk", 34), order_card("apples", "pepper", 7), other_card("Little: John", 9)],
    ids=str,
)
def test_an_account_calls_a_card_by_a_word_that_says_all(extra: Extra) -> None:
    assert is_extra(extra.word)
    assert extra_of(extra.word) == extra


@pytest.mark.parametrize(
    "word",
    [
        "black_market:silk",
        "black_market:crossbow:30",
        "black_market:silk:0",
        "black_market:silk:100",
        "black_market:silk:007",
        "special_order:apples:7",
        "special_order:chickens:crossbow:7",
        "other::9",
        "other:9",
        "other:Little John:nine",
    ],
)
def test_any_other_word_is_of_no_card(word: str) -> None:
    with pytest.raises(ValueError, match=r"^(?:invalid literal|black|special|other)"):
        extra_of(word)


def test_goods_are_called_otherwise() -> None:
    assert not any(is_extra(word) for word in ("silk", "gold", "face_down", "king:apples", "other"))


def test_a_card_says_what_lies_face_up_for_it_and_what_of_that_leaves_the_game() -> None:
    pile = MarketCardTaken(1, "silk", 34, Goods({"silk": 2}), ())
    order = OrderFilled(1, "apples", "pepper", 7, Goods({"pepper": 1}), ())
    other = OtherCardTaken(1, "Little John", 9, ())
    assert pile.shown == pile.given == {"silk": 3}
    assert (order.shown, order.given) == (Goods({"apples": 1, "pepper": 1}), Goods())
    assert (other.shown, other.given) == (Goods(), Goods())
