"""What a bag's sheet says before it is booked is what is booked: the sheet asks the rules (I6 to I9, D1)."""

import re

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.bags import Deal, Decision
from companion.rules.commands import OpenBag, PassBag
from companion.rules.decide import decide
from companion.rules.events import BagOpened, BagPassed, Event
from companion.rules.game import Game
from companion.rules.goods import Goods
from companion.rules.refusals import BribeMeansPass, DebtOpen, Refusal
from companion.web.bag_form import BagForm
from companion.web.screens.bag import bag
from companion.web.screens.sums import Sum
from companion.web.words import Words
from tests.rules import given as rules
from tests.rules.given import ANN, BO
from tests.web.evening import at_table, holds
from tests.web.phone import Phone

PAID = re.compile(r" pays <bdi>\w+</bdi> (\d+)")
FORGIVEN = re.compile(r"(\d+) is forgiven")
seats = some.integers(0, 3)
decisions = some.sampled_from([None, *Decision])
deals = some.builds(
    Deal,
    giver=seats,
    receiver=seats,
    gold=some.integers(0, 60),
    stand=some.sampled_from([Goods(), Goods({"apples": 1}), Goods({"apples": 2})]),
    bag=some.sampled_from([Goods(), Goods({"chickens": 2})]),
    decision=decisions,
)
games = some.builds(
    lambda purses, apples: (
        rules.given(gold=dict(enumerate(purses)), stands={seat: {"apples": apples} for seat in (0, 2)}).game
    ),
    some.lists(some.integers(0, 12), min_size=4, max_size=4),
    some.integers(0, 2),
)
forms = some.builds(
    BagForm,
    merchant=some.just(BO),
    good=some.just("chickens"),
    number=some.integers(1, 5),
    deals=some.lists(deals, max_size=3).map(tuple),
)


def shown(app: Flask, game: Game, form: BagForm) -> Sum:
    """The sum that the sheet shows."""
    with app.test_request_context("/"):
        return bag("game", game, form, givers=game.here).sum


def decided(game: Game, command: PassBag | OpenBag) -> Event | Refusal:
    """What comes of it."""
    try:
        return decide(game, command)
    except Refusal as refusal:
        return refusal


def refusing(app: Flask, game: Game, refusal: Refusal) -> str:
    """A refusal in the table's words."""
    with app.test_request_context("/"):
        return Words(game.seats).refusal(refusal)


@pytest.fixture(scope="module")
def sheets(app: Flask) -> Flask:
    """Where sheets are drawn."""
    return app


class TestTheLaw:
    @given(game=games, form=forms)
    def test_i3_d1_what_opening_is_said_to_cost_is_paid(
        self, sheets: Flask, game: Game, form: BagForm
    ) -> None:
        said, booked = str(shown(sheets, game, form).opens), decided(game, form.open_bag())
        match booked:
            case BribeMeansPass():
                assert "accepted bribe" in said
            case DebtOpen(owed=owed):
                assert "is short" in said
                assert PAID.findall(said) == [str(owed)]
            case Refusal():
                assert said == refusing(sheets, game, booked)
            case _:
                assert isinstance(booked, BagOpened)
                fine, debt = booked.fine, booked.debt
                assert "is short" not in said
                assert PAID.findall(said) == [str(debt.coins if debt else fine.amount)]
                assert FORGIVEN.findall(said) == ([str(debt.forgiven)] if debt else [])

    @given(game=games, form=forms)
    def test_i8_the_cards_that_pass_lie_where_the_sheet_says(
        self, sheets: Flask, game: Game, form: BagForm
    ) -> None:
        said, booked = str(shown(sheets, game, form).passes), decided(game, form.pass_bag())
        if isinstance(booked, Refusal):
            assert said == refusing(sheets, game, booked)
            return
        assert isinstance(booked, BagPassed)
        for seat in range(4):
            move = sum(
                move.amount
                for move in booked.moves
                if move.what == "chickens" and move.source.seat is None and move.target.seat == seat
            )
            there = re.search(rf"(\d+) chickens? to <bdi>{game.seats[seat].name}</bdi>", said)
            assert (int(there[1]) if there else 0) == move


def test_i9_gold_that_a_third_player_adds_is_there_for_the_fine(app: Flask) -> None:
    form = BagForm(BO, "chickens", 4, deals=(Deal(2, ANN, 20),))
    game = rules.given(gold={ANN: 5}, stands={ANN: {"apples": 3}}).game
    assert "short" not in shown(app, game, form).opens
    assert "pays <bdi>Bo</bdi> 8" in shown(app, game, form).opens


