"""The same as `mute`, and no process looks for itself either. Loaded by a server as its app."""

from companion.journal import neighbours

neighbours.CHECKED = float("inf")

from tests.long.proof.mute import app  # noqa: E402 - with the fault in place

__all__ = ["app"]
