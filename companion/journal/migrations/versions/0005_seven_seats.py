"""A table may have seven seats."""

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations.remaking import remake

revision, down_revision, branch_labels, depends_on = "0005", "0004", None, None


def upgrade() -> None:
    """SQLite cannot change the range of a column, so both tables are made anew with all they hold."""
    remake(
        "notices",
        of_game(),
        number("number", 1, 1_000_000),
        moment("recorded_at"),
        text("kind", 1, 32),
        number("seat", 0, 6, nullable=True),
        key=["game", "number"],
    )
    remake(
        "notes",
        of_game(),
        number("seat", 0, 6),
        number("round", 0, 1_000_000),
        text("body"),
        key=["game", "seat", "round"],
    )
