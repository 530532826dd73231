"""`sixes simulate`: let bots play many games, and summarise them."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from sixes.cli import lab_options

if TYPE_CHECKING:
    from sixes.lab.games import Simulation
    from sixes.lab.simulation.summary import Report

DEFAULT_GAMES = 10_000
HELP = "let bots play many games, and summarise them"


def add_options(command: argparse.ArgumentParser) -> None:
    lab_options.add_arguments(command, DEFAULT_GAMES, f"number of games (default: {DEFAULT_GAMES:,})")
    bots_help = "one for all seats, or one for each with commas: levels, or MODULE:NAME (default: nearest)"
    command.add_argument("--bots", metavar="BOTS", default="nearest", help=bots_help)
    adjusted_help = "for Sixto: also give the means without the luck of the dice"
    command.add_argument("--adjusted", action="store_true", help=adjusted_help)
    plot_help = "draw how often each number of points occurs"
    command.add_argument("--plot", metavar="FILE.svg", type=Path, help=plot_help)
    record_help = "play only game number N of the seed, and print its record"
    command.add_argument(
        "--record", metavar="N", type=lab_options.whole_number(0, lab_options.MOST_GAMES), help=record_help
    )


@lab_options.needs_lab
def run(called: argparse.Namespace) -> int:
    # Slow to import, and part of an extra.
    from sixes.lab.games import Simulation  # noqa: PLC0415
    from sixes.lab.simulation.simulate import run_simulation  # noqa: PLC0415

    bots = bots_by_seat(called)
    sheets = lab_options.read_sheets(called.sheets, called.game, len(bots))
    if called.plot:
        lab_options.check_writable(called.plot)
    rows, adjusted = tuple(sheets.values()), lab_options.is_adjusted(called, default=False)
    simulation = Simulation(called.game, bots, called.seed, rows, adjusted=adjusted)
    if called.record is not None:
        return print_record(simulation, called.record)
    with lab_options.told_of_compiling(called.lang):
        report = run_simulation(simulation, tuple(sheets), called.games, called.workers, called.cluster)
    if report.tally.games:
        print_report(called, report)
    return lab_options.exit_status(report.stopped, report.tally.games, called.games, called.lang)


def print_record(simulation: "Simulation", game: int) -> int:
    """Print the record of one game, to look at it and replay it."""
    from sixes.lab.workers.playing import SimulationStopped, record  # noqa: PLC0415

    try:
        print(json.dumps(record(simulation, game)))
    except SimulationStopped as stopped:
        raise lab_options.CommandFailed(stopped.key, **stopped.values) from None
    return 0


def bots_by_seat(called: argparse.Namespace) -> tuple[str, ...]:
    from sixes.play.games import GAMES  # noqa: PLC0415 - slow to import

    bots = [bot.strip() for bot in called.bots.split(",")]
    seats = called.seats or max(len(bots), GAMES[called.game].fewest)
    lab_options.check_seats(seats, called.game)
    if len(bots) not in (1, seats):
        raise lab_options.UsageError("lab.bots_and_seats", bots=len(bots), seats=seats)
    lab_options.check_bots(bots, called.game)
    return tuple(bots) * (seats // len(bots))


def print_report(called: argparse.Namespace, report: "Report") -> None:
    from sixes.lab.simulation.plot import svg  # noqa: PLC0415
    from sixes.lab.simulation.summary import document, page  # noqa: PLC0415

    print(json.dumps(document(report)) if called.json else page(report))
    if called.plot:
        try:
            called.plot.write_text(svg(report), encoding="utf-8")
        except OSError as error:
            raise lab_options.CommandFailed("lab.unwritable", file=called.plot, why=error.strerror) from None
