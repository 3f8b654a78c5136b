"""An older delivery or mission was different, and the difference is booked now (N11 to N15)."""

from companion.rules.ledger import BOX as REST
from companion.rules.ledger import Goods, Move, stand
from companion.rules.names import LONGEST_REASON
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import Numbers
from companion.rules.nottingham.corrections import NeverHappened, Struck, before, may_correct
from companion.rules.nottingham.deliveries import Delivered
from companion.rules.nottingham.ending import CheckLoot, CloseCount
from companion.rules.nottingham.missions import Fulfilled
from companion.rules.nottingham.seating import Leave
from companion.rules.nottingham.way import EndGame, PlayOn, StepByHand
from companion.rules.refusals import CountIsClosed, NoSuchSeat, NothingMoved, PlayerHasLeft, ReasonTooLong
from tests.rules.nottingham.given import ANN, BO, CLEO, DOV, FIVE, THREE, delivering, fulfilling, given, right


class TestDeliveries:
    def test_it_was_another_object(self) -> None:
        table = given().when(delivering(ANN, "pearls"), right(1, delivering(ANN, "jewels", 4)))
        event = table.event
        assert isinstance(event.now, Delivered)
        assert (event.seq, event.reason, event.was, event.step) == (1, "Misread", table.events[1], 1)
        assert (event.now.item, event.now.value, event.now.step) == ("jewels", 11, 1)
        assert {*event.moves} == {Move(stand(ANN), REST, "pearls", 1), Move(REST, stand(ANN), "jewels", 1)}
        table.holds({ANN: {"jewels": 1}}, step=1)

    def test_it_was_somebody_elses(self) -> None:
        table = given().when(delivering(ANN, "pearls"), right(1, delivering(BO, "pearls")))
        assert table.event.moves == (Move(stand(ANN), stand(BO), "pearls", 1),)

    def test_n12_an_ambush_was_forgotten_and_calls_it_off(self) -> None:
        """Nobody moved the real Sheriff then."""
        table = given().when(
            delivering(ANN, "pearls"), StepByHand(), right(1, delivering(ANN, "pearls", 3, BO))
        )
        table.holds({}, step=1)
        table.when(right(1, delivering(ANN, "pearls", 4, BO))).holds({ANN: {"pearls": 1}}, step=2)

    def test_it_never_happened_and_then_it_did(self) -> None:
        table = given().when(delivering(ANN, "pearls"), right(1, NeverHappened()))
        assert table.event.now == Struck()
        table.holds({}, step=0)
        table.refuses(right(1, NeverHappened()), NothingMoved())
        table.when(right(1, delivering(ANN, "pearls"))).holds({ANN: {"pearls": 1}}, step=1)

    def test_n15_the_steps_of_then_are_told_as_they_are_known_now(self) -> None:
        table = given(printed=(*range(2, 9), *(2,) * 15)).when(
            delivering(ANN, "pearls"), delivering(BO, "chest"), right(1, NeverHappened())
        )
        assert before(table.log, 2).step == 0
        event = table.when(right(2, delivering(BO, "gold"))).event.now
        assert isinstance(event, Delivered)
        assert (event.step, event.printed) == (1, 2)

    def test_a_correction_that_says_the_same_is_none(self) -> None:
        table = given().when(delivering(ANN, "pearls", 5, BO, CLEO), delivering(ANN, "chest"))
        table.refuses(right(1, delivering(ANN, "pearls", 5, CLEO, BO)), NothingMoved())
        table = table.when(right(1, NeverHappened()))
        table.refuses(right(2, delivering(ANN, "chest")), NothingMoved())

    def test_it_is_decided_as_any_delivery_on_what_lay_there_then(self) -> None:
        table = given().when(*[delivering(ANN, "pearls")] * 8, delivering(BO, "chest"))
        table.refuses(right(9, delivering(BO, "pearls", 5)), no.MoreThanLeft("pearls", 8, 4))
        table.when(right(1, NeverHappened()), right(9, delivering(BO, "pearls", 5)))
        table.refuses(right(9, delivering(BO, "gold", 3, BO)), no.OwnAmbush(BO))
        table.refuses(right(9, delivering(4, "gold", 3)), NoSuchSeat(4))
        later = given().when(Leave(DOV), delivering(BO, "chest"))
        later.refuses(right(2, delivering(DOV, "chest")), PlayerHasLeft(DOV))

    def test_n11_a_later_delivery_has_to_stand(self) -> None:
        table = given().when(
            delivering(ANN, "chest"), *[delivering(ANN, "pearls")] * 4, delivering(BO, "pearls", 8)
        )
        refused = no.CorrectionBreaksDelivery(table.events[6], "pearls")
        table.refuses(right(1, delivering(ANN, "pearls")), refused)
        table.when(right(6, delivering(BO, "pearls", 7)), right(1, delivering(ANN, "pearls")))

    def test_what_never_could_stand_need_not(self) -> None:
        """A game file may tell of a delivery that these rules would have refused."""
        table = given().when(delivering(ANN, "pearls"))
        all_twelve = given().decided(delivering(BO, "pearls", 12))
        table = table.then(all_twelve).when(delivering(CLEO, "chest"))
        table.when(right(3, delivering(CLEO, "gold"))).holds(
            {ANN: {"pearls": 1}, BO: {"pearls": 1}, CLEO: {"gold": 1}}
        )

    def test_n12_one_that_was_called_off_leaves_no_loot_behind(self) -> None:
        table = given().when(delivering(ANN, "chest"), delivering(BO, "pearls", 12))
        table.when(right(1, delivering(ANN, "pearls", 3, CLEO))).holds({BO: {"pearls": 1}}, step=1)


