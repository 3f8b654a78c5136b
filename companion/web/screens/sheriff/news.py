"""What a phone on another page, or a screen reader, is told about a table: one short sentence."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff.talk import Talk
from companion.tables import mark
from companion.web.phone.sheriff.table import Table
from companion.web.screens.parts import shared
from companion.web.words.sheriff.event_words import report
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.talk_words import latest


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. `entry` changes with every entry and with everything said; `over` says why nothing
    can be done any more on the requesting page, `onward` where a page of the count, or a result with a
    rematch, leads then. If offers changed on the requesting sheet `at`, `said` is their new mark.
    """

    game: str
    entry: str
    sentence: Markup
    over: Markup | str = ""
    onward: str = ""
    at: str = ""
    said: str = ""


def news(table: Table, talk: Talk, known: str) -> News:
    """The latest entry, taken back or not; what was said last if the phone already knows that entry."""
    is_known = known.partition(".")[0] == str(table.seq)
    said = latest(table.game, talk) if is_known else None
    return News(table.id, mark(table, talk), said or happened(table))


def happened(table: Table) -> Markup:
    """The latest entry, taken back or not, in one sentence."""

    def sentence(table: Table) -> Markup:
        event = table.lines[-1].event
        return report(Words(table.game.seats), event, table.undone_by(event)).sentence

    return shared(table, "latest", sentence)
