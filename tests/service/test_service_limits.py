"""How much one table may store, and how much of it while the disk runs low."""

import pytest

from companion.journal import Journal, StorageRefused
from companion.journal.book import MOST_NOTICES
from companion.membership import Membership
from companion.notifier import Notifier
from companion.records import NewEntry
from companion.registry import GAMES
from companion.rules.refusals import LogFull
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.round_laws import LawsProclaimed
from companion.service import LARGEST_EVENING, LARGEST_TABLE, Service
from companion.tables import LINE_BYTES
from companion.web.sheriff.table import Table
from tests.codec.samples import CODEC
from tests.databases import in_a_file
from tests.rules.given import command_given
from tests.service.conftest import EVENING, Watch

LONG_LAWS = LawsProclaimed(tuple(letter * 140 for letter in "😀😁😂"))
A_TAP = 3_000  # bytes, more than any of these entries takes


def with_laws(journal: Journal, size: int) -> str:
    """A table of so many bytes, a little less or more."""
    opened = CODEC.encode_event(command_given(edition="second", expansions=("laws",)).begin())
    laws = CODEC.encode_event(LONG_LAWS)
    bodies = [opened, *[laws] * (size // (LINE_BYTES + len(laws.encode())))]
    lines = (NewEntry(f"action {seq}", "-", body, EVENING) for seq, body in enumerate(bodies))
    return journal.open_game(None, *lines).game


@in_a_file
def test_a_table_weighs_what_its_entries_take(service: Service, journal: Journal) -> None:
    """A word of many letters weighs more than a short one."""
    weights = [service.current(with_laws(journal, size)).weight for size in (1_000_000, 2_000_000)]
    assert weights[1] - weights[0] > 900_000


@in_a_file
def test_a_table_that_is_full_takes_no_more_and_still_knows_what_it_took(
    service: Service, journal: Journal
) -> None:
    game = with_laws(journal, LARGEST_TABLE - A_TAP)
    number, last = 0, service.current(game)
    while last.size < LARGEST_TABLE:
        number += 1
        last = service.play(game, Pay(number % 2, 1 - number % 2, 5), f"tap {number}")
    assert number
    with pytest.raises(LogFull):
        service.play(game, Pay(0, 1, 5), "one more")
    assert service.play(game, Pay(number % 2, 1 - number % 2, 5), f"tap {number}") == last
    assert service.current(game) == last


@in_a_file
def test_the_last_of_the_disk_is_for_evenings(journal: Journal, watch: Watch) -> None:
    """A table with far more than an evening has waits until there is space again."""
    service = Service(GAMES, journal, Notifier(), watch, watch.monotonic, least_disk=1 << 60)
    small, large = with_laws(journal, 2_000), with_laws(journal, LARGEST_EVENING + A_TAP)
    assert service.play(small, Pay(0, 1, 5), "tap").game.gold(1) == 55
    with pytest.raises(StorageRefused) as refused:
        service.play(large, Pay(0, 1, 5), "tap")
    assert refused.value.cause == "full"


def test_the_log_keeps_the_latest_comings_and_goings_of_phones(
    journal: Journal, keeper: Membership, table: Table
) -> None:
    with journal.writing(table.id) as book:
        for number in range(MOST_NOTICES + 3):
            book.tell("seat_taken", EVENING + number, 1)
    kept = [notice.recorded_at - EVENING for notice in keeper.journal.log(table.id).notices()]
    assert kept == [*range(3, MOST_NOTICES + 3)]
