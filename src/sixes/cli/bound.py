"""`sixes bound`: estimate how good perfect play of Sixto alone can be."""

import argparse
import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from sixes.cli.lab_options import (
    SEEDS,
    CommandFailed,
    check_writable,
    needs_lab,
    told_of_compiling,
    whole_number,
)
from sixes.cli.output import complain
from sixes.rules.sheets import LETTERS
from sixes.text import say

if TYPE_CHECKING:
    from sixes.lab.sixto.bound.estimate import Estimate

HELP = "estimate how good perfect play of Sixto alone can be"
PATHS, BEAMS, SETS_OF_ROLLS = 200, (5, 15, 50), 36
FEWEST, MOST, MOST_ROLLS, WIDEST = 2, 10**6, 3600, 1000


def add_options(command: argparse.ArgumentParser) -> None:
    paths, seeds = whole_number(FEWEST, MOST), whole_number(0, SEEDS - 1)
    paths_help = f"paths of dice, each known beforehand (default: {PATHS})"
    command.add_argument("--paths", metavar="N", type=paths, default=PATHS, help=paths_help)
    widths = ",".join(map(str, BEAMS))
    beams_help = f"widths of the beams, in ascending order (default: {widths})"
    command.add_argument("--beams", metavar="N,N", type=beam_widths, default=BEAMS, help=beams_help)
    letters, sheet_help = tuple(LETTERS), "A to L (default: A)"
    command.add_argument("--sheet", metavar="LETTER", choices=letters, default="A", help=sheet_help)
    rolls_help = f"rolls for each expectation, a multiple of {SETS_OF_ROLLS} (default: {SETS_OF_ROLLS})"
    command.add_argument("--rolls", metavar="N", type=many_rolls, default=SETS_OF_ROLLS, help=rolls_help)
    command.add_argument("--seed", metavar="N", type=seeds, default=0, help="seed of all dice (default: 0)")
    resume_help = "keep the paths in this file, and go on from those in it"
    command.add_argument("--resume", metavar="FILE", type=Path, help=resume_help)
    shrunken_help = "instead, solve small games exactly, and compare what is estimated there"
    command.add_argument("--shrunken", action="store_true", help=shrunken_help)
    command.add_argument("--json", action="store_true", help="print one JSON object")


def beam_widths(text: str) -> tuple[int, ...]:
    widths = tuple(int(width) if width.isascii() and width.isdigit() else 0 for width in text.split(","))
    if not all(1 <= width <= WIDEST for width in widths) or list(widths) != sorted(set(widths)):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of widths from 1 to {WIDEST}, such as 5,15,50")
    return widths


def many_rolls(text: str) -> int:
    rolls = whole_number(SETS_OF_ROLLS, MOST_ROLLS)(text)
    if rolls % SETS_OF_ROLLS:
        raise argparse.ArgumentTypeError(f"{text!r} is no multiple of {SETS_OF_ROLLS}")
    return rolls


@needs_lab
def run(called: argparse.Namespace) -> int:
    with told_of_compiling(called.lang):
        return solve_games(called) if called.shrunken else estimate_points(called)


def estimate_points(called: argparse.Namespace) -> int:
    # Slow to import, and part of an extra.
    from sixes.lab.sixto.bound.estimate import BadPaths, Estimate, resume, summary  # noqa: PLC0415
    from sixes.lab.sixto.bound.report import page  # noqa: PLC0415

    start = Estimate(called.sheet, called.seed, called.beams, called.rolls)
    try:
        if called.resume:
            check_writable(called.resume)
            start = resume(called.resume, start)
        found = measure(start, called)
    except BadPaths as bad:
        raise CommandFailed(bad.key, **bad.values) from None
    except OSError as error:
        file = error.filename or called.resume
        raise CommandFailed("lab.file_failed", file=file, why=error.strerror) from None
    if len(found.paths) >= FEWEST:
        print(json.dumps(summary(found)) if called.json else page(found))
    if len(found.paths) >= called.paths:
        return 0
    complain(say("bound.interrupted", called.lang, done=len(found.paths), paths=called.paths))
    return 130


def measure(start: "Estimate", called: argparse.Namespace) -> "Estimate":
    """Measure the paths that are missing, until somebody interrupts."""
    from sixes.lab.sixto.bound.estimate import measure_paths, save  # noqa: PLC0415
    from sixes.lab.workers.progress import bar  # noqa: PLC0415

    found = start
    with bar(called.paths, "Solving") as advance, contextlib.suppress(KeyboardInterrupt):
        advance(len(start.paths))
        for found in measure_paths(start, called.paths):
            if called.resume:
                save(found, called.resume)
            advance(1)
    return found


def solve_games(called: argparse.Namespace) -> int:
    from sixes.lab.sixto.bound.report import games_document, games_page  # noqa: PLC0415
    from sixes.lab.sixto.bound.shrunken import GAMES, solve_games  # noqa: PLC0415
    from sixes.lab.workers.progress import bar  # noqa: PLC0415

    games = []
    with bar(len(GAMES), "Solving") as advance:
        for game in solve_games(called.seed, called.paths, called.sheet):
            games.append(game)
            advance(1)
    shown = (games, called.sheet, called.seed, called.paths)
    print(json.dumps(games_document(*shown)) if called.json else games_page(*shown))
    return 0
