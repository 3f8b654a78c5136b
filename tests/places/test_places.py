"""Who has which place at a table, by its holders; nothing here reads a store or a clock."""

import json

import pytest

from companion.places import (
    BANK_ASLEEP,
    BANK_GONE,
    DAY,
    DOOR_LIFE,
    GONE,
    KNOCK_LIFE,
    MINUTE,
    SEAT_LIFE_CLOSED,
    SEAT_LIFE_UNUSED,
    Door,
    Knock,
    Moment,
    PlaceLost,
    Viewer,
    Votes,
    coming_along,
    lets_in,
    seat_of,
    seat_role,
    watching_role,
)
from companion.records import ASLEEP, BANK, STILL, Heard, Holder, Room
from companion.rules.rights import Recording
from tests.places.given import (
    ANN,
    BO,
    CLEO,
    DOV,
    EVE,
    GAME,
    NOW,
    at,
    bank,
    bank_gone,
    given,
    open_until,
    seat,
    watcher,
)

HERE = range(4)


class TestWhoAPhoneIs:
    def test_a_phone_may_have_several_places(self) -> None:
        there = given(
            bank(), seat(0, ANN), seat(1, BO), seat(2, BO), watcher(CLEO), watcher(DOV, as_table=True)
        )
        assert there.viewer(ANN) == Viewer(bank=True, seats=frozenset({0}))
        assert there.viewer(BO) == Viewer(seats=frozenset({1, 2}))
        assert there.viewer(CLEO) == Viewer(watching=True)
        assert there.viewer(DOV) == Viewer(table_view=True)

    @pytest.mark.parametrize("phone", [EVE, "", None])
    def test_a_phone_without_a_place_is_nobody(self, phone: str | None) -> None:
        viewer = given(bank(), seat(1, BO)).viewer(phone)
        assert viewer == Viewer()
        assert not viewer.is_known
        assert not viewer.plays

    def test_a_watching_phone_is_known_and_does_not_play(self) -> None:
        there = given(bank(), watcher(BO), watcher(CLEO, as_table=True))
        for phone in (BO, CLEO):
            assert there.viewer(phone).is_known
            assert not there.viewer(phone).plays
        assert there.watchers == 2

    def test_the_seats_of_the_table_and_of_its_bank(self) -> None:
        there = given(bank(), seat(0, ANN), seat(2, ANN), seat(1, BO))
        assert there.seats == {0, 1, 2}
        assert there.bank_seats == {0, 2}
        assert given(bank(), seat(1, BO)).bank_seats == frozenset()

    def test_who_no_longer_has_a_role_is_told_so(self) -> None:
        there = given(bank(), seat(1, BO))
        there.check_holds(seat_role(1), BO)
        there.check_holds(BANK, ANN)
        for role, phone in ((seat_role(1), ANN), (seat_role(2), BO), (BANK, BO)):
            with pytest.raises(PlaceLost):
                there.check_holds(role, phone)

    def test_roles_are_named_and_read(self) -> None:
        assert [seat_of(seat_role(number)) for number in (0, 5, 12)] == [0, 5, 12]
        assert [seat_of(role) for role in (BANK, watching_role(BO, as_table=False))] == [None, None]


class TestWhoIsAsleep:
    """A page that asks by itself is silent only if its phone is; one that stands still may be read."""

    @pytest.mark.parametrize("asks, patience", [(True, ASLEEP), (False, STILL)])
    def test_a_phone_is_asleep_once_it_is_silent_for_longer_than_its_page(
        self, *, asks: bool, patience: int
    ) -> None:
        for silence, asleep in ((patience - 1, False), (patience, True)):
            heard = {BO: Heard(NOW - silence, asks=asks)}
            there = given(bank(), seat(1, BO), seat(2, CLEO), heard=heard)
            assert there.awake == ({2} if asleep else {1, 2})
            assert there.silence == ("1" if asleep else "")

    def test_nobody_falls_asleep_before_the_next_who_may(self) -> None:
        heard = {BO: Heard(NOW - 10_000), CLEO: Heard(NOW - 20_000, asks=False), DOV: Heard(NOW - ASLEEP)}
        seats = seat(1, BO), seat(2, CLEO), seat(3, DOV)
        assert given(bank(), *seats, heard=heard).holds == ASLEEP - 10_000
        assert given(bank(), *seats[1:], heard=heard).holds == STILL - 20_000
        assert given(bank()).holds > ASLEEP

    def test_a_stage_is_there_while_it_is_awake(self) -> None:
        for silence in (ASLEEP - 1, ASLEEP):
            there = given(bank(), watcher(BO, as_table=True), heard={BO: Heard(NOW - silence)})
            assert there.has_stage is (silence < ASLEEP)

    def test_the_mark_tells_a_bank_that_is_asleep_from_one_that_is_gone(self) -> None:
        for silence, mark in ((ASLEEP, ""), (BANK_ASLEEP, "b"), (BANK_GONE + 1, "bg")):
            assert given(bank(), bank_heard=NOW - silence).silence == mark


