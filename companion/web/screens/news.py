"""What is told of a table to whoever looks at another page, or does not look: one short sentence."""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from markupsafe import Markup

from companion.rules.talk import Talk
from companion.tables import Table
from companion.web.language import language
from companion.web.talk_words import latest
from companion.web.words import Words

KEPT = 512  # sentences of the tables that are played just now


@dataclass(frozen=True, slots=True)
class News:
    """What happened last. `entry` changes with every entry and with everything said."""

    game: str
    entry: str
    sentence: Markup


def news(table: Table, talk: Talk, known: str) -> News:
    """The latest entry, taken back or not; what was said last where the phone knows that entry already."""
    is_known = known.partition(".")[0] == str(table.seq)
    said = latest(table.game, talk) if is_known else None
    return News(table.id, mark(table, talk), said or _latest(table, language()))


@lru_cache(KEPT)
def _latest(table: Table, _language: str) -> Markup:
    return Words(table.game.seats).sentence(table.lines[-1].event)


def mark(table: Table, talk: Talk) -> str:
    """A word that is another one after every entry and everything said."""
    return f"{table.seq}.{crc32(talk.action_ids[-1].encode()) if talk.action_ids else 0}"
