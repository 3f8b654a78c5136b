"""Laws of places, for any holders at any moment."""

from itertools import pairwise

from hypothesis import given as for_all
from hypothesis import strategies as some

from companion.places import (
    DAY,
    LONGEST_OPEN,
    SEAT_LIFE_UNUSED,
    Moment,
    Places,
    Votes,
    coming_along,
    only_watches,
    seat_of,
)
from companion.records import Holder
from tests.places.given import ANN, BO, CLEO, DOV, EVE, NOW, bank, given, open_until, seat, watcher

PHONES = (ANN, BO, CLEO, DOV, EVE)
SEATS = range(6)
phones = some.sampled_from(PHONES)
times = some.integers(NOW - 2 * SEAT_LIFE_UNUSED, NOW + 2 * SEAT_LIFE_UNUSED)
moments = some.builds(Moment, times, times)


@some.composite
def tables(draw: some.DrawFn) -> tuple[Holder, ...]:
    """A phone that is the bank, at most one phone at each seat, and some that watch: with or without a seat,
    last seen at any time, of a game that may be over.
    """
    closed_at = draw(some.none() | times)
    seated = [
        seat(number, phone, seen_at=draw(times), closed_at=closed_at)
        for number, phone in draw(some.dictionaries(some.sampled_from(SEATS), phones)).items()
    ]
    watching = [watcher(phone, as_table=draw(some.booleans())) for phone in draw(some.sets(phones))]
    return (bank(draw(phones)), *seated, *watching)


places = some.builds(lambda holders, moment: given(*holders, moment=moment), tables(), moments)


@for_all(tables(), some.lists(times, min_size=2).map(sorted))
def test_a_place_that_ended_does_not_come_back_by_waiting(holders: tuple[Holder, ...], at: list[int]) -> None:
    living = [given(*holders, moment=Moment(now, now)).living for now in at]
    assert all({*later} <= {*before} for before, later in pairwise(living))


@for_all(tables(), times, some.integers(0, 400 * DAY))
def test_no_jump_of_the_date_puts_anybody_out(holders: tuple[Holder, ...], now: int, jump: int) -> None:
    before = {*given(*holders, moment=Moment(now, now)).living}
    assert {*given(*holders, moment=Moment(now + jump, now)).living} == before
    assert {*given(*holders, moment=Moment(now - jump, now)).living} >= before


@for_all(times, times, some.integers(0, 400 * DAY))
def test_a_date_set_back_opens_no_door_that_is_shut(until: int, now: int, back: int) -> None:
    door = given(room=open_until(until), moment=Moment(now, now)).door
    assert given(room=open_until(until), moment=Moment(now - back, now)).door == door
    assert (door is not None) == (now < until <= now + LONGEST_OPEN)


@for_all(places)
def test_every_seat_that_is_held_is_held_by_one_phone(there: Places) -> None:
    held = [number for phone in PHONES for number in there.viewer(phone).seats]
    assert sorted(held) == sorted(there.seats)
    assert [there.phone_at(number) is not None for number in SEATS] == [
        number in there.seats for number in SEATS
    ]
    assert sum(there.viewer(phone).bank for phone in PHONES) == 1
    assert there.bank_seats <= there.seats


@for_all(places, some.sets(some.sampled_from(SEATS)))
def test_each_phone_that_plays_beside_the_bank_has_one_vote(there: Places, here: set[int]) -> None:
    electors = there.electors(here)
    entitled = [
        phone for phone in PHONES if not there.viewer(phone).bank and there.viewer(phone).seats & here
    ]
    assert sorted(there.phone_at(elector) or "" for elector in electors) == sorted(entitled)
    assert electors <= here


@for_all(
    some.dictionaries(some.sampled_from(SEATS), some.tuples(some.sampled_from(SEATS), times)),
    some.sets(some.sampled_from(SEATS)),
)
def test_at_most_one_seat_is_elected_and_by_more_than_half(
    by_seat: dict[int, tuple[int, int]], electors: set[int]
) -> None:
    votes = Votes(by_seat)
    elected = [candidate for candidate in SEATS if not votes.missing(candidate, electors)]
    assert len(elected) <= 1
    for candidate in elected:
        chose = {voter for voter in electors if votes.candidates.get(voter) == candidate}
        assert len(chose) > len(electors - chose)


@for_all(
    some.dictionaries(some.sampled_from(SEATS), some.tuples(some.sampled_from(SEATS), times)), times, times
)
def test_what_is_stored_of_votes_is_what_was_cast_since(
    by_seat: dict[int, tuple[int, int]], since: int, now: int
) -> None:
    kept = Votes.since(since, Votes(by_seat).stored, now)
    assert kept == Votes({voter: vote for voter, vote in by_seat.items() if since <= vote[1] <= now})
    assert Votes.since(since, kept.stored, now) == kept


@for_all(places, some.permutations(SEATS), some.sets(some.sampled_from(SEATS)), phones)
def test_everybody_comes_along_to_a_rematch_once(
    there: Places, order: list[int], stay: set[int], opener: str
) -> None:
    roles = coming_along(there.living, {was: now for was, now in enumerate(order) if now in stay}, {opener})
    seated = {phone for role, phone in roles if seat_of(role) is not None}
    watching = {phone for role, phone in roles if seat_of(role) is None}
    assert len({role for role, _phone in roles}) == len({*roles})
    assert seated.isdisjoint(watching)
    assert opener not in watching
    assert seated | watching | {opener} == {holder.token_hash for holder in there.living} | {opener}
    assert seated <= {holder.token_hash for holder in there.living if not only_watches(holder)}


@for_all(places, phones, some.sets(some.sampled_from(SEATS)))
def test_only_watching_phones_are_led_to_a_seat_and_only_to_a_free_one(
    there: Places, phone: str, here: set[int]
) -> None:
    there = given(*there.members.holders, moment=there.moment, room=open_until(there.moment.latest + 1))
    me = there.viewer(phone)
    is_led = bool(there.way_in(me, here))
    assert is_led == (me.is_known and not me.plays and bool(here - there.seats))
