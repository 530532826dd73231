"""`sixes simulate`: many games of bots, and what came of them."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sixes.cli.lab import (
    SEATS,
    Failed,
    Wrong,
    add_arguments,
    check_bots,
    check_seats,
    ended,
    in_the_lab,
    read_sheets,
)

if TYPE_CHECKING:
    from sixes.lab.summary import Report

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
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    return in_the_lab(called, work)


def work(called: argparse.Namespace) -> int:
    # Slow to import, and not everybody has it.
    from sixes.lab.games import Setting  # noqa: PLC0415
    from sixes.lab.simulate import simulate  # noqa: PLC0415

    bots = seated(called)
    sheets = read_sheets(called.sheets, called.game, len(bots))
    if called.plot:
        check_writable(called.plot)
    setting = Setting(called.game, bots, called.seed, tuple(sheets.values()))
    report = simulate(setting, tuple(sheets), called.games, called.workers, called.cluster)
    if report.tally.games:
        tell(called, report)
    return ended(report.stopped, report.tally.games, called.games)


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
    from sixes.lab.plot import svg  # noqa: PLC0415
    from sixes.lab.summary import document, page  # noqa: PLC0415

    print(json.dumps(document(report)) if called.json else page(report))
    if called.plot:
        try:
            called.plot.write_text(svg(report), encoding="utf-8")
        except OSError as error:
            raise Failed(f"{called.plot} cannot be written: {error.strerror}") from None


def check_writable(file: Path) -> None:
    """Better now than after an hour of playing."""
    new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from None
    if new:
        file.unlink()
