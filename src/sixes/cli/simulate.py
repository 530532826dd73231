"""`sixes simulate`: many games of bots, and what came of them."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sixes.cli.lab_options import (
    MOST_GAMES,
    SEATS,
    Failed,
    Wrong,
    add_arguments,
    check_bots,
    check_seats,
    check_writable,
    ended,
    in_the_lab,
    read_sheets,
    whole,
)

if TYPE_CHECKING:
    from sixes.lab.games import Simulation
    from sixes.lab.simulation.summary import Report

GAMES = 10_000


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        "simulate", help="let bots play many games, and tell what came of them"
    )
    add_arguments(command, GAMES, f"how many (default: {GAMES:,})")
    command.add_argument(
        "--bots",
        metavar="BOTS",
        default="nearest",
        help="one for all seats or, with commas, one for each: levels, or MODULE:NAME (default: nearest)",
    )
    command.add_argument("--plot", metavar="FILE.svg", type=Path, help="draw how often points come up")
    command.add_argument(
        "--record",
        metavar="N",
        type=whole(0, MOST_GAMES),
        help="play game number N of the seed alone, and print it as a record",
    )
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    return in_the_lab(called, work)


def work(called: argparse.Namespace) -> int:
    # Slow to import, and not everybody has it.
    from sixes.lab.games import Simulation  # noqa: PLC0415
    from sixes.lab.simulation.simulate import simulate  # noqa: PLC0415

    bots = seated(called)
    sheets = read_sheets(called.sheets, called.game, len(bots))
    if called.plot:
        check_writable(called.plot)
    setting = Simulation(called.game, bots, called.seed, tuple(sheets.values()))
    if called.record is not None:
        return tell_one(setting, called.record)
    report = simulate(setting, tuple(sheets), called.games, called.workers, called.cluster)
    if report.tally.games:
        tell(called, report)
    return ended(report.stopped, report.tally.games, called.games)


def tell_one(setting: "Simulation", game: int) -> int:
    """For a game that looks odd: the record of it, to be shown and replayed."""
    from sixes.lab.workers.playing import SimulationStopped, record  # noqa: PLC0415

    try:
        print(json.dumps(record(setting, game)))
    except SimulationStopped as stopped:
        raise Failed(stopped.why) from None
    return 0


def seated(called: argparse.Namespace) -> tuple[str, ...]:
    """A bot for each seat."""
    bots = [bot.strip() for bot in called.bots.split(",")]
    seats = called.seats or max(len(bots), SEATS[called.game][0])
    check_seats(seats, called.game)
    if len(bots) not in (1, seats):
        raise Wrong(f"--bots names {len(bots)} bots for {seats} seats: name one for all, or one for each")
    check_bots(bots, called.game)
    return tuple(bots) * (seats // len(bots))


def tell(called: argparse.Namespace, report: "Report") -> None:
    from sixes.lab.simulation.plot import svg  # noqa: PLC0415
    from sixes.lab.simulation.summary import document, page  # noqa: PLC0415

    print(json.dumps(document(report)) if called.json else page(report))
    if called.plot:
        try:
            called.plot.write_text(svg(report), encoding="utf-8")
        except OSError as error:
            raise Failed(f"{called.plot} cannot be written: {error.strerror}") from None
