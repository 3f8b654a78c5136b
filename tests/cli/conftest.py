"""`serve`, opened once for all who only ask it something."""

from collections.abc import Iterator

import pytest

from tests.cli.test_serving import House, served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One without any setting."""
    folder = tmp_path_factory.mktemp("house")
    with served(folder, {}) as address:
        yield folder, address
