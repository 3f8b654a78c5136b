"""Entries of any game's log: what takes the latest one back, and what puts it back."""

from dataclasses import dataclass

from companion.rules.ledger import Move


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the latest standing entry, as if it had never happened."""

    seq: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """What the take back of this number left out stands again."""

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
    """What a take back left out stands again, under its own number and as it was: the latest one of those
    after which nothing else was booked, and which was not undone yet. `seq` is its number, `by` as there.
    """

    seq: int
    by: tuple[int, ...] | None
    moves: tuple[Move, ...] = ()


OfAnyGame = TakenBack | EntryPutBack
"""What only says which entries stand, and is a word of every game."""
