"""What one merchant noted: judged within the write that keeps it, and never anybody else's."""

from collections.abc import Callable

import pytest

from companion.membership import Membership
from companion.places import SEAT_LIFE_UNUSED, PlaceLost
from companion.records import Members
from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.refusals import GoodNotInPlay, NumberOutOfBag, SupplyExceeded
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.talk import Talk
from companion.service import May, Service
from companion.web.sheriff.table import Table
from tests.rules.given import CLEO as CLEOS_SEAT
from tests.rules.given import paying
from tests.service.conftest import ANN, BO, CLEO, EVE, Play, Watch

SILK = Goods({"silk": 1})
MEAD = Goods({"mead": 1})


def holding(keeper: Membership, seat: int, phone: str) -> May:
    """Only while this phone holds this seat."""

    def may(_table: Table, _said: Talk, members: Members) -> None:
        if seat not in keeper.places(members).viewer(phone).seats:
            raise PlaceLost

    return may


def test_a_note_is_kept_changed_and_dropped(service: Service, table: Table) -> None:
    service.note(table.id, 1, 1, SILK)
    service.note(table.id, 1, 2, MEAD)
    service.note(table.id, 1, 1, Goods({"silk": 2}))
    assert service.notes(table.id, 1) == {1: Goods({"silk": 2}), 2: MEAD}
    assert service.notes(table.id, 2) == {}
    service.note(table.id, 1, 1, Goods())
    assert service.notes(table.id, 1) == {2: MEAD}


@pytest.mark.parametrize(
    "noted, refusal",
    [
        (Goods({"feast_plate": 1}), GoodNotInPlay),
        (Goods({"apples": 6}), NumberOutOfBag),
        (Goods({"crossbow": 5, "silk": 1}), NumberOutOfBag),
    ],
)
def test_what_cannot_be_is_refused_and_the_note_before_stays(
    service: Service, table: Table, noted: Goods, refusal: type[Exception]
) -> None:
    service.note(table.id, 1, 1, SILK)
    with pytest.raises(refusal):
        service.note(table.id, 1, 1, noted)
    assert service.notes(table.id, 1) == {1: SILK}


def test_a_note_is_judged_by_what_the_write_finds(
    service: Service, table: Table, another_service: Callable[[], Service]
) -> None:
    """While the request was on the way, cards were revealed; its sender has not seen that."""
    service.current(table.id)
    another_service().play(table.id, paying(None, CLEOS_SEAT, crossbow=1), "tap")
    with pytest.raises(SupplyExceeded):
        service.note(table.id, 1, 1, Goods({"crossbow": 5}))
    assert service.notes(table.id, 1) == {}


def test_nothing_is_noted_once_the_count_is_closed(
    table: Table, play: Play, another_service: Callable[[], Service]
) -> None:
    late = another_service()
    late.current(table.id)
    play(EndGame(), CloseCount())
    for noted in (SILK, Goods()):
        with pytest.raises(CountIsClosed):
            late.note(table.id, 1, 1, noted)


def test_a_phone_that_has_just_lost_its_seat_changes_no_note(
    service: Service, keeper: Membership, table: Table
) -> None:
    """Its request was on the way while the seat went to another phone."""
    keeper.take_seat(table.id, 1, BO)
    service.note(table.id, 1, 1, SILK, holding(keeper, 1, BO))
    keeper.take_over(keeper.hand_over(table.id, 1, by=BO).code, EVE)
    for noted in (MEAD, Goods(), Goods({"apples": 6})):
        with pytest.raises(PlaceLost):
            service.note(table.id, 1, 1, noted, holding(keeper, 1, BO))
    assert service.notes(table.id, 1) == {1: SILK}


def test_notes_move_with_a_seat_that_its_own_phone_gave_away(
    service: Service, keeper: Membership, table: Table
) -> None:
    keeper.take_seat(table.id, 1, BO)
    service.note(table.id, 1, 1, SILK)
    keeper.take_over(keeper.hand_over(table.id, 1).code, EVE)
    assert service.notes(table.id, 1) == {1: SILK}


@pytest.mark.parametrize("phone", [ANN, CLEO], ids=["the bank", "another"])
def test_a_phone_that_takes_a_freed_seat_finds_no_notes(
    service: Service, keeper: Membership, table: Table, phone: str
) -> None:
    """Being the bank never reveals a secret, not even to a bank that frees a seat and takes it."""
    keeper.take_seat(table.id, 1, BO)
    service.note(table.id, 1, 1, SILK)
    keeper.release(table.id, 1)
    keeper.take_seat(table.id, 1, phone)
    assert service.notes(table.id, 1) == {}


def test_a_phone_that_takes_an_unused_seat_finds_no_notes(
    service: Service, keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    service.note(table.id, 1, 1, SILK)
    watch.now += SEAT_LIFE_UNUSED
    keeper.take_seat(table.id, 1, BO)
    assert service.notes(table.id, 1) == {1: SILK}
    watch.now += SEAT_LIFE_UNUSED
    keeper.take_seat(table.id, 1, CLEO)
    assert service.notes(table.id, 1) == {}


def test_a_note_is_no_entry_and_takes_nothing_from_anybody(service: Service, table: Table) -> None:
    service.note(table.id, 1, 1, Goods({"silk": 5}))
    service.note(table.id, 2, 1, Goods({"silk": 5}))
    assert service.current(table.id).seq == table.seq
    assert service.play(table.id, paying(0, 1, 5), "tap").game.gold(1) == 55
