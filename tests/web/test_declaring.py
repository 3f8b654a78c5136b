"""Merchants pack their bags and declare, all at the same time, each on their own phone (T4, I1, T8)."""

from collections.abc import Callable

import pytest
from flask import Flask

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.passed import BagPassed
from tests.rules.given import ANN, BO, CLEO, DOV
from tests.tables import BANK, table
from tests.web import buttons
from tests.web.phone import Fields, Page, Phone
from tests.web.seated import lets_out, seated
from tests.web.stored import service_of, table_of, unchanged
from tests.web.test_deciding import decides, opens
from tests.web.test_talking import Market, declares, market, offers

__all__ = ["market"]


def packs(phone: Phone, declared: str, cards: Fields) -> Page:
    """From the board: the cards, and what is said of them."""
    phone.open(f"/g/{phone.page.game}")
    phone.follow(buttons.PACK_YOUR_BAG)
    return phone.press("Declare", {**cards, "declared": declared})


def notes_of(bo: Phone) -> dict[int, Goods]:
    """What Bo noted, by round."""
    return service_of(bo.client.application).notes(bo.page.game, BO)


def test_an_honest_merchant_packs_and_declares(market: Market) -> None:
    """The biggest button, the cards, which propose what to declare; then the Sheriff needs one tap."""
    market.bo.open(market.at())
    market.bo.follow(buttons.PACK_YOUR_BAG)
    board = market.bo.press("Declare", {"in-apples": 3, "declared": "apples"})
    assert board.path == market.at()
    assert notes_of(market.bo) == {1: {"apples": 3}}
    declares(market.cleo, "cheese", 2)
    decides(market.ann, "Let it pass")
    bag = table_of(market.bank).standing[-1].event
    assert isinstance(bag, BagPassed)
    assert bag.contents == {"apples": 3}


def test_a_liar_packs_other_cards_than_are_declared(market: Market) -> None:
    market.bo.open(market.at())
    market.bo.follow(buttons.PACK_YOUR_BAG)
    market.bo.press("Declare", {"in-apples": 1, "in-mead": 2, "declared": "bread"})
    assert market.talk.declarations == {BO: Declaration("bread", 3)}
    declares(market.cleo, "cheese", 2)
    opens(market)
    assert "In Bo ’s bag: 1 apple and 2 mead." in market.cleo.open(market.at()).text


def test_i1_what_is_packed_proposes_what_to_declare(market: Market) -> None:
    market.bo.open(market.at())
    market.bo.follow(buttons.PACK_YOUR_BAG)
    market.bo.press(buttons.KEEP_SILENT, {"in-apples": 1, "in-bread": 2, "in-silk": 1})
    market.bo.follow(buttons.PACK_YOUR_BAG)
    page = market.bo.press("I am Bo")
    assert dict(page.form("Declare")[0].fields)["declared"] == "bread"
    assert "Declare 4 bread" in page.text


@pytest.mark.parametrize(
    "fields, field, sentence",
    [
        ({"declared": "apples"}, "contents", "Tap the cards in your bag first."),
        ({"in-mead": 2}, "declared", "Which good do you say it is?"),
        ({"in-apples": 4, "in-mead": 2, "declared": "apples"}, "contents", "A bag holds 1 to 5 cards."),
        ({"in-apples": "-1", "declared": "apples"}, "in-apples", "A whole number from 0 to 99, in digits."),
    ],
)
def test_a_bag_that_cannot_be_is_refused_beside_its_field(
    market: Market, fields: Fields, field: str, sentence: str
) -> None:
    market.bo.open(market.at())
    market.bo.follow(buttons.PACK_YOUR_BAG)
    with unchanged(market.bo.client.application):
        page = market.bo.press("Declare", fields)
    assert page.status == 422
    assert sentence in page.beside(field)
    kept = dict(page.form("Declare")[0].fields)
    assert {name: str(kept[name]) for name in fields if name[:3] == "in-"} == {
        name: str(value) for name, value in fields.items() if name[:3] == "in-"
    }


def test_t4_all_read_at_once_who_is_ready_and_in_turn_what_was_said(market: Market) -> None:
    packs(market.cleo, "bread", {"in-silk": 2})
    assert "Cleo : you will say 2 bread when it is your turn" in market.cleo.open(market.at()).text
    for phone in (market.bank, market.ann, market.bo):
        board = phone.open(market.at())
        assert "Cleo ready" in board.text
        assert "bread" not in board.html
    packs(market.bo, "apples", {"in-apples": 3})
    assert market.talk.declarations == {BO: Declaration("apples", 3), CLEO: Declaration("bread", 2)}
    assert "Cleo : 2 bread" in market.ann.open(market.at()).text


