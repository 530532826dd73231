"""Migrations bring a database to the newest schema, a new one from nothing.

Each only adds what an earlier release does not mind (it expands), or takes away what no release since
`oldest` uses (it contracts): a script names as `oldest` the earliest revision whose release works with what
it leaves. So nodes of an old and of a new release can run side by side. A script that names none suits its
own release only.
"""

import logging
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert, select

from sixes.server.storage.engines import Engines
from sixes.server.storage.schema import compatible
from sixes.server.storage.store import CannotOpen, TooNew

HERE = Path(__file__).parent

logging.getLogger("alembic").setLevel(logging.WARNING)


@cache
def newest(scripts: Path = HERE) -> str:
    """The revision that this release knows; looked up once, as another may be installed while it runs."""
    return ScriptDirectory.from_config(_config(scripts)).get_current_head() or ""


def migrate(engines: Engines, scripts: Path = HERE) -> bool:
    """All in one transaction: a database is migrated, or as it was. Whether there was anything to do."""
    config, head = _config(scripts), newest(scripts)
    with engines.migrating().begin() as connection:
        engines.keep_others_out(connection)
        found = _found(connection)
        if found == head or _is_newer(engines, connection, config, found):
            return False
        if found:
            engines.before_migration(head)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        oldest = _oldest(config)
        connection.execute(delete(compatible))
        connection.execute(insert(compatible).values(oldest=oldest))
        engines.after_migration(connection, oldest)
        return True


def check_usable(engines: Engines) -> None:
    """For whoever uses a database but must not change its schema."""
    config = _config(HERE)
    with engines.reading.connect() as connection:
        found = _found(connection)
        if _is_newer(engines, connection, config, found) or found == newest():
            return
    raise CannotOpen("store.too_old" if engines.migrates_itself else "store.migrate", file=engines.name)


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


def _found(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _oldest(config: Config) -> str:
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    return max(getattr(script.module, "oldest", script.revision) for script in scripts)


def _is_newer(engines: Engines, connection: Connection, config: Config, found: str | None) -> bool:
    """A newer release has been there, and left what this one can work with; or TooNew."""
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not found or found in known:
        return False
    oldest = connection.scalar(select(compatible.c.oldest))
    if oldest is None or oldest > max(known):
        raise TooNew("store.too_new", file=engines.name)
    return True
