"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.book import Book, Follows, Log, UnknownGame, digest, spoken
from companion.journal.groups import GroupBook, UnknownGroup
from companion.journal.journal import CODE_LETTERS, HANDOVER_LIFE, Journal
from companion.journal.moving import TargetTrouble
from companion.journal.neighbours import Neighbours
from companion.journal.trouble import CAUSES, Cause, StorageRefused, StorageTrouble, Unconfirmed, started_over

__all__ = [
    "CAUSES",
    "CODE_LETTERS",
    "HANDOVER_LIFE",
    "Book",
    "Cause",
    "Follows",
    "GroupBook",
    "Journal",
    "Log",
    "Neighbours",
    "StorageRefused",
    "StorageTrouble",
    "TargetTrouble",
    "Unconfirmed",
    "UnknownGame",
    "UnknownGroup",
    "digest",
    "spoken",
    "started_over",
]
