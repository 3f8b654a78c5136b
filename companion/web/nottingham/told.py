"""What is handed on of an evening of Nottingham (2006)."""

from markupsafe import Markup

from companion.rules.nottingham.story import story
from companion.web.http.fragments import rendered
from companion.web.http.language import gettext as _
from companion.web.nottingham.ending import result_read
from companion.web.nottingham.race import told_ties
from companion.web.nottingham.table import Table
from companion.web.told import BoardGame, Told, placed, unmarked

GAME = BoardGame("Nottingham", "nottingham")


def told(table: Table) -> Told | None:
    """An evening in a few words; None before its result."""
    counted, times = table.game.result, (line.recorded_at for line in table.standing)
    if counted is None:
        return None
    why = unmarked(next(told_ties(table.game, counted)))
    minutes = story(table.log, times).minutes
    return Told(_("Nottingham (2006)"), GAME, "", placed(table.game, counted), minutes, why=why)


def shown(table: Table) -> Markup:
    """The result of an evening that is over, for whoever only reads."""
    counted = table.game.result
    if counted is None:
        return Markup()
    return rendered("nottingham/told/_told.html", result=result_read(table, counted))
