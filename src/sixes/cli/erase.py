"""`sixes erase`: delete people again who are back in a restored backup."""

import argparse
import asyncio

from sixes.cli.data_options import add_data_options, data_location
from sixes.text import say

HELP = "delete people again, after a backup was restored and before a server starts"


def add_options(command: argparse.ArgumentParser) -> None:
    add_data_options(command)
    command.add_argument("who", nargs="+", metavar="WHO", help='what the log says with "erased"')


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.server.tables.restoring import erase_again  # noqa: PLC0415

    erased = asyncio.run(erase_again(data_location(called), set(called.who)))
    print(say("store.erased", called.lang, count=erased))
    return 0
