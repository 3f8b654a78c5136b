"""Who knocks at a shut door: under which name, and whether the bank let them in."""

from companion.journal.columns import LATEST, moment, number, of_game, text
from companion.journal.migrations.remaking import remake

revision, down_revision, branch_labels, depends_on = "0009", "0008", None, None


def upgrade() -> None:
    """Nobody has knocked yet."""
    remake(
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
        knocks="'[]'",
    )
