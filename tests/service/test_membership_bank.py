"""The bank goes from phone to phone, and every public change moves the stamp."""

from collections.abc import Callable

import pytest

from companion.attendance import REMEMBERED
from companion.journal import Journal
from companion.membership import Membership
from companion.notifier import Notifier
from companion.places import BANK_GONE, DAY, MINUTE, PlaceLost, Viewer
from companion.records import ASLEEP, Notice, Reached
from companion.registry import GAMES
from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.databases import in_a_file
from tests.rules.given import command_for, paying
from tests.service.conftest import ANN, BO, CLEO, DOV, EVE, EVENING, Watch, told

# The bank


def test_the_bank_is_handed_to_a_seat_with_a_phone(keeper: Membership, table: Table) -> None:
    assert not keeper.hand_bank(table.id, 1)
    keeper.take_seat(table.id, 1, BO)
    assert keeper.hand_bank(table.id, 1)
    assert keeper.viewer(table.id, BO) == Viewer(bank=True, seats=frozenset({1}))
    assert not keeper.viewer(table.id, ANN).bank
    assert told(keeper, table)[1:] == [("bank_handed", 1)]


def test_the_bank_is_gone_after_five_minutes_of_silence(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += BANK_GONE
    assert not keeper.look(table.id).bank_is_gone
    keeper.viewer(table.id, BO)
    watch.now += 1
    assert keeper.look(table.id).bank_is_gone
    keeper.viewer(table.id, ANN)
    assert not keeper.look(table.id).bank_is_gone


@in_a_file
def test_who_was_forgotten_counts_as_here_since_the_start(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    """This is in memory alone, whatever the database."""
    keeper.viewer(table.id, ANN)
    for number in range(REMEMBERED):
        keeper.seen("another game", str(number))
    assert not keeper.look(table.id).bank_is_gone
    watch.now += BANK_GONE + 1
    assert keeper.look(table.id).bank_is_gone


def test_who_opens_a_rematch_is_there_before_it_asks_for_anything(
    keeper: Membership, service: Service, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    away(watch)
    again = service.open(command_for(), "again", BO, keeper.rematch(table.id, {1: 1}, BO))
    assert not keeper.look(again.id).bank_is_gone


@pytest.mark.parametrize("silent_for", [ASLEEP - 1, ASLEEP])
def test_the_bank_stays_the_bank_at_a_rematch_that_another_opens_while_it_is_awake(
    keeper: Membership, service: Service, table: Table, watch: Watch, silent_for: int
) -> None:
    """Else who opens it is, and the log says so."""
    keeper.take_seat(table.id, 1, BO)
    keeper.seen(table.id, ANN, asks=True)
    watch.now += silent_for
    again = service.open(command_for(), "again", BO, keeper.rematch(table.id, {1: 2}, BO))
    if silent_for < ASLEEP:
        assert keeper.viewer(again.id, ANN) == Viewer(bank=True)
        assert keeper.viewer(again.id, BO) == Viewer(seats=frozenset({2}))
        assert told(keeper, again) == [("seat_taken", 2)]
    else:
        assert keeper.viewer(again.id, ANN) == Viewer(watching=True)
        assert keeper.viewer(again.id, BO) == Viewer(bank=True, seats=frozenset({2}))
        assert told(keeper, again) == [("bank_handed", 2), ("seat_taken", 2)]


def test_who_takes_the_bank_over_is_there_before_it_asks_for_anything(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    away(watch)
    words = keeper.hand_over(table.id)
    keeper.take_over(words.code, BO)
    assert keeper.viewer(table.id, BO).bank
    assert not keeper.look(table.id).bank_is_gone


HERE = range(5)


def away(watch: Watch) -> None:
    """Five minutes without the bank."""
    watch.now += BANK_GONE + 1


def only_these_are_here(keeper: Membership, table: Table, watch: Watch, *phones: str) -> None:
    """Five minutes in which nobody else was heard from."""
    away(watch)
    for phone in phones:
        keeper.seen(table.id, phone)


def sitting(keeper: Membership, table: Table, *phones: str) -> None:
    """These phones hold the seats 1, 2 and so on."""
    for seat, phone in enumerate(phones, 1):
        keeper.take_seat(table.id, seat, phone)


def test_the_players_choose_another_bank_by_majority(keeper: Membership, table: Table, watch: Watch) -> None:
    sitting(keeper, table, BO, CLEO, DOV)
    only_these_are_here(keeper, table, watch, BO, CLEO, DOV)
    assert not keeper.vote(table.id, 1, 2, HERE)
    assert keeper.look(table.id).votes.candidates == {1: 2}
    assert not keeper.vote(table.id, 3, 1, HERE)
    assert keeper.vote(table.id, 3, 2, HERE)  # a new choice replaces the one before
    assert keeper.viewer(table.id, CLEO).bank
    assert not keeper.viewer(table.id, ANN).bank
    assert keeper.look(table.id).votes.candidates == {}
    assert told(keeper, table)[3:] == [("bank_taken", 2)]


def test_who_was_chosen_gives_the_bank_back_for_a_moment(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    sitting(keeper, table, BO, CLEO)
    only_these_are_here(keeper, table, watch, BO, CLEO)
    keeper.vote(table.id, 1, 2, HERE)
    assert keeper.vote(table.id, 2, 2, HERE)
    assert keeper.viewer(table.id, ANN).watching
    assert not keeper.undo(table.id, BO)
    assert keeper.undo(table.id, CLEO)
    assert keeper.viewer(table.id, ANN) == Viewer(bank=True)
    assert not keeper.viewer(table.id, CLEO).bank
    assert told(keeper, table)[-1] == ("bank_back", 2)


def test_who_went_home_holds_nobody_up(keeper: Membership, table: Table, watch: Watch) -> None:
    sitting(keeper, table, BO, CLEO, DOV, EVE)
    only_these_are_here(keeper, table, watch, BO, CLEO, DOV, EVE)
    assert not keeper.vote(table.id, 1, 1, (0, 1, 2))
    assert keeper.vote(table.id, 2, 1, (0, 1, 2))


def test_a_bank_that_is_there_stays(keeper: Membership, table: Table) -> None:
    sitting(keeper, table, BO)
    assert not keeper.vote(table.id, 1, 1, HERE)
    assert keeper.viewer(table.id, ANN).bank


def test_words_for_the_bank_end_where_it_is_handed_on(keeper: Membership, table: Table) -> None:
    sitting(keeper, table, BO)
    words = keeper.hand_over(table.id)
    keeper.hand_bank(table.id, 1)
    assert keeper.take_over(words.code, CLEO) is None
    assert keeper.viewer(table.id, BO).bank


def test_nobody_is_chosen_who_has_no_phone(keeper: Membership, table: Table, watch: Watch) -> None:
    sitting(keeper, table, BO)
    only_these_are_here(keeper, table, watch, BO)
    assert not keeper.vote(table.id, 1, 3, HERE)
    assert keeper.viewer(table.id, ANN).bank


def test_what_was_chosen_before_the_bank_came_back_is_void(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    sitting(keeper, table, BO, CLEO)
    only_these_are_here(keeper, table, watch, BO, CLEO)
    keeper.vote(table.id, 1, 2, HERE)
    watch.now += MINUTE
    keeper.viewer(table.id, ANN)
    assert keeper.look(table.id).votes.candidates == {}
    away(watch)
    assert not keeper.vote(table.id, 2, 2, HERE)
    assert keeper.viewer(table.id, ANN).bank


def test_a_phone_that_has_just_lost_its_place_gives_it_to_nobody(keeper: Membership, table: Table) -> None:
    """Its request was on the way while the seat was freed and the bank moved on."""
    keeper.take_seat(table.id, 1, BO)
    keeper.hand_bank(table.id, 1)
    keeper.take_over(keeper.hand_over(table.id, 1, by=BO).code, EVE)
    for seat, phone in ((1, BO), (None, ANN)):
        with pytest.raises(PlaceLost):
            keeper.hand_over(table.id, seat, by=phone)


# The stamp

Change = Callable[[Membership, Service, str], object]
CHANGES: dict[str, Change] = {
    "a seat is taken": lambda keeper, _, game: keeper.take_seat(game, 2, CLEO),
    "a seat is released": lambda keeper, _, game: keeper.release(game, 1),
    "a seat is given up": lambda keeper, _, game: keeper.leave(game, 1),
    "a seat moves": lambda keeper, _, game: keeper.take_over(keeper.hand_over(game, 1).code, EVE),
    "the bank moves": lambda keeper, _, game: keeper.take_over(keeper.hand_over(game).code, EVE),
    "the bank is handed": lambda keeper, _, game: keeper.hand_bank(game, 1),
    "the bank is chosen": lambda keeper, _, game: keeper.vote(game, 1, 1, HERE),
    "a voice": lambda keeper, _, game: keeper.vote(game, 1, 3, HERE),
    "somebody watches": lambda keeper, _, game: keeper.watch(game, DOV),
    "the door opens": lambda keeper, _, game: keeper.open_door(game),
    "the door has another code": lambda keeper, _, game: keeper.open_door(game, renew=True),
    "the door is shut": lambda keeper, _, game: keeper.shut_door(game),
    "who may record": lambda keeper, _, game: keeper.may_record(game, "bank"),
    "an entry": lambda _, service, game: service.play(game, paying(0, 1, 5), "tap"),
    "the clock": lambda _, service, game: service.set_clock(game, MINUTE, running=True),
    "the clock stops": lambda _, service, game: service.set_clock(game, MINUTE, running=False),
    "a declaration": lambda _, service, game: service.say(
        game,
        Declare(1, Declaration("apples", 2)),
        "said",
        lambda _members: frozenset({1}),
        lambda _table, _talk, _members: None,
    ),
}
SILENT: dict[str, Change] = {
    "a note": lambda _, service, game: service.note(game, 1, 1, Goods({"silk": 1})),
    "a note is dropped": lambda _, service, game: service.note(game, 1, 1, Goods()),
    "a visit": lambda keeper, _, game: keeper.viewer(game, BO),
    "words to come back by": lambda keeper, _, game: keeper.hand_over(game, 1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_stamp_grows_and_the_notifier_rings_with_it(
    journal: Journal, watch: Watch, table: Table, change: Change
) -> None:
    notifier = Notifier()
    keeper, service = (
        Membership(journal, notifier, watch, watch.monotonic),
        Service(GAMES, journal, notifier, watch, watch.monotonic),
    )
    keeper.take_seat(table.id, 1, BO)
    before = service.journal.log(table.id).reached().stamp
    away(watch)
    change(keeper, service, table.id)
    assert service.journal.log(table.id).reached().stamp > before
    rung = notifier.wait(table.id, Reached(before), 0)
    assert (rung.stamp, rung.room) == (
        journal.log(table.id).reached().stamp,
        journal.log(table.id).reached().room,
    )


@pytest.mark.parametrize("change", SILENT.values(), ids=SILENT)
def test_what_is_nobodys_business_moves_no_stamp_and_rings_no_notifier(
    journal: Journal, watch: Watch, table: Table, change: Change
) -> None:
    notifier = Notifier()
    keeper, service = (
        Membership(journal, notifier, watch, watch.monotonic),
        Service(GAMES, journal, notifier, watch, watch.monotonic),
    )
    keeper.take_seat(table.id, 1, BO)
    before = service.journal.log(table.id).reached().stamp
    watch.now += 2 * DAY
    change(keeper, service, table.id)
    assert service.journal.log(table.id).reached().stamp == before
    assert notifier.wait(table.id, journal.log(table.id).reached(), 0).stamp == before


def test_notices_have_their_times(keeper: Membership, table: Table, watch: Watch) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += MINUTE
    keeper.release(table.id, 1)
    assert keeper.journal.log(table.id).notices() == (
        Notice(EVENING, "seat_taken", 1),
        Notice(EVENING + MINUTE, "seat_released", 1),
    )
