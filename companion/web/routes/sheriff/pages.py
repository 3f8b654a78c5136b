"""What Sheriff of Nottingham has to say on the pages of all games."""

from flask import url_for

from companion.rules.stages import Stage
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.screens.sheriff.result import replaced
from companion.web.screens.start import Glance


def glance(table: Table) -> Glance:
    """A table as the first page shows it."""
    game = table.game
    if game.stage is Stage.CLOSED:
        won = game.result.winners if game.result else ()
        return Glance(url_for("ending.result", game=table.id), winners=won, replaces=replaced(table))
    under = _("Round %(round)s of %(rounds)s", round=game.round, rounds=game.rounds)
    return Glance(url_for("table.board", game=table.id), under, replaces=replaced(table))
