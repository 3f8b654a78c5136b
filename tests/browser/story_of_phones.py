"""Five players, each with a phone, and a tablet in the middle: five rounds, one Sheriff after the other."""

from tests.browser.stories import OPENED, PASSED, Bag, Deal, Evening, Round

MARIAN, TUCK, WILL, GUY, RICHARD = NAMES = ("Marian", "Tuck", "Will", "Guy", "Richard")

ROUNDS = (
    Round(
        MARIAN,
        (
            Bag(TUCK, "apples", 3, PASSED, deals=(Deal(TUCK, MARIAN, gold=7),)),
            Bag(WILL, "cheese", 2, OPENED),
            Bag(GUY, "bread", 3, PASSED, {"bread": 1, "silk": 1, "pepper": 1}),
            Bag(RICHARD, "apples", 4, OPENED, {"apples": 2, "mead": 2}),
        ),
    ),
    Round(
        TUCK,
        (
            Bag(WILL, "chickens", 3, PASSED),
            Bag(GUY, "apples", 2, OPENED),
            Bag(RICHARD, "cheese", 3, PASSED, {"cheese": 2, "crossbow": 1}, (Deal(RICHARD, TUCK, gold=12),)),
            Bag(MARIAN, "bread", 5, PASSED),
        ),
    ),
    Round(
        WILL,
        (
            Bag(GUY, "cheese", 4, PASSED, {"cheese": 3, "mead": 1}, (Deal(GUY, WILL, gold=5),)),
            Bag(RICHARD, "apples", 3, PASSED),
            Bag(MARIAN, "chickens", 2, OPENED, {"chickens": 1, "pepper": 1}),
            Bag(TUCK, "apples", 5, PASSED),
        ),
    ),
    Round(
        GUY,
        (
            Bag(RICHARD, "bread", 2, PASSED),
            Bag(MARIAN, "apples", 3, OPENED),
            Bag(TUCK, "chickens", 4, PASSED, {"chickens": 2, "silk": 2}, (Deal(TUCK, GUY, gold=9),)),
            Bag(WILL, "apples", 2, PASSED),
        ),
    ),
    Round(  # all are honest
        RICHARD,
        (
            Bag(MARIAN, "cheese", 3, PASSED),
            Bag(TUCK, "bread", 3, PASSED),
            Bag(WILL, "chickens", 3, PASSED),
            Bag(GUY, "apples", 4, PASSED),
        ),
    ),
)

EVENING = Evening(NAMES, ROUNDS, fewer=True)
