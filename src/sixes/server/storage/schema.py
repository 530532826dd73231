"""The tables of the database, as the newest migration leaves them."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    false,
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
    Column("due", BigInteger),  # when something happens there by itself, though nobody may be present
    Index("ix_tables_due", "due"),
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


def _player(name: str = "player", **options: Any) -> Column[str]:
    return Column(name, Text, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, **options)


def _table(**options: Any) -> Column[str]:
    return Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, **options)


# What came of a finished game for a person, stored with its record.
results = Table(
    "results",
    metadata,
    _player(primary_key=True),
    _table(primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("sheet", Text, nullable=False),  # a letter; empty for one's own sheet
    Column("points", Integer, nullable=False),
    Column("head_start", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("unaided", Boolean, nullable=False),
    Column("rolled", Text, nullable=False),  # how often each face came up, 1 to 6
    Column("bots", Text, nullable=False, server_default=""),  # their levels
    Column("mu_before", Double),  # the rating's mean before and after a rated game
    Column("mu_after", Double),
    Index("ix_results_player", "player", "ended", "table"),
    Index("ix_results_table", "table"),
)

# What the results of a player add up to, counted as games end: nobody has to look through all of them.
tallies = Table(
    "tallies",
    metadata,
    _player(primary_key=True),
    Column("game", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("sheet", Text, primary_key=True),
    Column("unaided", Boolean, primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),  # points, rounded down to tens
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("best", Integer, nullable=False),
)

# How often a player rolled each face.
faces = Table(
    "faces",
    metadata,
    _player(primary_key=True),
    Column("face", Integer, primary_key=True, autoincrement=False),
    Column("times", BigInteger, nullable=False),
)

# How one person fared against another.
meetings = Table(
    "meetings",
    metadata,
    _player(primary_key=True),
    _player("other", primary_key=True, index=True),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),  # ranked before the other
    Column("lost", Integer, nullable=False),
)

# The daily challenge: the dice of each day, promised ahead.
days = Table(
    "days",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
    Column("promise", Text, nullable=False),
    Column("link", Text, nullable=False),  # of the chain of promises
    Column("published", BigInteger, nullable=False),
)

# The one try of a person that counts.
daily_tries = Table(
    "daily_tries",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    _player(primary_key=True, index=True),
    _table(unique=True),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("points", Integer),
    Index("ix_daily_tries_day", "day", "points"),
)

# Sums of finished tries, for the board of all time.
daily_totals = Table(
    "daily_totals",
    metadata,
    _player(primary_key=True),
    Column("days", Integer, nullable=False),
    Column("points", BigInteger, nullable=False, index=True),
)

daily_bots = Table(
    "daily_bots",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    _player(primary_key=True),
    Column("game", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)

# Games that changed ratings, in their order.
rated = Table(
    "rated",
    metadata,
    Column("serial", Integer, primary_key=True),
    _table(unique=True),
    Column("ended", BigInteger, nullable=False),
    Column("company", Text, nullable=False),  # the people, in the order of their ids
    Column("weight", Double, nullable=False),
    Index("ix_rated_company", "company", "ended"),
)

# One row for each who wants the other as a friend: two make them friends.
friends = Table(
    "friends",
    metadata,
    _player(primary_key=True),
    _player("friend", primary_key=True, index=True),
    Column("since", BigInteger, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    _table(primary_key=True),
    _player(primary_key=True, index=True),
    _player("by", index=True),
    Column("at", BigInteger, nullable=False),
    Column("declined", Boolean, nullable=False, server_default=false()),
)

# Whose mark a player does not hear of: they declined it, or ended the friendship.
declined = Table(
    "declined",
    metadata,
    _player(primary_key=True),
    _player("friend", primary_key=True, index=True),
)

# People whose data are being deleted: what is left of them is at tables, and goes step by step.
erasures = Table(
    "erasures",
    metadata,
    Column("player", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
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
