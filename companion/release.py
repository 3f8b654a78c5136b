"""Which version of Counting House this is."""

from importlib.metadata import PackageNotFoundError, version

DISTRIBUTION = "counting-house"


def release() -> str:
    """The version as it was published; "unknown" in a checkout that was never installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "unknown"