class TestWhoRecords:
    @pytest.mark.parametrize(
        "holders, recording",
        [
            ([bank(), seat(0, ANN)], Recording.EVERYBODY),
            ([bank(), watcher(BO), watcher(CLEO, as_table=True)], Recording.EVERYBODY),
            ([bank(), seat(1, BO)], Recording.OWN),
            ([bank(), seat(1, BO, seen_at=NOW - SEAT_LIFE_UNUSED)], Recording.EVERYBODY),
        ],
    )
    def test_each_their_own_from_the_second_phone_that_plays(
        self, holders: list[Holder], recording: Recording
    ) -> None:
        assert given(*holders).recording is recording

    @pytest.mark.parametrize("chosen", Recording)
    def test_what_the_table_chose_holds(self, chosen: Recording) -> None:
        assert given(bank(), seat(1, BO), room=Room(GAME, recording=chosen)).recording is chosen


class TestHowLongAPlaceLasts:
    def test_a_seat_ends_a_month_after_its_last_use(self) -> None:
        held = seat(1, BO)
        assert given(held, moment=at(NOW + SEAT_LIFE_UNUSED - 1)).seats == {1}
        assert given(held, moment=at(NOW + SEAT_LIFE_UNUSED)).seats == frozenset()

    def test_a_seat_ends_a_week_after_the_game(self) -> None:
        held = seat(1, BO, seen_at=NOW + SEAT_LIFE_CLOSED, closed_at=NOW)
        assert given(held, moment=at(NOW + SEAT_LIFE_CLOSED)).seats == {1}
        assert given(held, moment=at(NOW + SEAT_LIFE_CLOSED + 1)).seats == frozenset()

    def test_the_bank_keeps_the_evenings_that_it_led(self) -> None:
        assert given(bank(), moment=at(NOW + 10 * SEAT_LIFE_UNUSED)).viewer(ANN).bank

    def test_what_nobody_holds_any_more_is_remembered_until_it_is_taken(self) -> None:
        """A player who comes back to their seat finds their notes."""
        there = given(seat(1, BO), moment=at(NOW + SEAT_LIFE_UNUSED))
        assert there.phone_at(1) is None
        assert there.last_phone_at(1) == BO
        assert there.last_phone_at(2) is None

    def test_a_date_that_jumps_ahead_puts_nobody_out(self) -> None:
        for held in (seat(1, BO), seat(1, BO, closed_at=NOW)):
            assert given(held, moment=at(NOW, date_ahead=2 * SEAT_LIFE_UNUSED)).seats == {1}

    def test_a_machine_that_wakes_up_after_a_month_goes_by_both_clocks(self) -> None:
        moment = Moment(NOW + SEAT_LIFE_UNUSED, NOW + SEAT_LIFE_UNUSED)
        assert given(seat(1, BO), moment=moment).seats == frozenset()


class TestTheDoor:
    def test_it_is_open_until_its_time(self) -> None:
        room = open_until(NOW + DOOR_LIFE)
        assert given(room=room).door == Door("the long words", "ABCDEF", NOW + DOOR_LIFE)
        assert given(room=room, moment=at(NOW + DOOR_LIFE - 1)).door is not None
        assert given(room=room, moment=at(NOW + DOOR_LIFE)).door is None

    def test_it_is_shut_where_it_never_had_words(self) -> None:
        assert given(room=Room(GAME, open_until=NOW + DOOR_LIFE)).door is None

    def test_a_date_set_back_keeps_it_no_longer_open(self) -> None:
        assert given(room=open_until(NOW), moment=at(NOW, date_ahead=-DAY)).door is None

    def test_it_opens_to_its_code_and_its_link_alone(self) -> None:
        door = Door("the long words", "ABCDEF", NOW)
        assert door.opens_to("the long words", "THELONGWORDS")
        assert door.opens_to("abc-def", "ABCDEF")
        assert not door.opens_to("abc-deg", "ABCDEG")

    @pytest.mark.parametrize("at_door", [NOW - KNOCK_LIFE, NOW + DAY])
    def test_who_knocked_long_ago_or_while_the_date_was_ahead_is_gone(self, at_door: int) -> None:
        knocks = json.dumps([[BO, "Bo", at_door, True], [CLEO, "Cleo", NOW, False]])
        there = given(room=Room(GAME, knocks=knocks))
        assert there.knocks == (Knock(CLEO, "Cleo", NOW),)
        assert not any(lets_in(there.room, phone, NOW) for phone in (BO, CLEO))

    def test_a_watching_phone_is_led_in_while_a_seat_is_free(self) -> None:
        holders = (bank(), seat(1, BO), watcher(CLEO))
        there = given(*holders, room=open_until(NOW + 1))
        assert there.way_in(there.viewer(CLEO), (0, 1)) == "the long words"
        assert there.way_in(there.viewer(CLEO), (1,)) == ""  # a player who went home leaves no seat to take
        for phone in (ANN, BO, EVE):
            assert there.way_in(there.viewer(phone), (0, 1)) == ""
        assert given(*holders).way_in(there.viewer(CLEO), (0, 1)) == ""


