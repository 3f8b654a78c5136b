"""An evening that is over can have a link that anybody may read."""

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0012", "0011", None, None


def upgrade() -> None:
    """No evening has one yet."""
    make("links", of_game(), text("key", 22, 22), number("names", 0, 1), moment("made_at"), key=["game"])
