"""What a bag's sheet says before it is booked is what is booked: the sheet asks the rules (I6 to I9, D1)."""

import re

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.kinds import decide
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.sheriff.bags import Deal, Decision
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.game import Event, Game
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import BagPassed, PassBag
from companion.rules.sheriff.refusals import BribeMeansPass, DebtOpen
from companion.web.sheriff.bag import bag_screen
from companion.web.sheriff.bag_form import BagForm, without_bribe
from companion.web.sheriff.sums import Sum
from companion.web.sheriff.words import Words
from tests.rules import given as rules
from tests.rules.given import ANN, BO
from tests.tables import later_table
from tests.web import buttons
from tests.web.evening import at_table, holds
from tests.web.phone import Page, Phone

PAID = re.compile(r" pays <bdi translate=no>\w+</bdi> (\d+)")
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
        return bag_screen(Words(game.seats), "game", game, form, game.here).sum


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
        said, booked = str(shown(sheets, game, form).opens), decided(game, form.open_command())
        if isinstance(booked, BribeMeansPass):
            said = said.removeprefix("bribe refused: ")
            booked = decided(game, without_bribe(game, form).open_command())
        match booked:
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
        said, booked = str(shown(sheets, game, form).passes), decided(game, form.pass_command())
        if said.startswith("Promised: "):
            assert not sum((deal.bag for deal in form.struck), Goods()) <= form.in_bag
            return
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
            there = re.search(rf"(\d+) chickens? to <bdi translate=no>{game.seats[seat].name}</bdi>", said)
            assert (int(there[1]) if there else 0) == move


def test_i9_a_debt_is_asked_for_after_the_deals_of_opening_alone(app: Flask) -> None:
    """Cleo's gold is for passing: it does not pay the Sheriff's fine, on the sheet as in the book."""
    game = rules.given(gold={ANN: 5}, stands={ANN: {"apples": 3}}).game
    deal = Deal(2, ANN, 20, decision=Decision.PASSES)
    form = BagForm(BO, "chickens", 4, "opened", Goods({"chickens": 4}), deals=(deal,))
    (panel,) = shown(app, game, form).debts
    assert (panel.coins, panel.rest) == (5, 3)
    with pytest.raises(DebtOpen):
        decide(game, OpenBag(BO, form.declaration, form.inside, form.struck_for(Decision.OPENS)))


def test_i9_all_that_moves_stands_on_the_line_of_each_button(app: Flask) -> None:
    """Cleo pays Dov either way, and Dov gives two apples for opening."""
    deals = (Deal(2, 3, 12), Deal(3, 2, stand=Goods({"apples": 2}), decision=Decision.OPENS))
    game = rules.given(stands={3: {"apples": 2}}).game
    said = shown(app, game, BagForm(BO, "chickens", 4, deals=deals))
    gold, apples = (
        "12 gold to <bdi translate=no>Dov</bdi> from <bdi translate=no>Cleo</bdi>",
        "2 apples to <bdi translate=no>Cleo</bdi>’s stand",
    )
    assert said.passes == f"{gold}, 4 chickens to <bdi translate=no>Bo</bdi>’s stand"
    fine = "<bdi translate=no>Ann</bdi> pays <bdi translate=no>Bo</bdi> 8"
    assert said.opens == f"if honest: {fine} · {gold} · {apples}"


def test_what_is_too_long_for_a_button_together_with_its_condition_is_said_above_it(app: Flask) -> None:
    deals = (Deal(3, 2, stand=Goods({"apples": 2}), decision=Decision.OPENS),)
    game = rules.given(stands={3: {"apples": 2}}).game
    said = shown(app, game, BagForm(BO, "chickens", 4, deals=deals))
    assert said.long == {"opens": said.opens}


def test_i9_all_that_moves_stands_in_the_sum_of_an_opened_bag(app: Flask) -> None:
    """Who pays whom how much comes first; what was for passing is left out."""
    opening = Deal(3, ANN, 5, decision=Decision.OPENS)
    deals = (Deal(2, 3, 12), opening, Deal(2, ANN, 9, decision=Decision.PASSES))
    form = BagForm(BO, "chickens", 4, "opened", Goods({"chickens": 1, "mead": 3}), deals=deals)
    assert shown(app, rules.given().game, form).lines == (
        "<bdi translate=no>Bo</bdi> pays <bdi translate=no>Ann</bdi> 12: for 3 mead, 4 each",
        "<bdi translate=no>Cleo</bdi> gives <bdi translate=no>Dov</bdi> 12 gold.",
        "<bdi translate=no>Dov</bdi> gives <bdi translate=no>Ann</bdi> 5 gold.",
        "1 chicken to <bdi translate=no>Bo</bdi>’s stand",
        "3 mead to a discard pile",
    )