class TestTheBankIsGone:
    def test_after_five_minutes_in_which_nothing_was_heard_of_it(self) -> None:
        assert not given(bank(), moment=at(NOW + BANK_GONE)).bank_is_gone
        assert given(bank(), moment=at(NOW + BANK_GONE + 1)).bank_is_gone
        assert given().bank_is_gone

    def test_a_machine_whose_date_is_set_drives_it_not_away(self) -> None:
        assert not given(bank(), moment=at(NOW, date_ahead=DAY)).bank_is_gone

    def test_each_phone_has_one_vote_and_the_bank_none(self) -> None:
        there = bank_gone(bank(), seat(0, ANN), seat(1, BO), seat(2, BO), seat(3, CLEO), watcher(DOV))
        assert there.electors(HERE) == {1, 3}

    def test_who_went_home_has_no_vote(self) -> None:
        there = bank_gone(bank(), seat(1, BO), seat(2, BO), seat(3, CLEO))
        assert there.electors((0, 2)) == {2}

    def test_a_phone_that_is_gone_as_well_has_no_vote(self) -> None:
        """It cannot choose, and the others would wait for it."""
        now = NOW + BANK_GONE + MINUTE
        heard = {BO: Heard(now), CLEO: Heard(now - GONE), DOV: Heard(now - GONE + 1)}
        there = given(bank(), seat(1, BO), seat(2, CLEO), seat(3, DOV), moment=at(now), heard=heard)
        assert there.electors(HERE) == {1, 3}

    def test_a_seat_that_ended_has_no_vote(self) -> None:
        there = bank_gone(bank(), seat(1, BO, seen_at=NOW - SEAT_LIFE_UNUSED), seat(2, CLEO))
        assert there.electors(HERE) == {2}

    def test_wanted_is_whom_most_of_them_chose_of_those_with_a_phone(self) -> None:
        votes = {1: (2, NOW), 2: (3, NOW), 3: (2, NOW), 4: (5, NOW)}
        there = bank_gone(bank(), seat(1, BO), seat(2, CLEO), seat(3, DOV), votes=Votes(votes).stored)
        assert there.wanted_as_bank(HERE) == 2
        alone = bank_gone(bank(), seat(1, BO), votes=Votes({1: (2, NOW), 2: (1, NOW)}).stored)
        assert alone.wanted_as_bank(HERE) is None


class TestVotes:
    def test_more_than_half_of_the_electors_choose(self) -> None:
        votes = Votes({}).cast(1, 2, NOW)
        assert [votes.missing(2, range(1, most)) for most in (1, 2, 3, 4, 5, 6)] == [1, 0, 1, 1, 2, 2]
        assert votes.cast(2, 2, NOW).missing(2, (1, 2)) == 0
        assert votes.cast(2, 2, NOW).missing(1, (1, 2)) == 2

    def test_a_vote_without_a_right_to_it_does_not_count(self) -> None:
        assert Votes({1: (2, NOW), 3: (2, NOW)}).missing(2, (1, 2)) == 1
        assert Votes({}).missing(2, ()) == 1

    def test_another_vote_replaces_the_one_before(self) -> None:
        votes = Votes({}).cast(1, 2, NOW).cast(1, 3, NOW + 1)
        assert votes.candidates == {1: 3}

    def test_votes_from_before_the_bank_was_heard_of_are_void(self) -> None:
        stored = Votes({1: (2, NOW), 2: (2, NOW + 1)}).stored
        assert Votes.since(NOW + 1, stored, NOW + 1).candidates == {2: 2}
        assert bank_gone(bank(), votes=stored).votes.candidates == {1: 2, 2: 2}

    def test_votes_of_a_time_when_the_date_was_ahead_are_void(self) -> None:
        stored = Votes({1: (2, NOW), 2: (2, NOW + 1)}).stored
        assert Votes.since(NOW, stored, NOW).candidates == {1: 2}

    def test_they_are_kept_as_every_release_kept_them(self) -> None:
        assert Votes({1: (2, 1700)}).stored == '{"1": [2, 1700]}'


class TestARematch:
    def test_each_phone_moves_to_the_seat_of_the_same_name_or_watches(self) -> None:
        there = given(bank(), seat(1, BO), seat(2, CLEO), watcher(DOV), watcher(EVE, as_table=True)).living
        assert coming_along(there, {1: 3}, {BO}) == (
            (seat_role(3), BO),
            (watching_role(ANN, as_table=False), ANN),
            (watching_role(CLEO, as_table=False), CLEO),
            (watching_role(DOV, as_table=False), DOV),
            (watching_role(EVE, as_table=True), EVE),
        )

    def test_the_phone_that_opened_it_needs_no_place_to_watch_from(self) -> None:
        assert coming_along(given(bank(), seat(1, BO)).living, {1: 1}, {ANN}) == ((seat_role(1), BO),)
