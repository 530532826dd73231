"""`sixes replay`: check a game record against the rules, and print its result."""

import argparse
import json
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from sixes.cli.files import line_batches, open_file, read_file
from sixes.records import RecordError, parse, replay
from sixes.terminal.replay_text import describe

if TYPE_CHECKING:
    from concurrent.futures import Executor

SMALL_BATCH = 30_000
"""Bytes that one process answers as fast as several."""


HELP = "check a game record and print its result"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--json", action="store_true", help="print the result as one line of JSON")
    command.add_argument(
        "--jsonl", action="store_true", help="FILE holds a record a line; print a result a line"
    )


def run(called: argparse.Namespace) -> int:
    if called.jsonl:
        return replay_lines(called.file)
    played = replay(parse(read_file(called.file)))
    print(json.dumps(played.result()) if called.json else describe(played, called.lang))
    return 0


def replay_lines(name: str) -> int:
    """Print a line for each line: the result, or the error, always in English, since programs read it."""
    refused = False
    with open_file(name) as file, ReplayPool() as pool:
        for batch in line_batches(file, name):
            for text, valid in pool.answers(batch):
                print(text)
                refused |= not valid
            sys.stdout.flush()
    return 1 if refused else 0


def answer(line: bytes) -> tuple[str, bool]:
    """The line to print for a record, and whether the record is valid."""
    try:
        return json.dumps(replay(parse(line)).result()), True
    except RecordError as error:
        return json.dumps({"error": error.sentence()}), False


class ReplayPool(ExitStack):
    """Replays large batches in a process for each core; small ones, or where none can be started, here."""

    executor: "Executor | None" = None

    def answers(self, lines: list[bytes]) -> list[tuple[str, bool]]:
        if sum(map(len, lines)) > SMALL_BATCH:
            # Slow to import and rarely needed.
            from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415

            try:
                self.executor = self.executor or self.enter_context(ProcessPoolExecutor())
                return list(self.executor.map(answer, lines, chunksize=1 + len(lines) // 40))
            except (BrokenExecutor, OSError):
                pass
        return list(map(answer, lines))
