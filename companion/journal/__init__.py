"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.codes import digest, spoken
from companion.journal.journal import CODE_LETTERS, HANDOVER_LIFE, Book, Journal, Log, UnknownGame
from companion.journal.room import Follows, RoomBook
from companion.journal.storage import CAUSES, Cause, StorageRefused, StorageTrouble, Unconfirmed
from companion.records import (
    BANK,
    Entry,
    GameRecord,
    GameVersion,
    Handover,
    Holder,
    NewEntry,
    Notice,
    Room,
    Timer,
)

__all__ = [
    "BANK",
    "CAUSES",
    "CODE_LETTERS",
    "HANDOVER_LIFE",
    "Book",
    "Cause",
    "Entry",
    "Follows",
    "GameRecord",
    "GameVersion",
    "Handover",
    "Holder",
    "Journal",
    "Log",
    "NewEntry",
    "Notice",
    "Room",
    "RoomBook",
    "StorageRefused",
    "StorageTrouble",
    "Timer",
    "Unconfirmed",
    "UnknownGame",
    "digest",
    "spoken",
]
