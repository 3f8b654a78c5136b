"""Five players, ten rounds, royal goods: the evening that the tests play through the real pages."""

from tests.browser.stories import (
    OPENED,
    PASSED,
    Bag,
    Correction,
    Deal,
    Debt,
    Evening,
    Payment,
    Round,
)

MARIAN, TUCK, WILL, GUY, RICHARD = NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard")

ROUNDS = (
    Round(
        GUY,
        (
            Bag(RICHARD, "apples", 3, PASSED),
            Bag(MARIAN, "cheese", 3, PASSED, {"cheese": 2, "gouda_cheese": 1}),
            Bag(TUCK, "apples", 4, OPENED, {"apples": 1, "cheese": 1, "mead": 2}),
            Bag(WILL, "chickens", 4, OPENED),
        ),
    ),
    Round(
        RICHARD,
        (
            Bag(MARIAN, "bread", 2, PASSED, deals=(Deal(MARIAN, RICHARD, gold=5),)),
            Bag(
                TUCK,
                "bread",
                3,
                PASSED,
                {"bread": 1, "silk": 1, "pepper": 1},
                (Deal(TUCK, RICHARD, gold=8, stand={"apples": 1}),),
            ),
            Bag(WILL, "apples", 5, OPENED),
            Bag(
                GUY,
                "cheese",
                3,
                OPENED,
                {"cheese": 2, "crossbow": 1},
                (Deal(WILL, RICHARD, gold=6, promise="Guy is opened, whatever he offers"),),
            ),
        ),
    ),
    Round(
        MARIAN,
        (
            Bag(TUCK, "chickens", 3, PASSED, deals=(Deal(TUCK, MARIAN, promise="I go easy on you"),)),
            Bag(
                WILL,
                "chickens",
                4,
                PASSED,
                {"chickens": 2, "golden_apples": 1, "green_apples": 1},
                (Deal(WILL, MARIAN, gold=10),),
            ),
            Bag(
                GUY,
                "cheese",
                4,
                PASSED,
                {"cheese": 3, "mead": 1},
                (Deal(GUY, MARIAN, from_bag={"cheese": 1}),),
            ),
            Bag(RICHARD, "bread", 5, OPENED, {"bread": 3, "rye_bread": 1, "pumpernickel_bread": 1}),
        ),
    ),
    Round(
        TUCK,
        (
            Bag(WILL, "apples", 3, OPENED, first=PASSED),
            Bag(RICHARD, "chickens", 2, PASSED),
            Bag(GUY, "bread", 5, PASSED, {"bread": 2, "crossbow": 2, "silk": 1}, (Deal(GUY, TUCK, gold=25),)),
            Bag(MARIAN, "apples", 4, OPENED),
        ),
        payments=(Payment(TUCK, WILL, 3, "deal"),),
    ),
    Round(
        WILL,
        (
            Bag(GUY, "apples", 5, OPENED, {"apples": 1, "crossbow": 2, "mead": 2}),
            Bag(RICHARD, "cheese", 3, PASSED),
            Bag(MARIAN, "chickens", 2, OPENED),
            Bag(TUCK, "apples", 2, PASSED),
        ),
        corrections=(
            Correction(
                2,
                Bag(MARIAN, "bread", 2, PASSED, deals=(Deal(MARIAN, RICHARD, gold=7),)),
                "seven, not five",
            ),
        ),
    ),
    Round(
        GUY,
        (
            Bag(RICHARD, "apples", 4, PASSED),
            Bag(MARIAN, "cheese", 1, PASSED, deals=(Deal(MARIAN, GUY, hidden={"gouda_cheese": 1}),)),
            Bag(TUCK, "bread", 5, OPENED, debt=Debt({"cheese": 1})),
            Bag(WILL, "bread", 3, PASSED, {"bread": 1, "mead": 2}),
        ),
    ),
    Round(
        RICHARD,
        (
            Bag(MARIAN, "apples", 4, PASSED),
            Bag(TUCK, "bread", 4, OPENED, {"bread": 3, "bleu_cheese": 1}),
            Bag(WILL, "cheese", 2, PASSED),
            Bag(GUY, "cheese", 4, PASSED, {"cheese": 2, "royal_rooster": 2}),
        ),
    ),
    Round(
        MARIAN,
        (
            Bag(TUCK, "chickens", 3, OPENED),
            Bag(WILL, "apples", 1, PASSED),
            Bag(GUY, "bread", 3, OPENED),
            Bag(
                RICHARD,
                "cheese",
                5,
                PASSED,
                {"cheese": 3, "pepper": 2},
                (Deal(RICHARD, MARIAN, gold=4, hidden_in_bag={"pepper": 1}), Deal(GUY, MARIAN, gold=2)),
            ),
        ),
    ),
    Round(
        TUCK,
        (
            Bag(WILL, "cheese", 3, PASSED),
            Bag(
                GUY,
                "apples",
                3,
                OPENED,
                {"apples": 1, "mead": 2},
                debt=Debt({"apples": 1, "cheese": 1}, chosen=True),
            ),
            Bag(RICHARD, "chickens", 4, OPENED, {"chickens": 1, "silk": 3}),
            Bag(MARIAN, "bread", 5, OPENED),
        ),
    ),
    Round(
        WILL,
        (
            Bag(GUY, "chickens", 1, PASSED),
            Bag(RICHARD, "bread", 2, PASSED),
            Bag(MARIAN, "chickens", 3, PASSED, {"chickens": 2, "pumpernickel_bread": 1}),
            Bag(TUCK, "cheese", 5, OPENED),
        ),
    ),
)

EVENING = Evening(NAMES, ROUNDS, royal_goods=True)
