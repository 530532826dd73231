"""Several nodes: who is there, who owns which table; and which releases the schema suits."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0001"


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("knows", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_table(
        "leases",
        sa.Column("table", sa.String, nullable=False),
        sa.Column("node", sa.String, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_leases"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], "fk_leases_table", ondelete="CASCADE"),
    )
    op.create_table(
        "compatible",
        sa.Column("oldest", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("oldest", name="pk_compatible"),
    )
