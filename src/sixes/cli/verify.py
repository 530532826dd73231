"""`sixes verify`: recompute every die of a finished game from the seed in its record."""

import argparse
from typing import Any

from sixes.cli.files import ReadError, whole
from sixes.cli.output import complain
from sixes.play.verify import verify
from sixes.records import RecordError, parse, replay
from sixes.text import say


def add_to(commands: Any) -> None:
    command = commands.add_parser("verify", help="recompute every die of a finished game")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.set_defaults(run=run)


def run(called: argparse.Namespace) -> int:
    try:
        count = verify(replay(parse(whole(called.file))))
    except (ReadError, RecordError) as error:
        complain(error.sentence(called.lang))
        return 1
    print(say("dice.all_right", called.lang, count=count))
    return 0
