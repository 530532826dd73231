"""`sixes replay`: check a game record against the rules, and tell what came of it."""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from sixes.cli.output import complain
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
        with opened(called.file) as file:
            return replay_lines(file) if called.jsonl else replay_one(file, called)
    except ReadError as error:
        name = ascii(called.file)[1:-1]
        complain(say("record.unreadable", called.lang, file=name, why=error.why))
        return 1


class ReadError(Exception):
    """The file cannot be read; kept apart from output that cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.why = error.strerror


@contextmanager
def reading() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ReadError(error) from None


def opened(name: str) -> BinaryIO:
    with reading():
        return open(0, "rb", closefd=False) if name == "-" else Path(name).open("rb")


def replay_one(file: BinaryIO, called: argparse.Namespace) -> int:
    try:
        with reading():
            data = file.read(MOST_BYTES + 1)
        played = replay(parse(data))
    except RecordError as error:
        complain(error.sentence(called.lang))
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
    whole = True
    while line := next_piece(file):
        if whole:
            yield line
        whole = line.endswith(b"\n") or len(line) <= MOST_BYTES


def next_piece(file: BinaryIO) -> bytes:
    with reading():
        return file.readline(MOST_BYTES + 1)
