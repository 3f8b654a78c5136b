"""Requests are authorized within the write, a jumping date puts nobody out, used words know their phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import HANDOVER_LIFE, Journal
from companion.membership import RETURN_LIFE, Membership
from companion.notifier import Notifier
from companion.places import (
    BANK_GONE,
    DAY,
    DOOR_LIFE,
    MINUTE,
    SEAT_LIFE_UNUSED,
    DoorShut,
    PlaceLost,
    PlaceTaken,
    Viewer,
)
from companion.records import Members
from companion.registry import GAMES
from companion.rules.refusals import NotYours, Refusal
from companion.rules.sheriff.talk import Talk
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.rules.given import command_for, paying
from tests.service.conftest import ANN, BO, CLEO, DOV, EVE, Watch, told
from tests.together import at_once

MONTH = 31 * DAY


@pytest.fixture
def patient(place: Path | str) -> Iterator[Journal]:
    """A journal whose threads wait for each other as long as it takes."""
    with Journal(place, patience=30) as opened:
        yield opened


# Who asks is judged within the write


def test_two_phones_that_take_a_seat_at_once_are_one_and_a_refusal(patient: Journal, watch: Watch) -> None:
    keeper = Membership(patient, Notifier(), watch, watch.monotonic)
    game = Service(GAMES, patient, Notifier(), watch).open(command_for(), "open", ANN).id
    took = at_once(*(lambda phone=phone: keeper.take_seat(game, 1, phone) for phone in (BO, CLEO)))
    assert {type(each) for each in took} == {type(None), PlaceTaken}
    assert [notice.kind for notice in keeper.journal.log(game).notices()] == ["seat_taken"]


def test_the_bank_goes_to_one_of_two_seats_that_it_is_handed_to_at_once(
    patient: Journal, watch: Watch
) -> None:
    keeper = Membership(patient, Notifier(), watch, watch.monotonic)
    game = Service(GAMES, patient, Notifier(), watch).open(command_for(), "open", ANN).id
    for seat, phone in ((1, BO), (2, CLEO)):
        keeper.take_seat(game, seat, phone)
    said = at_once(*(lambda seat=seat: keeper.hand_bank(game, seat, by=ANN) for seat in (1, 2)))
    assert {True, PlaceLost} == {each if each is True else type(each) for each in said}
    assert [notice.kind for notice in keeper.journal.log(game).notices()].count("bank_handed") == 1


def test_two_who_open_a_rematch_at_once_open_one(patient: Journal, watch: Watch) -> None:
    """Both phones have their seats there, and no third one has any."""
    keeper, service = (
        Membership(patient, Notifier(), watch, watch.monotonic),
        Service(GAMES, patient, Notifier(), watch),
    )
    game = service.open(command_for(), "open", ANN).id
    for seat, phone in ((1, BO), (2, CLEO)):
        keeper.take_seat(game, seat, phone)
    follows = {phone: keeper.rematch(game, {1: 0, 2: 3}, phone) for phone in (BO, CLEO)}
    opened = at_once(
        *(
            lambda phone=phone: service.open(command_for(), phone[:16], phone, follows[phone]).id
            for phone in follows
        )
    )
    again = patient.rematch_of(game)
    assert again is not None
    assert opened == [again, again]
    assert [keeper.viewer(again, phone).seats for phone in (BO, CLEO, DOV)] == [{0}, {3}, set()]
    assert sum(keeper.viewer(again, phone).bank for phone in (ANN, BO, CLEO)) == 1
    assert keeper.viewer(again, ANN).bank


def test_a_phone_that_was_just_let_out_opens_no_rematch(
    keeper: Membership, service: Service, table: Table
) -> None:
    keeper.take_seat(table.id, 1, BO)
    follows = keeper.rematch(table.id, {1: 1}, BO)
    keeper.release(table.id, 1)
    with pytest.raises(PlaceLost):
        service.open(command_for(), "again", BO, follows)
    assert keeper.games_of(BO) == ()


def test_a_bank_without_another_place_watches_once_it_is_handed_on(keeper: Membership, table: Table) -> None:
    keeper.take_seat(table.id, 1, BO)
    keeper.hand_bank(table.id, 1, by=ANN)
    assert keeper.viewer(table.id, ANN) == Viewer(watching=True)
    keeper.hand_bank(table.id, 1, by=BO)
    assert keeper.viewer(table.id, BO) == Viewer(bank=True, seats=frozenset({1}))


def test_a_seat_that_was_just_lost_is_not_given_up_for_another_and_has_no_voice(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    for seat, phone in ((1, BO), (2, CLEO)):
        keeper.take_seat(table.id, seat, phone)
    keeper.release(table.id, 1)
    keeper.take_seat(table.id, 1, DOV)
    with pytest.raises(PlaceLost):
        keeper.leave(table.id, 1, by=BO)
    watch.now += BANK_GONE + 1
    with pytest.raises(PlaceLost):
        keeper.vote(table.id, 1, 1, range(4), by=BO)
    assert keeper.look(table.id).votes.candidates == {}
    assert keeper.viewer(table.id, DOV).seats == {1}
    keeper.leave(table.id, 2, by=CLEO)
    assert not keeper.viewer(table.id, CLEO).is_known


def test_nobody_comes_in_by_words_that_have_just_become_void(keeper: Membership, table: Table) -> None:
    keeper.open_door(table.id)
    door = keeper.look(table.id).door
    assert door is not None
    keeper.take_seat(table.id, 1, BO, through=door.code.lower())
    keeper.watch(table.id, CLEO, through=door.secret)
    keeper.open_door(table.id, renew=True)
    for words in (door.code, door.secret):
        with pytest.raises(DoorShut):
            keeper.take_seat(table.id, 2, DOV, through=words)
        with pytest.raises(DoorShut):
            keeper.watch(table.id, DOV, through=words)
    new = keeper.look(table.id).door
    assert new is not None
    keeper.shut_door(table.id)
    with pytest.raises(DoorShut):
        keeper.take_seat(table.id, 2, DOV, through=new.secret)
    assert not keeper.viewer(table.id, DOV).is_known


def test_an_action_is_authorized_by_who_is_there_when_it_is_written(
    service: Service, keeper: Membership, table: Table
) -> None:
    """Its phone was put out while the request was on the way."""

    def may(_table: Table, _said: Talk, members: Members) -> Refusal | None:
        return None if keeper.places(members).viewer(BO).seats == {1} else NotYours((1,))

    keeper.take_seat(table.id, 1, BO)
    assert service.play(table.id, paying(1, 0, 5), "tap", may).game.gold(0) == 55
    service.set_clock(table.id, MINUTE, running=False, may=may)
    keeper.release(table.id, 1)
    with pytest.raises(NotYours):
        service.play(table.id, paying(1, 0, 5), "another tap", may)
    with pytest.raises(NotYours):
        service.set_clock(table.id, 2 * MINUTE, running=False, may=may)
    assert service.play(table.id, paying(1, 0, 5), "tap", may).game.gold(0) == 55  # it counted then


# A date that jumps


def test_a_date_set_ahead_by_a_month_puts_nobody_out(
    keeper: Membership, table: Table, watch: Watch, journal: Journal
) -> None:
    for seat, phone in ((1, BO), (2, CLEO)):
        keeper.take_seat(table.id, seat, phone)
    watch.date += MONTH
    assert keeper.look(table.id).seats == {1, 2}
    assert keeper.has_place(table.id, CLEO)
    for _ in range(2):
        assert keeper.viewer(table.id, BO).seats == {1}
    with pytest.raises(PlaceTaken):
        keeper.take_seat(table.id, 1, EVE)
    watch.now, watch.date = watch(), 0  # the app was restarted: both clocks start at the date
    again = Membership(journal, Notifier(), watch, watch.monotonic)
    assert again.look(table.id).seats == {1}  # a phone that looked since the jump


@pytest.mark.parametrize("jumps", [(-MONTH, 0), (MONTH, -MONTH, 0), (-4 * 12 * MONTH, MONTH, 0)])
def test_a_date_that_jumps_to_and_fro_puts_nobody_out_who_looks(
    keeper: Membership, table: Table, watch: Watch, jumps: tuple[int, ...]
) -> None:
    keeper.take_seat(table.id, 1, BO)
    for watch.date in jumps:
        assert keeper.viewer(table.id, BO).seats == {1}


def test_a_month_without_use_ends_a_seat_whatever_the_date_did_before(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.date += MONTH
    assert keeper.viewer(table.id, BO).seats == {1}
    watch.now += SEAT_LIFE_UNUSED + MONTH
    assert keeper.viewer(table.id, BO).seats == frozenset()


HOUR = 60 * 60 * 1000


@pytest.mark.parametrize("ahead", [HOUR, MONTH, 4 * 12 * MONTH])
@pytest.mark.parametrize("restarted", [False, True])
def test_what_was_opened_while_the_date_was_ahead_ends_when_it_is_put_right(  # noqa: PLR0913 - fixtures
    keeper: Membership, table: Table, watch: Watch, journal: Journal, ahead: int, *, restarted: bool
) -> None:
    """A door, and words for the bank and for a seat, which would be valid for that much longer."""
    keeper.take_seat(table.id, 1, BO)
    watch.date += ahead
    if restarted:
        watch.now, watch.date = watch(), 0
        keeper = Membership(journal, Notifier(), watch, watch.monotonic)
    keeper.open_door(table.id)
    door, words = keeper.look(table.id).door, (keeper.hand_over(table.id), keeper.hand_over(table.id, 1))
    assert door is not None
    assert keeper.behind(door.code) == table.id
    watch.date = -ahead if restarted else 0
    if restarted:
        watch.now, watch.date = watch(), 0
        keeper = Membership(journal, Notifier(), watch, watch.monotonic)
    assert keeper.look(table.id).door is None
    assert keeper.behind(door.code) is None
    with pytest.raises(DoorShut):
        keeper.take_seat(table.id, 2, EVE, through=door.secret)
    assert [keeper.take_over(one.code, EVE) for one in words] == [None, None]
    keeper.open_door(table.id)
    assert keeper.look(table.id).door is not None
    assert keeper.take_over(keeper.hand_over(table.id, 1).code, EVE) == table.id


def test_words_that_were_used_while_the_date_was_ahead_are_not_repeated_for_longer(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    watch.date += MONTH
    words = keeper.hand_over(table.id, 1)
    assert [keeper.take_over(words.code, EVE) for _ in range(2)] == [table.id] * 2
    watch.date = 0
    assert keeper.take_over(words.code, EVE) is None


def test_a_date_put_right_by_seconds_shuts_nothing(keeper: Membership, table: Table, watch: Watch) -> None:
    watch.date += 20_000
    keeper.open_door(table.id)
    door, words = keeper.look(table.id).door, keeper.hand_over(table.id)
    assert door is not None
    watch.date = 0
    assert keeper.behind(door.code) == table.id
    assert keeper.look(table.id).door is not None
    assert keeper.take_over(words.code, EVE) == table.id


@pytest.mark.parametrize("ahead", [HOUR, MONTH])
def test_a_date_that_jumps_ahead_shuts_doors_and_voids_words(
    keeper: Membership, table: Table, watch: Watch, ahead: int
) -> None:
    keeper.open_door(table.id)
    door, words = keeper.look(table.id).door, keeper.hand_over(table.id)
    assert door is not None
    watch.date += ahead
    assert keeper.look(table.id).door is None
    assert keeper.behind(door.code) is None
    assert keeper.take_over(words.code, EVE) is None


def test_a_date_set_back_keeps_no_door_and_no_words_open(
    keeper: Membership, table: Table, watch: Watch
) -> None:
    keeper.take_seat(table.id, 1, BO)
    keeper.open_door(table.id)
    door, words = keeper.look(table.id).door, keeper.hand_over(table.id, 1)
    assert door is not None
    watch.date -= MONTH
    assert keeper.behind(door.code) == table.id
    watch.now += DOOR_LIFE
    assert keeper.look(table.id).door is None
    assert keeper.behind(door.code) is None
    watch.now += RETURN_LIFE - DOOR_LIFE
    assert keeper.take_over(words.code, EVE) is None
    keeper.open_door(table.id)
    assert keeper.look(table.id).door is not None


# Words that were used


@pytest.mark.parametrize("seat", [None, 1], ids=["the bank", "a seat"])
def test_words_whose_answer_was_lost_work_again_for_the_same_phone_alone(
    keeper: Membership, service: Service, table: Table, watch: Watch, seat: int | None
) -> None:
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, seat)
    assert keeper.take_over(words.code, EVE) == table.id
    after, notices = service.journal.log(table.id).reached().stamp, told(keeper, table)
    for typed in (words.code, words.secret, words.code.lower()):
        assert keeper.take_over(typed, EVE) == table.id
        for other in (ANN, BO, DOV):
            assert keeper.take_over(typed, other) is None
    assert (service.journal.log(table.id).reached().stamp, told(keeper, table)) == (after, notices)
    watch.now += HANDOVER_LIFE if seat is None else RETURN_LIFE
    assert keeper.take_over(words.code, EVE) is None


def test_used_words_end_where_the_place_goes_on(keeper: Membership, table: Table) -> None:
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, 1)
    keeper.take_over(words.code, EVE)
    keeper.release(table.id, 1)
    assert keeper.take_over(words.code, EVE) is None
    keeper.take_seat(table.id, 1, BO)
    words = keeper.hand_over(table.id, 1)
    keeper.take_over(words.code, EVE)
    newer = keeper.hand_over(table.id, 1)
    assert keeper.take_over(words.code, EVE) is None
    assert keeper.take_over(newer.code, DOV) == table.id
