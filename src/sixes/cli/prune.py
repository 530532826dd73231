"""`sixes prune`: remove data that servers have kept long enough."""

import argparse
import time

from sixes.cli.data_options import add_data_options, data_location
from sixes.text import say

HELP = "remove old logs of finished games and guests who have not come back"


def add_options(command: argparse.ArgumentParser) -> None:
    add_data_options(command)


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.pruning import prune_data  # noqa: PLC0415

    pruned = prune_data(data_location(called), time.time_ns() // 1_000_000)
    print(say("store.pruned", called.lang, **pruned._asdict()))
    expiring = {"tables": pruned.expiring_tables, "players": pruned.expiring_players}
    print(say("store.expiring", called.lang, **expiring))
    return 0
