"""What happened last at a table, or was said last, in one short sentence."""

from markupsafe import Markup

from companion.rules.sheriff.talk import Talk
from companion.web.phone.sheriff.table import Table
from companion.web.screens.parts import shared
from companion.web.words.sheriff.event_words import report
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.talk_words import latest


def latest_of(table: Table, talk: Talk, known: str) -> Markup:
    """The latest entry, taken back or not; what was said last where the phone knows that entry already."""
    is_known = known.partition(".")[0] == str(table.seq)
    return (latest(table.game, talk) if is_known else None) or happened(table)


def happened(table: Table) -> Markup:
    """The latest entry, taken back or not, in one sentence."""

    def sentence(table: Table) -> Markup:
        event = table.lines[-1].event
        return report(Words(table.game.seats), event, table.undone_by(event)).sentence

    return shared(table, "latest", sentence)
