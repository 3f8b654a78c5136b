"""The seven objects, and the missions."""

from dataclasses import dataclass

from companion.rules.nottingham.box import BOX, Mission
from companion.web.http.language import gettext as _


@dataclass(frozen=True, slots=True)
class CardLine:
    """An object, and what a loot card of it is worth."""

    word: str
    value: int


@dataclass(frozen=True, slots=True)
class MissionLine:
    """A mission, with its two numbers where a source knows them, else ""."""

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


def cards(back: str) -> Cards:
    """Every object in the order of its worth, and every mission (N1, N2, N14)."""
    return Cards(
        back,
        _("Back"),
        tuple(CardLine(item.word, item.value) for item in BOX.items),
        tuple(MissionLine(mission.word, _numbers(mission)) for mission in BOX.missions),
        BOX.copies,
    )


def _numbers(mission: Mission) -> str:
    known = mission.numbers
    return f"{known.alone} / {known.shared}" if known else ""
