"""The journal's tables. Their history is in migrations/; a test keeps the two in step."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, Index, MetaData, Table

from companion.journal.columns import LATEST, MOST_ENTRIES, limited, moment, number, of_game, of_group, text

LONGEST_TIMER = 86_400_000  # a day, in milliseconds
MOST_SEATS = 7

CLERK = "counting_house_clerk"
"""The role that writes on a server: it has all rights except to change or remove entries."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _table(
    name: str,
    *columns: Column[Any],
    key: Sequence[str],
    unique: Sequence[Sequence[str]] = (),
    sqlite_with_rowid: bool = True,
) -> Table:
    return Table(
        name,
        metadata,
        *limited(*columns, key=key, unique=unique),
        sqlite_strict=True,
        sqlite_with_rowid=sqlite_with_rowid,
    )


games = _table(
    "games",
    text("id", 8, 8),
    moment("opened_at"),
    moment("closed_at", nullable=True),
    key=["id"],
)

# One row is one action with all its events; rows are never changed, and removed only with their game
# (triggers in the migration). `chain` is a hash of the row and of the chain before it (companion/chain.py).
entries = _table(
    "entries",
    of_game(ondelete="CASCADE"),
    number("seq", 1, MOST_ENTRIES),
    text("action_id", 1, 64),
    text("fingerprint", 1, 64),
    moment("recorded_at"),
    text("body"),
    text("chain", 64, 64),
    key=["game", "seq"],
    unique=[["game", "action_id"]],
)

# Which tap on which device opened a game, so that a double tap on "new table" finds the first one. A rematch
# counts as opened by the table it follows: whoever taps, there is only one.
openings = _table(
    "openings",
    text("token_hash", 64, 64),
    text("action_id", 1, 64),
    of_game(),
    key=["token_hash", "action_id"],
    unique=[["game"]],
)

# One phone for each role of a game: the bank, each seat, and each phone that only watches.
holders = _table(
    "holders",
    of_game(),
    text("role", 1, 16),
    text("token_hash", 64, 64),
    moment("held_since"),
    key=["game", "role"],
)
Index(None, holders.c.token_hash)

# The words that carry a role to another phone, one pair for each role; used ones are kept, because the phone
# that used them may ask again.
handovers = _table(
    "handovers",
    of_game(),
    text("role", 1, 16),
    text("secret_hash", 64, 64),
    text("code_hash", 64, 64),
    moment("made_at"),
    moment("expires_at"),
    number("used", 0, 1),
    key=["game", "role"],
    unique=[["secret_hash"], ["code_hash"]],
)

# When a phone was last at a table, to the day: a seat unused for a month is free again.
visits = _table(
    "visits", of_game(), text("token_hash", 64, 64), moment("seen_at"), key=["game", "token_hash"]
)

# What is kept beside the log: the door and who knocks there, who may record, what was said in the round.
rooms = _table(
    "rooms",
    of_game(),
    number("version", 0, LATEST),
    text("secret", 22, 22, nullable=True),
    text("code", 6, 6, nullable=True),
    moment("open_until"),
    text("recording", 1, 16),
    text("votes"),
    text("talk", nullable=True),
    text("knocks"),
    key=["game"],
    unique=[["secret"], ["code"]],
)

notices = _table(
    "notices",
    of_game(),
    number("number", 1, MOST_ENTRIES),
    moment("recorded_at"),
    text("kind", 1, 32),
    number("seat", 0, MOST_SEATS - 1, nullable=True),
    key=["game", "number"],
)

# What only a merchant knows: the cards of their own bags, round by round. No response to anybody else
# contains any.
notes = _table(
    "notes",
    of_game(),
    number("seat", 0, MOST_SEATS - 1),
    number("round", 0, MOST_ENTRIES),
    text("body"),
    key=["game", "seat", "round"],
)

# What a list of tables shows of each game, so that none is replayed for it. A summary is valid for the entry
# and the release it was made at; otherwise it is made again. It is rewritten with each entry, so it has no
# row id, which would take another page of the file.
summaries = _table(
    "glances",
    of_game(),
    number("seq", 1, MOST_ENTRIES),
    text("release", 1, 64),
    text("body"),
    key=["game"],
    sqlite_with_rowid=False,
)

# The tables where a law did not hold, and what a report of it needs. A stop is valid for the release that
# found it: another may have fixed the fault.
stops = _table(
    "stops",
    of_game(),
    number("seq", 1, MOST_ENTRIES),
    moment("stopped_at"),
    text("release", 1, 64),
    text("what", 1),
    text("command"),
    text("event"),
    key=["game"],
)

# The link by which anybody reads an evening that is over, with its `names` or without. Its `key` is shown to
# the players again, so it is kept as it is, like the words of a door.
links = _table(
    "links", of_game(), text("key", 22, 22), number("names", 0, 1), moment("made_at"), key=["game"]
)

# A group keeps evenings. `body` says what it is called and who is who; `secret` and `code` lead phones to it
# until its keepers make new ones. The words that make a phone a keeper are shown once, so they are hashed.
groups = _table(
    "groups",
    text("id", 8, 8),
    text("body"),
    moment("seen_at"),
    text("secret", 22, 22),
    text("code", 8, 8),
    text("keeper_secret_hash", 64, 64, nullable=True),
    text("keeper_code_hash", 64, 64, nullable=True),
    moment("keeper_made_at"),
    key=["id"],
    unique=[["secret"], ["code"], ["keeper_secret_hash"], ["keeper_code_hash"]],
)

# The phones that know a group: to read, or as its keepers.
readers = _table(
    "readers",
    of_group(),
    text("token_hash", 64, 64),
    number("keeper", 0, 1),
    key=["group_id", "token_hash"],
)
Index(None, readers.c.token_hash)

# The evenings of a group, also those that are still played.
kept = _table("kept", of_group(), of_game(), key=["group_id", "game"])
Index(None, kept.c.game)

# What an evening tells its groups, so that none is replayed for a page: made when it is first asked for, and
# again once its log is longer than the one it was made from.
told = _table("told", of_game(), number("seq", 1, MOST_ENTRIES), text("body"), key=["game"])

# The ids of deleted games and groups, for ever: nobody gets one again, and its addresses say what became of
# it. `cleared` is 1 once the database has been rewritten since, so that its file has no trace of either.
gone = _table("gone", text("game", 8, 8), number("cleared", 0, 1), key=["game"])

timers = _table(
    "timers",
    of_game(),
    number("remaining_ms", 0, LONGEST_TIMER),
    moment("started_at", nullable=True),
    key=["game"],
)

SPOKEN = (entries, groups, notes, rooms, stops, summaries, told)
"""The tables that may have players' names in them."""
