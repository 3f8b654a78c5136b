"""A phone for everybody: seats, the door, what is said in a round, what only one merchant knows."""

from alembic import op

from companion.journal.columns import LATEST, moment, number, of_game, text
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0002", "0001", None, None


def upgrade() -> None:
    """A pending code to move the bank becomes void: it would only have lived for five minutes."""
    op.drop_table("handovers")
    make(
        "handovers",
        of_game(),
        text("role", 1, 16),
        text("secret_hash", 64, 64),
        text("code_hash", 64, 64),
        moment("expires_at"),
        key=["game", "role"],
        unique=[["secret_hash"], ["code_hash"]],
    )
    make("visits", of_game(), text("token_hash", 64, 64), moment("seen_at"), key=["game", "token_hash"])
    make(
        "rooms",
        of_game(),
        number("version", 0, LATEST),
        text("secret", 22, 22, nullable=True),
        text("code", 6, 6, nullable=True),
        moment("open_until"),
        text("recording", 1, 16),
        text("votes"),
        text("talk", nullable=True),
        key=["game"],
        unique=[["secret"], ["code"]],
    )
    make(
        "notices",
        of_game(),
        number("number", 1, 1_000_000),
        moment("recorded_at"),
        text("kind", 1, 32),
        number("seat", 0, 5, nullable=True),
        key=["game", "number"],
    )
    make(
        "notes",
        of_game(),
        number("seat", 0, 5),
        number("round", 0, 1_000_000),
        text("body"),
        key=["game", "seat", "round"],
    )
