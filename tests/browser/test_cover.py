"""When an open bag is covered again by itself (`static/js/cover.js`), in an empty page."""

import pytest

from tests.browser.conftest import Ask

SCRIPT = "cover.js"
AT_MARKET, DECLARED, LATER = {"packs": "", "market": ""}, {"packs": ""}, {"now": ""}


@pytest.mark.parametrize(
    "marks, seconds", [(AT_MARKET, 60), (DECLARED, 30), (LATER, 30), (None, 30)], ids=str
)
def test_how_long_a_bag_lies_open_that_nobody_touches(ask: Ask, marks: object, seconds: int) -> None:
    assert ask("rest", marks) == seconds * 1_000


@pytest.mark.parametrize(
    "marks, other_rounds, fields, blank",
    [
        (AT_MARKET, None, [], True),
        (DECLARED, None, [], True),
        (LATER, None, [], False),
        (AT_MARKET, {}, [], False),
        (AT_MARKET, None, [["in-silk", "1"]], False),
        (AT_MARKET, None, [["in-mead", ""], ["in-silk", "0"]], True),
        (AT_MARKET, None, [["in-mead", "0"], ["in-silk", "2"]], False),
        (AT_MARKET, None, [["number", "3"], ["declared", "apples"]], True),
    ],
    ids=str,
)
def test_only_a_bag_with_nothing_in_it_stays_open(
    ask: Ask, marks: object, other_rounds: object, fields: object, *, blank: bool
) -> None:
    assert ask("isBlank", marks, other_rounds, fields) is blank
