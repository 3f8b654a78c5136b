"""Where an action leads, if not to the board."""

from collections.abc import Callable

from flask import url_for

from companion.web.forms.reader import Reader
from companion.web.phone.sheriff.table import Table


def onward_to_end(reader: Reader) -> Callable[[Table], str] | None:
    """Back from what delays the end to the page that ends the game, which names what else does."""
    if not reader.ticked("ending"):
        return None
    return lambda after: url_for("sheriff.menu", game=after.id, ending=1)
