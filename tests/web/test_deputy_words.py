"""What the log, the hands and a player's own phone say of Deputies and their Booty (E7 to E13)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Deal, Paying, Share
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.game import Correct
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import MendSheriff, PassBadge
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.web.sheriff.hands import hands, told_to
from companion.web.sheriff.reports import report
from companion.web.sheriff.words import Words
from tests.rules.given import ANN, BO, CLEO, DOV, DOWN, EVE, FLO, Table, deal, given, opened, passing

OVER = [SitOut(seat) for seat in (DOV, EVE, FLO)]
BRIBE = passing(CLEO, "apples", 2, deal(CLEO, BO, 12))
LIE = opened(CLEO, "apples", 1, silk=1)


@pytest.fixture(autouse=True)
def _in_english(app: Flask) -> Iterator[None]:
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def said(table: Table) -> str:
    return report(Words(table.game.seats), table.event).sentence.striptags()


def done(table: Table) -> list[str]:
    return [hand.sentence.striptags() for hand in hands(Words(table.game.seats), table.event)]


def before(table: Table) -> list[str]:
    return [line.striptags() for line in Words(table.game.seats).report(table.event).foretold()]


def to(table: Table, seat: int) -> str:
    told = told_to(Words(table.game.seats), table.event, seat)
    return told.striptags() if told else ""


def test_e7_who_serves() -> None:
    assert said(given(6)) == "The table opens. Ann and Bo are Deputies."
    assert said(given(6, drawn=True)) == "The table opens. Ann and Bo are drawn as Deputies."
    over = given(6).when(SitOut(CLEO), *OVER)
    assert said(over.when(PassBadge((EVE, DOV)))) == "Round 2: Eve and Dov are Deputies."
    assert said(over.when(PassBadge((EVE, DOV), drawn=True))) == "Round 2: Eve and Dov are drawn as Deputies."
    mended = given(6).when(MendSheriff(ANN, (ANN, FLO)))
    assert said(mended) == "Put right: Ann and Flo are Deputies first."


@pytest.mark.parametrize(
    "bag, sentence",
    [
        (BRIBE, "Cleo’s bag passed for 12 gold to the Booty: 2 apples."),
        (replace(BRIBE, alone=BO), "Cleo’s bag passed for 12 gold: 2 apples. Bo acted without Ann."),
        (
            passing(CLEO, "apples", 3, deal(CLEO, BO, 7), deal(CLEO, ANN, 2)),
            "Cleo’s bag passed for 9 gold to the Booty: 3 apples.",
        ),
        (
            passing(CLEO, "apples", 3, deal(CLEO, BO, 7), deal(CLEO, BO, 2)),
            "Cleo’s bag passed for 9 gold to the Booty: 3 apples.",
        ),
        (
            replace(BRIBE, alone=ANN),
            (
                "Cleo’s bag passed: 2 apples. Ann acted without Bo, who still gets what was agreed. "
                "Cleo gives Bo 12 gold."
            ),
        ),
        (
            passing(CLEO, "apples", 2, deal(DOV, ANN, 3)),
            "Cleo’s bag passed: 2 apples. Dov puts 3 gold in the Booty.",
        ),
        (opened(CLEO, "chickens", 3), "Cleo was honest: 3 chickens. Ann and Bo pay 3 each."),
        (
            replace(opened(CLEO, "chickens", 3), alone=BO),
            "Cleo was honest: 3 chickens. Bo pays 6. Bo acted without Ann.",
        ),
        (LIE, "Cleo puts 4 in the Booty, caught with 1 silk: said 1 apple."),
        (
            replace(LIE, alone=BO),
            "Cleo pays Bo 4, caught with 1 silk: said 1 apple. Bo acted without Ann.",
        ),
    ],
)
def test_e8_e9_e10_e11_what_became_of_a_bag(bag: PassBag | OpenBag, sentence: str) -> None:
    assert said(given(6).when(bag)) == sentence


def test_i12_e9_a_summons_for_two() -> None:
    bag = opened(CLEO, "apples", 2, apples=1, royal_summons=1)
    table = given(6, promo={"royal_summons": 1})
    assert said(table.when(bag)) == (
        "Cleo said 2 apples, had 1 apple and 1 Royal Summons. Ann and Bo pay 5 each."
    )
    poor = given(6, promo={"royal_summons": 1}, gold={BO: 3})
    assert said(poor.when(bag)).startswith(
        "Cleo said 2 apples, had 1 apple and 1 Royal Summons. Ann and Bo owe 5 each."
    )


def under_a_law(gold: int = 50) -> Table:
    """Bo has so much gold, and the fine of a bag may be typed."""
    table = given(6, expansions=["laws"], promo={"royal_summons": 1}, gold={BO: gold})
    return table.when(ProclaimLaws(("Declared apples are taxed",)))


TAXED = replace(opened(CLEO, "chickens", 3), fine=15)
TAXED_SUMMONS = replace(opened(CLEO, "apples", 2, apples=1, royal_summons=1), fine=15)


@pytest.mark.parametrize(
    "bag, gold, sentence",
    [
        (TAXED, 50, "Cleo was honest: 3 chickens. Ann pays 8, Bo 7."),
        (TAXED, 2, "Cleo was honest: 3 chickens. Ann owes 8, Bo 7."),
        (TAXED_SUMMONS, 50, "Cleo said 2 apples, had 1 apple and 1 Royal Summons. Ann pays 8, Bo 7."),
        (TAXED_SUMMONS, 2, "Cleo said 2 apples, had 1 apple and 1 Royal Summons. Ann owes 8, Bo 7."),
        (replace(TAXED, fine=1), 50, "Cleo was honest: 3 chickens. Ann pays 1, Bo 0."),
        (replace(TAXED, fine=16), 50, "Cleo was honest: 3 chickens. Ann and Bo pay 8 each."),
    ],
)
def test_e9_e27_halves_of_an_odd_fine_are_told_as_they_are(bag: OpenBag, gold: int, sentence: str) -> None:
    table = under_a_law(gold).when(bag)
    assert said(table).startswith(sentence)


def test_e9_e27_halves_of_an_odd_fine_in_french(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        told = said(under_a_law().when(TAXED))
    assert told == "Cleo disait vrai. Déclaré : 3 poulets. Ann paie 8 et Bo 7."


def test_e9_two_debts() -> None:
    table = given(6, gold={ANN: 1, BO: 0}, stands={ANN: {"apples": 3}, BO: {"cheese": 2}})
    apples, cheese = Goods({"apples": 2}), Goods({"cheese": 1})
    paid = replace(opened(DOV, "chickens", 3), payment=Goods({"apples": 1}), other=Paying(payment=cheese))
    table = table.when(replace(paid, payment=apples))
    assert said(table) == (
        "Dov was honest: 3 chickens. Ann and Bo owe 3 each. "
        "Ann pays 1 gold, and the other 2 in goods: 2 apples. Bo pays in goods: 1 cheese."
    )
    assert done(table) == [
        "3 chickens to Dov’s stand",
        "Ann pays Dov 1",
        "2 apples from Ann’s stand to Dov’s",
        "1 cheese from Bo’s stand to Dov’s",
    ]
    assert before(table)[:2] == [
        "Ann owes Dov 3: for 3 chickens, 1 each",
        "Bo owes Dov 3: for 3 chickens, 1 each",
    ]
    assert to(table, BO) == "Dov was honest. 1 cheese from your stand to Dov. Declared: 3 chickens."


@pytest.mark.parametrize(
    "bag, told",
    [
        (
            replace(opened(CLEO, "chickens", 3), alone=BO),
            "Cleo was honest. You pay Cleo 6. You acted without Ann. Declared: 3 chickens.",
        ),
        (
            replace(BRIBE, alone=BO),
            "Cleo’s bag passed. Cleo pays you 12. You acted without Ann. Declared: 2 apples.",
        ),
        (opened(CLEO, "chickens", 3), "Cleo was honest. You pay Cleo 3. Declared: 3 chickens."),
    ],
)
def test_e11_who_acted_alone_is_told_so(bag: PassBag | OpenBag, told: str) -> None:
    assert to(given(6).when(bag), BO) == told


def test_d3_e9_whose_goods_are_discarded() -> None:
    """Each of the two receivers' rights is its own: only Bo's cheese is not wanted."""
    table = given(6, gold={ANN: 1, BO: 0}, stands={ANN: {"apples": 3}, BO: {"cheese": 2}})
    apples, cheese = Goods({"apples": 2}), Goods({"cheese": 1})
    bag = replace(opened(DOV, "chickens", 3), payment=apples, other=Paying(payment=cheese, discarded=True))
    assert said(table.when(bag)) == (
        "Dov was honest: 3 chickens. Ann and Bo owe 3 each. "
        "Ann pays 1 gold, and the other 2 in goods: 2 apples. "
        "Bo pays in goods: 1 cheese. The goods from Bo go to a discard pile."
    )


def test_e9_one_of_two_is_short() -> None:
    table = given(6, gold={BO: 1}).when(opened(DOV, "chickens", 3))
    assert said(table) == (
        "Dov was honest: 3 chickens. Ann and Bo owe 3 each. Ann pays 3 gold. Bo pays 1 gold. "
        "2 of Bo’s debt is forgiven."
    )
    assert done(table)[-1] == "2 of Bo’s debt is forgiven."
    assert to(table, BO) == "Dov was honest. You pay Dov 1. 2 of your debt is forgiven. Declared: 3 chickens."
    assert "2 of Bo’s debt is forgiven." in to(table, DOV)


def test_e10_a_debt_to_the_booty() -> None:
    table = given(6, gold={CLEO: 1}, stands={CLEO: {"cheese": 1}})
    table = table.when(replace(LIE, payment=Goods({"cheese": 1})))
    assert said(table) == (
        "Cleo owes the Booty 4, caught with 1 silk: said 1 apple. "
        "Cleo pays 1 gold, and the other 3 in goods: 1 cheese."
    )
    assert done(table) == [
        "1 silk to a discard pile",
        "Cleo puts 1 in the Booty",
        "1 cheese from Cleo’s stand to the Booty",
    ]
    assert before(table)[0] == "Cleo owes the Booty 4: silk 4"
    assert to(table, CLEO) == (
        "You were caught. You put 1 in the Booty. 1 cheese from your stand to the Booty. "
        "1 silk to a discard pile."
    )
    rich = given(6).when(LIE)
    assert before(rich)[0] == "Cleo puts 4 in the Booty: silk 4"


def test_e8_cards_out_of_the_bag() -> None:
    bribe = Deal(CLEO, ANN, bag=Goods({"apples": 1}))
    table = given(6).when(passing(CLEO, "apples", 2, bribe))
    assert done(table) == ["1 apple from the bag to the Booty", "1 apple to Cleo’s stand"]
    assert to(table, CLEO) == "Your bag passed. 1 apple to your stand. 1 apple from your bag to the Booty."
    table = given(6).when(replace(passing(CLEO, "apples", 2, bribe), alone=ANN))
    assert to(table, CLEO) == "Your bag passed. 1 apple to your stand. 1 apple from your bag to Ann."


def test_e17_the_trophy() -> None:
    bag = replace(opened(CLEO, "apples", 1, tabletop_trophy=1), keeper=BO)
    table = given(6, promo={"tabletop_trophy": 1}).when(bag)
    assert "1 TableTop Trophy to Bo’s hand" in done(table)
    assert "1 TableTop Trophy to your hand." in to(table, BO)


def test_e13_how_it_was_shared() -> None:
    stands = {CLEO: {"cheese": 1, DOWN: 1}}
    table = given(6, stands=stands).when(
        passing(CLEO, "apples", 2, Deal(CLEO, BO, 13, Goods({"cheese": 1, DOWN: 1}))), *OVER
    )
    shares = (Share(6, Goods({"cheese": 1})), Share(6, Goods()))
    assert said(table.when(ShareBooty(shares))) == (
        "Ann takes 6 gold and 1 cheese from the Booty. Bo takes 6 gold from the Booty. "
        "Back to the bank: 1 gold. To a discard pile: 1 card face down."
    )
    all_to_ann = (Share(13, Goods({"cheese": 1, DOWN: 1})), Share(0, Goods()))
    assert said(table.when(ShareBooty(all_to_ann))) == (
        "Ann takes 13 gold, 1 cheese and 1 card face down from the Booty."
    )


def corrected(table: Table, bag: PassBag | OpenBag) -> Table:
    return table.when(Correct(1, bag, "Misread"))


def test_a_correction_says_what_goes_onto_the_booty_and_off_it() -> None:
    table = given(6, stands={CLEO: {"cheese": 2}}).when(BRIBE)
    more = corrected(table, passing(CLEO, "apples", 2, deal(CLEO, BO, 15, cheese=2)))
    assert done(more) == ["2 cheese from Cleo’s stand to the Booty", "Cleo puts 3 in the Booty"]
    assert to(more, CLEO) == (
        "Your bag was corrected. You put 3 in the Booty. 2 cheese from your stand to the Booty."
    )
    less = corrected(table, passing(CLEO, "apples", 2, deal(CLEO, BO, 9)))
    assert done(less) == ["Cleo takes 3 from the Booty"]
    assert to(less, CLEO) == "Your bag was corrected. You take 3 from the Booty."
    back = corrected(more, BRIBE)
    assert "2 cheese from the Booty to Cleo’s stand" in done(back)
    assert said(corrected(table, LIE)).startswith("Cleo’s bag of round 1 corrected: Opened, not passed.")
    assert "Cleo pays a fine of 4 to the Booty." in said(corrected(table, LIE))


def test_a_correction_of_cards_out_of_the_bag_goes_onto_the_booty_and_off_it() -> None:
    none = passing(CLEO, "apples", 2)
    some = passing(CLEO, "apples", 3, Deal(CLEO, BO, 2, bag=Goods({"apples": 3})))
    more = corrected(given(6).when(passing(CLEO, "apples", 3, deal(CLEO, BO, 2), face_down=3)), some)
    assert "3 apples into the Booty" in done(more)
    less = corrected(given(6).when(some), none)
    assert {"1 apple from the Booty", "2 apples from the Booty to Cleo’s stand"} <= {*done(less)}


def test_e13_a_correction_says_that_an_agreed_share_no_longer_divides() -> None:
    """In its preview, and in the log."""
    table = given(6).when(BRIBE, *OVER)
    shared = table.when(ShareBooty((Share(12, Goods()), Share(0, Goods()))))
    anew = (
        "Agree anew, and pay by hand: what was agreed no longer divides the Booty, 14 gold shared in halves."
    )
    more = corrected(shared, passing(CLEO, "apples", 2, deal(CLEO, BO, 14)))
    assert any(line.startswith(anew) for line in before(more))
    assert anew in said(more)
    even = corrected(table.when(ShareBooty()), passing(CLEO, "apples", 2, deal(CLEO, BO, 14)))
    assert "no longer divides" not in " ".join((said(even), *before(even)))
