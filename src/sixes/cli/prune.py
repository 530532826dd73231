"""`sixes prune`: remove data that the server has kept long enough."""

import argparse
import time
from typing import Any

from sixes.cli.data_options import add_data_options, data_location
from sixes.cli.output import complain
from sixes.text import say


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "prune", help="remove old logs of finished games and guests unseen for a year"
    )
    add_data_options(command)
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.pruning import prune_data  # noqa: PLC0415
    from sixes.server.storage.store import CannotOpen  # noqa: PLC0415

    try:
        removed = prune_data(data_location(called), time.time_ns() // 1_000_000)
    except CannotOpen as error:
        complain(error.sentence(called.lang))
        return 1
    print(say("store.pruned", called.lang, **removed._asdict()))
    return 0
