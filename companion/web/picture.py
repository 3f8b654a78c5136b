"""The picture of an evening, as large as previews of links are: SVG that needs nothing from elsewhere, since
a page that shows it as a picture fetches nothing for it, and in letters that any phone has.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from markupsafe import Markup

from companion.web.http.assets import shape
from companion.web.parts import Seat
from companion.web.told import Praise, Told, isolated, told_when

LEFT, RIGHT = 60, 1_140
MIDDLE = 790
"""Where the honours begin."""
TOP, FOOT = 196, 600
TALLEST = 84
HONOURS, MOST_LINES = 2, 4
REASONS = 2
"""How many lines may say why somebody won who tied."""
FIELDS = {
    "leaf": "#2d7449",
    "stag": "#a83228",
    "arrow": "#2a5ca3",
    "tower": "#774a98",
    "bell": "#9a5f08",
    "key": "#3c525d",
    "swan": "#8a7353",
}
"""Each shield's colour, as pages have it by day (components/icon.css)."""
DASHES = {
    "stag": "12 5",
    "arrow": "5 4",
    "tower": "10 4 2 4",
    "bell": "2 3",
    "key": "12 4 2 4 2 4",
    "swan": "1 5",
}
"""The dashes of its line; the leaf's has none (story/story.css)."""
_WIDE = frozenset("mwMWOQ@%&ÆŒæœ—…")
_NOTHING = {"Mn", "Me", "Cf"}
_LATIN = "\u0590"
"""What comes after it is in no script of this width."""


@dataclass(frozen=True, slots=True)
class Written:
    """Words, and the size at which they fit."""

    words: str
    size: int


@dataclass(frozen=True, slots=True)
class Field:
    """A player's shield, and the line that goes with it."""

    charge: str
    drawing: Markup
    colour: str
    dash: str


@dataclass(frozen=True, slots=True)
class Row:
    """A player and where the row begins; a crown in place of the rank if this one `wins`."""

    field: Field
    rank: int
    name: Written
    total: int
    wins: bool
    at: int


@dataclass(frozen=True, slots=True)
class Honoured:
    """An honour: the shields of all who share it, the name if one has it alone, and for what, in lines."""

    title: Written
    fields: tuple[Field, ...]
    name: Written | None
    lines: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What told/picture.html draws; rows end at `right` and are `tall`."""

    head: Written
    outcome: Written
    why: tuple[Written, ...]
    fields: tuple[Field, ...]
    crown: Markup
    rows: tuple[Row, ...]
    right: int
    tall: int
    honours: tuple[Honoured, ...]


def picture(told: Told, when: str) -> Picture:
    """The picture of an evening: who won and why, everybody's place and total, and two honours at most."""
    right = MIDDLE - 40 if told.praises else RIGHT
    tall = min(TALLEST, (FOOT - TOP) // len(told.players))
    fields = {player.seat.charge: _field(player.seat) for player in told.players}
    rows = (
        Row(
            fields[player.seat.charge],
            player.rank,
            fitted(isolated(player.seat.name), tall // 2, right - LEFT - 244),
            player.total,
            player.wins,
            TOP + tall * place,
        )
        for place, player in enumerate(told.players)
    )
    return Picture(
        fitted(told_when(told, when), 28, RIGHT - LEFT),
        fitted(told.outcome, 60, RIGHT - LEFT),
        tuple(_reasons(told.why)),
        tuple(fields.values()),
        shape("crown"),
        tuple(rows),
        right,
        tall,
        tuple(_honours(told.praises, fields)),
    )


def _reasons(why: str) -> Iterator[Written]:
    """Why somebody won who tied, as large as it can be; nothing if it is too long at any size."""
    if why:
        lines = ((size, tuple(_broken(why, size, RIGHT - LEFT))) for size in (26, 22, 18, 14))
        size, every = next((each for each in lines if len(each[1]) <= REASONS), (14, ()))
        yield from (Written(line, size) for line in every)


def _field(seat: Seat) -> Field:
    return Field(seat.charge, shape(seat.charge), FIELDS[seat.charge], DASHES.get(seat.charge, ""))


def _honours(praises: Sequence[Praise], fields: dict[str, Field]) -> Iterator[Honoured]:
    room = RIGHT - MIDDLE
    titles = (tuple(shared) for _title, shared in groupby(praises, key=lambda praise: praise.title))
    for place, shared in enumerate(islice(titles, HONOURS)):
        seats = [seat for praise in shared for seat in praise.seats]
        lines = [line for praise in shared for line in _broken(praise.sentence, 20, room)]
        yield Honoured(
            fitted(shared[0].title, 28, room),
            tuple(fields[seat.charge] for seat in seats),
            fitted(isolated(seats[0].name), 24, room - 44) if len(seats) == 1 else None,
            tuple(lines[:MOST_LINES]),
            TOP + place * (FOOT - TOP) // HONOURS,
        )


def fitted(words: str, size: int, room: int) -> Written:
    """Words no larger than that, and small enough for their room in any common typeface."""
    return Written(words, min(size, int(room / max(1.0, _width(words)))))


def _broken(sentence: str, size: int, room: int) -> Iterator[str]:
    """A sentence in lines."""
    line = ""
    for word in sentence.split(" "):
        longer = f"{line} {word}".strip()
        if line and _width(longer) * size > room:
            yield line
            longer = word
        line = longer
    yield line


def _width(words: str) -> float:
    """About how wide words in bold are, in heights of a letter; rather more."""
    return sum(map(_wide, words))


def _wide(letter: str) -> float:
    category = unicodedata.category(letter)
    if category in _NOTHING:
        return 0.0
    if unicodedata.east_asian_width(letter) in {"W", "F"} or category == "So":
        return 1.4
    if letter in _WIDE:
        return 1.15
    return 0.85 if letter.isupper() or letter > _LATIN else 0.68
