"""What the clerk keeps in memory is what the journal holds, for one clerk as for another."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import pytest

from companion.bell import Bell
from companion.clerk import Clerk
from companion.doorkeeper import Doorkeeper
from companion.journal import Journal
from companion.records import NewEntry
from companion.registry import GAMES
from companion.rules.entries import PutBack, TakeBack
from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import Move, purse
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.replaying import evolve
from companion.web.sheriff.table import Table
from tests.clerk.conftest import ANN, EVENING, Play, Watch
from tests.codec.samples import CODEC
from tests.databases import in_a_file
from tests.rules.given import command_for, passing, paying

Another = Callable[[], Clerk]


def test_a_second_clerk_on_the_same_file_sees_the_same(
    table: Table, play: Play, another_clerk: Another
) -> None:
    after = play(passing(1, "apples", 2, face_down=1, apples=1), paying(0, 1, 5), TakeBack(3))
    assert another_clerk().current(table.id) == after


def test_what_a_second_clerk_wrote_the_first_one_sees(
    clerk: Clerk, table: Table, another_clerk: Another
) -> None:
    other = another_clerk()
    other.play(table.id, paying(0, 1, 5), "theirs")
    assert clerk.play(table.id, paying(0, 1, 6), "ours").seq == 3
    assert other.play(table.id, TakeBack(3), "theirs again").game == clerk.current(table.id).game
    assert clerk.current(table.id).game.gold(1) == 55


@pytest.fixture
def small(journal: Journal, watch: Watch, table: Table) -> Clerk:
    """A clerk with room for two tables."""
    room = 2 * table.weight + table.weight // 2
    return Clerk(GAMES, journal, Bell(), watch, watch.monotonic, memory=room)


def test_a_game_that_was_forgotten_is_read_again(small: Clerk) -> None:
    clerk = small
    tables = [clerk.open(command_for(), f"tap {number}", ANN) for number in range(4)]
    for number, table in enumerate(tables):
        clerk.play(table.id, paying(0, 1, number + 1), "tap")
    assert [clerk.current(table.id).game.gold(1) for table in tables] == [51, 52, 53, 54]


def test_a_game_that_is_looked_at_is_not_forgotten(small: Clerk, keeper: Doorkeeper) -> None:
    clerk = small
    first, second = (clerk.open(command_for(), f"tap {number}", ANN) for number in range(2))
    assert clerk.reached(keeper.look(first.id).version) is first
    clerk.open(command_for(), "tap 2", ANN)
    assert clerk.reached(keeper.look(first.id).version) is first
    again = clerk.reached(keeper.look(second.id).version)
    assert again == second
    assert again is not second


def test_how_far_a_game_has_come_is_reached_or_passed(
    clerk: Clerk, keeper: Doorkeeper, table: Table, another_clerk: Another
) -> None:
    before = keeper.look(table.id).version
    another_clerk().play(table.id, paying(0, 1, 5), "theirs")
    assert clerk.reached(before).seq == 1
    assert clerk.reached(keeper.look(table.id).version).seq == 2
    assert clerk.reached(before).seq == 2


def a_long_game(journal: Journal, entries: int) -> str:
    """A game in which Ann and Bo push one gold to and fro; its id."""
    events: list[Event] = [command_for().begin()]
    for number in range(1, entries):
        giver, receiver = (0, 1) if number % 2 else (1, 0)
        moves = (Move(purse(giver), purse(receiver), GOLD, 1),)
        events.append(Paid(giver, receiver, 1, Goods(), "", moves))
    return journal.restore_game(lines_of(events))


def lines_of(events: Sequence[Event]) -> list[NewEntry]:
    return [
        NewEntry(f"action {seq}", "-", CODEC.encode_event(event), EVENING) for seq, event in enumerate(events)
    ]


@in_a_file
def test_a_game_of_2000_entries_is_read_played_and_taken_back(clerk: Clerk, journal: Journal) -> None:
    game = a_long_game(journal, 2_000)
    assert clerk.current(game).seq == 2_000
    assert clerk.play(game, Pay(2, 3, 7), "tap").game.gold(3) == 57
    assert clerk.play(game, TakeBack(2_001), "oops").game.gold(3) == 50
    assert clerk.current(game).latest == clerk.current(game).lines[1_999]


def test_a_look_at_a_long_game_reads_only_what_is_new(clerk: Clerk, journal: Journal) -> None:
    """The lines that were read are the same objects, so none of them was decoded again."""
    game = a_long_game(journal, 50)
    before = clerk.current(game)
    after = clerk.play(game, Pay(2, 3, 7), "tap")
    assert all(one is other for one, other in zip(before.lines, after.lines, strict=False))


@in_a_file
def test_what_is_kept_stays_within_its_memory_however_it_grows(small: Clerk, table: Table) -> None:
    """Two tables have room there at first, and none beside each other in the end."""
    games, there = [small.open(command_for(), f"open {number}", ANN).id for number in range(2)], [0]
    for number in range(40):
        for game in games:
            small.play(game, paying(number % 2, 1 - number % 2, 1), f"tap {number}")
        there = [each.weight for each in small._tables.values()]  # noqa: SLF001 - not what it believes
        assert sum(there) == small.kept_bytes <= max(2.5 * table.weight, *there)
    assert len(there) == 1


def test_one_game_that_takes_more_than_all_may_is_kept_alone(journal: Journal, watch: Watch) -> None:
    clerk = Clerk(GAMES, journal, Bell(), watch, watch.monotonic, memory=1)
    game = a_long_game(journal, 50)
    assert clerk.current(game) is clerk.current(game)


# The states


def test_every_state_is_at_hand(clerk: Clerk, journal: Journal) -> None:
    table = clerk.current(a_long_game(journal, 100))
    whole = list(accumulate((line.event for line in table.standing[1:]), evolve, initial=table.states[0]))
    assert list(table.states) == whole
    assert table.state_after(20) == whole[19]
    assert table.state_before(20) == whole[18]
    assert [table.state_after(seq) for seq in (0, 101)] == [None, None]


def test_taking_back_many_and_putting_back(clerk: Clerk, journal: Journal) -> None:
    game = a_long_game(journal, 100)
    table = clerk.current(game)
    for seq in range(100, 60, -1):
        table = clerk.play(game, TakeBack(seq), f"back {seq}")
    assert table.game == clerk.current(game).states[59]
    assert len(table.states) == 60
    assert clerk.play(game, PutBack(table.seq), "again").game == clerk.current(game).states[60]
    assert Clerk(GAMES, journal, Bell()).current(game) == clerk.current(game)
