"""Drawing lots: decided by the action's own random id, so that the same form sent twice draws the same."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Lot = TypeVar("Lot")


def drawn(lots: Sequence[Lot], action_id: str) -> Lot:
    """One of these, each as likely as any other."""
    digest = hashlib.sha256(action_id.encode()).digest()
    return lots[int.from_bytes(digest) % len(lots)]
