"""How many evenings the laws are held to: few with every check, with `--hypothesis-profile=thorough` many."""

import pytest
from hypothesis import settings

settings.register_profile("steady", max_examples=30, deadline=None, print_blob=True)
settings.register_profile("thorough", max_examples=3_000, deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """No test is timed, whatever the machine is busy with."""
    if config.getoption("--hypothesis-profile") is None:
        settings.load_profile("steady")
