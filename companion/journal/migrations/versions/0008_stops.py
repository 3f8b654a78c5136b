"""Tables at which a law did not hold: they take no more entries, and this is what a report needs."""

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0008", "0007", None, None


def upgrade() -> None:
    """No table has stopped yet."""
    make(
        "stops",
        of_game(),
        number("seq", 1, 1_000_000),
        moment("stopped_at"),
        text("release", 1, 64),
        text("what", 1),
        text("command"),
        text("event"),
        key=["game"],
    )
