"""Numbers of a count sheet: as typed, and as shown."""

import re
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from werkzeug.datastructures import MultiDict

from companion.tables import AnyTable, Listed
from companion.web.reader import whole

LONGEST_TYPED = 200
MINUS = "\N{MINUS SIGN}"
_BELOW_NONE = re.compile(rf"[-{MINUS}][0-9]{{1,7}}", re.ASCII)


def seats_typed(form: MultiDict[str, str], most: int) -> list[int]:
    """The form's lines that are in use: those with a name or with anything counted."""
    return [index for index in range(most) if _is_used(form, index)]


def count_typed(text: str) -> int | str:
    """A whole number; whatever else was typed stays text, for the sheet to refuse."""
    if _BELOW_NONE.fullmatch(text):
        return int(text.replace(MINUS, "-"))
    found = whole(text)
    return text[:LONGEST_TYPED] if found is None else found


def _is_used(form: MultiDict[str, str], index: int) -> bool:
    if form.get(f"name-{index}", "").strip():
        return True
    counted = (value for name, value in form.items() if name.startswith(f"{index}-"))
    return any(value.strip() not in {"", "0"} for value in counted)


@runtime_checkable
class Counted(Protocol):
    """The one entry of a quick count; `replaces` is the id of the count that it replaced, or ""."""

    @property
    def replaces(self) -> str:
        """The id of the count before it."""


def is_count(table: AnyTable) -> bool:
    """Whether it is a quick count and not a game played here."""
    return isinstance(table.lines[0].event, Counted)


def counts_now(count: str, others: Sequence[Listed]) -> str:
    """The id of the count among these, newest first, that finally replaced this one; its own if none did."""
    for _other in others:  # at most this often, so that game files that name each other cannot loop
        count = next((other.id for other in others if other.at.replaces == count), count)
    return count
