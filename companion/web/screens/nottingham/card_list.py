"""The seven objects, and the missions."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.nottingham.box import BOX, Numbers
from companion.web.http.language import gettext as _


@dataclass(frozen=True, slots=True)
class CardLine:
    """An object, and what a loot card of it is worth."""

    word: str
    value: int


@dataclass(frozen=True, slots=True)
class MissionLine:
    """A mission, with its two numbers where they are known, else ""."""

    word: str
    numbers: str


@dataclass(frozen=True, slots=True)
class Cards:
    """What nottingham/cards/_cards.html shows; `back` is where to return to; each object has `copies`."""

    back: str
    back_label: str
    items: tuple[CardLine, ...]
    missions: tuple[MissionLine, ...]
    copies: int


def cards(back: str, known: Mapping[str, Numbers]) -> Cards:
    """Every object in the order of its worth, and every mission with its `known` numbers (N1, N2, N14)."""
    return Cards(
        back,
        _("Back"),
        tuple(CardLine(item.word, item.value) for item in BOX.items),
        tuple(MissionLine(word, _printed(known.get(word))) for word in BOX.mission_words),
        BOX.copies,
    )


def _printed(numbers: Numbers | None) -> str:
    return f"{numbers.alone} / {numbers.shared}" if numbers else ""
