"""What is said before a bag is booked: once for each tap, by those who may, gone with its round."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.records import Members
from companion.rules.kinds import TakeBack
from companion.rules.refusals import NotYours, Refusal
from companion.rules.sheriff.bags import Decision, Declaration
from companion.rules.sheriff.declaring import Declare, LetBe, TakeBackDeclaration, Threaten
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.talk import Ask, Decided, Talk, silence
from companion.service import ActionReused, Service
from companion.tables import mark, talk_kept
from companion.web.sheriff.table import Table
from tests.codec.samples import CODEC
from tests.databases import in_a_file
from tests.rules.given import BO, CLEO, DOV, passing
from tests.service.conftest import Play

PASSED = Decided(Decision.PASSES, booked=True)
APPLES = Declare(BO, Declaration("apples", 3))


def anybody(_table: Table, _talk: Talk, _members: Members) -> Refusal | None:
    """Everybody may say everything."""
    return None


def with_phones(_members: Members) -> frozenset[int]:
    """Bo has a phone."""
    return frozenset({BO})


def says(service: Service, table: Table, ask: Declare | Threaten | LetBe, action_id: str = "tap") -> None:
    service.say(table.id, ask, action_id, with_phones, anybody)


def said(journal: Journal, service: Service, table: Table) -> Talk:
    version = journal.log(table.id).version()
    assert version is not None
    talk: Talk = talk_kept(service.current(table.id), version.room, {BO, CLEO})
    return talk


def test_what_is_said_counts_once_and_is_no_entry(journal: Journal, service: Service, table: Table) -> None:
    before = service.journal.log(table.id).reached().stamp
    for _ in range(2):
        says(service, table, APPLES)
    assert said(journal, service, table).declarations == {BO: Declaration("apples", 3)}
    assert service.journal.log(table.id).reached().stamp == before + 1
    assert service.current(table.id).seq == table.seq


def test_t4_that_somebody_is_ready_before_their_turn_is_heard_of_and_what_they_say_is_not(
    journal: Journal, service: Service, table: Table
) -> None:
    """T8: another good and another number move no stamp; that nothing is ready any more does."""
    phones = frozenset({BO, CLEO})

    def heard(ask: Ask, tap: str) -> bool:
        before = service.journal.log(table.id).reached().stamp, mark(table, said(journal, service, table))
        service.say(table.id, ask, tap, lambda _members: phones, anybody)
        return (
            service.journal.log(table.id).reached().stamp,
            mark(table, said(journal, service, table)),
        ) != before

    ready = Declare(CLEO, Declaration("bread", 2), in_turn=True)
    assert heard(ready, "a tap")
    assert said(journal, service, table).ready == {CLEO: ready.declaration}
    assert not heard(ready, "a tap")
    assert not heard(Declare(CLEO, Declaration("apples", 4), in_turn=True), "another")
    assert heard(TakeBackDeclaration(CLEO), "a third")
    assert said(journal, service, table).ready == {}
    with pytest.raises(ActionReused):
        service.say(table.id, Threaten(CLEO), "a tap", lambda _members: phones, anybody)


def test_a_tap_of_the_last_round_is_still_known_when_the_first_word_of_a_round_is_ready(
    journal: Journal, service: Service, table: Table, play: Play
) -> None:
    says(service, table, APPLES)
    play(*(passing(seat, "apples", 1) for seat in (BO, CLEO, DOV)), PassBadge())
    ready = Declare(DOV, Declaration("bread", 2), in_turn=True)
    service.say(table.id, ready, "a tap", lambda _members: frozenset({CLEO, DOV}), anybody)
    after = said(journal, service, table)
    assert after.ready == {DOV: ready.declaration}
    says(service, table, APPLES)  # the tap of the last round again
    assert said(journal, service, table) == after


def test_a_declared_bag_is_decided_on_in_the_write_that_books_it(
    journal: Journal, service: Service, table: Table
) -> None:
    says(service, table, APPLES)
    before = service.journal.log(table.id).reached().stamp
    booked = service.play(table.id, passing(BO, "apples", 3), "bag", speakers=with_phones)
    assert said(journal, service, table).decisions == {BO: PASSED}
    rung = service.journal.log(table.id).reached().stamp
    assert rung > before
    service.play(table.id, TakeBack(booked.seq), "taken back")
    assert said(journal, service, table).decisions == {BO: PASSED}


def test_so_is_one_whose_declaration_came_by_itself(
    journal: Journal, service: Service, table: Table, play: Play
) -> None:
    """T4: Cleo is ready, and it is her turn once Bo's bag is booked."""
    ready = Declare(CLEO, APPLES.declaration, in_turn=True)
    service.say(table.id, ready, "tap", lambda _members: frozenset({BO, CLEO}), anybody)
    play(passing(BO, "apples", 1))
    service.play(table.id, passing(CLEO, "apples", 3), "bag", speakers=lambda _members: frozenset({BO, CLEO}))
    assert said(journal, service, table).decisions == {CLEO: PASSED}


def test_a_bag_of_another_round_than_the_talk_is_not(
    journal: Journal, service: Service, table: Table, play: Play
) -> None:
    says(service, table, APPLES)
    play(*(passing(seat, "apples", 1) for seat in (BO, CLEO, DOV)), PassBadge(), passing(CLEO, "apples", 1))
    assert not said(journal, service, table).decisions


def test_who_may_not_say_it_changes_nothing(journal: Journal, service: Service, table: Table) -> None:
    before = service.journal.log(table.id).reached().stamp
    with pytest.raises(NotYours):
        service.say(table.id, APPLES, "tap", with_phones, lambda *_: NotYours((BO,)))
    assert service.journal.log(table.id).reached().stamp == before
    assert said(journal, service, table) == silence(table.game)


def test_the_talk_of_a_round_ends_with_it(
    journal: Journal, service: Service, table: Table, play: Play
) -> None:
    says(service, table, APPLES)
    game: Game = play(*(passing(seat, "apples", 1) for seat in (BO, CLEO, DOV)), PassBadge()).game
    assert said(journal, service, table) == silence(game)
    says(service, table, APPLES)  # the same tap, repeated after the badge went on
    assert said(journal, service, table).declarations == {}


def test_the_same_id_with_other_words_is_refused(journal: Journal, service: Service, table: Table) -> None:
    says(service, table, APPLES)
    before = service.journal.log(table.id).reached().stamp
    for other in (Declare(BO, Declaration("apples", 4)), Declare(CLEO, APPLES.declaration), Threaten(BO)):
        with pytest.raises(ActionReused):
            says(service, table, other)
    assert service.journal.log(table.id).reached().stamp == before
    says(service, table, APPLES)
    assert said(journal, service, table).declarations == {BO: Declaration("apples", 3)}


@in_a_file
def test_what_was_said_before_words_had_a_sign_counts_once_too(
    service: Service, table: Table, journal: Journal, path: Path
) -> None:
    says(service, table, APPLES)
    talk = CODEC.encode_talk(replace(said(journal, service, table), action_ids=("tap",)))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE rooms SET talk = ?", (talk,))
    before = service.journal.log(table.id).reached().stamp
    says(service, table, APPLES)
    assert service.journal.log(table.id).reached().stamp == before
    assert CODEC.encode_talk(said(journal, service, table)) == talk


@in_a_file
def test_words_that_nobody_can_read_are_silence(
    service: Service, table: Table, journal: Journal, path: Path
) -> None:
    says(service, table, APPLES)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE rooms SET talk = '{}'")
    assert said(journal, service, table) == silence(table.game)
    says(service, table, Threaten(BO), "another tap")
    assert said(journal, service, table).threatened == BO
