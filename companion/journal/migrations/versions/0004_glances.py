"""What a list of tables says of each: made with every entry, and for older games when they are listed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No game has a glance yet."""
    op.create_table(
        "glances",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("release", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game"),
        sa.CheckConstraint("seq BETWEEN 1 AND 1000000", name="seq"),
        sa.CheckConstraint("length(release) BETWEEN 1 AND 64", name="release"),
        sa.CheckConstraint("length(body) BETWEEN 2 AND 1048576", name="body"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
