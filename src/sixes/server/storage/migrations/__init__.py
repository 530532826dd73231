"""Migrations bring a database to the newest schema, a new one from nothing.

Nodes of an old and of a new release can run side by side. So a migration either only adds what an earlier
release ignores (it expands), or removes what no release since `oldest` uses (it contracts). A script names as
`oldest` the earliest revision whose release can work with its result; without it, only its own release can.
"""

import logging
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert, select

from sixes.server.storage.backend import Backend
from sixes.server.storage.schema import compatible
from sixes.server.storage.store import CannotOpen, TooNew

SCRIPTS = Path(__file__).parent

logging.getLogger("alembic").setLevel(logging.WARNING)


@cache
def newest_revision(scripts: Path = SCRIPTS) -> str:
    """The newest schema that this release knows; cached, as another may be installed while it runs."""
    return ScriptDirectory.from_config(_config(scripts)).get_current_head() or ""


def migrate(backend: Backend, scripts: Path = SCRIPTS) -> bool:
    """Migrate to the newest schema in one transaction; False if there was nothing to do."""
    config, newest = _config(scripts), newest_revision(scripts)
    with backend.migration_engine().begin() as connection:
        backend.lock_schema(connection)
        current = _current_revision(connection)
        if current == newest or _is_newer(backend, connection, config, current):
            return False
        if current:
            backend.before_migration(newest)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        oldest = _oldest_compatible(config)
        connection.execute(delete(compatible))
        connection.execute(insert(compatible).values(oldest=oldest))
        backend.after_migration(connection, oldest)
        return True


def check_schema(backend: Backend) -> None:
    """CannotOpen unless this release can use the schema as it is."""
    config = _config(SCRIPTS)
    with backend.reading.connect() as connection:
        current = _current_revision(connection)
        if _is_newer(backend, connection, config, current) or current == newest_revision():
            return
    raise CannotOpen("store.too_old" if backend.migrates_at_start else "store.migrate", file=backend.name)


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


def _current_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _oldest_compatible(config: Config) -> str:
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    return max(getattr(script.module, "oldest", script.revision) for script in scripts)


def _is_newer(backend: Backend, connection: Connection, config: Config, current: str | None) -> bool:
    """Whether the schema is that of a newer release; TooNew if this one cannot work with it."""
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not current or current in known:
        return False
    oldest = connection.scalar(select(compatible.c.oldest))
    if oldest is None or oldest > max(known):
        raise TooNew("store.too_new", file=backend.name)
    return True
