"""The first schema: players, their secrets and codes; tables, who sits there, and their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest = "0001"


def upgrade() -> None:
    _players()
    _tables()


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_secrets"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], "fk_secrets_player", ondelete="CASCADE"),
    )
    op.create_index("ix_secrets_player", "secrets", ["player"])
    op.create_table(
        "codes",
        sa.Column("lookup", sa.String, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("lookup", name="pk_codes"),
        sa.UniqueConstraint("player", name="uq_codes_player"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], "fk_codes_player", ondelete="CASCADE"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("about", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_index("ix_tables_phase", "tables", ["phase", "touched"])
    op.create_table(
        "seated",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table", "player", name="pk_seated"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_seated_table", ondelete="CASCADE"),
    )
    op.create_index("ix_seated_player", "seated", ["player"])
    op.create_table(
        "events",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("nonce", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table", "version", name="pk_events"),
    )
