"""The command `sixes`: one module for each of its commands, with its HELP, `add_options` and `run`."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from sixes import __version__
from sixes.cli import output
from sixes.text import LANGUAGES, UserError, say

COMMANDS = (
    *("serve", "play", "bot", "replay", "review", "study", "verify", "sheets", "print"),
    *("simulate", "arena", "train", "bound", "migrate", "prune", "rebuild", "close", "erase"),
)
"""Each is a module here. Only the one that is called is imported: together they take half a second."""
LANG_HELP = "language of games, errors and refused records"


class OneLineParser(argparse.ArgumentParser):
    """A wrong call gets one sentence, like any other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    top = OneLineParser(
        prog="sixes", description="Play, study and teach machines the dice games Sixto and Sixem."
    )
    top.add_argument("--version", action="version", version=f"sixes {__version__}")
    top.add_argument("--lang", choices=LANGUAGES, default=language_of_user(), help=LANG_HELP)
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in commands:
        module = importlib.import_module(f"sixes.cli.{name}")
        command = subparsers.add_parser(name, help=module.HELP)
        command.set_defaults(run=module.run, parser=command)
        module.add_options(command)
        # --lang may stand after the command too. It has no default there: that would override one before it.
        command.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=LANG_HELP)
    return top


def commands_in(arguments: Sequence[str]) -> Sequence[str]:
    """The command that a call begins with, but for a language; all of them if that is none."""
    skipped = 2 if arguments[:1] == ["--lang"] else 0
    return [name for name in arguments[skipped : skipped + 1] if name in COMMANDS] or COMMANDS


def language_of_user() -> str:
    """The language that the locale variables name, if we have it; else English."""
    chosen = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "en")
    return chosen[:2] if chosen[:2] in LANGUAGES else "en"


def main(arguments: Sequence[str] | None = None) -> int:
    output.prepare()
    given = sys.argv[1:] if arguments is None else list(arguments)
    called = parser(commands_in(given)).parse_args(given)
    try:
        status: int = called.run(called)
        sys.stdout.flush()
        return status
    except UserError as error:
        output.complain(error.sentence(called.lang))
        return 1
    except BrokenPipeError:  # the reader of our output has closed it
        output.discard()
        return 1
    except OSError as error:
        output.discard()
        output.complain(say("record.unwritable", called.lang, why=error.strerror))
        return 1
    except KeyboardInterrupt:
        return 130
