"""`sixes review`: what the dice gave in a finished game, and what each decision cost."""

import argparse
import json

from sixes.cli.files import read_file
from sixes.records import parse, replay

HELP = "tell luck from skill in a finished game"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--seat", metavar="N", type=int, default=0, help="whose game (default: 0)")
    command.add_argument("--json", action="store_true", help="print the review as one line of JSON")


def run(called: argparse.Namespace) -> int:
    from sixes import coach  # noqa: PLC0415 - slow to import
    from sixes.cli.review_text import describe, describe_sixem  # noqa: PLC0415

    played = replay(parse(read_file(called.file)))
    if called.json:
        print(json.dumps(coach.game_document(played, called.seat)))
    elif played.record["game"] == "sixem":
        print(describe_sixem(coach.review_sixem(played, called.seat), called.lang))
    else:
        print(describe(coach.review(played, called.seat), called.lang))
    return 0
