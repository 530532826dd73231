"""Cards: costly decisions of a player's own games, which come back to be solved."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "cards",
        sa.Column("player", sa.String, nullable=False),
        sa.Column("table", sa.String, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("player", "table", "decision", name="pk_cards"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], "fk_cards_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_cards_table", ondelete="CASCADE"),
    )
    op.create_index("ix_cards_table", "cards", ["table"])
