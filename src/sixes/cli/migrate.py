"""`sixes migrate`: bring a PostgreSQL database to the schema of this release, even while old nodes run."""

import argparse

from sixes.cli.data_options import database_url
from sixes.text import say

HELP = "make the tables of a PostgreSQL database, or bring them up to date"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--database", metavar="URL", help="its URL (default: $SIXES_DATABASE_URL)")


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.opening import migrate_postgres  # noqa: PLC0415

    changed = migrate_postgres(database_url(called))
    print(say("store.migrated" if changed else "store.newest", called.lang))
    return 0
