"""Words that carried a role are remembered until they expire: the phone that used them may ask again."""

import sqlalchemy as sa
from alembic import op

from companion.journal.migrations.remaking import set_aside

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LATEST = 253_402_300_799_999
MILLISECONDS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KEPT = "game, role, secret_hash, code_hash, expires_at"


def upgrade() -> None:
    """Words made before this step stay valid: a seat's live for a day."""
    set_aside("handovers", "handovers_before")
    _handovers()
    op.execute(f"INSERT INTO handovers ({KEPT}, used) SELECT {KEPT}, 0 FROM handovers_before")  # noqa: S608 - our own names
    op.drop_table("handovers_before")


def _handovers() -> None:
    op.create_table(
        "handovers",
        sa.Column("game", sa.Text(), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", MILLISECONDS, nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "role"),
        sa.UniqueConstraint("secret_hash"),
        sa.UniqueConstraint("code_hash"),
        sa.CheckConstraint("length(role) BETWEEN 1 AND 16", name="role"),
        sa.CheckConstraint("length(secret_hash) BETWEEN 64 AND 64", name="secret_hash"),
        sa.CheckConstraint("length(code_hash) BETWEEN 64 AND 64", name="code_hash"),
        sa.CheckConstraint(f"expires_at BETWEEN 0 AND {LATEST}", name="expires_at"),
        sa.CheckConstraint("used BETWEEN 0 AND 1", name="used"),
        sqlite_strict=True,
    )
