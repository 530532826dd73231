"""`sixes replay`: check a game record against the rules, and tell what came of it."""

import argparse
import json
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from sixes.cli.files import batches, opened, whole
from sixes.cli.show import show
from sixes.records import RecordError, parse, replay

if TYPE_CHECKING:
    from concurrent.futures import Executor

FEW = 30_000
"""Bytes that one core answers as fast as several."""


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "replay", help="check a game record and tell what came of it"
    )
    command.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    command.add_argument("--json", action="store_true", help="print the result as one line of JSON")
    command.add_argument(
        "--jsonl", action="store_true", help="FILE holds a record a line; print a result a line"
    )
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    return replay_lines(called.file) if called.jsonl else replay_one(called)


def replay_one(called: argparse.Namespace) -> int:
    played = replay(parse(whole(called.file)))
    print(json.dumps(played.result()) if called.json else show(played, called.lang))
    return 0


def replay_lines(name: str) -> int:
    """Each line gets a line: the result, or the error, in English whoever asks, since programs read it."""
    refused = False
    with opened(name) as file, Cores() as cores:
        for batch in batches(file, name):
            for text, holds in cores.answers(batch):
                print(text)
                refused |= not holds
            sys.stdout.flush()
    return 1 if refused else 0


def answer(line: bytes) -> tuple[str, bool]:
    """What a line gets, and whether its record holds."""
    try:
        return json.dumps(replay(parse(line)).result()), True
    except RecordError as error:
        return json.dumps({"error": error.sentence()}), False


class Cores(ExitStack):
    """Many lines are shared out among all cores; a few, or all where processes cannot be had, are not."""

    pool: "Executor | None" = None

    def answers(self, lines: list[bytes]) -> list[tuple[str, bool]]:
        if sum(map(len, lines)) > FEW:
            # Slow to import and rarely needed.
            from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415

            try:
                self.pool = self.pool or self.enter_context(ProcessPoolExecutor())
                return list(self.pool.map(answer, lines, chunksize=1 + len(lines) // 40))
            except (BrokenExecutor, OSError):
                pass
        return list(map(answer, lines))
