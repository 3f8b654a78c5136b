"""The journal: the append-only log of every game, and what is kept beside it."""

from companion.journal.book import Book, Follows, Log, RoomBook
from companion.journal.codes import digest, spoken
from companion.journal.journal import CODE_LETTERS, HANDOVER_LIFE, Journal, UnknownGame
from companion.journal.moving import TargetTrouble
from companion.journal.neighbours import Neighbours
from companion.journal.trouble import (
    CAUSES,
    Cause,
    StorageRefused,
    StorageTrouble,
    Unconfirmed,
    started_over,
)
from companion.records import (
    BANK,
    Copied,
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
    Stop,
    Timer,
)

__all__ = [
    "BANK",
    "CAUSES",
    "CODE_LETTERS",
    "HANDOVER_LIFE",
    "Book",
    "Cause",
    "Copied",
    "Entry",
    "Follows",
    "GameRecord",
    "GameVersion",
    "Handover",
    "HeldGame",
    "Holder",
    "Journal",
    "Log",
    "Neighbours",
    "NewEntry",
    "NewGlance",
    "Notice",
    "Room",
    "RoomBook",
    "Stop",
    "StorageRefused",
    "StorageTrouble",
    "TargetTrouble",
    "Timer",
    "Unconfirmed",
    "UnknownGame",
    "digest",
    "spoken",
    "started_over",
]
