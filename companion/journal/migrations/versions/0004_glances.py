"""What a list of tables says of each: made with every entry, and for older games when they are listed."""

from companion.journal.columns import number, of_game, text
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0004", "0003", None, None


def upgrade() -> None:
    """No game has a glance yet."""
    make(
        "glances",
        of_game(),
        number("seq", 1, 1_000_000),
        text("release", 1, 64),
        text("body"),
        key=["game"],
        sqlite_with_rowid=False,
    )
