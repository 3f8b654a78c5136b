"""What was taken back or put back a moment ago."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.entries import OfAnyGame
from companion.tables import AnyTable
from companion.web.phone.here import NEWS_FOR
from companion.web.words.undoing import Report


@dataclass(frozen=True, slots=True)
class Undone:
    """What board/_undone.html shows: what the latest entry took back or put back, and who did. `entry` is the
    number of a take back that this phone may undo; 0 for none.
    """

    game: str
    icon: str
    sentence: Markup
    entry: int


def undone_at(table: AnyTable, told: Report, now: int, *, may_put_back: bool) -> Undone | None:
    """The latest entry as it is `told`, if it took back or put back another, while that is only moments
    old.
    """
    line = table.lines[-1]
    if not isinstance(line.event, OfAnyGame) or now >= line.recorded_at + NEWS_FOR:
        return None
    return Undone(table.id, told.icon, told.sentence, line.seq if may_put_back else 0)
