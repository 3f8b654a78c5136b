"""The bank nudges the player for whom all wait (T4)."""

from flask import Flask

from companion.rules.ledger import Goods
from tests.rules.given import BO
from tests.web import buttons
from tests.web.evening import at_table, lies
from tests.web.seated import records, seated
from tests.web.stored import service_of, table_of
from tests.web.test_aloud import noted
from tests.web.test_talking import Market, declares, market, posted

__all__ = ["market"]


def test_a_nudge_is_felt_and_seen_by_that_player_alone(market: Market) -> None:
    market.bank.open(market.at())
    market.bank.press("Nudge Bo")
    market.look()
    assert "Everybody waits for you" in market.bo.page.text
    assert "nudge-1" in market.bo.page.answer.get_data(as_text=True)
    for phone in (market.ann, market.cleo, market.bank):
        assert "Everybody waits for you" not in phone.page.text
        assert "nudge-1" not in phone.page.answer.get_data(as_text=True)
    market.bank.press("Nudge Bo")
    assert "nudge-2" in market.bo.open(market.at()).answer.get_data(as_text=True)


def test_it_is_over_once_that_player_has_spoken(market: Market) -> None:
    market.bank.open(market.at())
    market.bank.press("Nudge Bo")
    declares(market.bo, "apples", 3)
    market.look()
    assert "Everybody waits for you" not in market.bo.page.text
    assert "Nudge Cleo" in market.bank.page.text


def test_players_do_not_nudge(market: Market) -> None:
    market.look()
    assert "Nudge" not in market.ann.page.text
    posted(market.ann, market.at("/nudges/1"))
    assert market.talk.nudges == 0


def test_who_is_to_turn_cards_over_is_nudged_in_the_count(market: Market) -> None:
    market.bank.open(market.at())
    lies(market.bank, "Bo", ("apples", 3), "Passed", {"in-apples": 1, "face_down": 2})
    market.bank.follow("Menu")
    while "Bags that are still out" in market.bank.page.text:
        market.bank.press("Sits out", {"seat": table_of(market.bank).game.waiting[0]})
        market.bank.follow("Menu")
    market.bank.press(buttons.END)
    assert "Nudge" not in market.bank.open(market.at()).text
    market.bank.follow(buttons.CHECK_THE_STANDS)
    market.bank.follow(buttons.STANDS_CORRECT)
    assert "Bo turns the cards over" in market.bank.page.text
    market.bank.press("Nudge Bo")
    assert "Everybody waits for you" in market.bo.open(market.at()).text
    market.bo.follow(buttons.TURN_YOUR_CARDS_OVER)
    market.bo.press(buttons.ALL_TOLD, {"in-silk": 2})
    assert "Everybody waits for you" not in market.bo.open(market.at()).text


def test_who_is_to_confirm_what_was_agreed_aloud_is_nudged(market: Market) -> None:
    for phone in (market.bo, market.cleo):
        declares(phone, "apples", 3)
    noted(market, "Bo", gold=4)
    market.bank.open(market.at())
    market.bank.press("Nudge Bo")
    assert "Everybody waits for you" in market.bo.open(market.at()).text


def test_the_bank_that_is_to_open_its_own_bag_nudges_nobody(app: Flask) -> None:
    bank = at_table(app)
    at = f"/g/{bank.page.game}"
    bank.send("POST", f"{at}/seats", [*bank.tokens, ("seat", str(BO))])
    ann, cleo = seated(app, bank, "Ann"), seated(app, bank, "Cleo")
    declares(bank, "apples", 3)
    service_of(app).note(bank.page.game, BO, 1, Goods({"apples": 3}))
    declares(cleo, "bread", 2)
    ann.open(at)
    ann.press("Open it")
    assert "Open your bag" in bank.open(at).text
    assert "Nudge" not in bank.page.text


def test_the_bank_waits_for_the_sheriff_over_its_own_players_bag(app: Flask) -> None:
    """I2: Bo is the bank, and decides for Ann on the bag's sheet alone, unless only the bank records."""
    bank = at_table(app)
    at = f"/g/{bank.page.game}"
    bank.send("POST", f"{at}/seats", [*bank.tokens, ("seat", str(BO))])
    ann, cleo = seated(app, bank, "Ann"), seated(app, bank, "Cleo")
    declares(bank, "apples", 3)
    declares(cleo, "bread", 2)
    assert "Ann decides on your bag Nudge Ann" in bank.open(at).text
    assert bank.page.link("Bo 3 apples") == f"{at}/bags/{BO}"
    ann.open(at)
    ann.press(buttons.LET_BY)
    assert "Ann lets it pass: what was in it? Nudge Ann" in bank.open(at).text
    records(bank, "bank")
    assert "Bo ’s bag it passes: what was in it?" in bank.open(at).text
