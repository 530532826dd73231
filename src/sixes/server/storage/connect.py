"""The way to a PostgreSQL database: its driver is not for everybody, who has none hears so in a sentence."""

from typing import TYPE_CHECKING

from sixes.server.storage.store import CannotOpen

if TYPE_CHECKING:
    from sixes.server.storage.postgres import Postgres

SCHEMES = ("postgresql://", "postgres://")


def connect_postgres(url: str) -> "Postgres":
    """The database of an address, which answers; or CannotOpen. Errors must not tell the address: it may
    hold a password."""
    if not url.startswith(SCHEMES):
        raise CannotOpen("store.address")
    try:
        import psycopg  # noqa: PLC0415

        from sixes.server.storage.postgres import Postgres  # noqa: PLC0415
    except ImportError:
        raise CannotOpen("store.no_driver") from None
    try:
        postgres = Postgres(url)
    except (psycopg.Error, ValueError):
        raise CannotOpen("store.address") from None
    with postgres.usable():
        postgres.connect().close()
    return postgres
