"""A service on a real journal, a stopped clock, and a table of four."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, digest
from companion.membership import Membership
from companion.notifier import Notifier
from companion.registry import GAMES
from companion.rules.sheriff.kinds import Action
from companion.service import Service
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
def service(journal: Journal, watch: Watch) -> Service:
    return Service(GAMES, journal, Notifier(), watch, watch.monotonic)


@pytest.fixture
def keeper(journal: Journal, watch: Watch) -> Membership:
    return Membership(journal, Notifier(), watch, watch.monotonic)


def told(keeper: Membership, table: Table) -> list[tuple[str, int | None]]:
    """What the log says about phones."""
    return [(notice.kind, notice.seat) for notice in keeper.journal.log(table.id).notices()]


@pytest.fixture
def another_service(journal: Journal, watch: Watch) -> Callable[[], Service]:
    """A service who remembers nothing and reads the same journal."""
    return lambda: Service(GAMES, journal, Notifier(), watch, watch.monotonic)


@pytest.fixture
def table(service: Service) -> Table:
    """Ann (the Sheriff), Bo, Cleo and Dov sat down; Ann's phone is the bank."""
    return service.open(command_for(), "the first tap", ANN)


Play = Callable[..., Table]


@pytest.fixture
def play(service: Service, table: Table) -> Play:
    """Play actions one after the other, each with an id of its own; the table after them."""
    count = iter(range(10_000))

    def played(*actions: Action) -> Table:
        after = service.current(table.id)
        for action in actions:
            after = service.play(table.id, action, f"tap {next(count)}")
        return after

    return played
