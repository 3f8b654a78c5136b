"""An evening is deleted, a phone forgotten: what the others find then."""

from collections.abc import Callable

import pytest

from companion.journal import Journal
from companion.membership import Membership
from companion.notifier import Notifier
from companion.places import PlaceLost
from companion.records import GONE, Members, Reached
from companion.registry import GAMES
from companion.rules.ledger import Goods
from companion.service import Service, UnknownGame
from companion.web.sheriff.table import Table
from tests.rules.given import paying
from tests.service.conftest import ANN, BO, CLEO, Play, Watch, told


def anybody(_members: Members) -> None:
    """Whoever asks may."""


def test_a_deleted_table_is_nowhere(service: Service, keeper: Membership, table: Table, play: Play) -> None:
    keeper.take_seat(table.id, 1, BO)
    play(paying(0, 1, 5))
    service.delete([table.id], anybody)
    for ask in (
        lambda: service.current(table.id),
        lambda: play(paying(0, 1, 5)),
        lambda: service.delete([table.id], anybody),
        lambda: keeper.look(table.id),
        lambda: keeper.take_seat(table.id, 2, CLEO),
    ):
        with pytest.raises(UnknownGame):
            ask()
    assert keeper.games_of(ANN) == keeper.games_of(BO) == ()


def test_whoever_waits_for_a_deleted_table_wakes(journal: Journal, watch: Watch, table: Table) -> None:
    notifier = Notifier()
    Service(GAMES, journal, notifier, watch).delete([table.id], anybody)
    assert notifier.wait(table.id, Reached(9, 9), timeout=0) == GONE


def test_who_deletes_is_judged_within_the_write(service: Service, table: Table) -> None:
    def may(members: Members) -> None:
        assert [holder.token_hash for holder in members.holders] == [ANN]
        raise PlaceLost

    with pytest.raises(PlaceLost):
        service.delete([table.id], may)
    assert service.current(table.id).seq == 1


def test_a_forgotten_phone_has_no_place_and_nobody_reads_what_it_noted(
    service: Service, keeper: Membership, table: Table
) -> None:
    keeper.take_seat(table.id, 1, BO)
    keeper.take_seat(table.id, 2, CLEO)
    for seat in (1, 2):
        service.note(table.id, seat, 1, Goods({"silk": 2}))
    stamp = service.journal.log(table.id).reached().stamp
    keeper.forget(BO)
    assert keeper.games_of(BO) == ()
    assert service.notes(table.id, 1) == {}
    assert service.notes(table.id, 2) == {1: Goods({"silk": 2})}
    assert told(keeper, table)[-1] == ("seat_left", 1)
    assert service.journal.log(table.id).reached().stamp > stamp
    assert keeper.look(table.id).seats == {2}
    keeper.take_seat(table.id, 1, BO)
    keeper.forget(ANN)
    assert keeper.look(table.id).bank_phone is None


def test_what_one_service_deleted_another_does_not_play(
    service: Service, another_service: Callable[[], Service], table: Table
) -> None:
    """It has the table in its memory still."""
    other = another_service()
    other.current(table.id)
    service.delete([table.id], anybody)
    with pytest.raises(UnknownGame):
        other.play(table.id, paying(0, 1, 5), "tap")
