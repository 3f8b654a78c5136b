"""What only a merchant knows about their stand: notes on their bags, and how far they can be trusted."""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed
from companion.rules.sheriff.bags import Raid
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import CloseCount, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN, Correct
from companion.rules.sheriff.notes import (
    ELSEWHERE,
    Smuggled,
    check_note,
    known,
    may_note,
    noted_as,
    proposed,
    received,
    smuggled,
    stayed,
)
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.refusals import GoodNotInPlay, NumberOutOfBag, SupplyExceeded
from companion.rules.sheriff.rotation import EndGame
from tests.rules.given import ANN, BO, CLEO, DOWN, Table, deal, given, opened, passing, refused

SILK, MEAD = Goods({"silk": 1}), Goods({"mead": 1})


def bags_of(table: Table) -> list[tuple[int, BagPassed]]:
    """Every bag that passed, with its round."""
    states = zip(table.events[1:], table.states, strict=False)
    return [(before.round, event) for event, before in states if isinstance(event, BagPassed)]


def of_bo(table: Table) -> tuple[Smuggled, ...]:
    """Bo's bags that passed with contraband."""
    return smuggled(bags_of(table), BO)


def as_noted(table: Table, **notes: Goods) -> Goods:
    """What Bo's notes tell of Bo's cards face down; `r1` is the note of round 1, `r0` of no round."""
    told = [event.told_by(BO) for event in table.events]
    by_round = {int(name[1:]): noted for name, noted in notes.items()}
    return known(table.game, BO, of_bo(table), by_round, told)


def a_bag_with_one_card_down() -> Table:
    """Bo declared three apples and brought two and a card face down."""
    return given(4).when(passing(BO, "apples", 3, apples=2, face_down=1))


def promised(there: Goods) -> Table:
    """Bo brought an apple and two cards face down, of which a silk was promised to Ann."""
    bag = passing(BO, "apples", 3, deal(BO, ANN, bag={"silk": 1}), apples=1, face_down=2)
    return given(4).when(replace(bag, there=there))


class TestBagsWithContraband:
    def test_a_bag_that_passed_with_cards_face_down_is_one(self) -> None:
        assert of_bo(a_bag_with_one_card_down()) == (Smuggled(1, 1),)

    def test_neither_an_honest_bag_nor_an_opened_one_counts(self) -> None:
        table = given(4).when(passing(BO, "apples", 3), opened(CLEO, "cheese", 2, mead=2))
        assert of_bo(table) == ()
        assert smuggled(bags_of(table), CLEO) == ()

    def test_the_bag_of_another_seat_is_not_mine(self) -> None:
        assert smuggled(bags_of(a_bag_with_one_card_down()), CLEO) == ()

    def test_i8_what_was_given_away_out_of_a_bag_is_told_apart(self) -> None:
        """What was promised of it went straight to Ann, by its kind or unseen."""
        gift = deal(BO, ANN, bag={DOWN: 1})
        table = given(4).when(passing(BO, "apples", 3, gift, apples=1, face_down=2))
        assert of_bo(table) == (Smuggled(1, 1, unseen=1),)
        assert of_bo(promised(SILK)) == (Smuggled(1, 1, given=SILK),)

    def test_a_bag_out_of_which_all_was_given_away_is_none(self) -> None:
        gift = deal(BO, ANN, bag={DOWN: 3})
        assert of_bo(given(4).when(passing(BO, "apples", 3, gift, apples=1, face_down=2))) == ()

    def test_gold_for_the_bag_takes_no_card(self) -> None:
        bribed = passing(BO, "apples", 3, deal(BO, ANN, gold=5), apples=2, face_down=1)
        assert of_bo(given(4).when(bribed)) == (Smuggled(1, 1),)

    def test_a_bag_of_which_a_card_was_shown_is_not_known_any_more(self) -> None:
        """Brimstone Oil came out of it: the note may or may not count it."""
        table = given(4, promo={"brimstone_oil": 1}, stands={CLEO: {"chickens": 2}})
        raids = (Raid(CLEO, "chickens", 2),)
        assert of_bo(table.when(passing(BO, "apples", 3, raids=raids, apples=2, face_down=1))) == ()


