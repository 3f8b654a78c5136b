"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.journal import BANK, Book, Journal, Log, UnknownGame, digest
from companion.journal.storage import CAUSES, Cause, StorageRefused, StorageTrouble, Unconfirmed
from companion.records import Entry, GameRecord, Handover, NewEntry, Timer

__all__ = [
    "BANK",
    "CAUSES",
    "Book",
    "Cause",
    "Entry",
    "GameRecord",
    "Handover",
    "Journal",
    "Log",
    "NewEntry",
    "StorageRefused",
    "StorageTrouble",
    "Timer",
    "Unconfirmed",
    "UnknownGame",
    "digest",
]
