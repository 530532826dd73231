"""`sixes replay`: check a game record against the rules, and tell what came of it."""

import argparse
import json
import os
import stat
from collections.abc import Iterator
from typing import Any, BinaryIO

from sixes.cli.files import ReadError, lines_of, opened, whole
from sixes.cli.output import complain
from sixes.cli.show import show
from sixes.records import RecordError, parse, replay

LONG = 1_000_000
BATCH = 16_000_000


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
        return replay_lines(called.file) if called.jsonl else replay_one(called)
    except (ReadError, RecordError) as error:
        complain(error.sentence(called.lang))
        return 1


def replay_one(called: argparse.Namespace) -> int:
    played = replay(parse(whole(called.file)))
    print(json.dumps(played.result()) if called.json else show(played, called.lang))
    return 0


def replay_lines(name: str) -> int:
    """Each line gets a line: the result, or the error, in English whoever asks, since programs read it."""
    refused = False
    with opened(name) as file:
        lines = lines_of(file, name)
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
    """The answers in order, a batch at a time; where processes cannot be had, one core answers."""
    # Slow to import and rarely needed.
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415

    with ProcessPoolExecutor() as pool:
        for batch in batches(lines):
            try:
                answers = list(pool.map(answer, batch, chunksize=1 + len(batch) // 40))
            except (BrokenExecutor, OSError):
                answers = list(map(answer, batch))
            yield from answers


def batches(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Lines of some megabytes together, so that no file is too long to be held."""
    batch, size = [], 0
    for line in lines:
        batch.append(line)
        size += len(line)
        if size > BATCH:
            yield batch
            batch, size = [], 0
    yield batch
