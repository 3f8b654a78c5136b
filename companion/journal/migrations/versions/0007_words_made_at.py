"""Words that carry a role say when they were made. Words made in the future are void: the date has been put
right since.
"""

from companion.journal.columns import moment, number, of_game, text
from companion.journal.migrations.remaking import remake

revision, down_revision, branch_labels, depends_on = "0007", "0006", None, None


def upgrade() -> None:
    """Words made before this step stay valid: a seat's live for a day."""
    remake(
        "handovers",
        of_game(),
        text("role", 1, 16),
        text("secret_hash", 64, 64),
        text("code_hash", 64, 64),
        moment("made_at"),
        moment("expires_at"),
        number("used", 0, 1),
        key=["game", "role"],
        unique=[["secret_hash"], ["code_hash"]],
        made_at=0,
    )
