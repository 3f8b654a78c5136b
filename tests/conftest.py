"""What all tests share: fresh catalogues, so that a checkout speaks French without a build."""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import settings

from hatch_build import compile_catalogues
from tests.browser.installing import ToolMissingError
from tests.cluster import Cluster, Evenings, cluster
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
    """A PostgreSQL server of this process."""
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`-m "not postgres"` leaves out every test that needs a PostgreSQL server, and then none is started."""
    for item in items:
        if isinstance(item, pytest.Function):
            given = item.callspec.params.values() if hasattr(item, "callspec") else ()
            if {"postgres", "evenings"} & {*item.fixturenames} or ON_A_SERVER in given:
                item.add_marker("postgres")


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: no collection, nor the very last, looks at it again."""
    gc.freeze()


# ---------------------------------------------------------------- what a run could not do, and what it cost

NOT_RUN = "Not run here: "


@contextmanager
def _tools() -> Iterator[None]:
    """A test whose tool this machine lacks does not run, and the end of the run says so."""
    try:
        yield
    except ToolMissingError as missing:
        pytest.skip(NOT_RUN + str(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    """A fixture may need a tool."""
    with _tools():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """So may the test itself."""
    with _tools():
        return (yield)


def _reports(config: pytest.Config) -> list[pytest.TestReport]:
    told = config.pluginmanager.get_plugin("terminalreporter")
    stats = told.stats.values() if told else ()
    return [report for reports in stats for report in reports if isinstance(report, pytest.TestReport)]


def _not_run(config: pytest.Config) -> Counter[tuple[str, str]]:
    """How many tests did not run, by their folder and the reason."""
    why = ((report, str(report.longrepr)) for report in _reports(config) if report.skipped)
    return Counter(
        (_folder(report), said.partition(NOT_RUN)[2].rstrip("')")) for report, said in why if NOT_RUN in said
    )


def _folder(report: pytest.TestReport) -> str:
    return str(PurePosixPath(report.nodeid.partition("::")[0]).parent)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where every tool is to be had, every test runs."""
    if os.environ.get("CI") == "true" and _not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Where the time went, and what did not run."""
    spent: Counter[str] = Counter()
    for report in _reports(config):
        spent[_folder(report)] += report.duration  # type: ignore[assignment] # seconds, with a fraction
    terminalreporter.section("seconds by folder")
    for folder, seconds in spent.most_common():
        terminalreporter.write_line(f"{seconds:8.1f} {folder}")
    if missing := _not_run(config):
        terminalreporter.section("not run here", red=True)
        for (folder, why), number in missing.items():
            terminalreporter.write_line(f"{NOT_RUN}{number} of {folder}, because: {why}")
        if os.environ.get("CI") == "true":
            terminalreporter.write_line("With CI=true this list has to be empty: the run fails.")
