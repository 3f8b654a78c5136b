"""Evenings are kept for groups."""

from alembic import op

from companion.journal.columns import MOST_ENTRIES, moment, number, of_game, of_group, text
from companion.journal.migrations import on_a_server
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0011", "0010", None, None


def upgrade() -> None:
    """There are no groups yet."""
    make(
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
    make(
        "readers",
        of_group(),
        text("token_hash", 64, 64),
        number("keeper", 0, 1),
        key=["group_id", "token_hash"],
    )
    make("kept", of_group(), of_game(), key=["group_id", "game"])
    make("told", of_game(), number("seq", 1, MOST_ENTRIES), text("body"), key=["game"])
    op.create_index("ix_readers_token_hash", "readers", ["token_hash"])
    op.create_index("ix_kept_game", "kept", ["game"])
    if op.get_bind().dialect.name != "sqlite":
        on_a_server.no_samples("groups", "body")
        on_a_server.no_samples("told", "body")
