"""`sixes prune`: remove what the server has kept long enough."""

import argparse
import time
from pathlib import Path
from typing import Any

from sixes.cli.output import complain
from sixes.text import say


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "prune", help="remove old logs of finished games and guests unseen for a year"
    )
    command.add_argument("--data", metavar="DIR", type=Path, help="where the server keeps its data")
    command.add_argument("--database", metavar="URL", help="or in PostgreSQL: postgresql://user@host/name")
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    # Slow to import, and of use to this command only.
    from sixes.server.storage.database import default_data  # noqa: PLC0415
    from sixes.server.storage.pruning import prune_at  # noqa: PLC0415
    from sixes.server.storage.store import CannotOpen  # noqa: PLC0415

    try:
        removed = prune_at(called.database or called.data or default_data(), time.time_ns() // 1_000_000)
    except CannotOpen as error:
        complain(error.sentence(called.lang))
        return 1
    print(say("store.pruned", called.lang, **removed._asdict()))
    return 0
