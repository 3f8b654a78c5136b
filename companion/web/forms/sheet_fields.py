"""The fields of a quick count's form that every game's has: a line for each player, and numbers."""

import re

from werkzeug.datastructures import MultiDict

from companion.web.forms.reader import whole

LONGEST_TYPED = 200
MINUS = "\N{MINUS SIGN}"
_BELOW_NONE = re.compile(rf"[-{MINUS}][0-9]{{1,7}}", re.ASCII)


def seats(form: MultiDict[str, str], most: int) -> list[int]:
    """The form's lines that are in use: those with a name or with anything counted."""
    return [index for index in range(most) if _is_used(form, index)]


def number(text: str) -> int | str:
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
