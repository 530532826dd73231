"""`sixes migrate`: bring a PostgreSQL database to the schema of this release, even while old nodes run."""

import argparse
from typing import Any

from sixes.cli.data_options import database_url
from sixes.cli.output import complain
from sixes.text import say


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "migrate", help="make the tables of a PostgreSQL database, or bring them up to date"
    )
    command.add_argument("--database", metavar="URL", help="its URL (default: $SIXES_DATABASE_URL)")
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.opening import migrate_postgres  # noqa: PLC0415
    from sixes.server.storage.store import CannotOpen  # noqa: PLC0415

    try:
        changed = migrate_postgres(database_url(called))
    except CannotOpen as error:
        complain(error.sentence(called.lang))
        return 1
    print(say("store.migrated" if changed else "store.newest", called.lang))
    return 0
