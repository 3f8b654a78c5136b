"""Gets what tests need beyond Python: `python -m tests.tools`, or with `all` what `make test-all` needs.

What cannot be had is said and nothing more: its tests say at the end of the run that they did not run.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial

from tests import cluster
from tests.browser import checker, chromium
from tests.browser.installing import ToolMissingError
from tests.long.deploy import programs
from tests.long.engines import engines

Getter = Callable[[], object]
FOR_TEST: dict[str, Getter] = {
    "PostgreSQL": cluster.programs,
    "Chromium": chromium.shell,
    "Java": checker.java,
    "the HTML checker": checker.jar,
}
FOR_ALL: dict[str, Getter] = {
    **FOR_TEST,
    "Chromium with windows": chromium.with_windows,
    "WebKit": engines.webkit_driver,
    "Firefox": engines.firefox,
    "Firefox's driver": engines.gecko_driver,
    **{name: partial(programs.program, name) for name in programs.PACKAGES},
}


def told(getters: dict[str, Getter]) -> Iterator[str]:
    """A line for each tool: where it is, or why it is not here."""
    for name, get in getters.items():
        try:
            yield f"{name}: {get()}\n"
        except ToolMissingError as missing:
            yield f"{name}: not here. {missing}\n"


if __name__ == "__main__":
    sys.stdout.writelines(told(FOR_ALL if "all" in sys.argv[1:] else FOR_TEST))
