"""`sixes rebuild`: compute results, daily points and ratings again from the records of finished games."""

import argparse

from sixes.cli.data_options import add_data_options, data_location
from sixes.text import say

HELP = "compute results, daily points and ratings again from the records, while no server runs"


def add_options(command: argparse.ArgumentParser) -> None:
    add_data_options(command)


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.storage.rebuilding import rebuild_data  # noqa: PLC0415

    print(say("store.rebuilt", called.lang, **rebuild_data(data_location(called))._asdict()))
    return 0
