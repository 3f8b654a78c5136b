"""Brimstone Oil: when it passes, up to 2 identical legal goods of one opponent may be discarded."""

import pytest

from companion.rules.refusals import NoSuchSeat
from companion.rules.sheriff.bags import Raid
from companion.rules.sheriff.game import FACE_DOWN
from companion.rules.sheriff.passed import raider
from companion.rules.sheriff.refusals import NoRaider, RaidNotPossible, StandTooSmall, SupplyExceeded
from tests.rules.given import ANN, BO, CLEO, DOV, Table, deal, given, passing


def oil(copies: int = 1) -> Table:
    """A table with Brimstone Oil, where Cleo has chickens and Dov a cheese."""
    return given(
        4, promo={"brimstone_oil": copies}, stands={CLEO: {"chickens": 3, "silk": 1}, DOV: {"cheese": 1}}
    )


def test_two_identical_goods_of_one_opponent_are_discarded_and_the_oil_is_not_kept() -> None:
    table = oil().when(passing(BO, "apples", 3, raids=(Raid(CLEO, "chickens", 2),), apples=2, face_down=1))
    table.holds(stands={BO: {"apples": 2}, CLEO: {"chickens": 1, "silk": 1}})
    assert table.event.contents == {"apples": 2, FACE_DOWN: 1}


def test_one_good_will_do_and_the_sheriff_is_an_opponent() -> None:
    table = given(4, promo={"brimstone_oil": 1}, stands={ANN: {"bread": 1}})
    table.when(passing(BO, "apples", 1, raids=(Raid(ANN, "bread", 1),), face_down=1)).holds(
        stands=[{}, {}, {}, {}]
    )


def test_it_may_be_kept_face_down_instead() -> None:
    oil().when(passing(BO, "apples", 1, face_down=1)).holds(
        stands={BO: {FACE_DOWN: 1}, CLEO: {"chickens": 3, "silk": 1}}
    )


def test_each_oil_has_its_own_victim() -> None:
    raids = (Raid(CLEO, "chickens", 2), Raid(DOV, "cheese", 1))
    table = oil(copies=2).when(passing(BO, "apples", 3, raids=raids, face_down=3))
    table.holds(stands={BO: {FACE_DOWN: 1}, CLEO: {"chickens": 1, "silk": 1}, DOV: {}})


@pytest.mark.parametrize(
    "raid",
    [
        Raid(BO, "apples", 1),
        Raid(CLEO, "chickens", 0),
        Raid(CLEO, "chickens", 3),
        Raid(CLEO, "chickens", -1),
        Raid(CLEO, "silk", 1),
        Raid(CLEO, "dragon", 1),
        Raid(CLEO, FACE_DOWN, 1),
    ],
)
def test_what_it_cannot_do(raid: Raid) -> None:
    oil().refuses(
        passing(BO, "apples", 1, raids=(raid,), face_down=1), RaidNotPossible(raid.victim, raid.good, 2)
    )


def test_nobody_elsewhere_is_raided() -> None:
    oil().refuses(passing(BO, "apples", 1, raids=(Raid(9, "apples", 1),), face_down=1), NoSuchSeat(9))


def test_an_opponent_who_lacks_the_good_loses_none() -> None:
    refusal = StandTooSmall(DOV, "cheese", 1, 2)
    oil().refuses(passing(BO, "apples", 1, raids=(Raid(DOV, "cheese", 2),), face_down=1), refusal)


def test_goods_given_away_in_the_deal_are_no_longer_there() -> None:
    bribe = deal(DOV, ANN, cheese=1)
    refusal = StandTooSmall(DOV, "cheese", 0, 1)
    oil().refuses(passing(BO, "apples", 1, bribe, raids=(Raid(DOV, "cheese", 1),), face_down=1), refusal)


def test_the_oil_must_be_in_the_bag() -> None:
    oil().refuses(passing(BO, "apples", 1, raids=(Raid(CLEO, "chickens", 1),)), NoRaider())


def test_the_oil_must_be_in_the_game() -> None:
    table = given(4, stands={CLEO: {"chickens": 3}})
    assert raider(table.game) is None
    table.refuses(passing(BO, "apples", 1, raids=(Raid(CLEO, "chickens", 1),), face_down=1), NoRaider())


def test_no_more_oils_than_there_are() -> None:
    raids = (Raid(CLEO, "chickens", 1),) * 2
    oil().refuses(passing(BO, "apples", 2, raids=raids, face_down=2), NoRaider())


def test_an_oil_on_a_stand_is_not_in_the_bag() -> None:
    table = given(4, promo={"brimstone_oil": 1}, stands={CLEO: {"chickens": 3, "brimstone_oil": 1}})
    table.refuses(
        passing(BO, "apples", 1, raids=(Raid(CLEO, "chickens", 1),), face_down=1),
        SupplyExceeded("brimstone_oil", 2, 1),
    )


def test_a_promised_oil_that_was_shown_is_not_there_to_give() -> None:
    promised = deal(BO, ANN, bag={FACE_DOWN: 1})
    table = oil().when(passing(BO, "apples", 1, promised, raids=(Raid(CLEO, "chickens", 1),), face_down=1))
    table.holds(stands={ANN: {}, BO: {}, CLEO: {"chickens": 2, "silk": 1}})
