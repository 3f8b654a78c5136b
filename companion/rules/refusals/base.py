"""What a refusal is: a small class for each way the rules say no, with its sentence and its values."""

from dataclasses import fields
from typing import ClassVar


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a marker
    """Mark a sentence for the catalogues; it is translated where it is shown."""
    return sentence


class Refusal(Exception):  # noqa: N818 - a player is told no; the program has no error
    """The rules say no. `sentence` is the catalogue's message id; where it stands on a form the form says."""

    sentence: ClassVar[str]

    @property
    def values(self) -> dict[str, object]:
        """What the places of the sentence hold: seats as numbers, goods as their words."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __str__(self) -> str:
        """The English sentence with its plain values."""
        return self.sentence % self.values
