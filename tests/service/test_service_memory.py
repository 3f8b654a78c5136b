"""What the service keeps in memory is what the journal holds, for one service as for another."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import pytest

from companion.journal import Journal
from companion.membership import Membership
from companion.notifier import Notifier
from companion.records import NewEntry
from companion.registry import GAMES
from companion.rules.kinds import PutBack, TakeBack
from companion.rules.ledger import GOLD, Goods, Move, purse
from companion.rules.sheriff.game import Event
from companion.rules.sheriff.payments import Paid, Pay
from companion.rules.sheriff.replaying import evolve
from companion.service import Service
from companion.web.sheriff.table import Table
from tests.codec.samples import CODEC
from tests.databases import in_a_file
from tests.rules.given import command_for, passing, paying
from tests.service.conftest import ANN, EVENING, Play, Watch

Another = Callable[[], Service]


def test_a_second_service_on_the_same_file_sees_the_same(
    table: Table, play: Play, another_service: Another
) -> None:
    after = play(passing(1, "apples", 2, face_down=1, apples=1), paying(0, 1, 5), TakeBack(3))
    assert another_service().current(table.id) == after


def test_what_a_second_service_wrote_the_first_one_sees(
    service: Service, table: Table, another_service: Another
) -> None:
    other = another_service()
    other.play(table.id, paying(0, 1, 5), "theirs")
    assert service.play(table.id, paying(0, 1, 6), "ours").seq == 3
    assert other.play(table.id, TakeBack(3), "theirs again").game == service.current(table.id).game
    assert service.current(table.id).game.gold(1) == 55


@pytest.fixture
def small(journal: Journal, watch: Watch, table: Table) -> Service:
    """A service with room for two tables."""
    room = 2 * table.weight + table.weight // 2
    return Service(GAMES, journal, Notifier(), watch, watch.monotonic, memory=room)


def test_a_game_that_was_forgotten_is_read_again(small: Service) -> None:
    service = small
    tables = [service.open(command_for(), f"tap {number}", ANN) for number in range(4)]
    for number, table in enumerate(tables):
        service.play(table.id, paying(0, 1, number + 1), "tap")
    assert [service.current(table.id).game.gold(1) for table in tables] == [51, 52, 53, 54]


def test_a_game_that_is_looked_at_is_not_forgotten(small: Service, keeper: Membership) -> None:
    service = small
    first, second = (service.open(command_for(), f"tap {number}", ANN) for number in range(2))
    assert service.at(keeper.look(first.id).version) is first
    service.open(command_for(), "tap 2", ANN)
    assert service.at(keeper.look(first.id).version) is first
    again = service.at(keeper.look(second.id).version)
    assert again == second
    assert again is not second


def test_how_far_a_game_has_come_is_reached_or_passed(
    service: Service, keeper: Membership, table: Table, another_service: Another
) -> None:
    before = keeper.look(table.id).version
    another_service().play(table.id, paying(0, 1, 5), "theirs")
    assert service.at(before).seq == 1
    assert service.at(keeper.look(table.id).version).seq == 2
    assert service.at(before).seq == 2


def a_long_game(journal: Journal, entries: int) -> str:
    """A game in which Ann and Bo push one gold to and fro; its id."""
    events: list[Event] = [command_for().begin()]
    for number in range(1, entries):
        giver, receiver = (0, 1) if number % 2 else (1, 0)
        moves = (Move(purse(giver), purse(receiver), GOLD, 1),)
        events.append(Paid(giver, receiver, 1, Goods(), "", moves))
    return journal.open_game(None, *lines_of(events)).game


def lines_of(events: Sequence[Event]) -> list[NewEntry]:
    return [
        NewEntry(f"action {seq}", "-", CODEC.encode_event(event), EVENING) for seq, event in enumerate(events)
    ]


@in_a_file
def test_a_game_of_2000_entries_is_read_played_and_taken_back(service: Service, journal: Journal) -> None:
    game = a_long_game(journal, 2_000)
    assert service.current(game).seq == 2_000
    assert service.play(game, Pay(2, 3, 7), "tap").game.gold(3) == 57
    assert service.play(game, TakeBack(2_001), "oops").game.gold(3) == 50
    assert service.current(game).latest == service.current(game).lines[1_999]


def test_a_look_at_a_long_game_reads_only_what_is_new(service: Service, journal: Journal) -> None:
    """The lines that were read are the same objects, so none of them was decoded again."""
    game = a_long_game(journal, 50)
    before = service.current(game)
    after = service.play(game, Pay(2, 3, 7), "tap")
    assert all(one is other for one, other in zip(before.lines, after.lines, strict=False))


@in_a_file
def test_what_is_kept_stays_within_its_memory_however_it_grows(small: Service, table: Table) -> None:
    """Two tables have room there at first, and none beside each other in the end."""
    games, there = [small.open(command_for(), f"open {number}", ANN).id for number in range(2)], [0]
    for number in range(40):
        for game in games:
            small.play(game, paying(number % 2, 1 - number % 2, 1), f"tap {number}")
        there = [each.weight for each in small._tables.values()]  # noqa: SLF001 - not what it believes
        assert sum(there) == small.kept_bytes <= max(2.5 * table.weight, *there)
    assert len(there) == 1


def test_one_game_that_takes_more_than_all_may_is_kept_alone(journal: Journal, watch: Watch) -> None:
    service = Service(GAMES, journal, Notifier(), watch, watch.monotonic, memory=1)
    game = a_long_game(journal, 50)
    assert service.current(game) is service.current(game)


# The states


def test_every_state_is_at_hand(service: Service, journal: Journal) -> None:
    table = service.current(a_long_game(journal, 100))
    whole = list(accumulate((line.event for line in table.standing[1:]), evolve, initial=table.states[0]))
    assert list(table.states) == whole
    assert table.state_after(20) == whole[19]
    assert table.state_before(20) == whole[18]
    assert [table.state_after(seq) for seq in (0, 101)] == [None, None]


def test_taking_back_many_and_putting_back(service: Service, journal: Journal) -> None:
    game = a_long_game(journal, 100)
    table = service.current(game)
    for seq in range(100, 60, -1):
        table = service.play(game, TakeBack(seq), f"back {seq}")
    assert table.game == service.current(game).states[59]
    assert len(table.states) == 60
    assert service.play(game, PutBack(table.seq), "again").game == service.current(game).states[60]
    assert Service(GAMES, journal, Notifier()).current(game) == service.current(game)
