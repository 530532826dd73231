"""`sixes review`: what the dice gave in a finished game, and what each decision cost."""

import argparse
import json

from sixes.cli.files import read_file
from sixes.cli.lab_options import needs_lab, whole_number
from sixes.records import Played, parse, replay

HELP = "tell luck from skill in a finished game"
FEWEST, MOST = 100, 100_000
"""Play-outs; fewer do not tell their own standard error."""


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--seat", metavar="N", type=int, default=0, help="whose game (default: 0)")
    playouts_help = "Sixto alone: measure costs, with N games played on after each choice (needs sixes[lab])"
    numbers = whole_number(FEWEST, MOST)
    command.add_argument("--playouts", metavar="N", type=numbers, default=0, help=playouts_help)
    command.add_argument("--json", action="store_true", help="print the review as one line of JSON")


@needs_lab
def run(called: argparse.Namespace) -> int:
    played = replay(parse(read_file(called.file)))
    print(_by_playouts(played, called) if called.playouts else _by_values(played, called))
    return 0


def _by_values(played: Played, called: argparse.Namespace) -> str:
    from sixes import coach  # noqa: PLC0415 - slow to import
    from sixes.terminal.review_text import describe, describe_sixem  # noqa: PLC0415

    if called.json:
        return json.dumps(coach.game_document(played, called.seat))
    if played.record["game"] == "sixem":
        return describe_sixem(coach.review_sixem(played, called.seat), called.lang)
    return describe(coach.review(played, called.seat), called.lang)


def _by_playouts(played: Played, called: argparse.Namespace) -> str:
    from sixes.coach import review_document  # noqa: PLC0415
    from sixes.coach.playouts import review_by_playouts  # noqa: PLC0415 - part of an extra
    from sixes.terminal.review_text import describe  # noqa: PLC0415 - slow to import

    review = review_by_playouts(played, called.seat, called.playouts)
    return json.dumps(review_document(review)) if called.json else describe(review, called.lang)
