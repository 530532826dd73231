"""Checkpoints: tables as they were at some version, so that opening one need not read its whole log."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("format", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_checkpoints_table", ondelete="CASCADE"),
    )
