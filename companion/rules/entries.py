"""Entries of any game's log: what takes the latest one back."""

from dataclasses import dataclass

from companion.rules.ledger import Move


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The latest standing entry never happened."""

    seq: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An entry never happened; the journal leaves it out of every replay. `by` are the seats of the phone
    that asked, none for a bank without a seat; None where one phone is the whole table, or nobody noted it.
    """

    seq: int
    by: tuple[int, ...] | None = None
    moves: tuple[Move, ...] = ()
