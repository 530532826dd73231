"""`sixes replay`: check a game record against the rules, and tell what came of it."""

import argparse
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from sixes.cli.output import complain
from sixes.cli.show import show
from sixes.records import RecordError, parse, replay
from sixes.records.form import LIMIT
from sixes.text import say

MOST_BYTES = LIMIT * 1_000_000
LONG = 1_000_000
BATCH = 4000


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
    refused = False
    lines = lines_of(file)
    answers = by_all_cores(lines) if is_long(file) else map(answer, lines)
    for text, holds in answers:
        print(text)
        refused |= not holds
    return 1 if refused else 0


def answer(line: bytes) -> tuple[str, bool]:
    """What a line gets, and whether its record holds."""
    try:
        return json.dumps(replay(parse(line)).result()), True
    except RecordError as error:
        return json.dumps({"error": error.sentence()}), False


def is_long(file: BinaryIO) -> bool:
    """Long enough to be worth more than one core; not a pipe, whose writer may wait for each answer."""
    status = os.fstat(file.fileno())
    return stat.S_ISREG(status.st_mode) and status.st_size > LONG


def by_all_cores(lines: Iterator[bytes]) -> Iterator[tuple[str, bool]]:
    """The answers in order, some thousand lines at a time, so that no file is too long to be held."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - slow to import, rarely needed

    with ProcessPoolExecutor() as pool:
        while batch := list(islice(lines, BATCH)):
            yield from pool.map(answer, batch, chunksize=BATCH // 40)


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
