"""Which box this phone had on its table last: its forms come first."""

from companion.rules.ruleset import Event, Game_co, Ruleset
from companion.web.context.current import held_tables
from companion.web.context.pages import pages_by
from companion.web.screens.start import Box


def last_box(mine: Ruleset[Game_co, Event]) -> Box | None:
    """The box of this phone's newest table, if it is another game's than `mine` and can be chosen."""
    newest = next(iter(held_tables().tables), None)
    return None if newest is None or newest.rules is mine else pages_by(newest.rules).ways().box
