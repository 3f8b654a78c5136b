"""Membership on a real journal: who gets in, who is out, who is the bank, and what the log says."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.membership import RETURN_LIFE, Membership
from companion.places import DAY, DOOR_LIFE, SEAT_LIFE_CLOSED, SEAT_LIFE_UNUSED, PlaceTaken, Viewer
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.rotation import EndGame
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.databases import in_a_file
from tests.rules.given import command_for
from tests.service.conftest import ANN, BO, CLEO, DOV, EVE, EVENING, Play, Watch, told


def stamp(service: Service, table: Table) -> int:
    return service.journal.log(table.id).reached().stamp


# Seats


def test_the_phone_that_opened_the_table_is_the_bank_and_nobody_else_is_anything(
    keeper: Membership, table: Table
) -> None:
    assert keeper.viewer(table.id, ANN) == Viewer(bank=True)
    assert keeper.viewer(table.id, BO) == Viewer()
    assert not keeper.viewer(table.id, BO).is_known
    assert keeper.look(table.id).seats == keeper.look(table.id).bank_seats == frozenset()
    assert [game.id for game in keeper.games_of(ANN)] == [table.id]
    assert keeper.games_of(BO) == ()


def test_a_seat_is_taken_once_and_a_double_tap_changes_nothing(
    keeper: Membership, service: Service, table: Table
) -> None:
    keeper.take_seat(table.id, 1, BO)
    after = stamp(service, table)
    keeper.take_seat(table.id, 1, BO)
    assert stamp(service, table) == after
    assert keeper.viewer(table.id, BO) == Viewer(seats=frozenset({1}))
    assert told(keeper, table) == [("seat_taken", 1)]


def test_a_seat_of_another_phone_is_taken(keeper: Membership, service: Service, table: Table) -> None:
    keeper.take_seat(table.id, 1, BO)
    after = stamp(service, table)
    for phone in (CLEO, ANN):
        with pytest.raises(PlaceTaken):
            keeper.take_seat(table.id, 1, phone)
    assert stamp(service, table) == after
    assert keeper.viewer(table.id, CLEO) == Viewer()


def test_two_players_may_share_a_phone_and_the_bank_may_sit(keeper: Membership, table: Table) -> None:
    for seat, phone in ((0, ANN), (1, BO), (2, BO)):
        keeper.take_seat(table.id, seat, phone)
    assert keeper.viewer(table.id, BO).seats == {1, 2}
    assert keeper.viewer(table.id, ANN) == Viewer(bank=True, seats=frozenset({0}))
    assert keeper.look(table.id).bank_seats == {0}
    assert keeper.look(table.id).seats == {0, 1, 2}


def test_a_released_phone_is_out_at_once_and_the_log_says_so(keeper: Membership, table: Table) -> None:
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, 1)
    keeper.release(table.id, 1)
    assert not keeper.viewer(table.id, BO).is_known
    assert keeper.take_over(words.secret, BO) is None  # the words it had made are void
    keeper.take_seat(table.id, 1, CLEO)
    assert told(keeper, table) == [("seat_taken", 1), ("seat_released", 1), ("seat_taken", 1)]


def test_who_gives_a_seat_up_keeps_the_others(keeper: Membership, table: Table) -> None:
    for seat in (1, 2):
        keeper.take_seat(table.id, seat, BO)
    keeper.leave(table.id, 1)
    assert keeper.viewer(table.id, BO).seats == {2}
    assert told(keeper, table)[-1] == ("seat_left", 1)


def test_what_nobody_holds_is_released_without_a_word(
    keeper: Membership, service: Service, table: Table
) -> None:
    before = stamp(service, table)
    keeper.release(table.id, 1)
    keeper.leave(table.id, 1)
    assert told(keeper, table) == []
    assert stamp(service, table) == before


def test_a_month_without_use_frees_a_seat(keeper: Membership, table: Table, watch: Watch) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += SEAT_LIFE_UNUSED - 1
    assert keeper.look(table.id).seats == {1}
    watch.now += 1
    assert keeper.look(table.id).seats == frozenset()
    for _ in range(2):  # the refusal itself is no use of it
        assert not keeper.viewer(table.id, BO).is_known
    keeper.take_seat(table.id, 1, CLEO)
    assert keeper.viewer(table.id, CLEO).seats == {1}
    assert keeper.viewer(table.id, ANN).bank  # it led the evening, and keeps it


def test_who_comes_back_after_a_month_may_sit_down_again(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += SEAT_LIFE_UNUSED
    keeper.take_seat(table.id, 1, BO)
    assert keeper.viewer(table.id, BO).seats == {1}


def test_a_seat_that_is_used_lives_on(keeper: Membership, table: Table, watch: Watch) -> None:
    keeper.take_seat(table.id, 1, BO)
    for _ in range(3):
        watch.now += SEAT_LIFE_UNUSED - DAY
        assert keeper.viewer(table.id, BO).seats == {1}


def test_the_bank_that_comes_back_after_a_month_has_no_seat(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 0, ANN)
    watch.now += SEAT_LIFE_UNUSED
    for _ in range(2):
        assert keeper.viewer(table.id, ANN) == Viewer(bank=True)


def test_a_look_is_written_once_a_day_and_is_no_change(
    keeper: Membership, service: Service, table: Table, watch: Watch, journal: Journal
) -> None:
    keeper.take_seat(table.id, 1, BO)
    before = stamp(service, table)
    watch.now += DAY + 1
    assert keeper.viewer(table.id, BO).seats == {1}
    watch.now += DAY
    assert keeper.viewer(table.id, BO).seats == {1}
    holders = journal.log(table.id).holders()
    assert [each.seen_at for each in holders if each.token_hash == BO] == [EVENING + DAY + 1]
    assert stamp(service, table) == before


@in_a_file
def test_a_look_works_where_nothing_can_be_written(
    keeper: Membership, table: Table, watch: Watch, path: Path
) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += 2 * DAY
    with closing(sqlite3.connect(path, isolation_level=None)) as another:
        another.execute("BEGIN IMMEDIATE")
        assert keeper.viewer(table.id, BO).seats == {1}


def test_a_seat_ends_a_week_after_the_game(
    keeper: Membership, table: Table, play: Play, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    play(EndGame(), CloseCount())
    watch.now += SEAT_LIFE_CLOSED
    assert keeper.viewer(table.id, BO).seats == {1}
    assert [game.id for game in keeper.games_of(BO)] == [table.id]
    watch.now += 1
    assert not keeper.viewer(table.id, BO).is_known
    assert keeper.games_of(BO) == ()
    assert [game.id for game in keeper.games_of(ANN)] == [table.id]


# Watching


def test_watchers_and_the_table_view_are_counted_each_phone_once(keeper: Membership, table: Table) -> None:
    for _ in range(2):
        keeper.watch(table.id, BO)
        keeper.watch(table.id, CLEO, as_table=True)
    assert keeper.viewer(table.id, BO) == Viewer(watching=True)
    assert keeper.viewer(table.id, CLEO) == Viewer(table_view=True)
    assert keeper.look(table.id).watchers == 2
    assert keeper.look(table.id).seats == frozenset()
    assert told(keeper, table) == []


def test_who_watched_may_sit_down(keeper: Membership, table: Table) -> None:
    keeper.watch(table.id, BO)
    keeper.take_seat(table.id, 1, BO)
    assert keeper.viewer(table.id, BO) == Viewer(seats=frozenset({1}))


# The door


def test_a_door_is_shut_until_it_is_opened(keeper: Membership, table: Table) -> None:
    assert keeper.look(table.id).door is None
    keeper.shut_door(table.id)
    assert keeper.look(table.id).door is None


def test_code_and_link_lead_in_for_a_quarter_of_an_hour(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.open_door(table.id)
    door = keeper.look(table.id).door
    assert door is not None
    assert (len(door.code), len(door.secret)) == (6, 22)  # 29 and 128 bits
    spoken = f" {door.code[:3].lower()}-{door.code[3:].lower()} "
    watch.now += DOOR_LIFE - 1
    for words in (door.code, spoken, door.secret):
        assert keeper.behind(words) == table.id
    for words in ("", "ABC-DEF", door.secret.swapcase(), door.secret[:-1], door.code[:-1], "\0", "é" * 99):
        assert keeper.behind(words) is None
    watch.now += 1
    assert keeper.look(table.id).door is None
    for words in (door.code, door.secret):
        assert keeper.behind(words) is None


def test_a_door_opened_again_has_the_same_words_unless_new_ones_are_asked_for(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.open_door(table.id)
    first = keeper.look(table.id).door
    keeper.shut_door(table.id)
    assert first is not None
    assert keeper.behind(first.code) is None
    watch.now += DAY
    keeper.open_door(table.id)
    again = keeper.look(table.id).door
    assert again is not None
    assert (again.code, again.secret) == (first.code, first.secret)
    keeper.open_door(table.id, renew=True)
    new = keeper.look(table.id).door
    assert new is not None
    assert new.code != first.code
    assert new.secret != first.secret
    assert [keeper.behind(words) for words in (first.code, first.secret)] == [None, None]
    assert keeper.behind(new.code) == table.id


def test_the_door_of_one_table_leads_to_no_other(keeper: Membership, service: Service, table: Table) -> None:
    other = service.open(command_for(), "another tap", ANN)
    for game in (table.id, other.id):
        keeper.open_door(game)
    doors = [keeper.look(game).door for game in (table.id, other.id)]
    assert [keeper.behind(door.code) for door in doors if door] == [table.id, other.id]


# Coming back


@pytest.mark.parametrize("word", ["secret", "code"])
def test_a_seat_comes_along_once_door_open_or_shut(keeper: Membership, table: Table, word: str) -> None:
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, 1)
    assert len(words.code) == 8
    assert keeper.take_over(getattr(words, word), EVE) == table.id
    assert keeper.viewer(table.id, EVE).seats == {1}
    assert not keeper.viewer(table.id, BO).is_known
    assert keeper.take_over(words.secret, DOV) is None
    assert keeper.take_over(words.code, DOV) is None
    assert told(keeper, table)[1:] == [("seat_moved", 1)]


def test_return_words_live_for_a_day(keeper: Membership, table: Table, watch: Watch) -> None:
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, 1)
    watch.now += RETURN_LIFE
    assert keeper.take_over(words.code, EVE) is None
    watch.now -= 1
    assert keeper.take_over(words.code, EVE) == table.id


def test_new_words_void_the_old_ones_of_the_same_place_alone(keeper: Membership, table: Table) -> None:
    for seat, phone in ((1, BO), (2, CLEO)):
        keeper.take_seat(table.id, seat, phone)
    old, other, bank = (keeper.hand_over(table.id, seat) for seat in (1, 2, None))
    new = keeper.hand_over(table.id, 1)
    assert keeper.take_over(old.code, EVE) is None
    assert keeper.take_over(other.code, EVE) == table.id
    assert keeper.take_over(new.code, EVE) == table.id
    assert keeper.take_over(bank.code, EVE) == table.id
    assert keeper.viewer(table.id, EVE) == Viewer(bank=True, seats=frozenset({1, 2}))
    assert told(keeper, table)[2:] == [("seat_moved", 2), ("seat_moved", 1), ("bank_moved", None)]


def test_words_of_the_door_carry_no_place(keeper: Membership, table: Table) -> None:
    keeper.open_door(table.id)
    door = keeper.look(table.id).door
    assert door is not None
    assert keeper.take_over(door.secret, EVE) is None
    assert keeper.take_over(door.code, EVE) is None


# Another token


def test_a_phone_with_another_token_has_all_its_places_by_that(
    keeper: Membership, service: Service, table: Table, watch: Watch
) -> None:
    """Nothing else changes: a code that it shows stays valid, and it counts as here since it came."""
    other = service.open(command_for(), "other", BO).id
    keeper.take_seat(table.id, 1, BO)
    keeper.watch(table.id, BO, as_table=True)
    words = keeper.hand_over(table.id, 1, by=BO)
    since = keeper.look(table.id).own_since
    watch.now += DAY // 2
    keeper.move_all(BO, EVE)
    assert keeper.games_of(BO) == ()
    assert keeper.viewer(other, EVE) == Viewer(bank=True)
    assert keeper.viewer(table.id, EVE) == Viewer(seats=frozenset({1}), table_view=True)
    assert keeper.look(table.id).own_since == since
    assert keeper.look(other, EVE).silent == {}
    assert keeper.take_over(words.code, CLEO) == table.id


def test_a_place_that_has_expired_does_not_come_along(keeper: Membership, table: Table, watch: Watch) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.now += SEAT_LIFE_UNUSED
    keeper.move_all(BO, EVE)
    assert keeper.games_of(EVE) == ()


def test_a_phone_that_plays_by_its_new_token_no_longer_watches(keeper: Membership, table: Table) -> None:
    keeper.watch(table.id, BO)
    keeper.take_seat(table.id, 1, EVE)
    keeper.move_all(BO, EVE)
    assert keeper.viewer(table.id, EVE) == Viewer(seats=frozenset({1}))
    assert keeper.look(table.id).watchers == 0
