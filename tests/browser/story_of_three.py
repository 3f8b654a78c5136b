"""Three players, nine rounds, no bread: somebody loses everything and comes back."""

from tests.browser.stories import OPENED, PASSED, Bag, Deal, Debt, Evening, Round

ZOE, AKE, NOA = NAMES = ("Zoé", "Åke", "נועה")

ROUNDS = (
    Round(
        AKE,
        (
            Bag(NOA, "apples", 2, PASSED, {"apples": 1, "crossbow": 1}, (Deal(NOA, AKE, gold=30),)),
            Bag(ZOE, "cheese", 4, OPENED),
        ),
    ),
    Round(NOA, (Bag(ZOE, "chickens", 5, OPENED), Bag(AKE, "apples", 5, OPENED))),
    Round(
        ZOE,
        (
            Bag(AKE, "chickens", 3, PASSED),
            Bag(
                NOA,
                "cheese",
                4,
                OPENED,
                {"cheese": 1, "mead": 2, "silk": 1},
                debt=Debt({"apples": 1, "cheese": 1, "crossbow": 1}, told={"crossbow": 1}),
            ),
        ),
    ),
    Round(AKE, (Bag(ZOE, "apples", 3, PASSED),), sits_out=(NOA,)),
    Round(
        NOA,
        (
            Bag(ZOE, "cheese", 3, OPENED),
            Bag(AKE, "chickens", 2, PASSED, deals=(Deal(AKE, NOA, gold=20),)),
        ),
    ),
    Round(
        ZOE,
        (
            Bag(AKE, "cheese", 5, PASSED, {"cheese": 3, "pepper": 2}),
            Bag(NOA, "apples", 5, OPENED),
        ),
    ),
    Round(AKE, (Bag(NOA, "apples", 4, PASSED), Bag(ZOE, "chickens", 2, OPENED))),
    Round(
        NOA,
        (
            Bag(
                ZOE,
                "apples",
                4,
                PASSED,
                {"apples": 2, "mead": 2},
                (Deal(ZOE, NOA, stand={"crossbow": 1}),),
            ),
            Bag(AKE, "cheese", 1, PASSED),
        ),
    ),
    Round(ZOE, (Bag(AKE, "apples", 3, OPENED, {"silk": 3}), Bag(NOA, "chickens", 3, PASSED))),
)

EVENING = Evening(NAMES, ROUNDS)
