"""Tables at which a law did not hold: they take no more entries, and this is what a report needs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """No table has stopped yet."""
    op.create_table(
        "stops",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("stopped_at", MILLISECONDS, nullable=False),
        sa.Column("release", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game"),
        sa.CheckConstraint("seq BETWEEN 1 AND 1000000", name="seq"),
        sa.CheckConstraint(f"stopped_at BETWEEN 0 AND {LATEST}", name="stopped_at"),
        sa.CheckConstraint("length(release) BETWEEN 1 AND 64", name="release"),
        sa.CheckConstraint("length(what) BETWEEN 1 AND 1048576", name="what"),
        sa.CheckConstraint("length(command) BETWEEN 2 AND 1048576", name="command"),
        sa.CheckConstraint("length(event) BETWEEN 2 AND 1048576", name="event"),
        sqlite_strict=True,
    )
