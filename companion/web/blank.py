"""An empty score sheet, to be printed and filled in by hand."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlankRow:
    """What is written down in a row: a drawing and its sprite, or "", what it is and what each is worth."""

    icon: str
    sprite: str
    label: str
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Blank:
    """The score sheet of a game: rows in parts, and for how many it can be, with royal goods or without."""

    parts: tuple[tuple[BlankRow, ...], ...]
    seats: Sequence[int]
    has_royal_goods: bool = False
