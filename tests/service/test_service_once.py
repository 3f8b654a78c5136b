"""An action counts once, however often it is sent; what was stored is what everybody sees."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.notifier import Notifier
from companion.records import Reached
from companion.registry import GAMES
from companion.rules.kinds import TakeBack
from companion.rules.seats import Stage
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.refusals import BagsLeft, PurseTooSmall
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.sheet import parse
from companion.rules.sheriff.tally import CountOut
from companion.service import ActionReused, Service, UnknownGame
from companion.web.sheriff.table import Table
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, BO, EVENING, Play, Watch
from tests.together import at_once

SHEET = parse({"players": [{"name": name, "gold": 7} for name in ("Ann", "Bo", "Cleo")]})


def test_a_double_tap_on_new_table_opens_one(service: Service, journal: Journal) -> None:
    first = service.open(command_for(), "tap", ANN)
    assert service.open(command_for(), "tap", ANN) == first
    assert len(journal.games()) == 1


def test_another_phone_may_have_made_the_same_id(service: Service) -> None:
    assert service.open(command_for(), "tap", ANN).id != service.open(command_for(), "tap", BO).id


def test_an_opening_with_the_same_id_and_other_content_is_refused(service: Service, journal: Journal) -> None:
    service.open(command_for(4), "tap", ANN)
    with pytest.raises(ActionReused):
        service.open(command_for(5), "tap", ANN)
    assert len(journal.games()) == 1


def test_a_counted_sheet_is_a_closed_game_of_one_entry(service: Service, journal: Journal) -> None:
    table = service.open(CountOut(SHEET), "tap", ANN)
    assert (table.game.stage, table.seq, table.latest) == (Stage.CLOSED, 1, None)
    assert [game.closed_at for game in journal.games()] == [EVENING]


def test_an_action_sent_again_and_again_counts_once(service: Service, table: Table) -> None:
    answers = [service.play(table.id, paying(0, 1, 5), "tap") for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0].seq == 2
    assert answers[0].game.gold(1) == 55


def test_an_action_sent_again_later_counts_once_too(service: Service, table: Table, play: Play) -> None:
    service.play(table.id, paying(0, 1, 5), "early")
    after = play(paying(1, 2, 1), paying(2, 3, 1))
    assert service.play(table.id, paying(0, 1, 5), "early") == after


def test_an_action_taken_back_does_not_come_back_by_a_late_repeat(service: Service, table: Table) -> None:
    service.play(table.id, paying(0, 1, 5), "pay")
    service.play(table.id, TakeBack(2), "oops")
    assert service.play(table.id, paying(0, 1, 5), "pay").game == table.game


def test_the_same_id_with_other_content_is_refused(service: Service, table: Table) -> None:
    after = service.play(table.id, paying(0, 1, 5), "tap")
    for other in (paying(0, 1, 6), paying(0, 2, 5), PassBadge(), TakeBack(2)):
        with pytest.raises(ActionReused):
            service.play(table.id, other, "tap")
    assert service.current(table.id) == after


def test_the_id_of_the_opening_is_no_id_for_an_action(service: Service, table: Table) -> None:
    with pytest.raises(ActionReused):
        service.play(table.id, paying(0, 1, 5), "the first tap")


def test_a_refused_action_stores_nothing_and_its_id_is_still_free(service: Service, table: Table) -> None:
    with pytest.raises(BagsLeft):
        service.play(table.id, PassBadge(), "tap")
    with pytest.raises(PurseTooSmall):
        service.play(table.id, paying(0, 1, 51), "tap")
    assert service.current(table.id) == table
    assert service.play(table.id, paying(0, 1, 50), "tap").seq == 2


def test_a_game_that_is_not_there(service: Service) -> None:
    for asked in ("", "NOSUCHID", "\x00", "é" * 9):
        with pytest.raises(UnknownGame):
            service.current(asked)
        with pytest.raises(UnknownGame):
            service.play(asked, PassBadge(), "tap")


@pytest.fixture
def patient(place: Path | str, watch: Watch) -> Iterator[Service]:
    """A service whose threads wait for each other as long as it takes."""
    with Journal(place, patience=30) as journal:
        yield Service(GAMES, journal, Notifier(), watch)


def test_two_threads_with_one_action_store_it_once(patient: Service) -> None:
    table = patient.open(command_for(), "open", ANN)
    at_once(*[lambda: patient.play(table.id, paying(0, 1, 5), "tap")] * 2)
    assert patient.current(table.id).game.gold(1) == 55


def test_threads_with_different_actions_store_all_of_them_in_one_order(
    patient: Service, another_service: Callable[[], Service]
) -> None:
    table = patient.open(command_for(), "open", ANN)
    at_once(
        *(
            lambda number=number: patient.play(table.id, paying(number % 2, 2, 1), f"tap {number}")
            for number in range(12)
        )
    )
    after = patient.current(table.id)
    assert [line.seq for line in after.lines] == list(range(1, 14))
    assert after.game.gold(2) == 62
    assert another_service().current(table.id) == after


def test_a_line_says_its_number_its_time_and_what_happened(
    service: Service, table: Table, watch: Watch
) -> None:
    watch.now += 90_000
    after = service.play(table.id, passing(1, "apples", 2), "tap")
    assert [(line.seq, line.recorded_at) for line in after.lines] == [(1, EVENING), (2, EVENING + 90_000)]
    assert isinstance(after.lines[0].event, TableOpened)
    assert after.latest == after.lines[1]
    assert after.state_before(2) == table.game
    assert after.state_after(2) == after.game
    assert after.state_before(1) is None
    assert after.state_after(9) is None


def test_the_notifier_rings_for_what_is_stored(table: Table, journal: Journal) -> None:
    notifier = Notifier()
    Service(GAMES, journal, notifier).play(table.id, paying(0, 1, 5), "tap")
    assert notifier.wait(table.id, Reached(1), timeout=0) == Reached(2)


def test_the_notifier_rings_for_the_clock_too_that_the_last_bag_stops(
    service: Service, table: Table, play: Play, journal: Journal
) -> None:
    notifier = Notifier()
    play(SitOut(1), SitOut(2))
    service.set_clock(table.id, 60_000, running=True)
    Service(GAMES, journal, notifier).play(table.id, SitOut(3), "the last bag")
    assert (clock := service.clock(table.id))
    assert not clock.running
    assert notifier.wait(table.id, Reached(), timeout=0) == journal.log(table.id).reached()
