"""Which version of Counting House this is."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "counting-house"


@cache
def release() -> str:
    """The published version; "(checkout)" if it was never installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(checkout)"
