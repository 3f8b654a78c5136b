"""What a rule of the styles may not say, because a slow phone pays for it at every tap."""

import re

from companion.machine.paths import assets

# `a:has(b) > *`: once anything that `:has()` asks for changes, everything on the page is styled anew.
EVERYTHING_BELOW = re.compile(r":has\((?:[^()]|\([^()]*\))*\)[^,{}]*[\s>+~]\*\s*[,{]")


def test_a_tap_does_not_style_the_whole_page_anew() -> None:
    styles = {path.name: path.read_text("utf-8") for path in (assets().static / "css").rglob("*.css")}
    assert styles
    assert {name: found for name, text in styles.items() if (found := EVERYTHING_BELOW.findall(text))} == {}


def test_a_rule_for_everything_below_is_found() -> None:
    assert EVERYTHING_BELOW.search(".title:has(> .news) > * {")
    assert not EVERYTHING_BELOW.search(".title:has(> .news) {\n}\n.told > * {")


# `a:has(b:not(:has(c)))`: no browser reads a rule with `:has()` within `:has()`.
WITHIN_ITSELF = re.compile(r":has\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*\))*\))*(?:\([^(){}]*)?:has\(")


def test_no_rule_asks_within_what_it_asks() -> None:
    styles = {path.name: path.read_text("utf-8") for path in (assets().static / "css").rglob("*.css")}
    assert {name: found for name, text in styles.items() if (found := WITHIN_ITSELF.findall(text))} == {}


def test_a_rule_that_asks_within_what_it_asks_is_found() -> None:
    assert WITHIN_ITSELF.search(".offer:has(.bid:not(:has(div))) > .worded {")
    assert not WITHIN_ITSELF.search(".offer:has(.bid):not(:has(div)) > .worded {")
