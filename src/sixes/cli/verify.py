"""`sixes verify`: recompute every die of a finished game from the seed in its record."""

import argparse

from sixes.cli.files import read_file
from sixes.records import parse, replay
from sixes.text import say

HELP = "recompute every die of a finished game"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")


def run(called: argparse.Namespace) -> int:
    from sixes.play.verify import daily_of, verify_dice  # noqa: PLC0415 - slow to import

    played = replay(parse(read_file(called.file)))
    print(say("dice.all_right", called.lang, count=verify_dice(played)))
    promised = daily_of(played)
    if promised:
        print(say("dice.daily", called.lang, **promised._asdict()))
    return 0
