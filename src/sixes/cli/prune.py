"""`sixes prune`: remove data that the server has kept long enough."""

import argparse
import time

from sixes.cli.data_options import add_data_options, data_location
from sixes.text import say

HELP = "remove old logs of finished games and guests unseen for a year"


def add_options(command: argparse.ArgumentParser) -> None:
    add_data_options(command)


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.pruning import prune_data  # noqa: PLC0415

    removed = prune_data(data_location(called), time.time_ns() // 1_000_000)
    print(say("store.pruned", called.lang, **removed._asdict()))
    return 0
