"""What happened last at a table, in one short sentence."""

from markupsafe import Markup

from companion.web.phone.nottingham.permit import Permit
from companion.web.phone.nottingham.table import Table
from companion.web.screens.parts import shared
from companion.web.screens.undone import Undone, undone_at
from companion.web.words.nottingham.event_words import report
from companion.web.words.nottingham.hands import sheriff
from companion.web.words.nottingham.sentences import Words, joined
from companion.web.words.undoing import Report


def happened(table: Table) -> Markup:
    """Where the Sheriff goes with the latest entry, unless the table is asked: the smallest phones have room
    for no more. Then the entry, taken back or not.
    """
    aloud = None if table.game.due else sheriff(Words(table.game.seats), table.game, table.lines[-1].event)
    return joined((_ended(aloud) if aloud else "", told(table, table.seq).sentence))


def _ended(sentence: Markup) -> Markup:
    """The sentence with a full stop, unless it calls out already."""
    return sentence if sentence.endswith("!") else sentence + "."


def undone(table: Table, permit: Permit, now: int) -> Undone | None:
    """What was taken back or put back, while that is only moments old."""
    return undone_at(table, lambda seq: told(table, seq), now, may_put_back=permit.may_put_back())


def told(table: Table, seq: int) -> Report:
    """How an entry is told, taken back or not."""

    def of_entry(table: Table) -> Report:
        event = table.lines[seq - 1].event
        return report(Words(table.game.seats), event, table.undone_by(event))

    return shared(table, f"told {seq}", of_entry)
