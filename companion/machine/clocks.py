"""The machine's date, and a monotonic clock: for what runs down whatever happens to the date."""

import time

NANOSECONDS = 1_000_000  # a millisecond


def _ticks() -> int:
    """Nanoseconds that only grow; where the system can, they grow while a laptop sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


_ZERO = time.time_ns() - _ticks()


def wall_now() -> int:
    """The date and time of this machine, in milliseconds since 1970."""
    return time.time_ns() // NANOSECONDS


def monotonic_now() -> int:
    """Milliseconds since 1970 as they were at the start of this process, counted on from there."""
    return (_ZERO + _ticks()) // NANOSECONDS
