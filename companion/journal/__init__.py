"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.book import HANDOVER_LIFE, Book, Follows, Log, digest, spoken
from companion.journal.groups import GroupBook, StoredGroup, UnknownGroup
from companion.journal.journal import Journal
from companion.journal.moving import TargetTrouble, copied
from companion.journal.neighbours import Neighbours
from companion.journal.trouble import StorageRefused, StorageTrouble, Unconfirmed, started_over
from companion.records import UnknownGame

__all__ = [
    "HANDOVER_LIFE",
    "Book",
    "Follows",
    "GroupBook",
    "Journal",
    "Log",
    "Neighbours",
    "StorageRefused",
    "StorageTrouble",
    "StoredGroup",
    "TargetTrouble",
    "Unconfirmed",
    "UnknownGame",
    "UnknownGroup",
    "copied",
    "digest",
    "spoken",
    "started_over",
]
