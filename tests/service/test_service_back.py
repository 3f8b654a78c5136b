"""Taking back and correcting: by entries, never by forgetting."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.codec import UnreadableError
from companion.journal import Journal
from companion.rules.kinds import EntryPutBack, PutBack, TakeBack, TakenBack
from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed, NotTheLatest, ReasonTooLong, RecordedSince
from companion.rules.seats import Stage
from companion.rules.sheriff.editions import edition
from companion.rules.sheriff.ending import CheckStand, CloseCount
from companion.rules.sheriff.game import Correct, EntryCorrected
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.payments import Paid
from companion.rules.sheriff.refusals import CorrectionBreaksPurse, NotCorrectable
from companion.rules.sheriff.rotation import EndGame, PassBadge
from companion.service import Service
from companion.tables import is_so
from companion.web.sheriff.table import Table
from tests.databases import in_a_file
from tests.rules.given import BO, CLEO, DOV, opened, passing, paying
from tests.service.conftest import EVENING, Play
from tests.service.spoiling import chained_again, spoil

Another = Callable[[], Service]


def test_the_latest_entry_is_taken_back_by_an_entry(service: Service, table: Table, play: Play) -> None:
    before = play(passing(BO, "apples", 2))
    after = play(passing(CLEO, "cheese", 3), TakeBack(3))
    assert after.game == before.game
    assert [type(line.event) for line in after.lines[1:]] == [BagPassed, BagPassed, TakenBack]
    assert [line.seq for line in after.standing] == [1, 2]
    assert after.latest == before.latest
    assert service.current(table.id) == after


def test_one_after_the_other_down_to_the_opening_and_no_further(table: Table, play: Play) -> None:
    after = play(paying(0, 1, 5), paying(1, 2, 5), TakeBack(3), TakeBack(2))
    assert after.game == table.game
    assert after.latest is None
    with pytest.raises(NotTheLatest):
        play(TakeBack(1))


@pytest.mark.parametrize("seq", [0, 1, 2, 4, 99, 10**30, -1])
def test_only_the_latest_standing_entry(play: Play, seq: int) -> None:
    after = play(paying(0, 1, 5), paying(1, 2, 5))
    with pytest.raises(NotTheLatest):
        play(TakeBack(seq))
    assert play() == after


def test_two_thumbs_on_take_back_remove_one_entry(service: Service, table: Table, play: Play) -> None:
    play(paying(0, 1, 5), paying(1, 2, 7))
    service.play(table.id, TakeBack(3), "one thumb")
    with pytest.raises(NotTheLatest):
        service.play(table.id, TakeBack(3), "the other thumb")
    assert service.current(table.id).game.gold(1) == 55


def test_after_a_take_back_the_evening_goes_on_and_a_restart_sees_the_same(
    table: Table, play: Play, another_service: Another
) -> None:
    play(passing(BO, "apples", 2), opened(CLEO, "cheese", 2, mead=2), TakeBack(3))
    after = play(passing(CLEO, "cheese", 2), SitOut(DOV), PassBadge(), TakeBack(7))
    assert another_service().current(table.id) == after
    assert after.game.round == 1


def test_a_result_that_is_taken_back_opens_the_game_again(play: Play, journal: Journal) -> None:
    closed = play(EndGame(), CloseCount())
    assert closed.game.stage is Stage.CLOSED
    assert journal.games()[0].closed_at == EVENING
    assert play(TakeBack(closed.seq)).game.stage is Stage.COUNT
    assert journal.games()[0].closed_at is None


def test_what_was_taken_back_is_put_back_by_an_entry(
    service: Service, table: Table, play: Play, another_service: Another
) -> None:
    before = play(passing(BO, "apples", 2))
    taken = play(TakeBack(2))
    after = play(PutBack(taken.seq))
    assert [type(line.event) for line in after.lines[1:]] == [BagPassed, TakenBack, EntryPutBack]
    assert after.standing == before.standing
    assert after.game is before.game
    assert after.latest == before.latest
    assert service.current(table.id) == another_service().current(table.id) == after


def test_what_was_put_back_is_taken_back_as_any_entry(play: Play) -> None:
    taken = play(paying(0, 1, 5), TakeBack(2), PutBack(3), TakeBack(2))
    assert taken.game.gold(1) == 50
    assert play(PutBack(5)).game.gold(1) == 55


def test_all_that_was_taken_back_in_a_row_is_put_back_one_after_the_other(
    play: Play, table: Table, another_service: Another
) -> None:
    before = play(paying(0, 1, 5), paying(0, 1, 7), paying(0, 1, 9))
    play(TakeBack(4), TakeBack(3), TakeBack(2))
    with pytest.raises(RecordedSince):
        play(PutBack(5))
    assert play(PutBack(7)).game.gold(1) == 55
    assert play(PutBack(6)).game.gold(1) == 62
    after = play(PutBack(5))
    assert (after.game, after.standing) == (before.game, before.standing)
    assert another_service().current(table.id) == after


def test_what_is_taken_back_in_between_is_put_back_first(play: Play) -> None:
    play(paying(0, 1, 5), paying(0, 1, 7), TakeBack(3), TakeBack(2), PutBack(5), TakeBack(2))
    with pytest.raises(RecordedSince):
        play(PutBack(4))
    assert play(PutBack(7), PutBack(4)).game.gold(1) == 62


def test_a_new_entry_ends_all_that_could_be_put_back(play: Play) -> None:
    play(paying(0, 1, 5), paying(0, 1, 7), TakeBack(3), TakeBack(2), PutBack(5))
    after = play(paying(0, 1, 6))
    with pytest.raises(RecordedSince):
        play(PutBack(4))
    assert play() == after


def test_nothing_is_put_back_once_something_came_between(play: Play) -> None:
    after = play(paying(0, 1, 5), TakeBack(2), paying(0, 1, 6))
    with pytest.raises(RecordedSince):
        play(PutBack(3))
    assert play() == after


@pytest.mark.parametrize("seq", [0, 1, 2, 4, 99, 10**30, -1])
def test_only_the_take_back_that_is_the_very_latest_entry(play: Play, seq: int) -> None:
    after = play(paying(0, 1, 5), TakeBack(2))
    with pytest.raises(RecordedSince):
        play(PutBack(seq))
    assert play() == after


def test_two_thumbs_put_one_entry_back(service: Service, table: Table, play: Play) -> None:
    play(paying(0, 1, 5), TakeBack(2))
    service.play(table.id, PutBack(3), "one thumb")
    with pytest.raises(RecordedSince):
        service.play(table.id, PutBack(3), "the other thumb")
    assert service.current(table.id).game.gold(1) == 55
    assert service.play(table.id, PutBack(3), "one thumb").seq == 4  # a tap whose answer was lost


def test_who_asks_for_what_is_so_asks_for_nothing(play: Play) -> None:
    """Until that is otherwise again."""
    table = play(paying(0, 1, 5), TakeBack(2))
    assert (is_so(table, TakeBack(2)), is_so(table, PutBack(3))) == (True, False)
    table = play(PutBack(3))
    assert (is_so(table, TakeBack(2)), is_so(table, PutBack(3))) == (False, True)
    table = play(TakeBack(2))
    assert (is_so(table, TakeBack(2)), is_so(table, PutBack(3))) == (True, False)
    assert not is_so(table, PutBack(99))


def test_the_clock_rests_as_the_last_bag_is_put_back(service: Service, table: Table, play: Play) -> None:
    play(SitOut(BO), SitOut(CLEO), SitOut(DOV), TakeBack(4))
    service.set_clock(table.id, 60_000, running=True)
    play(PutBack(5))
    assert (clock := service.clock(table.id))
    assert not clock.running


def test_t7_the_next_sheriff_has_a_fresh_clock_as_soon_as_the_badge(
    service: Service, table: Table, play: Play
) -> None:
    """In one write: between two, a phone would see the old clock beside the new Sheriff."""
    play(SitOut(BO), SitOut(CLEO), SitOut(DOV))
    service.set_clock(table.id, 60_000, running=False)
    play(PassBadge())
    assert service.clock(table.id) is None


def test_a_result_that_is_put_back_closes_the_game_again(play: Play, journal: Journal) -> None:
    closed = play(EndGame(), CloseCount())
    taken = play(TakeBack(closed.seq))
    after = play(PutBack(taken.seq))
    assert after.game == closed.game
    assert journal.games()[0].closed_at == EVENING


def test_a_correction_that_is_put_back_says_again_what_it_said(play: Play) -> None:
    after = play(paying(0, 1, 5), Correct(2, paying(0, 1, 9), "Nine"), TakeBack(3), PutBack(4))
    assert after.game.gold(1) == 59
    says = after.as_corrected(2)
    assert isinstance(says, Paid)
    assert says.gold == 9
    assert after.latest_of(2) == 3


@in_a_file
def test_a_journal_that_puts_back_what_was_not_taken_back_cannot_be_read(
    table: Table, path: Path, play: Play, another_service: Another
) -> None:
    play(paying(0, 1, 5), TakeBack(2), PutBack(3))
    spoil(path, table.id, 4, '{"version":1,"kind":"put_back","seq":2,"by":null,"moves":[]}')
    chained_again(path, table.id)
    with pytest.raises(UnreadableError):
        another_service().current(table.id)


def test_a_correction_books_the_difference_and_names_the_entry(play: Play) -> None:
    """Ann paid Bo 4 for two apples that were true; there was silk, so Bo pays Ann for it (I4)."""
    silk = edition("first").good("silk").penalty
    was = play(opened(BO, "apples", 2))
    assert [was.game.gold(seat) for seat in (0, 1)] == [46, 54]
    after = play(Correct(2, opened(BO, "apples", 2, apples=1, silk=1), "Misread"))
    assert [after.game.gold(seat) for seat in (0, 1)] == [50 + silk, 50 - silk]
    assert after.game.stand(BO) == {"apples": 1}
    assert isinstance(after.lines[2].event, EntryCorrected)
    assert isinstance(after.lines[1].event, BagOpened)


def test_a_correction_is_corrected_by_what_it_said_last(
    table: Table, play: Play, another_service: Another
) -> None:
    play(paying(0, 1, 5))
    after = play(Correct(2, paying(0, 1, 9), "Nine"), Correct(2, paying(0, 1, 8), "No, eight"))
    assert after.game.gold(1) == 58
    stands = after.as_corrected(2)
    assert isinstance(stands, Paid)
    assert stands.gold == 8
    assert another_service().current(table.id) == after


def test_a_correction_that_is_taken_back_leaves_what_was_said_before(play: Play) -> None:
    after = play(paying(0, 1, 5), Correct(2, paying(0, 1, 9), "Nine"), TakeBack(3))
    assert after.game.gold(1) == 55
    assert after.as_corrected(2) == after.lines[1].event


@pytest.mark.parametrize("seq", [0, 1, 3, 4, 99, -1])
def test_only_standing_bags_and_payments_are_corrected(play: Play, seq: int) -> None:
    """Entry 1 is the opening, 3 was taken back, 4 is that taking back."""
    after = play(paying(0, 1, 5), paying(0, 1, 6), TakeBack(3))
    with pytest.raises(NotCorrectable):
        play(Correct(seq, paying(0, 1, 9)))
    assert play() == after
    assert after.as_corrected(seq) is None


def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(play: Play) -> None:
    after = play(paying(0, 1, 5), paying(1, 2, 55))
    with pytest.raises(CorrectionBreaksPurse):
        play(Correct(2, paying(0, 1, 1)))
    with pytest.raises(ReasonTooLong):
        play(Correct(2, paying(0, 1, 9), "x" * 141))
    with pytest.raises(NotCorrectable):
        play(Correct(2, passing(BO, "apples", 2)))
    assert play() == after


def test_nothing_is_corrected_under_a_result(play: Play) -> None:
    play(paying(0, 1, 5), EndGame(), CheckStand(0, Goods()), CloseCount())
    with pytest.raises(CountIsClosed):
        play(Correct(2, paying(0, 1, 9)))
