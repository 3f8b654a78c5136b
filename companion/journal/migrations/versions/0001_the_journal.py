"""The journal as it begins: games, their entries, who holds them, and what is kept beside them."""

from alembic import op

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0001", None, None, None


def upgrade() -> None:
    """Create the first tables; the triggers that protect entries came anew with 0006."""
    make("games", text("id", 8, 8), moment("opened_at"), moment("closed_at", nullable=True), key=["id"])
    make(
        "entries",
        of_game(),
        number("seq", 1, 1_000_000),
        text("action_id", 1, 64),
        text("fingerprint", 1, 64),
        moment("recorded_at"),
        text("body"),
        key=["game", "seq"],
        unique=[["game", "action_id"]],
    )
    make(
        "openings",
        text("token_hash", 64, 64),
        text("action_id", 1, 64),
        of_game(),
        key=["token_hash", "action_id"],
        unique=[["game"]],
    )
    make(
        "holders",
        of_game(),
        text("role", 1, 16),
        text("token_hash", 64, 64),
        moment("held_since"),
        key=["game", "role"],
    )
    op.create_index("ix_holders_token_hash", "holders", ["token_hash"])
    make(
        "handovers",
        of_game(),
        text("secret_hash", 64, 64),
        text("code_hash", 64, 64),
        moment("expires_at"),
        key=["game"],
        unique=[["secret_hash"], ["code_hash"]],
    )
    make(
        "timers",
        of_game(),
        number("remaining_ms", 0, 86_400_000),
        moment("started_at", nullable=True),
        key=["game"],
    )
