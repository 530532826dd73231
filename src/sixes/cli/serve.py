"""`sixes serve` will start the tables; this version has none yet and says so, whatever it is given."""

import argparse
from typing import Any

from sixes.cli.output import complain
from sixes.text import say


def add_to(commands: Any) -> None:
    told = "play both games in the browser (to come)"
    # No character begins an option, so that options are taken as they come.
    command = commands.add_parser("serve", help=told, add_help=False, prefix_chars="\0")
    command.add_argument("options", nargs="*", help=argparse.SUPPRESS)
    command.set_defaults(run=run)


def run(called: argparse.Namespace) -> int:
    complain(say("serve.to_come", called.lang))
    return 1
