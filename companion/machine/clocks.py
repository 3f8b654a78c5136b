"""The machine's date, and a monotonic clock for what must run down whatever happens to the date."""

import time
from functools import partial

NANOSECONDS = 1_000_000  # a millisecond

_ticks = time.monotonic_ns
if hasattr(time, "CLOCK_BOOTTIME"):  # there it keeps counting while a laptop sleeps
    _ticks = partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
_ZERO = time.time_ns() - _ticks()


def wall_now() -> int:
    """The date and time of this machine, in milliseconds since 1970."""
    return time.time_ns() // NANOSECONDS


def monotonic_now() -> int:
    """Milliseconds since 1970 by the date at the start of this process, counted monotonically from there."""
    return (_ZERO + _ticks()) // NANOSECONDS