class TestWhatNotesTell:
    def test_the_contraband_that_was_noted_of_a_bag_that_passed(self) -> None:
        """I2, I11: the legal goods of the note lie open anyway."""
        assert as_noted(a_bag_with_one_card_down(), r1=Goods({"apples": 2, "silk": 1})) == SILK

    def test_i8_what_was_given_away_by_its_kind_is_known_no_more_and_the_rest_is(self) -> None:
        table = promised(SILK)
        assert as_noted(table, r1=Goods({"apples": 1}) + SILK + MEAD) == MEAD
        assert as_noted(table, r1=MEAD + MEAD) == Goods()
        (bag,) = of_bo(table)
        assert stayed(table.game, bag, Goods({"apples": 1}) + SILK + MEAD) == {"apples": 1, "mead": 1}
        assert stayed(table.game, bag, MEAD + MEAD) == MEAD + MEAD

    def test_i8_a_silk_that_was_promised_and_not_there_was_not_given_away(self) -> None:
        assert as_noted(promised(Goods()), r1=MEAD + MEAD) == MEAD + MEAD

    @pytest.mark.parametrize("noted, kept", [(SILK + SILK, SILK), (SILK + MEAD, Goods())])
    def test_i8_after_a_card_went_unseen_the_rest_is_known_if_all_were_of_one_kind(
        self, noted: Goods, kept: Goods
    ) -> None:
        gift = deal(BO, ANN, bag={DOWN: 1})
        table = given(4).when(passing(BO, "apples", 3, gift, apples=1, face_down=2))
        assert as_noted(table, r1=noted) == kept

    def test_nothing_where_nothing_was_noted(self) -> None:
        assert as_noted(a_bag_with_one_card_down()) == Goods()

    @pytest.mark.parametrize(
        "noted", [Goods({"silk": 2}), Goods({"silk": 1, "mead": 1}), Goods({"apples": 3})]
    )
    def test_a_note_that_does_not_fit_its_bag_tells_nothing(self, noted: Goods) -> None:
        assert as_noted(a_bag_with_one_card_down(), r1=noted) == Goods()

    def test_a_note_of_a_round_without_such_a_bag_tells_nothing(self) -> None:
        table = given(4, stands={BO: {DOWN: 1}}).when(passing(BO, "apples", 1))
        assert as_noted(table, r1=SILK, r2=SILK) == Goods()

    def test_what_came_otherwise_is_believed_as_it_is(self) -> None:
        assert as_noted(given(4, stands={BO: {DOWN: 2}}), r0=SILK + MEAD) == SILK + MEAD

    def test_bag_and_otherwise_together(self) -> None:
        table = given(4, stands={BO: {DOWN: 1}}).when(passing(BO, "apples", 3, apples=2, face_down=1))
        assert as_noted(table, r0=MEAD, r1=SILK) == SILK + MEAD

    def test_noting_more_than_is_there_tells_nothing_at_all(self) -> None:
        """Then a card went away in a deal, and somebody has to look which."""
        assert as_noted(a_bag_with_one_card_down(), r0=MEAD, r1=SILK) == Goods()

    def test_what_was_revealed_since_is_told_no_more(self) -> None:
        table = given(4, stands={BO: {DOWN: 2}}).when(EndGame(), RevealContraband(BO, SILK))
        assert as_noted(table, r0=SILK + MEAD) == MEAD

    def test_what_another_seat_revealed_takes_nothing_from_mine(self) -> None:
        table = given(4, stands={BO: {DOWN: 1}, CLEO: {DOWN: 1}}).when(
            EndGame(), RevealContraband(CLEO, SILK)
        )
        assert as_noted(table, r0=SILK) == SILK

    def test_d1_what_was_told_to_pay_a_debt_is_told_no_more(self) -> None:
        """Bo is 8 short of the fine: two apples do not suffice, and a pepper does with them."""
        pepper = Goods({"pepper": 1})
        fine = 3 * edition("first").good("silk").penalty
        fined = replace(opened(BO, "apples", 3, silk=3), payment=pepper + Goods({"apples": 2}), told=pepper)
        table = given(4, gold={BO: fine - 8}, stands={BO: {"apples": 2, DOWN: 2}}).when(fined)
        assert as_noted(table, r0=pepper + SILK) == SILK
        assert table.event.told_by(ANN) == Goods()

    def test_a_kind_that_was_never_noted_may_be_revealed(self) -> None:
        table = given(4, stands={BO: {DOWN: 2}}).when(EndGame(), RevealContraband(BO, MEAD))
        assert as_noted(table, r0=SILK) == SILK