def under(page: Page) -> list[str]:
    """What is shown under a form, line by line."""
    shown = page.root.with_id("sum")
    assert shown is not None
    lists = [part for part in shown.elements("ul", "span") if part.get("class") == "sum-lines"]
    return [line.text for part in lists for line in part.elements("li", "span") if line is not part]


def test_i4_a_trophy_that_the_sheriff_takes_to_hand_is_told_before(app: Flask) -> None:
    bank = at_table(app, fields={"promo-tabletop_trophy": 1})
    typed = "good=apples&number=2&contents=opened&in-apples=1&in-tabletop_trophy=1"
    page = bank.open(f"/g/{bank.page.game}/bags/1?{typed}")
    assert under(page) == [
        "Bo pays Ann 5: TableTop Trophy 5",
        "1 apple to Bo ’s stand",
        "1 TableTop Trophy to Ann ’s hand",
    ]


def test_d1_a_debt_is_told_by_what_would_be_paid(later: Phone) -> None:
    """Ann owes 10, has 3 gold, and pays no 10."""
    typed = "good=bread&number=5&contents=opened&in-bread=5"
    page = later.open(f"/g/{later.page.game}/bags/1?{typed}")
    assert under(page) == [
        "Ann owes Bo 10: for 5 bread, 2 each",
        "5 bread to Bo ’s stand",
        "Ann pays Bo 3",
        "2 apples and 1 chicken from Ann ’s stand to Bo ’s",
    ]


def test_d1_while_cards_are_to_be_turned_over_the_debt_alone_is_told(app: Flask) -> None:
    """And nothing is said to be forgiven that those cards may pay."""
    bank = later_table(app, gold={1: 0}, stands={1: {"face_down": 2}}).phone()
    page = bank.open(f"/g/{bank.page.game}/bags/1?good=apples&number=2&contents=opened&in-silk=2")
    silk = edition("first").good("silk").penalty
    assert f"{2 * silk} gold is still missing" in page.text
    assert "forgiven" not in page.text
    assert f"Bo owes Ann {2 * silk}: for 2 silk, {silk} each" in page.text


@pytest.mark.parametrize(
    "left_behind",
    [
        "deal-0-giver=2&deal-0-receiver=0&deal-0-gold=1&deal-0-stand-apples=2",
        "deal-0-giver=2&deal-0-receiver=0&deal-0-gold=1&deal-0-bag-chickens=2",
        "deal-0-giver=2&deal-0-receiver=0&deal-0-gold=1&raid-0=2:cheese:1",
    ],
)
def test_i6_what_the_sheet_has_no_field_for_any_more_is_left_out_of_its_sum(
    later: Phone, left_behind: str
) -> None:
    """Ann has apples, Bo alone gives cards of the bag, and nothing lies face down."""
    page = later.open(f"/g/{later.page.game}/bags/1?good=chickens&number=4&{left_behind}")
    assert "lets it pass 1 gold to Ann from Cleo , 4 chickens to Bo ’s stand" in page.text
    later.press(buttons.PASSES)
    holds(later, Ann=4, Cleo=49)


def test_i6_a_payment_is_told_with_the_goods_of_its_giver(later: Phone) -> None:
    page = later.open(f"/g/{later.page.game}/pay?giver=2&receiver=1&gold=5&good-apples=1&good-cheese=1")
    assert under(page) == ["Cleo gives Bo 5 gold and 1 cheese."]
    later.press(buttons.RECORD)
    holds(later, Bo=55, Cleo=45)


@pytest.mark.parametrize("typed", ["-5", "2,5", "1e3"])
def test_gold_that_is_no_number_is_not_left_out_of_what_the_buttons_say(bank: Phone, typed: str) -> None:
    """As typing it asks for the sum, before anything is pressed."""
    not_a_number = "A whole number from 0 to 9999, in digits."
    bank.follow("Bo ’s bag")
    page = bank.open(f"{bank.page.path}?good=apples&number=3&deal-0-gold={typed}")
    assert f"lets it pass {not_a_number}" in page.text
    assert f"opens it {not_a_number}" in page.text
    page = bank.open(f"/g/{bank.page.game}/pay?giver=2&receiver=1&gold={typed}&good-apples=0")
    assert f"{not_a_number} Record it" in page.text


def test_a_correction_that_the_box_now_forbids_is_refused_before_it_is_booked(bank: Phone) -> None:
    """Five crossbows are in the box. Ann got one, then Cleo four: so Ann cannot have got two."""
    for receiver, number in ((0, 1), (2, 4)):
        bank.open(f"/g/{bank.page.game}/pay?giver=bank&receiver={receiver}&good-crossbow={number}")
        bank.press(buttons.RECORD)
    page = bank.open(f"/g/{bank.page.game}/corrections/2?giver=bank&receiver=0&good-crossbow=2")
    said = under(page)
    assert said
    assert [*bank.press(buttons.RECORD_CORRECTION).refusals.values()] == said
