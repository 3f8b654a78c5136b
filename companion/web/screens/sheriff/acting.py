"""Who of two Deputies acts over a bag (E11)."""

from companion.rules.sheriff.game import Game
from companion.web.http.language import gettext as _
from companion.web.screens.parts import Choice


def who_acts(game: Game) -> tuple[Choice, ...]:
    """The choices: both, which is proposed, or one of them alone; none where one Sheriff serves."""
    if not game.deputies:
        return ()
    alone = (Choice(str(seat), _("%(name)s alone", name=game.seats[seat].name)) for seat in game.deputies)
    return (Choice("", _("both")), *alone)
