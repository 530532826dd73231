"""The tables of the database, as the newest migration leaves them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    text,
    true,
)
from sqlalchemy import String as Text

# Every constraint has a name, so that a later migration can drop it.
metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

clock = Table("clock", metadata, Column("at", BigInteger, primary_key=True, autoincrement=False))
"""One row: the service clock, in milliseconds. It advances only while a server runs; retention goes by it."""

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # read by earlier releases alone
    Column("active", BigInteger, nullable=False, server_default="0"),  # the last visit by the service clock
    Column("sat", Boolean, nullable=False, server_default=true()),  # they have taken a seat at some table
    Column("expires", BigInteger),  # by the service clock; set when they have been away for long
    Index("ix_players_expires", "expires", "sat", "active"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player", Text, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),  # to the day
    Column("kind", Text, nullable=False, server_default=""),  # of the device: phone, tablet, computer
)

# Hashes of secrets that were deleted lately: every server closes their sockets.
revoked = Table(
    "revoked",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)

codes = Table(
    "codes",
    metadata,
    Column("lookup", Text, primary_key=True),
    Column("hash", LargeBinary, nullable=False),
    Column("player", Text, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("phase", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("about", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("record", LargeBinary),  # SQLite reads the columns before it without it
    Column("active", BigInteger, nullable=False, server_default="0"),  # by the service clock, to the hour
    Column("logged", Boolean, nullable=False, server_default=true()),  # false once its log was removed
    Column("expires", BigInteger),  # by the service clock; set when its log has been kept long enough
    Index("ix_tables_phase", "phase", "touched"),
    Index("ix_tables_expires", "expires", "logged", "phase", "active"),
    Index("ix_tables_host", "host"),
    # Has the tables of the lobby and no others, in its order.
    Index(
        "ix_tables_lobby",
        "phase",  # though it is always the same: otherwise SQLite prefers ix_tables_phase
        "created",
        sqlite_where=text("phase = 'gathering' AND open = 1 AND taken < seats"),
        postgresql_where=text("phase = 'gathering' AND open AND taken < seats"),
    ),
)

# No foreign key to players: a table goes on even if a player at it has been pruned.
seated = Table(
    "seated",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Text, primary_key=True, index=True),
)

# The table that has to be fast. Rows are stored in the order of arrival, with one index: another index, a
# foreign key, or rows sorted by table would touch one more page for each event. Nonces need no index: whoever
# appends a version has read all events before it, with their nonces.
events = Table(
    "events",
    metadata,
    Column("table", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("player", Text, nullable=False),
    Column("nonce", Text, nullable=False),
)

# A shortcut through a long log; it is no part of the truth, and can be deleted at any time.
checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("format", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Costly decisions of a player's own games, which come back to be solved.
cards = Table(
    "cards",
    metadata,
    Column("player", Text, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("decision", Integer, primary_key=True, autoincrement=False),
    Column("due", BigInteger, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),  # by the database's clock
    Column("knows", Text, nullable=False),  # the newest schema revision that it knows
)

# A table without a row, or whose node has no row, has no owner. Epochs only grow.
leases = Table(
    "leases",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("node", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
)

compatible = Table("compatible", metadata, Column("oldest", Text, primary_key=True))
"""One row: the earliest schema revision whose release can work with the current schema."""
