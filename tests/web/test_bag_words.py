"""What the log says of a bag, and what it means for those whose phone it is on, as at the table."""

from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Raid
from companion.rules.sheriff.editions import common_cards
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from tests.rules.given import ANN, BO, CLEO, DOV, Table, deal, given, opened, passing, paying
from tests.web.test_deputy_words import before, said, to

CHEESE, MEAD, SILK = (common_cards().good(word).penalty for word in ("cheese", "mead", "silk"))
LIE = opened(BO, "apples", 2, apples=1, mead=1)
THREE_SILK = opened(BO, "apples", 3, silk=3)
SUMMONS = opened(BO, "apples", 2, apples=1, royal_summons=1)
DOWN = passing(BO, "apples", 3, apples=1, face_down=2)
PROMISED = passing(BO, "apples", 3, deal(BO, ANN, bag={"apples": 3}), apples=2, cheese=1)
OIL = passing(BO, "apples", 1, raids=(Raid(CLEO, "cheese", 2),), face_down=1)


def pays(bag: OpenBag, *, discarded: bool = False, told: Goods = Goods(), **goods: int) -> OpenBag:  # noqa: B008 - never changed
    """The debtor hands these goods over."""
    return replace(bag, payment=Goods(goods), discarded=discarded, told=told)


def table(gold: dict[int, int] | None = None, **stand: int) -> Table:
    """Ann is Sheriff; who has how much gold, and Bo these goods."""
    promo = {"royal_summons": 1, "brimstone_oil": 1}
    return given(4, gold=gold or {}, stands={ANN: {"apples": 9}, BO: stand, CLEO: {"cheese": 2}}, promo=promo)


PLAIN, POOR = table(), table({BO: 3 * SILK - 7}, apples=2, cheese=1)
POORER = table({BO: 3 * SILK - 7}, apples=2)
PAID, PARTLY = pays(THREE_SILK, apples=2, cheese=1), pays(THREE_SILK, apples=2)
DISCARDED = pays(opened(BO, "cheese", 2), discarded=True, apples=2)
BRIBED = replace(DOWN, deals=(deal(BO, ANN, 5, "passes next"), deal(DOV, ANN, 2)))
SAID = """Bo’s bag passed for 5 gold: said 3 apples, had 1 apple and 2 cards face down. Dov gives Ann 2 gold.
Bo promised Ann: “passes next”."""
FROM_BAG = """Bo’s bag passed for 2 apples from the bag: said 3 apples, had 2 apples and 1 cheese.
1 promised card was not there."""
BURNT = """Bo said 1 apple and passed with 1 card face down.
Brimstone Oil and Cleo’s 2 cheese to a discard pile."""
IN_GOODS = f"""Bo was honest: 2 cheese. Ann owes {2 * CHEESE}. Ann pays in goods: 2 apples.
The goods from Ann go to a discard pile."""
OWED = f"""Bo owes Ann {3 * SILK}, caught with 3 silk: said 3 apples.
Bo pays {3 * SILK - 7} gold, and the other 7 in goods: 2 apples and 1 cheese."""
FORGIVEN = f"""Bo owes Ann {3 * SILK}, caught with 3 silk: said 3 apples.
Bo pays {3 * SILK - 7} gold, and 4 in goods: 2 apples.
3 of Bo’s debt is forgiven."""


