"""How many evenings the laws are held to: few with every check, with `--hypothesis-profile=thorough` many."""

import pytest
from hypothesis import HealthCheck, settings

UNTIMED = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", UNTIMED, max_examples=30)
settings.register_profile("thorough", UNTIMED, max_examples=3_000)


def pytest_configure(config: pytest.Config) -> None:
    """No test is timed, whatever the machine is busy with."""
    if config.getoption("--hypothesis-profile") is None:
        settings.load_profile("steady")
