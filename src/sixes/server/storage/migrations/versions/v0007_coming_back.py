"""Results of finished games, the daily challenge, ratings, friends, and games over days."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
oldest = "0001"


def key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def of_player(table: str, column: str = "player") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["players.id"], f"fk_{table}_{column}", ondelete="CASCADE")


def of_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table"], ["tables.id"], f"fk_{table}_table", ondelete="CASCADE")


def column(name: str, kind: type[sa.types.TypeEngine[Any]], nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=nullable)


def upgrade() -> None:
    create_results()
    create_tallies()
    create_daily()
    create_ratings()
    create_friends()
    op.add_column("tables", column("due", sa.BigInteger, nullable=True))
    op.create_index("ix_tables_due", "tables", ["due"])


def create_results() -> None:
    op.create_table(
        "results",
        *(column(name, sa.String) for name in ("player", "table")),
        column("seat", sa.Integer),
        column("game", sa.String),
        column("seats", sa.Integer),
        column("sheet", sa.String),
        *(column(name, sa.Integer) for name in ("points", "head_start", "rank")),
        column("won", sa.Boolean),
        column("ended", sa.BigInteger),
        column("kind", sa.String),
        column("unaided", sa.Boolean),
        column("rolled", sa.String),
        sa.Column("bots", sa.String, nullable=False, server_default=""),
        *(column(name, sa.Double, nullable=True) for name in ("mu_before", "mu_after")),
        key("results", "player", "table"),
        of_player("results"),
        of_table("results"),
    )
    op.create_index("ix_results_player", "results", ["player", "ended", "table"])
    op.create_index("ix_results_table", "results", ["table"])


def create_tallies() -> None:
    """What results add up to, counted as games end."""
    op.create_table(
        "tallies",
        *(column(name, sa.String) for name in ("player", "game")),
        column("seats", sa.Integer),
        column("sheet", sa.String),
        column("unaided", sa.Boolean),
        *(column(name, sa.Integer) for name in ("step", "games", "won")),
        column("points", sa.BigInteger),
        column("best", sa.Integer),
        key("tallies", "player", "game", "seats", "sheet", "unaided", "step"),
        of_player("tallies"),
    )
    op.create_table(
        "faces",
        column("player", sa.String),
        column("face", sa.Integer),
        column("times", sa.BigInteger),
        key("faces", "player", "face"),
        of_player("faces"),
    )
    op.create_table(
        "meetings",
        *(column(name, sa.String) for name in ("player", "other")),
        *(column(name, sa.Integer) for name in ("games", "won", "lost")),
        key("meetings", "player", "other"),
        of_player("meetings"),
        of_player("meetings", "other"),
    )
    op.create_index("ix_meetings_other", "meetings", ["other"])


def create_daily() -> None:
    op.create_table(
        "days",
        column("day", sa.Integer),
        column("seed", sa.LargeBinary),
        *(column(name, sa.String) for name in ("promise", "link")),
        column("published", sa.BigInteger),
        key("days", "day"),
    )
    op.create_table(
        "daily_tries",
        column("day", sa.Integer),
        *(column(name, sa.String) for name in ("player", "table")),
        column("began", sa.BigInteger),
        column("ended", sa.BigInteger, nullable=True),
        column("points", sa.Integer, nullable=True),
        key("daily_tries", "day", "player"),
        of_player("daily_tries"),
        of_table("daily_tries"),
        sa.UniqueConstraint("table", name="uq_daily_tries_table"),
    )
    op.create_index("ix_daily_tries_player", "daily_tries", ["player"])
    op.create_index("ix_daily_tries_day", "daily_tries", ["day", "points"])
    op.create_table(
        "daily_totals",
        column("player", sa.String),
        column("days", sa.Integer),
        column("points", sa.BigInteger),
        key("daily_totals", "player"),
        of_player("daily_totals"),
    )
    op.create_index("ix_daily_totals_points", "daily_totals", ["points"])
    op.create_table(
        "daily_bots",
        column("day", sa.Integer),
        column("level", sa.String),
        column("points", sa.Integer),
        column("record", sa.LargeBinary),
        key("daily_bots", "day", "level"),
    )


def create_ratings() -> None:
    op.create_table(
        "ratings",
        *(column(name, sa.String) for name in ("player", "game")),
        column("seats", sa.Integer),
        *(column(name, sa.Double) for name in ("mu", "sigma")),
        column("games", sa.Integer),
        key("ratings", "player", "game", "seats"),
        of_player("ratings"),
    )
    op.create_table(
        "rated",
        column("serial", sa.Integer),
        column("table", sa.String),
        column("ended", sa.BigInteger),
        column("company", sa.String),
        column("weight", sa.Double),
        key("rated", "serial"),
        of_table("rated"),
        sa.UniqueConstraint("table", name="uq_rated_table"),
    )
    op.create_index("ix_rated_company", "rated", ["company", "ended"])


def create_friends() -> None:
    op.create_table(
        "friends",
        *(column(name, sa.String) for name in ("player", "friend")),
        column("since", sa.BigInteger),
        key("friends", "player", "friend"),
        of_player("friends"),
        of_player("friends", "friend"),
    )
    op.create_index("ix_friends_friend", "friends", ["friend"])
    op.create_table(
        "invitations",
        *(column(name, sa.String) for name in ("table", "player", "by")),
        column("at", sa.BigInteger),
        sa.Column("declined", sa.Boolean, nullable=False, server_default=sa.false()),
        key("invitations", "table", "player"),
        of_table("invitations"),
        of_player("invitations"),
        of_player("invitations", "by"),
    )
    op.create_index("ix_invitations_player", "invitations", ["player"])
    op.create_index("ix_invitations_by", "invitations", ["by"])
    op.create_table(
        "declined",
        *(column(name, sa.String) for name in ("player", "friend")),
        key("declined", "player", "friend"),
        of_player("declined"),
        of_player("declined", "friend"),
    )
    op.create_index("ix_declined_friend", "declined", ["friend"])
    # People whose data are being deleted, step by step.
    op.create_table(
        "erasures", column("player", sa.String), column("at", sa.BigInteger), key("erasures", "player")
    )
