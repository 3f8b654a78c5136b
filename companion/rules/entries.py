"""Entries of any game's log: taking back the latest one, and putting it back."""

from dataclasses import dataclass

from companion.rules.ledger import Move


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the latest standing entry, as if it had never happened."""

    seq: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put back the entry that the take back with this number left out."""

    seq: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An entry was taken back: every replay leaves it out. `by` are the seats of the phone that asked, empty
    for a bank without a seat; None if one phone is the whole table, or in older logs, which did not record
    it.
    """

    seq: int
    by: tuple[int, ...] | None = None
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryPutBack:
    """An entry that was taken back stands again, unchanged and under its own number. `seq` is the number of
    its take back: the latest one not yet undone, with nothing else booked since. `by` is as in TakenBack.
    """

    seq: int
    by: tuple[int, ...] | None
    moves: tuple[Move, ...] = ()


OfAnyGame = TakenBack | EntryPutBack
"""The entries that only say which others stand; every game has their words."""
