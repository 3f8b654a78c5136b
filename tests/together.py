"""What several do at the same moment."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each of these returns or raises; a thread each, and all begin together."""
    start = threading.Barrier(len(acts))

    def begun(act: Callable[[], object]) -> object:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        futures = [threads.submit(begun, act) for act in acts]
    return [future.exception() or future.result() for future in futures]
