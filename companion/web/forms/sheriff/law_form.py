"""The laws of a round: those typed before are ticked, new ones are typed.

Fields: round (in which the form was drawn); law, once for each that is ticked; line-0 to line-2.
"""

from dataclasses import dataclass

from companion.rules.sheriff.refusals import (
    BadgeMovedOn,
    LawTooLong,
    NothingMoved,
    NotPlayedHere,
    TooManyLaws,
)
from companion.rules.sheriff.round_laws import LONGEST_LAW, MOST_LAWS, ProclaimLaws
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader

LINES = tuple(f"line-{index}" for index in range(MOST_LAWS))
FIELDS = fields({"laws": (LawTooLong, NothingMoved, NotPlayedHere, TooManyLaws), "": (BadgeMovedOn,)})
"""The field each refusal is shown beside."""


@dataclass(frozen=True, slots=True)
class LawForm:
    """What was `ticked`, and what was typed on each line."""

    ticked: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("",) * MOST_LAWS

    @property
    def is_empty(self) -> bool:
        """Whether there is no law."""
        return not any((*self.ticked, *self.lines))

    def command(self) -> ProclaimLaws:
        """What is asked for; an empty line is no law."""
        return ProclaimLaws(tuple(filter(None, (*self.ticked, *self.lines))))


def read(reader: Reader) -> LawForm:
    """The form that the fields describe."""
    ticked = tuple(law[: LONGEST_LAW + 1] for law in reader.form.getlist("law"))
    return LawForm(ticked, tuple(reader.text(line, LONGEST_LAW) for line in LINES))
