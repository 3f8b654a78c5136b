"""What is said before a bag is booked: once for each tap, by those who may, gone with its round."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from companion.clerk import ActionReused, Clerk
from companion.journal import Journal
from companion.records import Company
from companion.rules.refusals import NotYours, Refusal
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.commands import PassBadge
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import Declare, LetBe, Talk, Threaten, silence
from companion.tables import talk_kept
from companion.web.phone.sheriff.table import Table
from tests.clerk.conftest import Play
from tests.codec.samples import CODEC
from tests.rules.given import BO, CLEO, DOV, passing

APPLES = Declare(BO, Declaration("apples", 3))


def anybody(_table: Table, _talk: Talk, _company: Company) -> Refusal | None:
    """Everybody may say everything."""
    return None


def with_phones(_company: Company) -> frozenset[int]:
    """Bo has a phone."""
    return frozenset({BO})


def says(clerk: Clerk, table: Table, ask: Declare | Threaten | LetBe, action_id: str = "tap") -> None:
    clerk.say(table.id, ask, action_id, with_phones, anybody)


def said(journal: Journal, clerk: Clerk, table: Table) -> Talk:
    talk: Talk = talk_kept(clerk.current(table.id), journal.room(table.id), {BO, CLEO})
    return talk


def test_what_is_said_counts_once_and_is_no_entry(journal: Journal, clerk: Clerk, table: Table) -> None:
    before = clerk.stamp(table.id)
    for _ in range(2):
        says(clerk, table, APPLES)
    assert said(journal, clerk, table).declarations == {BO: Declaration("apples", 3)}
    assert clerk.stamp(table.id) == before + 1
    assert clerk.current(table.id).seq == table.seq


def test_who_may_not_say_it_changes_nothing(journal: Journal, clerk: Clerk, table: Table) -> None:
    before = clerk.stamp(table.id)
    with pytest.raises(NotYours):
        clerk.say(table.id, APPLES, "tap", with_phones, lambda *_: NotYours((BO,)))
    assert clerk.stamp(table.id) == before
    assert said(journal, clerk, table) == silence(table.game)


def test_the_talk_of_a_round_ends_with_it(journal: Journal, clerk: Clerk, table: Table, play: Play) -> None:
    says(clerk, table, APPLES)
    game: Game = play(*(passing(seat, "apples", 1) for seat in (BO, CLEO, DOV)), PassBadge()).game
    assert said(journal, clerk, table) == silence(game)
    says(clerk, table, APPLES)  # the same tap, repeated after the badge went on
    assert said(journal, clerk, table).declarations == {}


def test_the_same_id_with_other_words_is_refused(journal: Journal, clerk: Clerk, table: Table) -> None:
    says(clerk, table, APPLES)
    before = clerk.stamp(table.id)
    for other in (Declare(BO, Declaration("apples", 4)), Declare(CLEO, APPLES.declaration), Threaten(BO)):
        with pytest.raises(ActionReused):
            says(clerk, table, other)
    assert clerk.stamp(table.id) == before
    says(clerk, table, APPLES)
    assert said(journal, clerk, table).declarations == {BO: Declaration("apples", 3)}


def test_what_was_said_before_words_had_a_sign_counts_once_too(
    clerk: Clerk, table: Table, journal: Journal
) -> None:
    says(clerk, table, APPLES)
    talk = CODEC.encode_talk(replace(said(journal, clerk, table), action_ids=("tap",)))
    with closing(sqlite3.connect(journal.path)) as file, file:
        file.execute("UPDATE rooms SET talk = ?", (talk,))
    before = clerk.stamp(table.id)
    says(clerk, table, APPLES)
    assert clerk.stamp(table.id) == before
    assert CODEC.encode_talk(said(journal, clerk, table)) == talk


def test_words_that_nobody_can_read_are_silence(clerk: Clerk, table: Table, journal: Journal) -> None:
    says(clerk, table, APPLES)
    with closing(sqlite3.connect(journal.path)) as file, file:
        file.execute("UPDATE rooms SET talk = '{}'")
    assert said(journal, clerk, table) == silence(table.game)
    says(clerk, table, Threaten(BO), "another tap")
    assert said(journal, clerk, table).threatened == BO
