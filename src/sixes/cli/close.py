"""`sixes close`: close the open tables of a restored backup, which would deal known dice."""

import argparse
import asyncio

from sixes.cli.data_options import add_data_options, data_location
from sixes.text import say

HELP = "close all open tables, after a backup was restored and before a server starts"


def add_options(command: argparse.ArgumentParser) -> None:
    add_data_options(command)


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.tables.closing import close_tables  # noqa: PLC0415

    closed = asyncio.run(close_tables(data_location(called)))
    print(say("store.closed", called.lang, count=closed))
    return 0
