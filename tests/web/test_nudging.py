"""The bank nudges the player for whom all wait (T4)."""

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
