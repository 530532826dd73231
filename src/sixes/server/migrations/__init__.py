"""Migrations bring a database to the newest schema, a new one from nothing."""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from sixes.server.sqlite import File
from sixes.server.store import CannotOpen, TooNew

HERE = Path(__file__).parent

logging.getLogger("alembic").setLevel(logging.WARNING)


def migrate(file: File, scripts: Path = HERE) -> None:
    """All in one transaction: a database is migrated, or as it was. What held data is copied first."""
    config = _config(scripts)
    newest = ScriptDirectory.from_config(config).get_current_head()
    with file.migrating().begin() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        _check_known(file, config, found)
        if found == newest:
            return
        if found:
            file.copy(file.path.with_name(f"{file.path.name}.before-{newest}"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken:
            raise CannotOpen("store.unusable", file=file.path, why=f"foreign key {tuple(broken)}")


def check_newest(file: File) -> None:
    """For whoever uses a database but must not change its schema."""
    config = _config(HERE)
    with file.reading.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    _check_known(file, config, found)
    if found != ScriptDirectory.from_config(config).get_current_head():
        raise CannotOpen("store.too_old", file=file.path)


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


def _check_known(file: File, config: Config, found: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found and found not in known:
        raise TooNew("store.too_new", file=file.path)
