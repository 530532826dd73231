"""The service clock, and what goes by it: when players and tables were last active, and when they expire.

Servers of earlier releases do not write these columns: what they add counts as active since this migration,
and their guests as players who have sat. So they may run beside newer ones for less than a day.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
oldest = "0001"

# Earlier releases removed logs without a note.
NOTE_REMOVED_LOGS = """UPDATE tables SET logged = false WHERE phase IN ('over', 'closed')
    AND NOT EXISTS (SELECT 1 FROM events WHERE events."table" = tables.id)"""


def upgrade() -> None:
    op.create_table(
        "clock",
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("at", name="pk_clock"),
    )
    op.execute("INSERT INTO clock (at) VALUES (0)")
    for table, flag in (("players", "sat"), ("tables", "logged")):
        op.add_column(table, sa.Column("active", sa.BigInteger, nullable=False, server_default="0"))
        op.add_column(table, sa.Column(flag, sa.Boolean, nullable=False, server_default=sa.true()))
        op.add_column(table, sa.Column("expires", sa.BigInteger, nullable=True))
    op.execute(NOTE_REMOVED_LOGS)
    op.create_index("ix_players_expires", "players", ["expires", "sat", "active"])
    op.create_index("ix_tables_expires", "tables", ["expires", "logged", "phase", "active"])
