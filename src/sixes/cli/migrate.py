"""`sixes migrate`: bring a PostgreSQL database to the schema of this release; old nodes may run meanwhile."""

import argparse
import os
from typing import Any

from sixes.cli.output import complain
from sixes.text import say


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "migrate", help="make the tables of a PostgreSQL database, or bring them up to date"
    )
    command.add_argument(
        "--database", metavar="URL", help="its address (default: what $SIXES_DATABASE_URL says)"
    )
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    # Slow to import, and of use to this command only.
    from sixes.server.storage.database import migrated  # noqa: PLC0415
    from sixes.server.storage.store import CannotOpen  # noqa: PLC0415

    try:
        changed = migrated(called.database or os.environ.get("SIXES_DATABASE_URL", ""))
    except CannotOpen as error:
        complain(error.sentence(called.lang))
        return 1
    print(say("store.migrated" if changed else "store.newest", called.lang))
    return 0
