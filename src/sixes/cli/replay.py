"""`sixes replay`: check a game record against the rules, and tell what came of it."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from sixes.cli.show import show
from sixes.records import RecordError, parse, replay
from sixes.records.form import LIMIT
from sixes.text import say

MOST_BYTES = LIMIT * 1_000_000


def add_to(commands: Any) -> None:
    command = commands.add_parser("replay", help="check a game record and tell what came of it")
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--json", action="store_true", help="print the result as one line of JSON")
    command.add_argument(
        "--jsonl", action="store_true", help="FILE holds a record a line; print a result a line"
    )
    command.set_defaults(run=run)


def run(called: argparse.Namespace) -> int:
    try:
        with nullcontext(sys.stdin.buffer) if called.file == "-" else Path(called.file).open("rb") as file:
            if called.jsonl:
                return replay_lines(file)
            return replay_one(file, called)
    except BrokenPipeError:
        raise
    except OSError as error:
        name, why = ascii(called.file)[1:-1], error.strerror
        print(say("record.unreadable", called.lang, file=name, why=why), file=sys.stderr)
        return 1


def replay_one(file: BinaryIO, called: argparse.Namespace) -> int:
    try:
        played = replay(parse(file.read(MOST_BYTES + 1)))
    except RecordError as error:
        print(error.sentence(called.lang), file=sys.stderr)
        return 1
    print(json.dumps(played.result()) if called.json else show(played, called.lang))
    return 0


def replay_lines(file: BinaryIO) -> int:
    """Each line gets a line: the result, or the error, in English whoever asks, since programs read it."""
    status = 0
    for line in lines_of(file):
        try:
            answer = replay(parse(line)).result()
        except RecordError as error:
            answer = {"error": error.sentence()}
            status = 1
        print(json.dumps(answer))
    return status


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long, just enough to see that it is."""
    while line := file.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = file.readline(MOST_BYTES + 1)
