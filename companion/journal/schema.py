"""The journal's tables. Their history is in migrations/; a test keeps the two in step."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

LATEST = 253_402_300_799_999  # the last millisecond of the year 9999
LONGEST_BODY = 1_048_576  # characters
LONGEST_TIMER = 86_400_000  # a day, in milliseconds
MOST_ENTRIES = 1_000_000
MOST_SEATS = 7

CLERK = "counting_house_clerk"
"""Who writes on a server: a role with all rights but those to change or remove an entry."""

# SQLite's STRICT tables have no BIGINT, and their INTEGER is 64 bits anyway.
MILLISECONDS = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def within(column: str, least: int, most: int) -> CheckConstraint:
    """A column's number is within a range."""
    return CheckConstraint(f"{column} BETWEEN {least} AND {most}", name=column)


def sized(column: str, least: int, most: int) -> CheckConstraint:
    """A column's text has a length within a range."""
    return CheckConstraint(f"length({column}) BETWEEN {least} AND {most}", name=column)


games = Table(
    "games",
    metadata,
    Column("id", Text, nullable=False),
    Column("opened_at", MILLISECONDS, nullable=False),
    Column("closed_at", MILLISECONDS),
    PrimaryKeyConstraint("id"),
    sized("id", 8, 8),
    within("opened_at", 0, LATEST),
    within("closed_at", 0, LATEST),
    sqlite_strict=True,
)

# One row is one action with all its events; rows are never changed, and removed only with their game
# (triggers in the migration). `chain` is a hash of the row and of the chain before it (companion/chain.py).
entries = Table(
    "entries",
    metadata,
    Column("game", Text, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("action_id", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("recorded_at", MILLISECONDS, nullable=False),
    Column("body", Text, nullable=False),
    Column("chain", Text, nullable=False),
    PrimaryKeyConstraint("game", "seq"),
    UniqueConstraint("game", "action_id"),
    within("seq", 1, MOST_ENTRIES),
    sized("action_id", 1, 64),
    sized("fingerprint", 1, 64),
    within("recorded_at", 0, LATEST),
    sized("body", 2, LONGEST_BODY),
    sized("chain", 64, 64),
    sqlite_strict=True,
)

# Which tap on which device opened a game, so that a double tap on "new table" finds the first one. A rematch
# counts as opened by the table it follows: whoever taps, there is only one.
openings = Table(
    "openings",
    metadata,
    Column("token_hash", Text, nullable=False),
    Column("action_id", Text, nullable=False),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    PrimaryKeyConstraint("token_hash", "action_id"),
    UniqueConstraint("game"),
    sized("token_hash", 64, 64),
    sized("action_id", 1, 64),
    sqlite_strict=True,
)

# One phone for each role of a game: the bank, each seat, and each phone that only watches.
holders = Table(
    "holders",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("role", Text, nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("held_since", MILLISECONDS, nullable=False),
    PrimaryKeyConstraint("game", "role"),
    Index(None, "token_hash"),
    sized("role", 1, 16),
    sized("token_hash", 64, 64),
    within("held_since", 0, LATEST),
    sqlite_strict=True,
)

# The words that carry a role to another phone, one pair for each role; used ones with the phone that used
# them.
handovers = Table(
    "handovers",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("role", Text, nullable=False),
    Column("secret_hash", Text, nullable=False),
    Column("code_hash", Text, nullable=False),
    Column("made_at", MILLISECONDS, nullable=False),
    Column("expires_at", MILLISECONDS, nullable=False),
    Column("used", Integer, nullable=False),
    PrimaryKeyConstraint("game", "role"),
    UniqueConstraint("secret_hash"),
    UniqueConstraint("code_hash"),
    sized("role", 1, 16),
    sized("secret_hash", 64, 64),
    sized("code_hash", 64, 64),
    within("made_at", 0, LATEST),
    within("expires_at", 0, LATEST),
    within("used", 0, 1),
    sqlite_strict=True,
)

# When a phone was last at a table, to the day: a seat unused for a month is free again.
visits = Table(
    "visits",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("seen_at", MILLISECONDS, nullable=False),
    PrimaryKeyConstraint("game", "token_hash"),
    sized("token_hash", 64, 64),
    within("seen_at", 0, LATEST),
    sqlite_strict=True,
)

# What is public beside the log: the door, who may record, what was said in the round.
rooms = Table(
    "rooms",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("secret", Text),
    Column("code", Text),
    Column("open_until", MILLISECONDS, nullable=False),
    Column("recording", Text, nullable=False),
    Column("votes", Text, nullable=False),
    Column("talk", Text),
    PrimaryKeyConstraint("game"),
    UniqueConstraint("secret"),
    UniqueConstraint("code"),
    within("version", 0, LATEST),
    sized("secret", 22, 22),
    sized("code", 6, 6),
    within("open_until", 0, LATEST),
    sized("recording", 1, 16),
    sized("votes", 2, LONGEST_BODY),
    sized("talk", 2, LONGEST_BODY),
    sqlite_strict=True,
)

notices = Table(
    "notices",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("recorded_at", MILLISECONDS, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    PrimaryKeyConstraint("game", "number"),
    within("number", 1, MOST_ENTRIES),
    within("recorded_at", 0, LATEST),
    sized("kind", 1, 32),
    within("seat", 0, MOST_SEATS - 1),
    sqlite_strict=True,
)

# What only a merchant knows: the cards of their own bags, round by round. No response to anybody else has
# any.
notes = Table(
    "notes",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat", "round"),
    within("seat", 0, MOST_SEATS - 1),
    within("round", 0, MOST_ENTRIES),
    sized("body", 2, LONGEST_BODY),
    sqlite_strict=True,
)

# What a list of tables says of each game, so that none is replayed for it. It holds for the entry after which
# and the release by which it was made; any other is made again. It is rewritten with each entry, so it has no
# row id, which would take another page of the file.
glances = Table(
    "glances",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("release", Text, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game"),
    within("seq", 1, MOST_ENTRIES),
    sized("release", 1, 64),
    sized("body", 2, LONGEST_BODY),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

# At which table a law did not hold, and what a report of it needs. It holds for the release that found it: in
# another the fault may be mended.
stops = Table(
    "stops",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("stopped_at", MILLISECONDS, nullable=False),
    Column("release", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("event", Text, nullable=False),
    PrimaryKeyConstraint("game"),
    within("seq", 1, MOST_ENTRIES),
    within("stopped_at", 0, LATEST),
    sized("release", 1, 64),
    sized("what", 1, LONGEST_BODY),
    sized("command", 2, LONGEST_BODY),
    sized("event", 2, LONGEST_BODY),
    sqlite_strict=True,
)

timers = Table(
    "timers",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("remaining_ms", Integer, nullable=False),
    Column("started_at", MILLISECONDS),
    PrimaryKeyConstraint("game"),
    within("remaining_ms", 0, LONGEST_TIMER),
    within("started_at", 0, LATEST),
    sqlite_strict=True,
)