def test_d1_what_the_sheriff_gave_away_is_forgiven_aloud(app: Flask) -> None:
    form = BagForm(BO, "chickens", 4, deals=(Deal(ANN, 2, 50),))
    game = rules.given().game
    assert shown(app, game, form).opens == (
        "<bdi>Ann</bdi> pays <bdi>Bo</bdi> 0; 8 is forgiven, 50 gold to <bdi>Cleo</bdi>"
    )
    event = decide(game, form.open_bag())
    assert isinstance(event, BagOpened)
    assert event.debt is not None
    assert event.debt.forgiven == 8


def test_i9_a_debt_is_asked_for_after_the_deals_of_opening_alone(app: Flask) -> None:
    """Cleo's gold is for passing: it does not pay the Sheriff's fine, on the sheet as in the book."""
    game = rules.given(gold={ANN: 5}, stands={ANN: {"apples": 3}}).game
    deal = Deal(2, ANN, 20, decision=Decision.PASSES)
    form = BagForm(BO, "chickens", 4, "opened", Goods({"chickens": 4}), deals=(deal,))
    panel = shown(app, game, form).debt
    assert panel is not None
    assert (panel.coins, panel.rest) == (5, 3)
    with pytest.raises(DebtOpen):
        decide(game, OpenBag(BO, form.declaration, form.inside, form.struck_for(Decision.OPENS)))


def test_i8_cards_promised_to_others_are_on_the_line_of_the_button(bank: Phone) -> None:
    bank.follow("Bo ’s bag")
    bank.press("+ Goods", {"good": "apples", "number": 3})
    page = bank.open(f"{bank.page.path}&deal-0-bag-apples=2")
    assert "2 apples to Ann ’s stand, 1 apple to Bo ’s stand" in page.text
    bank.press("lets it pass")
    assert "2 apples to Ann ’s stand" in bank.page.text


def test_i9_the_sheet_and_the_board_agree_about_a_fine_that_a_deal_pays(app: Flask) -> None:
    bank = at_table(
        app, fields={"mid_game": 1, "round": 2, "purse-0": 5, "purse-1": 50, "purse-2": 50, "purse-3": 50}
    )
    bank.follow("Bo ’s bag")
    typed = "good=chickens&number=4&deal-0-giver=2&deal-0-receiver=0&deal-0-gold=20"
    page = bank.open(f"{bank.page.path}?{typed}")
    assert "Ann pays Bo 8" in page.text
    assert "short" not in page.text
    bank.press("opens it")
    holds(bank, Ann=17, Bo=58, Cleo=30)


def test_i9_all_that_moves_stands_on_the_line_of_each_button(app: Flask) -> None:
    """Cleo pays Dov either way, and Dov gives two apples for opening."""
    deals = (Deal(2, 3, 12), Deal(3, 2, stand=Goods({"apples": 2}), decision=Decision.OPENS))
    game = rules.given(stands={3: {"apples": 2}}).game
    said = shown(app, game, BagForm(BO, "chickens", 4, deals=deals))
    assert said.passes == "4 chickens to <bdi>Bo</bdi>’s stand, 12 gold to <bdi>Dov</bdi>"
    gold, apples = "12 gold to <bdi>Dov</bdi>", "2 apples to <bdi>Cleo</bdi>’s stand"
    assert said.opens == f"<bdi>Ann</bdi> pays <bdi>Bo</bdi> 8, {gold}, {apples}"


def test_i9_all_that_moves_stands_in_the_sum_of_an_opened_bag(app: Flask) -> None:
    """Who pays whom how much comes first; what was for passing is left out."""
    opening = Deal(3, ANN, 5, decision=Decision.OPENS)
    deals = (Deal(2, 3, 12), opening, Deal(2, ANN, 9, decision=Decision.PASSES))
    form = BagForm(BO, "chickens", 4, "opened", Goods({"chickens": 1, "mead": 3}), deals=deals)
    assert shown(app, rules.given().game, form).lines == (
        "<bdi>Bo</bdi> pays <bdi>Ann</bdi> 12: for 3 mead, 4 each",
        "<bdi>Cleo</bdi> gives <bdi>Dov</bdi> 12 gold.",
        "<bdi>Dov</bdi> gives <bdi>Ann</bdi> 5 gold.",
        "1 chicken to <bdi>Bo</bdi>’s stand",
        "3 mead to a discard pile",
    )
