"""What all tests share: fresh catalogues, so that a checkout speaks French without a build."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from hatch_build import compile_catalogues
from tests.browser.installing import ToolMissingError
from tests.cluster import Cluster, Evenings, cluster, programs
from tests.databases import IN_A_FILE, ON_A_SERVER
from tests.fresh import journal_at

os.environ.pop("DATABASE_URL", None)  # a developer's evenings are none of the tests' business

# No test is timed: a machine that is slow for a moment is not a fault.
settings.register_profile("untimed", deadline=None, print_blob=True)
settings.load_profile("untimed")
# `make check` tries few random evenings, `make test` more; who doubts a law can try thousands.
settings.register_profile("quick", max_examples=6, deadline=None, print_blob=True)
# `make proof` says how many.
THROWS = int(os.environ.get("THROWS", "100"))
settings.register_profile("thorough", max_examples=THROWS, deadline=None, print_blob=True)

# Now, not in a hook: a folder's conftest may read a catalogue as it loads.
compile_catalogues()

# Thousands of small tests create much short-lived garbage: the collector need not run so often.
gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of this process. Where there is none, the run ends: nothing is passed over."""
    try:
        programs()
    except ToolMissingError as missing:
        pytest.exit(str(missing), 1)
    with cluster() as started:
        yield started


@pytest.fixture(scope="session")
def evenings(postgres: Cluster) -> Evenings:
    """A database for one test after the other."""
    return Evenings(postgres)


@pytest.fixture(params=[IN_A_FILE, ON_A_SERVER])
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """Where an empty journal is: in a file, then on a server."""
    if request.param == IN_A_FILE:
        return journal_at(path)
    evenings: Evenings = request.getfixturevalue("evenings")
    return evenings.emptied()


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: no collection, nor the very last, looks at it again."""
    gc.freeze()
