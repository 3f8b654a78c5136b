"""A phone that is asleep or gone holds nobody up: its player is passed over (T4)."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.places import BANK_GONE
from companion.records import ASLEEP
from tests.rules.given import BO, SILK
from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import end
from tests.web.phone import Phone
from tests.web.seated import comes_in, seated
from tests.web.test_live import stamp_of
from tests.web.test_owing import asked, booked, short, told
from tests.web.test_phones import leave
from tests.web.test_talking import Market, declares, market

__all__ = ["asked", "market", "short", "told"]


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch, app: Flask) -> Callable[..., None]:
    """Some time goes by, in which only these phones are heard from."""

    def fall_asleep(*awake: Phone) -> None:
        leave(monkeypatch, app, ASLEEP)
        for phone in awake:
            phone.open(f"/g/{phone.page.game}")

    return fall_asleep


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


@pytest.mark.parametrize("awake", [True, False])
def test_the_bank_offers_for_a_merchant_whose_phone_is_asleep(
    monkeypatch: pytest.MonkeyPatch, app: Flask, market: Market, *, awake: bool
) -> None:
    if not awake:
        leave(monkeypatch, app, ASLEEP)
        for phone in (market.ann, market.bank):
            phone.open(market.at())
    page = market.bank.open(market.at("/offers/new?bag=1&offer-giver=1&offer-gold=5"))
    assert ("Bo offers Ann 5 gold" in page.text) is not awake


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


# Nobody waits for what only a phone that is asleep could do


def test_who_packs_behind_a_sleeper_is_told_that_it_is_said_at_once(
    market: Market, sleeps: Callable[..., None]
) -> None:
    market.cleo.open(market.at())
    market.cleo.follow(buttons.PACK_YOUR_BAG)
    market.cleo.press(buttons.KEEP_SILENT, {"in-apples": 2})
    sleeps(market.cleo)
    market.cleo.follow(buttons.PACK_YOUR_BAG)
    page = market.cleo.press("I am Cleo")
    assert "that is all the others hear" in page.text


def test_for_a_sleeper_who_declared_nothing_the_sheriff_declares_and_all_read_so(
    app: Flask, market: Market, sleeps: Callable[..., None]
) -> None:
    declares(market.cleo, "apples", 3)
    sleeps(market.cleo, market.ann, market.bank)
    assert "Declare for Bo the phone is asleep" in market.ann.open(market.at()).text
    assert "Bo ’s bag" not in market.ann.page.text
    table_view = comes_in(app, market.bank, "Table view")
    for phone in (market.cleo, market.bank, table_view):
        text = phone.open(market.at()).text
        assert "Ann declares for Bo , whose phone is asleep" in text
        assert "decides on Bo" not in text
    market.bo.open(market.at())
    assert "Bo declares next" in market.cleo.open(market.at()).text


def test_the_bank_speaks_for_whoever_comes_after_a_sleeper(
    market: Market, sleeps: Callable[..., None]
) -> None:
    sleeps(market.bank, market.cleo)
    assert market.bank.open(market.at("/declarations/2")).path == market.at("/declarations/2")


def test_over_the_bag_that_is_next_is_bid_once_all_who_are_awake_have_declared(
    market: Market, sleeps: Callable[..., None]
) -> None:
    declares(market.bo, "apples", 3)
    sleeps(market.bo, market.ann)
    assert "/bids/1" in market.bo.open(market.at()).html
    dov = seated(market.bank.client.application, market.bank, "Dov")
    declares(dov, "bread", 2)
    merchants = [
        dict(form.fields)["merchant"] for form in dov.page.forms if "/bids/" in form.element["action"]
    ]
    assert merchants == ["1", "3"]


def test_a_sleeper_confirms_nothing_that_was_agreed_aloud(
    market: Market, sleeps: Callable[..., None]
) -> None:
    declares(market.bo, "apples", 3)
    sleeps(market.ann, market.cleo)
    page = market.ann.open(market.at("/aloud"))
    assert [button.spoken for button in page.forms[-1].buttons if button["name"] == "giver"] == [
        "Bo",
        "Cleo confirms it",
        "Dov",
    ]


def test_d2_a_sleeper_is_not_asked_which_goods_go(short: Market, sleeps: Callable[..., None]) -> None:
    sleeps(short.ann)
    page = short.ann.follow(buttons.LIES_THERE)
    assert f"Bo owes Ann {SILK}" in page.text
    short.ann.press(buttons.RECORD)
    assert booked(short).debt is not None


def test_d2_nor_on_the_sheet(told: Market, sleeps: Callable[..., None]) -> None:
    assert "Let Bo choose" in told.ann.page.text
    sleeps(told.ann)
    told.ann.open(told.at("/bags/1?contents=opened"))
    page = told.ann.press(buttons.RECORD, {"in-chickens": 3, "in-silk": 1})
    assert f"Bo owes Ann {SILK}" in page.text
    assert "Let Bo choose" not in page.text


def test_d2_for_a_sleeper_who_was_asked_sheriff_or_bank_choose(
    asked: Market, sleeps: Callable[..., None]
) -> None:
    sleeps(asked.ann, asked.bank)
    for phone in (asked.ann, asked.bank):
        assert "or choose for them here" in phone.page.text
    assert "Nudge" not in asked.bank.page.text
    assert asked.talk.decisions[BO].asked


def test_s6_the_bank_is_led_to_the_cards_of_a_sleeper(app: Flask, sleeps: Callable[..., None]) -> None:
    bank = later_table(app, stands={3: {"face_down": 1}}).phone()
    seated(app, bank, "Bo")
    bank.open(f"/g/{bank.page.game}")
    end(bank)
    sleeps()
    page = bank.press(buttons.ALL_TOLD, {"in-mead": 1})
    assert (page.title, page.path) == ("What was smuggled", f"/g/{page.game}/reveal/1")
