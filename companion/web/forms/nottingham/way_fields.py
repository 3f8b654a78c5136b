"""The fields of a table's options: open_sums, spaces, printed (a digit for each space)."""

from dataclasses import replace

from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.options import Options
from companion.rules.nottingham.refusals import PrintedMissing, PrintedOutOfRange, SpacesOutOfRange
from companion.rules.refusals import NothingMoved
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _

LONGEST = 200
BESIDE = {"spaces": (SpacesOutOfRange,), "printed": (PrintedMissing, PrintedOutOfRange)}
FIELDS = fields({**BESIDE, "open_sums": (NothingMoved,)})
"""The field each refusal is shown beside."""


def read(reader: Reader, options: Options) -> Options:
    """The options as typed; the way as it is where nothing is typed about it."""
    options = replace(options, open_sums=reader.ticked("open_sums"))
    if "spaces" in reader.form:
        options = replace(options, spaces=_spaces(reader))
    return replace(options, printed=_printed(reader)) if "printed" in reader.form else options


def of_options(options: Options) -> list[tuple[str, str]]:
    """The fields as they say this."""
    typed = [("spaces", str(options.spaces)), ("printed", " ".join(map(str, options.printed)))]
    return typed + ([("open_sums", "1")] if options.open_sums else [])


def _spaces(reader: Reader) -> int:
    return reader.number("spaces", BOX.most_spaces, BOX.fewest_spaces, blank=BOX.spaces)


def _printed(reader: Reader) -> tuple[int, ...]:
    """A digit for each space; however they are set apart."""
    text = "".join(reader.text("printed", LONGEST).replace(",", " ").split())
    if text and not text.isdecimal():
        reader.refuse("printed", _("A digit for each space, in the order of the way, and nothing else."))
        return ()
    return tuple(map(int, text))
