"""What the tests of one subject declare for those of all: each module here is found, none is listed.

It has `SAMPLES` of its kinds, commands and events with every field filled; how random evenings take its steps
(`takes`); its forms filled in, each a `Scene`, which are looked at as screens too; and its own tests.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType


def subjects() -> Iterator[ModuleType]:
    """The modules, by name."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        yield import_module(f"tests.kinds.{file.stem}")
