"""The chain of a log: each entry carries a hash of itself and of the chain before it, so that a byte changed
in any stored entry is noticed. It shows accidents, not forgery: anybody who can write the database can make
another chain.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator

from companion.records import Entry

BEGINNING = ""
"""The chain before the first entry."""
ALTERED = "it is not what was stored"
"""The finding about an entry that the chain does not fit."""


def linked(before: str, entry: Entry) -> str:
    """The chain up to this entry, in 64 hexadecimal digits: a hash of the entry and the chain before it."""
    said = (entry.game, entry.seq, entry.action_id, entry.fingerprint, entry.recorded_at, entry.body)
    text = json.dumps((before, *said), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def broken(entries: Iterable[Entry], before: str = BEGINNING) -> Iterator[int]:
    """The numbers of the entries that are not what was stored; `before` is the chain before the first."""
    for entry in entries:
        if linked(before, entry) != entry.chain:
            yield entry.seq
        before = entry.chain
