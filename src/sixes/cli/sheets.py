"""`sixes sheets`: print the twelve sheets of Sixto, or rate sheets, also your own."""

import argparse
import json
from typing import TYPE_CHECKING

from sixes.cli.lab_options import add_games_and_seed, check_bots, exit_status, needs_lab, read_sheets
from sixes.rules.sheets import SHEETS, Sheet, rows_of
from sixes.rules.six import COLOURS

if TYPE_CHECKING:
    from sixes.lab.workers.playing import SimulationStopped

DEFAULT_GAMES = 4000
RATED_BY = "expert"
HELP = "show the sheets A to L of Sixto, or rate sheets"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help='print {"A": [6 lists of 12], ...}')
    sheets = "letters, or JSON files with 6 rows of 12"
    rate_help = f"print the mean points of the expert alone on these: {sheets}"
    command.add_argument("--rate", metavar="SHEETS", help=rate_help)
    add_games_and_seed(command, 2, DEFAULT_GAMES, f"games on each sheet (default: {DEFAULT_GAMES:,})")


def run(called: argparse.Namespace) -> int:
    if called.rate is not None:
        return rate(called)
    if called.json:
        print(json.dumps({letter: rows_of(sheet) for letter, sheet in SHEETS.items()}))
        return 0
    for letter, sheet in SHEETS.items():
        print(letter)
        for colour, row in zip(COLOURS, rows_of(sheet), strict=True):
            print(f"  {colour}  {' '.join(map(str, row[:9]))} | {' '.join(map(str, row[9:]))}")
    return 0


@needs_lab
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
    from sixes.lab.simulation.simulate import run_simulation  # noqa: PLC0415
    from sixes.lab.simulation.summary import document  # noqa: PLC0415

    report = run_simulation(Simulation("sixto", (RATED_BY,), seed, (sheet,)), ("",), games, None, None)
    if not report.tally.games:
        return 0.0, 0.0, 0, report.stopped
    found = document(report)
    return found["mean"][0], found["standard_error"][0], report.tally.games, report.stopped