def test_what_is_ready_is_taken_back_or_said_otherwise(market: Market) -> None:
    packs(market.cleo, "bread", {"in-silk": 2})
    market.cleo.open(market.at())
    market.cleo.follow("you will say 2 bread")
    page = market.cleo.press("I am Cleo")
    assert "When it is your turn: 2 bread" in page.text
    assert "said as soon as Bo has declared" in page.text
    market.cleo.press(buttons.TAKE_BACK)
    packs(market.bo, "apples", {"in-apples": 3})
    assert market.talk.declarations == {BO: Declaration("apples", 3)}
    assert "Pack your bag" in market.cleo.open(market.at()).text


def test_who_packs_early_reads_for_whom_all_the_bag_waits(app: Flask) -> None:
    there = table(app, 4)
    dov = there.phone(DOV)
    for seat in (BO, CLEO):
        there.phone(seat).open(f"/g/{there.id}")
    dov.open(f"/g/{there.id}")
    page = dov.follow(buttons.PACK_YOUR_BAG)
    assert "said as soon as Bo and Cleo have declared" in page.text
    page = dov.follow("Only say it, and note nothing")
    assert "The others hear it as soon as Bo and Cleo have declared." in page.text


def test_who_takes_a_seat_that_was_freed_learns_nothing_that_was_ready(market: Market) -> None:
    packs(market.cleo, "bread", {"in-silk": 2})
    market.bank.open(market.at())
    lets_out(market.bank, CLEO)
    fields = [*market.bank.tokens, ("seat", str(CLEO))]
    assert market.bank.send("POST", market.at("/seats"), fields).status == 303
    page = market.bank.open(market.at(f"/seats/{CLEO}/bag"))
    assert "2 bread" not in page.text
    packs(market.bo, "apples", {"in-apples": 3})
    assert market.talk.declarations == {BO: Declaration("apples", 3)}


def test_t7_once_time_is_up_the_bank_that_plays_is_led_to_the_bags(app: Flask) -> None:
    """Its own bag has passed like all others; there is nothing to pack any more."""
    bank = table(app, expansions=["timer"]).phone()
    seated(app, bank, "Bo")
    bank.send("POST", f"/g/{bank.page.game}/seats", [*bank.tokens, ("seat", str(CLEO))])
    assert "Pack your bag" in bank.open(f"/g/{bank.page.game}").text
    service_of(app).set_clock(bank.page.game, 0, running=False)
    page = bank.open(f"/g/{bank.page.game}")
    assert "Pack your bag" not in page.text
    assert "time ran out, it passed: what was in it?" in page.text


def only_says(phone: Phone, good: str, number: int) -> Page:
    """From the own bag, with what may lie in it already."""
    phone.open(f"/g/{phone.page.game}")
    phone.follow(buttons.PACK_YOUR_BAG)
    if "I am" in phone.page.text:
        phone.press("I am")
    phone.follow(buttons.ONLY_SAY_IT)
    return phone.press(f"Declare {number}", {"good": good})


def test_what_is_only_said_keeps_no_card_that_was_tapped_before(market: Market) -> None:
    service_of(market.bo.client.application).note(market.bo.page.game, BO, 1, Goods({"silk": 2}))
    only_says(market.bo, "apples", 3)
    assert market.talk.declarations == {BO: Declaration("apples", 3)}
    assert not notes_of(market.bo).get(1)


def test_a_declaration_from_elsewhere_leaves_the_note_alone(market: Market) -> None:
    service_of(market.bo.client.application).note(market.bo.page.game, BO, 1, Goods({"silk": 2}))
    market.bo.open(market.at("/declarations/1"))
    market.bo.press("Declare 2", {"good": "apples"})
    assert notes_of(market.bo) == {1: {"silk": 2}}


def test_t4_what_is_only_said_waits_for_its_turn_too(market: Market) -> None:
    """The own bag offers it whoever is to speak, so that nothing is missing once the turn comes."""
    only_says(market.cleo, "cheese", 2)
    assert not market.talk.declarations
    assert market.talk.ready == {CLEO: Declaration("cheese", 2)}
    only_says(market.bo, "apples", 3)
    assert market.talk.declarations.keys() == {BO, CLEO}


def test_nobody_else_says_it_before_the_turn(market: Market) -> None:
    """The bank speaks for Dov, who has no phone, in Dov's turn."""
    page = market.bank.open(market.at("/declarations/3"))
    assert page.path.split("?")[0] == market.at()


def a_round_later(market: Market) -> None:
    """All bags pass, and Bo is Sheriff."""
    for seat in (BO, CLEO, DOV):
        market.bank.open(market.at(f"/bags/{seat}"))
        market.bank.press(buttons.PASSES, {"good": "apples", "number": 2})
    market.bank.open(market.at())
    market.bank.press("Badge to")


def on_a_deal(market: Market) -> None:
    """Cleo declares, and Ann takes her bribe."""
    declares(market.cleo, "cheese", 3)
    offers(market.cleo, gold=3)
    market.ann.open(market.at())
    market.ann.press(buttons.ACCEPT)


