"""`sixes verify`: recompute every die of a finished game from the seed in its record."""

import argparse
from typing import Any

from sixes.cli.files import read_file
from sixes.play.verify import verify
from sixes.records import parse, replay
from sixes.text import say


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "verify", help="recompute every die of a finished game"
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    count = verify(replay(parse(read_file(called.file))))
    print(say("dice.all_right", called.lang, count=count))
    return 0
