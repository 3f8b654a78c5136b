"""The card tables and numbers of the rule book (T3 to T7, D3, E1), written out a second time."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.sheriff.editions import (
    DEFAULT,
    EDITIONS,
    EditionError,
    Effect,
    EffectKind,
    Good,
    Kind,
    common_cards,
    edition,
    edition_or_default,
)
from companion.rules.sheriff.editions.loader import build, read
from companion.rules.sheriff.rotation import rounds_of

# word, value, penalty, in the box, with 3 players, King, Queen
LEGAL = """
apples              2  2  48  48  20  10
cheese              3  2  36  36  15  10
bread               3  2  36   0  15  10
chickens            4  2  24  24  10   5
"""

# word, value, penalty, in the box, with 3 players
CONTRABAND = """
pepper              6  4  22  18
mead                7  4  21  16
silk                8  4  12   9
crossbow            9  4   5   5
"""

# word, value, penalty, counts as, so many, in the box, with 3 players
ROYAL = """
green_apples        4  3  apples    2  2  2
golden_apples       6  4  apples    3  2  1
gouda_cheese        6  4  cheese    2  2  2
bleu_cheese         9  5  cheese    3  1  0
rye_bread           6  4  bread     2  2  0
pumpernickel_bread  9  5  bread     3  1  0
royal_rooster       8  4  chickens  2  2  1
"""

# word, value, penalty
PROMO = """
prince_johns_sword 12  6
feast_plate         0  2
arcane_scrolls     12  4
royal_summons       0  0
golden_silk         9  6
dragon_pepper       8  6
strawberry_mead     8  6
heavy_crossbow     10  7
brimstone_oil       5  4
olive_oil          10  5
tabletop_trophy    11  5
"""

EFFECTS = {
    "feast_plate": Effect(EffectKind.CHOSEN),
    "arcane_scrolls": Effect(EffectKind.UNPAID),
    "royal_summons": Effect(EffectKind.SUMMONS, amount=8),
    "golden_silk": Effect(EffectKind.ADDS, "silk", 1),
    "dragon_pepper": Effect(EffectKind.ADDS, "pepper", 1),
    "strawberry_mead": Effect(EffectKind.ADDS, "mead", 1),
    "heavy_crossbow": Effect(EffectKind.ADDS, "crossbow", 2),
    "brimstone_oil": Effect(EffectKind.RAID, amount=2),
    "tabletop_trophy": Effect(EffectKind.TO_HAND),
}


def agrees(goods: tuple[Good, ...], table: str, *columns: str) -> None:
    """Every card has the numbers of the table; a sentence for each that has not."""
    found = {good.word: [getattr(good, column) for column in columns] for good in goods}
    told = {str(word): cells for word, *cells in rows(table)}
    assert [*found] == [*told]
    wrong = [
        f"editions/first.toml and this table differ: {word}'s {column} is {number}, not {written}"
        for word in found
        for column, number, written in zip(columns, found[word], told[word], strict=True)
        if number != written
    ]
    assert not wrong, f"{'; '.join(wrong)}: see docs/rulings.md"


def rows(table: str) -> list[list[object]]:
    lines = filter(None, table.splitlines())
    return [[int(cell) if cell.isdecimal() else cell for cell in line.split()] for line in lines]


@pytest.fixture(params=EDITIONS)
def word(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_legal_goods_are_those_of_the_table() -> None:
    """Here and below the other edition has the same cards (E1, which has its own test)."""
    legal = common_cards().of(Kind.LEGAL)
    agrees(legal, LEGAL, "value", "penalty", "copies", "copies_three", "king", "queen")


def test_the_contraband_is_that_of_the_table() -> None:
    agrees(common_cards().of(Kind.CONTRABAND), CONTRABAND, "value", "penalty", "copies", "copies_three")


def test_the_royal_goods_are_those_of_the_table() -> None:
    royal = common_cards().of(Kind.ROYAL)
    agrees(royal, ROYAL, "value", "penalty", "counts_as", "counts", "copies", "copies_three")


def test_the_promo_cards_are_those_of_the_table() -> None:
    promo = common_cards().of(Kind.PROMO)
    agrees(promo, PROMO, "value", "penalty")
    assert {good.word: good.effect for good in promo if good.effect} == EFFECTS


def test_the_cards_stand_in_the_order_of_the_tables_and_only_promo_cards_do_something(word: str) -> None:
    goods = edition(word).goods
    tables = [row[0] for row in rows(LEGAL + CONTRABAND + ROYAL + PROMO)]
    assert [good.word for good in goods if good.word in tables] == tables
    assert not any(good.effect for good in goods if good.kind is not Kind.PROMO)


@pytest.mark.parametrize("players, bread", [(3, 0), (4, 36), (5, 36), (6, 36)])
def test_t6_bread_is_a_legal_good_with_four_players_or_more(word: str, players: int, bread: int) -> None:
    cards = edition(word)
    assert cards.copies("bread", players) == bread
    assert ("bread" in [good.word for good in cards.legal(players)]) is bool(bread)


def test_t7_the_table_says_how_many_of_a_promo_card_are_in_play_and_1_if_it_does_not(word: str) -> None:
    cards = edition(word)
    assert cards.copies("feast_plate", 3) == 1
    assert cards.copies("feast_plate", 5, {"feast_plate": 4}) == 4
    assert cards.copies("apples", 5, {"apples": 4}) == 48


@pytest.mark.parametrize(
    "edition_word, coins, pieces, gold",
    [
        ("first", {1: 39, 5: 42, 20: 17, 50: 12}, 110, 1189),
        ("second", {1: 55, 5: 48, 20: 18, 50: 12}, 133, 1255),
    ],
)
def test_the_coins_of_the_box(edition_word: str, coins: Mapping[int, int], pieces: int, gold: int) -> None:
    cards = edition(edition_word)
    assert cards.coins == coins
    assert sum(cards.coins.values()) == pieces
    assert sum(worth * number for worth, number in cards.coins.items()) == gold


def test_t3_everybody_is_sheriff_twice_and_three_times_with_three_players(word: str) -> None:
    rounds = {players: rounds_of(edition(word), players) for players in edition(word).turns}
    assert {players: rounds[players] for players in (3, 4, 5)} == {3: 9, 4: 8, 5: 10}


def test_e7_six_have_two_deputies_in_each_of_nine_rounds_and_everybody_is_one_three_times(word: str) -> None:
    cards = edition(word)
    assert (cards.sheriffs[6], cards.turns[6], rounds_of(cards, 6)) == (2, 3, 9)


def test_e6_six_play_with_the_cards_of_four(word: str) -> None:
    cards = edition(word)
    assert [cards.copies(good.word, 6) for good in cards.goods] == [
        cards.copies(good.word, 4) for good in cards.goods
    ]


def test_e9_what_an_honest_bag_costs_is_even() -> None:
    """Two a card, 8 a Summons: each Deputy pays half."""
    cards = common_cards()
    assert all(good.penalty % 2 == 0 for good in cards.of(Kind.LEGAL))
    effects = [good.effect for good in cards.goods if good.effect is not None]
    assert all(effect.amount % 2 == 0 for effect in effects if effect.kind is EffectKind.SUMMONS)


def test_e1_purses_hands_and_bags_are_the_same_in_both_editions(word: str) -> None:
    """T1, T5, T7."""
    cards = edition(word)
    assert (cards.purse, cards.hand, cards.long_hand, cards.bag, cards.cards_out, cards.clock) == (
        50,
        6,
        7,
        5,
        10,
        60,
    )


def test_t4_t5_d3_what_the_second_edition_does_otherwise() -> None:
    first, second = edition("first"), edition("second")
    assert (first.piles, first.pile, first.pile_kept) == (2, 5, 5)
    assert (second.piles, second.pile, second.pile_kept) == (0, 0, 0)
    assert (first.sheriff_starts_market, second.sheriff_starts_market) == (False, True)
    assert (first.receiver_must_keep, second.receiver_must_keep) == (False, True)


def test_a_good_is_found_by_its_word_and_an_edition_is_read_once() -> None:
    assert edition("first").good("silk").word == "silk"
    assert edition("first") is edition("first")
    assert len({edition(word) for word in EDITIONS}) == 2
    with pytest.raises(KeyError):
        edition("first").good("gold")
    with pytest.raises(KeyError):
        edition("promo")


def test_where_nobody_says_which_edition_it_is_the_first() -> None:
    assert DEFAULT == "first"
    assert edition_or_default("second") is edition("second")
    assert edition_or_default("third") is edition_or_default("") is edition("first")


def test_e1_all_editions_have_the_same_cards(word: str) -> None:
    assert edition(word).goods == common_cards().goods


def test_nothing_of_an_edition_can_be_changed() -> None:
    cards: Any = edition("first")
    with pytest.raises(TypeError):
        cards.coins[1] = 0
    with pytest.raises(TypeError):
        cards.index["apples"] = cards.good("silk")
    with pytest.raises(AttributeError):
        cards.purse = 60


def tables() -> dict[str, Any]:
    """The first edition as a file would have it, free to be spoilt."""
    first: Any = read("first")
    return {**first, "cards": {word: dict(row) for word, row in first["cards"].items()}}


def faults() -> dict[str, tuple[str, str, object]]:
    """A fault's sentence: the card it is at, "" for the edition itself, and the key and value behind it."""
    return {
        "first: hands is not a word of an edition": ("", "hands", 6),
        "purse is no whole number of at least 0: -1": ("", "purse", -1),
        "purse is no whole number of at least 0: True": ("", "purse", True),
        "hand is no whole number of at least 0: None": ("", "hand", None),
        "receiver_must_keep is neither true nor false: 1": ("", "receiver_must_keep", 1),
        "coins is not a table": ("", "coins", [1, 5]),
        "turns has a word that is not a number": ("", "turns", {"three": 3}),
        "apples: worth is not a word of an edition": ("apples", "worth", 2),
        "value is no whole number of at least 0: 2.0": ("apples", "value", 2.0),
        "kind is not a word: 1": ("apples", "kind", 1),
        "kind is not one of legal, contraband, royal, promo: 'illegal'": ("apples", "kind", "illegal"),
        "pepper: fewer players have more copies": ("pepper", "copies_three", 23),
        "apples: a Queen is paid more than a King": ("apples", "queen", 999),
        "pepper: only a legal good has a King": ("pepper", "king", 1),
        "rye_bread: only a royal good counts as another, and as several of it": ("rye_bread", "counts", 1),
        "silk: only a royal good counts as another, and as several of it": ("silk", "counts_as", "bread"),
        "royal_rooster: only a royal good counts as another, and as several of it": (
            "royal_rooster",
            "counts_as",
            "pepper",
        ),
        "silk: only a promo card has an effect": ("silk", "effect", {"kind": "unpaid"}),
        "olive_oil: the effect adds to no card of this edition": (
            "olive_oil",
            "effect",
            {"kind": "adds", "good": "oil", "amount": 1},
        ),
        "effect is not a table": ("olive_oil", "effect", "adds"),
        "effect: goods is not a word of an edition": ("olive_oil", "effect", {"kind": "unpaid", "goods": ""}),
        "kind is not one of adds, chosen, unpaid, summons, raid, to_hand: 'steals'": (
            "olive_oil",
            "effect",
            {"kind": "steals"},
        ),
        "first: cards must stand in the order legal, contraband, royal, promo": (
            "olive_oil",
            "kind",
            "contraband",
        ),
    }


@pytest.mark.parametrize("sentence, fault", faults().items())
def test_an_edition_that_cannot_be_is_refused(sentence: str, fault: tuple[str, str, object]) -> None:
    card, key, value = fault
    spoilt = tables()
    (spoilt["cards"][card] if card else spoilt)[key] = value
    with pytest.raises(EditionError) as refused:
        build("first", spoilt)
    assert str(refused.value).removesuffix(".") == sentence


def test_the_copy_that_is_spoilt_above_is_whole() -> None:
    assert build("first", tables()) == edition("first")
