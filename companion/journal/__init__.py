"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.book import Book, Log
from companion.journal.codes import digest, spoken
from companion.journal.journal import CODE_LETTERS, HANDOVER_LIFE, Journal, UnknownGame
from companion.journal.room import Follows, RoomBook
from companion.journal.storage import CAUSES, Cause, StorageRefused, StorageTrouble, Unconfirmed
from companion.records import (
    BANK,
    Entry,
    GameRecord,
    GameVersion,
    Handover,
    HeldGame,
    Holder,
    NewEntry,
    NewGlance,
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
    "HeldGame",
    "Holder",
    "Journal",
    "Log",
    "NewEntry",
    "NewGlance",
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
