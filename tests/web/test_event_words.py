"""Every event has a drawing of its own kind and a sentence in every language."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.rules.ledger import BANK, Goods, pay, purse
from companion.rules.sheriff.game import Event
from companion.rules.sheriff.payments import Paid
from companion.web.http.language import LANGUAGES, gettext
from companion.web.parts import say
from companion.web.sheriff.hands import hands
from companion.web.sheriff.reports import report
from companion.web.sheriff.words import Words
from tests.codec.samples import EVENTS, SEATS
from tests.rules.given import BO, CLEO, deal, given, opened

FROM_BANK = Paid(None, 1, 5, Goods(), "", pay(BANK, purse(1), 5))

SPRITE = (Path(__file__).parents[2] / "static" / "icons" / "sprite.svg").read_text("utf-8")
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_every_event_is_told(app: Flask, event: Event, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        told = report(Words(SEATS), event, EVENTS["bag_passed"])
    assert told.icon in DRAWN
    assert told.sentence.striptags()
    assert "%(" not in told.sentence


@pytest.mark.parametrize(
    "language, promise, said",
    [
        ("fr", "«\N{NO-BREAK SPACE}ami\N{NO-BREAK SPACE}»", "«\N{NO-BREAK SPACE}“ami”\N{NO-BREAK SPACE}»"),
        ("de", "„Freund“", "„\N{SINGLE LOW-9 QUOTATION MARK}Freund‘“"),
        ("en", "“friend”", "“‘friend’”"),
    ],
)
def test_quotes_within_quotes_are_inner_ones(app: Flask, language: str, promise: str, said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert say(gettext("“%(promise)s”"), promise=promise) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_begins_with_a_capital(app: Flask, language: str) -> None:
    """Also one that begins with “the bank”; only a player may write the own name otherwise."""
    with app.test_request_context(headers={"Accept-Language": language}):
        words = Words(SEATS)
        events = (*EVENTS.values(), FROM_BANK)
        told = [report(words, event, EVENTS["bag_passed"]).sentence for event in events]
        told += [hand.sentence for hand in hands(words, FROM_BANK)]
    assert [said for said in told if said.striptags()[0].islower()] == []


def test_i8_goods_promised_from_an_opened_bag_are_not_said_to_be_given(app: Flask) -> None:
    """They are due only if it passes; what was promised in words is said."""
    table = given().when(opened(BO, "apples", 2, deal(BO, CLEO, promise="Lunch", bag={"apples": 2})))
    with app.test_request_context(headers={"Accept-Language": "en"}):
        told = report(Words(table.game.seats), table.event).sentence.striptags()
    assert "from the bag" not in told
    assert told.endswith("Bo promised Cleo: “Lunch”.")