def on_a_decision(market: Market) -> None:
    """Cleo declares, and Ann lets her bag pass, too."""
    declares(market.cleo, "cheese", 3)
    market.bank.open(market.at(f"/bags/{BO}"))
    market.bank.press(buttons.PASSES, {"good": "apples", "number": 2})
    decides(market.ann, "Let it pass")


@pytest.mark.parametrize("happens", [on_a_deal, on_a_decision])
def test_who_declares_for_somebody_reads_that_they_have(
    market: Market, happens: Callable[[Market], None]
) -> None:
    """I1: the bank's sheet lay there while Cleo spoke for herself; what came of that is not the reason."""
    declares(market.bo, "apples", 2)
    form, button = market.bank.open(market.at(f"/declarations/{CLEO}")).form("Declare 4")
    happens(market)
    board = market.bank.submit(form, {"good": "bread"}, button)
    assert board.status == 422
    assert board.refusals[""] == "Cleo has declared 3 cheese, and that stands."


@pytest.mark.parametrize("path", [f"/declarations/{CLEO}", f"/seats/{CLEO}/bag"])
def test_a_declaration_that_comes_a_round_too_late_is_refused(market: Market, path: str) -> None:
    """I1: a phone without a connection sends it by itself when it has one again."""
    market.cleo.open(market.at(path))
    form, button = market.cleo.page.form("Declare")
    fields: Fields = {"good": "bread"} if "declarations" in path else {"declared": "bread", "in-bread": 1}
    a_round_later(market)
    page = market.cleo.submit(form, fields, button)
    assert page.status == 422
    assert page.refusals[""] == "This was for round 1, which is over. Look again."
    assert not market.talk.declarations
    assert not market.talk.ready


def is_warned(bo: Phone) -> bool:
    """Whether Bo reads on the own bag's page that its number differs."""
    bo.open(f"/g/{bo.page.game}/seats/{BO}/bag")
    (warning,) = (part for part in bo.press("I am Bo").root.elements("p") if part.has("data-differs"))
    return not warning.has("hidden")


def test_i1_who_packs_another_number_than_was_declared_is_warned_alone(market: Market) -> None:
    """I1, T8: the merchant reads it where the bag is hidden; no other phone may learn of it."""
    packs(market.bo, "apples", {"in-apples": 3})
    assert not is_warned(market.bo)
    others = (market.ann, market.cleo, market.bank)
    for phone in others:  # a board says who has not looked at it for long
        phone.open(market.at())
    before = [phone.open(market.at()).text for phone in others]
    service_of(market.bo.client.application).note(market.bo.page.game, BO, 1, Goods({"apples": 3, "silk": 1}))
    assert is_warned(market.bo)
    assert "You declared 3 apples; in the bag: 4" in market.bo.page.text
    assert before == [phone.open(market.at()).text for phone in others]


def test_who_only_said_it_is_not_warned(market: Market) -> None:
    """T4: an empty note is no bag of no cards."""
    declares(market.bo, "apples", 3)
    assert not is_warned(market.bo)


def test_a_bank_without_a_seat_declares_for_a_player_before_anything_is_said(app: Flask) -> None:
    bank = table(app, 3).phone()
    for name in ("Ann", "Bo", "Cleo"):
        seated(app, bank, name)
    bank.open(f"/g/{bank.page.game}")
    bank.follow("Declare for Bo")
    assert bank.page.path.endswith("/declarations/1")


def test_t7_the_clock_starts_by_itself_when_the_last_bag_is_declared_and_can_be_stopped(app: Flask) -> None:
    """Once: who declares otherwise after it was stopped does not start it again."""
    there = table(app, 3, expansions=["timer"])
    bank, ann, bo, cleo = (there.phone(place) for place in (BANK, ANN, BO, CLEO))
    packs(cleo, "cheese", {"in-cheese": 2})
    assert 'data-timer="ready"' in ann.open(f"/g/{there.id}").html
    board = packs(bo, "apples", {"in-apples": 3})
    assert 'data-timer="running"' in board.html
    page = ann.open(f"/g/{there.id}")
    assert 'data-timer="running"' in page.html
    assert 'data-remaining="120"' in page.html
    ann.press("Pause")
    assert 'data-timer="paused"' in ann.page.html
    bo.open(f"/g/{there.id}/declarations/1")
    bo.press("Declare 2", {"good": "chickens"})
    assert 'data-timer="paused"' in bank.open(f"/g/{there.id}").html


def test_t7_no_clock_starts_at_a_table_that_plays_with_none(app: Flask) -> None:
    there = table(app, 3)
    packs(there.phone(CLEO), "cheese", {"in-cheese": 2})
    board = packs(there.phone(BO), "apples", {"in-apples": 3})
    assert "data-timer" not in board.html
    assert there.service.clock(there.id) is None