class TestMissions:
    def test_it_was_another_mission(self) -> None:
        table = given().when(fulfilling(ANN, "five_of_one", FIVE))
        table.refuses(right(1, fulfilling(ANN, "three_pairs")), no.NumbersNeeded("three_pairs"))
        table = table.when(right(1, fulfilling(ANN, "three_pairs", THREE)))
        assert table.game.missions(ANN) == ("three_pairs",)
        assert table.game.numbers == {"three_pairs": THREE}
        table.holds({}, step=1)

    def test_n14_its_numbers_were_others_for_both_who_have_it(self) -> None:
        table = given().when(fulfilling(ANN, "three_pairs", THREE), fulfilling(BO, "three_pairs"))
        table = table.when(right(1, fulfilling(ANN, "three_pairs", Numbers(19, 14))))
        assert table.game.worth("three_pairs") == 14
        assert table.event.moves == ()
        table.refuses(right(2, fulfilling(BO, "three_pairs")), NothingMoved())
        table = table.when(right(2, fulfilling(CLEO, "three_pairs")))
        assert (table.game.worth("three_pairs"), table.game.takers("three_pairs")) == (14, (ANN, CLEO))
        now = table.event.now
        assert isinstance(now, Fulfilled)
        assert (now.each, now.numbers) == (14, Numbers(19, 14))

    def test_n14_who_is_alone_after_it_has_more(self) -> None:
        table = given().when(fulfilling(ANN, "three_pairs", THREE), fulfilling(BO, "three_pairs"))
        table = table.when(right(1, NeverHappened()))
        assert table.game.worth("three_pairs") == 17
        table.holds({}, step=1)

    def test_n13_a_later_one_has_to_stand(self) -> None:
        table = given().when(
            fulfilling(ANN, "five_of_one", FIVE),
            fulfilling(ANN, "three_pairs", THREE),
            fulfilling(BO, "three_pairs"),
        )
        first, second = table.events[2:]
        table.refuses(
            right(1, fulfilling(ANN, "three_pairs")), no.CorrectionBreaksMission(first, "three_pairs")
        )
        table.refuses(
            right(1, fulfilling(CLEO, "three_pairs")), no.CorrectionBreaksMission(second, "three_pairs")
        )
        table.refuses(right(3, fulfilling(ANN, "three_pairs")), no.MissionTwice(ANN, "three_pairs"))

    def test_it_was_a_delivery_and_the_other_way_round(self) -> None:
        table = given().when(fulfilling(ANN, "five_of_one", FIVE), right(1, delivering(ANN, "pearls", 5)))
        assert table.game.missions(ANN) == ()
        table.holds({ANN: {"pearls": 1}}, step=1)
        table.when(right(1, fulfilling(ANN, "five_of_one", FIVE))).holds({}, step=1)


class TestLaterOn:
    def test_loot_that_was_put_right_since_stays_as_it_is(self) -> None:
        """The real cards are right, whoever has them."""
        table = given().when(delivering(ANN, "pearls"), EndGame(), CheckLoot(ANN, Goods()))
        table = table.when(right(1, delivering(BO, "pearls")))
        assert table.event.moves == (Move(REST, stand(BO), "pearls", 1),)
        table.holds({BO: {"pearls": 1}})

    def test_mission_cards_lie_open_and_move_all_the_same(self) -> None:
        table = given().when(fulfilling(ANN, "five_of_one", FIVE), EndGame(), CheckLoot(ANN, Goods()))
        table = table.when(right(1, fulfilling(BO, "five_of_one")))
        assert (table.game.takers("five_of_one"), table.game.numbers) == ((BO,), {"five_of_one": FIVE})

    def test_n1_no_more_loot_than_there_are_cards(self) -> None:
        table = given().when(delivering(ANN, "chest"), EndGame(), CheckLoot(BO, Goods({"pearls": 12})))
        table.refuses(right(1, delivering(ANN, "pearls")), no.LootExceeded("pearls", 13, 12))

    def test_the_sheriff_is_never_before_the_start(self) -> None:
        """The table had said twice that the Sheriff is not home, so there are more sets than steps (N18)."""
        table = given(spaces=10).when(*[delivering(ANN, "chest")] * 10)
        table = table.when(delivering(BO, "gold"), PlayOn(), delivering(BO, "gold"), PlayOn())
        sets = [seq for seq, event in enumerate(table.events) if isinstance(event, Delivered)]
        table = table.when(*(right(seq, NeverHappened()) for seq in sets)).holds({}, step=0)
        assert before(table.log, 2).step == 0

    def test_only_deliveries_and_missions_and_not_after_the_result(self) -> None:
        table = given().when(StepByHand(), delivering(ANN, "chest"))
        for seq in (0, 1, 9):
            table.refuses(right(seq, delivering(ANN, "pearls")), no.NeitherSetNorMission())
        assert may_correct(table.game, table.events[1]) == no.NeitherSetNorMission()
        assert may_correct(table.game, table.events[2]) is None
        table.when(EndGame(), CloseCount()).refuses(right(2, delivering(ANN, "pearls")), CountIsClosed())

    def test_a_reason_fits_on_a_line(self) -> None:
        table, longest = given().when(delivering(ANN, "chest")), "x" * LONGEST_REASON
        table.when(right(1, delivering(ANN, "pearls"), longest))
        table.refuses(right(1, delivering(ANN, "pearls"), longest + "x"), ReasonTooLong(LONGEST_REASON))
