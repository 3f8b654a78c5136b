"""What is in the box of Nottingham, read once from box.toml (N1, N2, N14, N16), and its pawns: seven colours,
each with a shield of its own (N1).
"""

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from companion.rules.seats import WHITE


@dataclass(frozen=True, slots=True)
class Item:
    """An object: its `value` as loot (N1), and the most `ambushes` on one delivery of it (N12)."""

    word: str
    value: int
    ambushes: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the two cards of a mission print: the worth `alone` with one pawn, `shared` with two (N14)."""

    alone: int
    shared: int

    def worth(self, takers: int) -> int:
        """What the mission is worth to each of one or two who fulfilled it."""
        return self.alone if takers == 1 else self.shared


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission, with its numbers where a source knows them (N14)."""

    word: str
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class Box:
    """The cards, and the limits of what a table may type."""

    items: tuple[Item, ...]
    missions: tuple[Mission, ...]
    copies: int
    fewest_cards: int
    mission_cards: int
    highest_number: int
    fewest_players: int
    most_players: int
    spaces: int
    fewest_spaces: int
    most_spaces: int
    highest_printed: int

    def item(self, word: str) -> Item:
        """The object of this word; a KeyError if there is none."""
        return {item.word: item for item in self.items}[word]

    @property
    def item_words(self) -> tuple[str, ...]:
        """The words of the objects, in the order of their values."""
        return tuple(item.word for item in self.items)

    @property
    def mission_words(self) -> tuple[str, ...]:
        """The words of the missions."""
        return tuple(mission.word for mission in self.missions)


def _read() -> Box:
    file = resources.files(__package__).joinpath("box.toml")
    tables: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    items = tuple(Item(word, **row) for word, row in tables.pop("items").items())
    missions = tuple(
        Mission(word, Numbers(**row) if row else None) for word, row in tables.pop("missions").items()
    )
    return Box(items, missions, **tables)


BOX = _read()


def proposed(mission: str) -> Numbers | None:
    """The numbers that a source gives for a mission; None if the table has to type them (N14)."""
    return next((each.numbers for each in BOX.missions if each.word == mission), None)


PAWNS = (
    ("red", "stag"),
    ("yellow", "bell"),
    ("green", "leaf"),
    ("blue", "arrow"),
    ("purple", "tower"),
    ("white", WHITE),
    ("grey", "key"),
)
SHIELDS = tuple(shield for _, shield in PAWNS)
