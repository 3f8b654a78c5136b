"""A phone that is asleep or gone holds nobody up: its player is passed over (T4)."""

import pytest
from flask import Flask

from companion.places import ASLEEP, BANK_GONE
from tests.rules.given import BO
from tests.web.test_live import stamp_of
from tests.web.test_phones import leave
from tests.web.test_talking import Market, declares, market

__all__ = ["market"]


@pytest.mark.parametrize("silence", [ASLEEP, BANK_GONE])
def test_a_phone_that_is_asleep_or_gone_is_neither_waited_for_nor_nudged(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market, silence: int
) -> None:
    leave(monkeypatch, app, silence)
    for phone in (market.ann, market.cleo, market.bank):
        phone.open(market.at())
    market.bank.open(market.at())
    assert "Nudge Bo" not in market.bank.page.text
    declares(market.cleo, "apples", 3)
    assert market.talk.declarations.keys() == {2}


@pytest.mark.parametrize("awake", [True, False])
def test_the_bank_leads_to_no_bag_while_its_sheriff_has_a_phone_that_is_awake(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market, *, awake: bool
) -> None:
    """I2: it is Ann who decides, and the bank may still do so by the bag's own tile; she can be nudged."""
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 3)
    if not awake:
        leave(monkeypatch, app, ASLEEP)
        for phone in (market.bo, market.cleo, market.bank):
            phone.open(market.at())
    page = market.bank.open(market.at())
    leads = [link.get("href") for link in page.root.elements("a") if "next" in link.get("class").split()]
    assert leads == ([] if awake else [market.at(f"/bags/{BO}")])
    assert ("Ann decides on Bo ’s bag Nudge Ann" in page.text) is awake
    assert "lets it pass" in market.bank.follow("Bo 3 apples").text


def test_what_is_ready_is_said_once_all_before_it_are_asleep(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market
) -> None:
    declares(market.cleo, "apples", 3)
    assert "3 apples" not in market.bank.open(market.at()).text
    leave(monkeypatch, app, ASLEEP)
    for phone in (market.ann, market.cleo, market.bank):
        phone.open(market.at())
    assert "3 apples" in market.bank.open(market.at()).text


def test_what_all_have_heard_stays_said_when_who_was_asleep_is_back(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market
) -> None:
    """And phones are told of it as of anything else that is said."""
    declares(market.cleo, "apples", 3)
    market.bank.open(market.at())
    before = stamp_of(market.bank)
    leave(monkeypatch, app, ASLEEP)
    market.cleo.open(market.at())
    assert "3 apples" in market.bank.open(market.at()).text
    assert stamp_of(market.bank) > before
    market.bo.open(market.at())
    assert "3 apples" in market.bank.open(market.at()).text
    declares(market.bo, "bread", 2)
    assert market.talk.declarations.keys() == {1, 2}


def test_what_a_sleeper_is_ready_to_say_is_said_in_turn(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market
) -> None:
    declares(market.cleo, "apples", 3)
    leave(monkeypatch, app, ASLEEP)
    for phone in (market.bo, market.ann, market.bank):
        phone.open(market.at())
    assert "3 apples" not in market.bank.page.text
    assert "3 apples" in declares(market.bo, "bread", 2).text


def test_who_wakes_up_declares_after_the_others(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market
) -> None:
    leave(monkeypatch, app, ASLEEP)
    declares(market.cleo, "apples", 3)
    declares(market.bo, "bread", 2)
    assert market.talk.declarations.keys() == {1, 2}
