"""A clerk on a real journal, a stopped clock, and a table of four."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.bell import Bell
from companion.clerk import Clerk
from companion.doorkeeper import Doorkeeper
from companion.journal import Journal, digest
from companion.registry import GAMES
from companion.rules.sheriff.kinds import Action
from companion.web.sheriff.table import Table
from tests.cluster import Evenings
from tests.rules.given import command_for

ANN, BO, CLEO, DOV, EVE = (digest(f"{name}'s phone") for name in ("Ann", "Bo", "Cleo", "Dov", "Eve"))
EVENING = 1_700_000_000_000  # milliseconds since 1970


class Watch:
    """A clock that a test sets by hand, in milliseconds since 1970."""

    def __init__(self) -> None:
        self.now = EVENING
        self.date = 0  # how far the machine's date was set ahead

    def __call__(self) -> int:
        return self.now + self.date

    def monotonic(self) -> int:
        """The monotonic clock."""
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal is, if it is a file."""
    return tmp_path / "journal.db"


@pytest.fixture(scope="session")
def on_the_server(evenings: Evenings) -> Iterator[Journal]:
    """One for all tests: to open it takes longer than most of them."""
    with Journal(evenings.address, patience=0.05) as opened:
        yield opened


@pytest.fixture
def journal(place: Path | str, request: pytest.FixtureRequest) -> Iterator[Journal]:
    if isinstance(place, str):
        yield request.getfixturevalue("on_the_server")
    else:
        with Journal(place, patience=0.05) as opened:
            yield opened


@pytest.fixture
def clerk(journal: Journal, watch: Watch) -> Clerk:
    return Clerk(GAMES, journal, Bell(), watch, watch.monotonic)


@pytest.fixture
def keeper(journal: Journal, watch: Watch) -> Doorkeeper:
    return Doorkeeper(journal, Bell(), watch, watch.monotonic)


def told(keeper: Doorkeeper, table: Table) -> list[tuple[str, int | None]]:
    """What the log says about phones."""
    return [(notice.kind, notice.seat) for notice in keeper.notices(table.id)]


@pytest.fixture
def another_clerk(journal: Journal, watch: Watch) -> Callable[[], Clerk]:
    """A clerk who remembers nothing and reads the same journal."""
    return lambda: Clerk(GAMES, journal, Bell(), watch, watch.monotonic)


@pytest.fixture
def table(clerk: Clerk) -> Table:
    """Ann (the Sheriff), Bo, Cleo and Dov sat down; Ann's phone is the bank."""
    return clerk.open(command_for(), "the first tap", ANN)


Play = Callable[..., Table]


@pytest.fixture
def play(clerk: Clerk, table: Table) -> Play:
    """Play actions one after the other, each with an id of its own; the table after them."""
    count = iter(range(10_000))

    def played(*actions: Action) -> Table:
        after = clerk.current(table.id)
        for action in actions:
            after = clerk.play(table.id, action, f"tap {next(count)}")
        return after

    return played
