"""Forms that no page of ours would send, filled with anything: each gets a page, never an error."""

import secrets
from urllib.parse import urlencode

import pytest
from flask import Flask
from hypothesis import given, settings, strategies

from companion.rules.kinds import TakeBack
from companion.rules.sheriff.game import FACE_DOWN
from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import lies, passes
from tests.web.phone import Phone
from tests.web.routes import is_whole
from tests.web.stored import service_of, table_of

GOODS = ("apples", "bread", "cheese", "silk", "crossbow", "feast_plate", "brimstone_oil", FACE_DOWN, "dragon")
NUMBERS = ("", "0", "1", "1", "2", "3", "4", "5", "40", "51", "99", "9999", "-1", "x", "1e9", "٣")
SEATS = ("0", "1", "2", "3", "4", "-1", "bank", "x", "")
DEALS = range(2)
WORDS = {
    **dict.fromkeys(("number", "face_down", "change_number", "gold"), NUMBERS),
    **{f"{part}-{word}": NUMBERS for part in ("in", "debt", "told", "good") for word in GOODS},
    **{f"deal-{index}-{side}": SEATS for index in DEALS for side in ("giver", "receiver")},
    **{f"deal-{index}-gold": NUMBERS for index in DEALS},
    **{
        f"deal-{index}-{part}-{word}": NUMBERS
        for index in DEALS
        for part in ("stand", "bag")
        for word in GOODS
    },
    **{f"deal-{index}-promise": ("", "Lunch", "\x00", "x" * 141) for index in DEALS},
    **{
        f"raid-{index}": ("", "2:cheese:2", "0:apples:9", "-1:apples:1", "9:dragon:1", "::")
        for index in DEALS
    },
    "good": GOODS,
    "contents": ("", "passed", "opened", "opened", "opened", "dragon"),
    "lie": ("", "passed", "opened", "dragon"),
    "outcome": ("passed", "opened", "dragon"),
    "seat": SEATS,
    "entry": ("1", "2", "3", "4", "5", "999", "x"),
    "giver": SEATS,
    "receiver": SEATS,
    "basis": ("", "0-7-", "1-8-", "1-8-silk1", "x"),
    "discarded": ("1",),
    "as_declared": ("1",),
    "add": ("deal",),
    "reason": ("", "house", "Misread", "x" * 141),
}
"""Every field of a bag's and a payment's form, with what may be in it."""

likely = strategies.fixed_dictionaries(
    {
        "seat": strategies.just("1"),
        "entry": strategies.sampled_from(("2", "3", "4")),
        "good": strategies.sampled_from(GOODS[:3]),
        "number": strategies.sampled_from("12345"),
        "contents": strategies.sampled_from(("passed", "opened")),
        "deal-0-giver": strategies.sampled_from("0123"),
        "deal-0-gold": strategies.sampled_from(("", "", "5", "99")),
        "deal-0-stand-cheese": strategies.sampled_from(("", "", "1", "3")),
    },
)
anything = strategies.lists(
    strategies.sampled_from(sorted(WORDS)).flatmap(
        lambda name: strategies.tuples(strategies.just(name), strategies.sampled_from(WORDS[name]))
    ),
    max_size=12,
).map(dict)
forms = strategies.builds(lambda chosen, others: {**chosen, **others}, likely, anything)
POSTED = ("passes", "inspections", "corrections", "payments")
SHOWN = ("bags/1", "bags/2", "corrections/2", "corrections/3", "corrections/4", "pay")


@pytest.fixture(
    scope="module", params=[{}, {"gold": None, "coins_on_table": True}], ids=["bank", "own coins"]
)
def poor(request: pytest.FixtureRequest, app: Flask) -> Phone:
    """Ann is short of gold, or the table keeps its coins; two bags and a payment can be corrected."""
    phone = later_table(app, stands={2: {"cheese": 2, "face_down": 2}}, **request.param).phone()
    game = phone.page.game
    passes(phone, "Dov", "apples", 1)
    if lies(phone, "Cleo", ("apples", 3), "Opened", {"in-silk": 3}).status == 422:
        phone.press(buttons.RECORD)  # a true bag would have made Ann pay, in goods
    phone.open(f"/g/{game}/pay?giver=0&receiver=1")
    phone.press(buttons.RECORD, {"good-apples": 1})
    assert table_of(phone).seq == 4
    return phone


@settings(deadline=None)
@given(path=strategies.sampled_from(SHOWN), form=forms)
def test_anything_in_an_address_is_drawn(poor: Phone, path: str, form: dict[str, str]) -> None:
    page = poor.send("GET", f"/g/{poor.page.game}/{path}?{urlencode(form)}")
    assert page.status in {200, 302}


@settings(deadline=None)
@given(route=strategies.sampled_from(POSTED), form=forms)
def test_anything_in_a_form_is_booked_or_refused(poor: Phone, route: str, form: dict[str, str]) -> None:
    game, seq = poor.page.game, table_of(poor).seq
    tokens = {"csrf_token": poor.token, "action_id": secrets.token_urlsafe(16)}
    page = poor.send("POST", f"/g/{game}/{route}", {**tokens, **form}.items())
    assert page.status in {303, 422}
    if page.status == 422:
        is_whole(page)
        assert table_of(poor).seq == seq
    else:
        service_of(poor.client.application).play(game, TakeBack(seq + 1), secrets.token_urlsafe(16))
