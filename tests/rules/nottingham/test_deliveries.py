"""Sets are delivered, and ambushed (N2, N5, N11, N12, N15)."""

import pytest

from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Move, stand
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.seating import Leave
from companion.rules.nottingham.way import EndGame
from companion.rules.refusals import NoSuchSeat, NotInRounds, PlayerHasLeft
from tests.rules.nottingham.given import ANN, BO, CLEO, DOV, Table, delivering, given

WAY = (5, 4, 3, 8, 2, *(6,) * 17)


def lying(item: str, number: int, seat: int = DOV) -> Table:
    """A table on which a player has so many of an object."""
    return given().when(*(delivering(seat, item) for _ in range(number)))


def delivered(table: Table) -> Delivered:
    assert isinstance(table.event, Delivered)
    return table.event


class TestASet:
    def test_n2_n11_one_card_is_kept_and_the_others_are_discarded(self) -> None:
        table = given().when(delivering(ANN, "pearls", 3))
        event = delivered(table)
        assert event == Delivered(ANN, "pearls", 3, (), 10, 1, None, (Move(REST, stand(ANN), "pearls", 1),))
        assert (event.is_called_off, event.left, event.discarded, event.steps) == (False, 3, 2, 1)
        table.holds({ANN: {"pearls": 1}}, step=1)

    def test_n11_all_twelve_can_be_delivered_at_once(self) -> None:
        assert delivered(given().when(delivering(BO, "chest", 12))).discarded == 11

    def test_n4_n15_the_sheriff_moves_and_the_number_there_is_told(self) -> None:
        table = given(printed=WAY).when(delivering(ANN, "chest"), delivering(BO, "gold", 4))
        assert (delivered(table).step, delivered(table).printed, table.game.printed) == (2, 4, 4)

    @pytest.mark.parametrize("cards", [-1, 0, 1, 2])
    def test_n2_n11_two_cards_are_no_set(self, cards: int) -> None:
        given().refuses(delivering(ANN, "chest", cards), no.TooFewCards(3))

    def test_n11_no_more_than_the_loot_has_left(self) -> None:
        """Five pearls where nine lie as loot."""
        table = lying("pearls", 9)
        assert table.game.most_cards("pearls") == 3
        table.refuses(delivering(ANN, "pearls", 5), no.MoreThanLeft("pearls", 9, 3))
        table.when(delivering(ANN, "pearls", 3)).holds({DOV: {"pearls": 9}, ANN: {"pearls": 1}})
        given().refuses(delivering(ANN, "pearls", 13), no.MoreThanLeft("pearls", 0, 12))

    def test_n11_the_tenth_loot_card_is_the_last(self) -> None:
        table = lying("gold", 10)
        assert (table.game.lying("gold"), table.game.most_cards("gold")) == (10, 0)
        table.refuses(delivering(ANN, "gold", 3), no.NoneLeft("gold", 10))

    def test_n1_an_object_is_one_of_seven(self) -> None:
        given().refuses(delivering(ANN, "silk"), no.UnknownItem())
        given().refuses(delivering(ANN, "five_of_one"), no.UnknownItem())

    def test_who_delivers_is_here(self) -> None:
        given().refuses(delivering(9, "chest"), NoSuchSeat(9))
        given().refuses(delivering(-1, "chest"), NoSuchSeat(-1))
        given().when(Leave(BO)).refuses(delivering(BO, "chest"), PlayerHasLeft(BO))
        given().when(EndGame()).refuses(delivering(BO, "chest"), NotInRounds())


class TestAmbushes:
    def test_n5_n12_each_takes_a_card_and_who_has_three_left_keeps_one(self) -> None:
        """The card is the ambusher's, in the hand: only loot lies on the table."""
        event = delivered(table := given().when(delivering(ANN, "pearls", 6, CLEO, BO, CLEO)))
        assert (event.ambushers, event.left, event.discarded) == ((BO, CLEO, CLEO), 3, 2)
        table.holds({ANN: {"pearls": 1}}, step=1)

    @pytest.mark.parametrize("cards, ambushers", [(3, (BO,)), (4, (BO, CLEO)), (3, (BO, CLEO, DOV))])
    def test_n5_n12_a_delivery_with_fewer_than_three_left_is_called_off(
        self, cards: int, ambushers: tuple[int, ...]
    ) -> None:
        """No loot and no step; the cards go back to the hand."""
        table = given(printed=WAY).when(
            delivering(DOV if DOV not in ambushers else ANN, "chest", cards, *ambushers)
        )
        event = delivered(table)
        assert (event.is_called_off, event.discarded, event.steps, event.step) == (True, 0, 0, 0)
        assert (event.left, event.moves, event.printed) == (cards - len(ambushers), (), None)
        table.holds({}, step=0)

    def test_n10_n12_at_most_three_meet_a_delivery(self) -> None:
        """The card of the pawn's colour, and two that name the object."""
        given().when(delivering(ANN, "chest", 8, BO, CLEO, DOV))
        given().refuses(delivering(ANN, "chest", 8, BO, CLEO, DOV, BO), no.TooManyAmbushes(3))

    def test_n10_n12_of_gold_at_most_one(self) -> None:
        given().when(delivering(ANN, "gold", 8, BO))
        given().refuses(delivering(ANN, "gold", 8, BO, CLEO), no.OneAmbush("gold"))
        assert [item.word for item in BOX.items if item.ambushes == 1] == ["gold"]

    def test_the_order_in_which_they_are_named_is_no_difference(self) -> None:
        table = given()
        assert table.decided(delivering(ANN, "chest", 6, CLEO, BO)) == table.decided(
            delivering(ANN, "chest", 6, BO, CLEO)
        )

    def test_n12_nobody_ambushes_their_own(self) -> None:
        given().refuses(delivering(ANN, "chest", 5, BO, ANN), no.OwnAmbush(ANN))

    def test_n12_an_ambush_is_of_somebody_who_is_here(self) -> None:
        given().refuses(delivering(ANN, "chest", 5, 4), NoSuchSeat(4))
        given().when(Leave(BO)).refuses(delivering(ANN, "chest", 5, BO), PlayerHasLeft(BO))
