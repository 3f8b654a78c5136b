"""Games can be deleted: their ids stay, and nothing else of them."""

from alembic import op

from companion.journal.columns import number, text
from companion.journal.migrations import on_a_server
from companion.journal.migrations.remaking import make

revision, down_revision, branch_labels, depends_on = "0010", "0009", None, None


def upgrade() -> None:
    """No game is known to be gone: those that were removed before left no id."""
    make("gone", text("game", 8, 8), number("cleared", 0, 1), key=["game"])
    if op.get_bind().dialect.name != "sqlite":
        on_a_server.no_samples("entries", "body")
        on_a_server.no_samples("glances", "body")
        on_a_server.no_samples("notes", "body")
        on_a_server.no_samples("rooms", "talk", "knocks")
        on_a_server.no_samples("stops", "what", "command", "event")