class TestWhatCanBeNoted:
    def test_a_bag_as_it_may_be(self) -> None:
        check_note(given(4).game, 1, Goods({"apples": 2, "silk": 3}))
        check_note(given(4).game, 1, Goods())

    def test_no_card_that_this_table_has_not(self) -> None:
        refused(lambda: check_note(given(4).game, 1, Goods({"feast_plate": 1})), GoodNotInPlay("feast_plate"))

    def test_not_more_than_a_bag_holds(self) -> None:
        check_note(given(4).game, 1, Goods({"apples": 5}))
        refused(lambda: check_note(given(4).game, 1, Goods({"apples": 6})), NumberOutOfBag(1, 5))

    def test_otherwise_there_may_be_more_than_a_bag_holds(self) -> None:
        check_note(given(4).game, ELSEWHERE, Goods({"silk": 6}))

    def test_no_more_contraband_than_the_box_has_left_after_what_is_face_up(self) -> None:
        game = given(4, stands={CLEO: {"crossbow": 4}}).game
        check_note(game, 1, Goods({"crossbow": 1}))
        refused(lambda: check_note(game, 1, Goods({"crossbow": 2})), SupplyExceeded("crossbow", 6, 5))

    def test_cards_of_others_that_lie_face_down_refuse_nothing(self) -> None:
        """What is refused must tell nobody what others hide."""
        game = given(4, stands={CLEO: {FACE_DOWN: 5}}).game
        check_note(game, 1, Goods({"crossbow": 5}))

    def test_legal_goods_of_a_bag_are_not_counted_against_the_box(self) -> None:
        game = given(4, stands={CLEO: {"apples": 48}}).game
        check_note(game, 1, Goods({"apples": 3}))

    def test_nothing_once_the_count_is_closed(self) -> None:
        before, after = given(4).when(EndGame()).game, given(4).when(EndGame(), CloseCount()).game
        assert may_note(before) is None
        check_note(before, 1, SILK)
        refused(lambda: check_note(after, 1, SILK), CountIsClosed())
        refused(lambda: check_note(after, 1, Goods()), CountIsClosed())


class TestWhatToDeclare:
    @pytest.mark.parametrize(
        "cards, good",
        [
            ({"apples": 3}, "apples"),
            ({"apples": 1, "chickens": 2, "silk": 2}, "chickens"),
            ({"silk": 3}, ""),
            ({}, ""),
        ],
    )
    def test_i1_the_legal_good_of_which_most_are_there(self, cards: dict[str, int], good: str) -> None:
        assert proposed(given(4).game, Goods(cards)) == good


@pytest.mark.parametrize("noted", [{}, {"apples": 2, "silk": 1}, {"apples": 2, "mead": 1}])
def test_i2_a_note_with_the_same_public_part_says_nothing_else(noted: dict[str, int]) -> None:
    table = a_bag_with_one_card_down()
    assert noted_as(table.game, table.event, Goods(noted)) is None


def test_i2_i8_a_bag_is_corrected_to_its_note_and_nothing_else_of_it() -> None:
    """One of two promised silk was there: face down it goes to the Sheriff."""
    promised = deal(BO, ANN, 2, bag={"silk": 2})
    table = given(4).when(passing(BO, "apples", 3, promised))
    noted = noted_as(table.game, table.event, Goods({"apples": 2, "silk": 1}))
    assert noted is not None
    table.when(Correct(1, noted)).holds(
        purses={ANN: 52, BO: 48}, stands={BO: {"apples": 2}, ANN: {"face_down": 1}}
    )


def test_i8_what_a_bag_gave_by_its_kind_is_known_to_who_got_it_as_far_as_its_merchant_told() -> None:
    assert received((bag for _, bag in bags_of(promised(SILK))), ANN) == SILK
    assert received((bag for _, bag in bags_of(promised(SILK))), BO) == Goods()
    assert received((bag for _, bag in bags_of(promised(Goods()))), ANN) == Goods()
