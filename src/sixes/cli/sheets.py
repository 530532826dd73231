"""`sixes sheets`: print the twelve sheets of Sixto, or rate sheets, also your own."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from sixes.cli.lab_options import (
    MOST_GAMES,
    SEEDS,
    check_bots,
    exit_status,
    read_sheets,
    run_in_lab,
    whole_number,
)
from sixes.rules.sheets import SHEETS, Sheet, rows_of
from sixes.rules.six import COLOURS

if TYPE_CHECKING:
    from sixes.lab.workers.playing import SimulationStopped

GAMES = 4000
RATED_BY = "expert"


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "sheets", help="show the sheets A to L of Sixto, or rate sheets"
    )
    command.add_argument("--json", action="store_true", help='print {"A": [6 lists of 12], ...}')
    command.add_argument(
        "--rate",
        metavar="SHEETS",
        help="print the mean points of the expert alone on these: letters, or JSON files with 6 rows of 12",
    )
    games, seeds = whole_number(2, MOST_GAMES), whole_number(0, SEEDS - 1)
    command.add_argument(
        "--games", metavar="N", type=games, default=GAMES, help=f"games on each sheet (default: {GAMES:,})"
    )
    command.add_argument("--seed", metavar="N", type=seeds, default=0, help="seed of all dice (default: 0)")
    command.set_defaults(run=run, parser=command)
    return command


def run(called: argparse.Namespace) -> int:
    if called.rate is not None:
        return run_in_lab(called, rate)
    if called.json:
        print(json.dumps({letter: rows_of(sheet) for letter, sheet in SHEETS.items()}))
        return 0
    for letter, sheet in SHEETS.items():
        print(letter)
        for colour, row in zip(COLOURS, rows_of(sheet), strict=True):
            print(f"  {colour}  {' '.join(map(str, row[:9]))} | {' '.join(map(str, row[9:]))}")
    return 0


def rate(called: argparse.Namespace) -> int:
    """Rate sheets by the points of the expert, with the same dice on every sheet."""
    sheets, games, stopped = read_sheets(called.rate, "sixto", 1), 0, None
    check_bots([RATED_BY], "sixto")
    ratings = {}
    for name, sheet in sheets.items():
        mean, error, played, stopped = rate_sheet(sheet, called.games, called.seed)
        games += played
        if played:
            ratings[name] = {"games": played, "mean": mean, "standard_error": error}
            if not called.json:
                print(f"{name}: {mean:.1f} ± {1.96 * error:.1f} points", flush=True)
        if stopped:
            break
    if called.json:
        print(json.dumps(ratings))
    return exit_status(stopped, games, called.games * len(sheets), called.lang)


def rate_sheet(sheet: Sheet, games: int, seed: int) -> "tuple[float, float, int, SimulationStopped | None]":
    """The mean points of an expert alone, their standard error, the games, and why they stopped early."""
    # Slow to import, and part of an extra.
    from sixes.lab.games import Simulation  # noqa: PLC0415
    from sixes.lab.simulation.simulate import simulate  # noqa: PLC0415
    from sixes.lab.simulation.summary import document  # noqa: PLC0415

    report = simulate(Simulation("sixto", (RATED_BY,), seed, (sheet,)), ("",), games, None, None)
    if not report.tally.games:
        return 0.0, 0.0, 0, report.stopped
    found = document(report)
    return found["mean"][0], found["standard_error"][0], report.tally.games, report.stopped
