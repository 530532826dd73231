"""Devices of a player, which can be listed and revoked; indexes for hosts and for the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
oldest = "0001"


def upgrade() -> None:
    op.add_column("secrets", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("secrets", sa.Column("kind", sa.String, nullable=False, server_default=""))
    op.create_table(
        "revoked",
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_revoked"),
    )
    op.create_index("ix_revoked_at", "revoked", ["at"])
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index(
        "ix_tables_lobby",
        "tables",
        ["phase", "created"],
        sqlite_where=sa.text("phase = 'gathering' AND open = 1 AND taken < seats"),
        postgresql_where=sa.text("phase = 'gathering' AND open AND taken < seats"),
    )
