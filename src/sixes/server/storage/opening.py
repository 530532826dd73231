"""Open a database: a directory with SQLite, or the URL of PostgreSQL. `CannotOpen` says why it fails."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sixes.server.storage.backend import Backend
from sixes.server.storage.migrations import check_schema, migrate
from sixes.server.storage.sqlite import NAME, Sqlite, explain_errors, lock_directory, make_directory
from sixes.server.storage.store import CannotOpen

if TYPE_CHECKING:
    from sixes.server.storage.postgres import Postgres

SCHEMES = ("postgresql://", "postgres://")


def open_directory(directory: Path) -> tuple[TextIO, Backend]:
    """Lock a data directory and open its database, created or migrated where needed."""
    path = directory / NAME
    with ExitStack() as on_error:
        with explain_errors(directory):
            make_directory(directory)
            lock = on_error.enter_context(lock_directory(directory))
        with explain_errors(path):
            path.touch(mode=0o600)
            sqlite = on_error.enter_context(closing(Sqlite(path)))
            migrate(sqlite)
        on_error.pop_all()
    return lock, sqlite


def existing_file(directory: Path) -> Path:
    """The database file in a data directory; CannotOpen if there is none."""
    path = directory / NAME
    if not path.is_file():
        raise CannotOpen("store.none", directory=directory)
    return path


def open_postgres(url: str) -> Backend:
    """Connect to PostgreSQL and check that this release can use its schema."""
    with ExitStack() as on_error:
        postgres = connect_postgres(url)
        on_error.callback(postgres.close)
        with postgres.explain_errors():
            check_schema(postgres)
        on_error.pop_all()
    return postgres


def connect_postgres(url: str) -> "Postgres":
    """Connect to PostgreSQL, whatever its schema. Errors must not show the URL: it may hold a password."""
    if not url.startswith(SCHEMES):
        raise CannotOpen("store.address")
    try:
        import psycopg  # noqa: PLC0415 - an optional dependency

        from sixes.server.storage.postgres import Postgres  # noqa: PLC0415
    except ImportError:
        raise CannotOpen("store.no_driver") from None
    try:
        postgres = Postgres(url)
    except (psycopg.Error, ValueError):
        raise CannotOpen("store.address") from None
    with postgres.explain_errors():
        postgres.connect().close()
    return postgres


def migrate_postgres(url: str) -> bool:
    """Bring a PostgreSQL database to the newest schema; False if it was there already."""
    with closing(connect_postgres(url)) as postgres, postgres.explain_errors():
        return postgres.retry_locked(lambda: migrate(postgres))