@pytest.mark.parametrize(
    "language, at, bag, sentence",
    [
        ("en", PLAIN, opened(BO, "cheese", 4), f"Bo was honest: 4 cheese. Ann pays {4 * CHEESE}."),
        ("fr", PLAIN, opened(BO, "cheese", 4), f"Bo disait vrai, Ann lui paie {4 * CHEESE}. Déclaré : 4 fro"),
        ("en", PLAIN, LIE, f"Bo pays Ann {MEAD}, caught with 1 mead: said 2 apples."),
        (
            "fr",
            PLAIN,
            LIE,
            f"Bo s’est fait prendre et paie {MEAD} à Ann. Non déclaré : 1 hydromel. Déclaré : 2 pommes.",
        ),
        ("en", PLAIN, DOWN, "Bo said 3 apples and passed with 1 apple and 2 cards face down."),
        ("en", PLAIN, BRIBED, SAID),
        ("en", PLAIN, PROMISED, FROM_BAG),
        ("en", PLAIN, OIL, BURNT),
        ("en", PLAIN, SUMMONS, "Bo said 2 apples, had 1 apple and 1 Royal Summons. Ann pays "),
        ("en", table({ANN: 1}), pays(SUMMONS, apples=9), "1 Royal Summons. Ann owes "),
        ("en", table({ANN: 0}), DISCARDED, IN_GOODS),
        ("en", POOR, PAID, OWED),
        ("fr", POOR, PAID, "et le reste (7) en marchandises : 2 pommes et 1 fromage."),
        ("en", POORER, PARTLY, FORGIVEN),
        ("fr", POORER, PARTLY, "plus 4 en marchandises : 2 pommes. Dette de Bo effacée : 3."),
    ],
)
def test_a_bag_is_told_as_at_the_table(
    app: Flask, language: str, at: Table, bag: PassBag | OpenBag, sentence: str
) -> None:
    """I2 to I4, I6 to I9, I12, D1, D3: first what became of the bag; what is owed is not said to be paid."""
    booked = at.when(bag)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert sentence.replace("\n", " ") in said(booked).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    "language, sentence",
    [
        ("en", f"Bo pays Ann {CHEESE + 2 * MEAD}: cheese 1 × {CHEESE}, mead 2 × {MEAD}"),
        ("fr", f"Bo paie {CHEESE + 2 * MEAD} à Ann : fromage 1 × {CHEESE}, hydromel 2 × {MEAD}"),
    ],
)
def test_i4_for_which_cards_somebody_pays_is_told_before(app: Flask, language: str, sentence: str) -> None:
    lie = PLAIN.when(opened(BO, "apples", 4, apples=1, cheese=1, mead=2))
    with app.test_request_context(headers={"Accept-Language": language}):
        assert before(lie)[0].replace("\N{NO-BREAK SPACE}", " ") == sentence


TWO_SILK = opened(BO, "apples", 3, apples=1, silk=2)
SHORT = table({BO: 2 * SILK - 4}, face_down=1)


GONE = "1 promised card was not there."
COINS = 2 * SILK - 4


@pytest.mark.parametrize(
    "at, command, told",
    [
        (
            PLAIN,
            passing(BO, "apples", 3, deal(BO, ANN, 5)),
            {
                BO: "Your bag passed. You pay Ann 5. 3 apples to your stand.",
                ANN: "Bo’s bag passed. Bo pays you 5. Declared: 3 apples.",
                CLEO: "",
            },
        ),
        (
            PLAIN,
            passing(BO, "apples", 3, deal(BO, ANN, 5, bag={"cheese": 1})),
            {
                BO: f"Your bag passed. You pay Ann 5. 3 apples to your stand. {GONE}",
                ANN: f"Bo’s bag passed. Bo pays you 5. {GONE} Declared: 3 apples.",
            },
        ),
        (
            PLAIN,
            opened(BO, "cheese", 3),
            {
                BO: f"You were honest. Ann pays you {3 * CHEESE}. 3 cheese to your stand.",
                ANN: f"Bo was honest. You pay Bo {3 * CHEESE}. Declared: 3 cheese.",
            },
        ),
        (
            PLAIN,
            LIE,
            {
                BO: f"You were caught. You pay Ann {MEAD}. 1 apple to your stand. 1 mead to a discard pile.",
                ANN: f"Bo was caught. Bo pays you {MEAD}. Declared: 2 apples.",
            },
        ),
        (
            SHORT,
            pays(TWO_SILK, told=Goods({"silk": 1}), apples=1, silk=1),
            {
                BO: f"You were caught. You pay Ann {COINS}. 1 apple to your stand. "
                "1 apple and 1 silk from your stand to Ann. 2 silk to a discard pile.",
                ANN: f"Bo was caught. Bo pays you {COINS}. 1 apple and 1 silk to your stand. "
                "Declared: 3 apples.",
            },
        ),
        (
            table({BO: COINS}),
            pays(TWO_SILK, apples=1),
            {
                BO: f"You were caught. You pay Ann {COINS}. 1 apple to your stand. "
                "1 apple from your stand to Ann. 2 silk to a discard pile. 2 of your debt is forgiven.",
                ANN: f"Bo was caught. Bo pays you {COINS}. 1 apple to your stand. "
                "2 of Bo’s debt is forgiven. Declared: 3 apples.",
            },
        ),
        (PLAIN, DOWN, {BO: "Your bag passed. 1 apple and 2 cards face down to your stand."}),
        (PLAIN, paying(BO, CLEO, 7), {BO: "You pay Cleo 7.", CLEO: "Bo pays you 7."}),
    ],
)
def test_each_is_told_what_it_means_for_them(
    app: Flask, at: Table, command: PassBag | OpenBag | Pay, told: dict[int, str]
) -> None:
    """I4, I5, I8, D1, T8: who looks on is told of none, and its owner no more of what is face down."""
    booked = at.when(command)
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert {seat: to(booked, seat) for seat in told} == told
