"""The options that commands of the lab share, and the errors for wrong ones."""

import argparse
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from sixes.cli.files import ReadError
from sixes.cli.output import complain
from sixes.records import FORMATS
from sixes.rules.sheets import LETTERS, PLACES, SHEETS, Sheet, sheet_of
from sixes.text import UserError, say

if TYPE_CHECKING:
    from sixes.lab.workers.playing import SimulationStopped

MOST_GAMES = 10**12
MOST_WORKERS = 256
SEEDS = 2**62
EXTRA = ("dask", "distributed", "numba", "numpy", "openskill", "rich")
"""The packages of `sixes[lab]`."""


class UsageError(UserError):
    """The options of a call make no sense."""


class CommandFailed(UserError):
    """A file, a bot or something else that a correct call needs is not usable."""


def add_arguments(command: argparse.ArgumentParser, games: int, games_help: str) -> None:
    command.add_argument("game", metavar="GAME", choices=tuple(FORMATS), help="sixto or sixem")
    command.add_argument("--seats", metavar="N", type=whole_number(1, 6), help="number of seats")
    sheets_help = "for Sixto: letters (A-L, or A,C,F), or JSON files with 6 rows of 12 (default: A-L)"
    command.add_argument("--sheets", metavar="SHEETS", help=sheets_help)
    add_games_and_seed(command, 1, games, games_help)
    command.add_argument("--json", action="store_true", help="print one JSON object")
    workers, workers_help = whole_number(1, MOST_WORKERS), "processes (default: one for each core)"
    command.add_argument("--workers", metavar="N", type=workers, help=workers_help)
    cluster_help = "play on a dask.distributed cluster: tcp://HOST:PORT"
    command.add_argument("--cluster", metavar="ADDRESS", type=cluster_address, help=cluster_help)


def add_games_and_seed(command: argparse.ArgumentParser, fewest: int, games: int, games_help: str) -> None:
    numbers, seeds = whole_number(fewest, MOST_GAMES), whole_number(0, SEEDS - 1)
    command.add_argument("--games", metavar="N", type=numbers, default=games, help=games_help)
    command.add_argument("--seed", metavar="N", type=seeds, default=0, help="seed of all dice (default: 0)")


def is_adjusted(called: argparse.Namespace, default: bool) -> bool:
    """Whether to measure luck; there are values for Sixto only."""
    if called.adjusted and called.game != "sixto":
        raise UsageError("lab.no_luck")
    return default if called.adjusted is None else bool(called.adjusted)


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A parser for whole numbers in these bounds."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return number

    return read


def cluster_address(text: str) -> str:
    if not re.fullmatch(r"tcp://[^\s/]+:[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address of a cluster, as in tcp://localhost:8786")
    return text


def needs_lab(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Decorate a command that needs `sixes[lab]`; an error is one line."""

    def run_in_lab(called: argparse.Namespace) -> int:
        try:
            return run(called)
        except UsageError as error:
            called.parser.error(error.sentence(called.lang))
        except CommandFailed as error:
            complain(error.sentence(called.lang))
        except ModuleNotFoundError as missing:
            package = (missing.name or "").partition(".")[0]
            if package not in EXTRA:
                raise
            complain(say("lab.missing", called.lang, package=package))
        return 1

    return run_in_lab


def told_of_compiling(language: str) -> AbstractContextManager[None]:
    """Says in one line if bots have to be compiled in here."""
    from sixes.lab.compiler import told_of_compiling  # noqa: PLC0415 - slow to import, and part of an extra

    return told_of_compiling(lambda: complain(say("lab.compiling", language)))


def exit_status(stopped: "SimulationStopped | None", done: int, asked: int, language: str) -> int:
    """The exit status. If the simulation stopped early, also says why."""
    if not stopped:
        return 0
    complain(say("lab.stopped", language, why=stopped.sentence(language), done=done, asked=asked))
    return 130 if stopped.key == "lab.interrupted" else 1


def check_writable(file: Path) -> None:
    """Fail now rather than after an hour of work."""
    new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise CommandFailed("lab.unwritable", file=file, why=error.strerror) from None
    if new:
        file.unlink()


def check_bots(names: list[str], game: str) -> None:
    """Make one bot of each name, to see that it works."""
    from sixes.bots.custom import NoSuchBot, bot_factory  # noqa: PLC0415 - slow to import
    from sixes.bots.referee import describe_error  # noqa: PLC0415

    for name in dict.fromkeys(names):
        try:
            bot_factory(name, game)(0)
        except NoSuchBot as error:
            raise UsageError(error.key, **error.values) from None
        except Exception as error:
            raise CommandFailed("lab.bot_failed", bot=name, why=describe_error(error)) from error


def check_seats(seats: int, game: str) -> None:
    from sixes.play.games import GAMES  # noqa: PLC0415 - slow to import

    least, most = GAMES[game].fewest, GAMES[game].most
    if not least <= seats <= most:
        raise UsageError("lab.seats", game=game.title(), least=least, most=most, seats=seats)


def read_sheets(text: str | None, game: str, seats: int) -> dict[str, Sheet]:
    """The sheets of a simulation by name."""
    from sixes.play.games import GAMES  # noqa: PLC0415 - slow to import

    if not GAMES[game].has_sheets:
        if text is not None:
            raise UsageError("lab.no_sheets")
        return {}
    sheets: dict[str, Sheet] = {}
    for item in (text or "A-L").split(","):
        for name, sheet in parse_sheets(item.strip()).items():
            if name in sheets:
                raise UsageError("lab.sheet_twice", sheet=name)
            sheets[name] = sheet
    if len(sheets) < seats:
        raise UsageError("lab.too_few_sheets", seats=seats, sheets=len(sheets))
    return sheets


def parse_sheets(item: str) -> dict[str, Sheet]:
    """The sheets for a letter, for a range of letters, or in a file."""
    letters = re.fullmatch(r"([A-Z])(?:-([A-Z]))?", item.upper())
    if letters:
        first, last = letters[1], letters[2] or letters[1]
        if first in SHEETS and last in SHEETS and first <= last:
            return {letter: SHEETS[letter] for letter in LETTERS if first <= letter <= last}
    if letters or not ("." in item or "/" in item or is_file(item)):
        raise UsageError("lab.no_sheet", sheet=repr(item))
    return {item: read_sheet(item)}


def is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # not a valid file name
        return False


def read_sheet(file: str) -> Sheet:
    try:
        rows = json.loads(Path(file).read_bytes())
    except OSError as error:
        raise ReadError(file, error) from None
    except (ValueError, RecursionError):
        raise CommandFailed("lab.not_json", file=file) from None
    is_sheet = isinstance(rows, list) and len(rows) == 6 and all(map(is_row, rows))
    if not is_sheet:
        raise CommandFailed("lab.not_a_sheet", file=file)
    return sheet_of(rows)


def is_row(row: object) -> bool:
    return isinstance(row, list) and len(row) == PLACES and all(type(n) is int and 1 <= n <= 6 for n in row)
