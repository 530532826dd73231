"""What the commands of the lab have in common: their arguments, and what is wrong with them."""

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path

from sixes.cli.files import ReadError
from sixes.cli.output import complain
from sixes.rules.sheets import LETTERS, PLACES, SHEETS, Sheet, sheet_of

SEATS = {"sixto": (1, 6), "sixem": (2, 6)}
MOST_GAMES = 10**12
MOST_WORKERS = 256
SEEDS = 2**62
EXTRA = ("dask", "distributed", "numba", "numpy", "openskill", "rich")
"""The packages of `sixes[lab]`."""


class Wrong(Exception):
    """The call makes no sense; the text says why."""


class Failed(Exception):
    """The call is fine, but something in the world is not as it must be; the text says what."""


def add_arguments(command: argparse.ArgumentParser, games: int, games_help: str) -> None:
    command.add_argument("game", metavar="GAME", choices=tuple(SEATS), help="sixto or sixem")
    command.add_argument("--seats", metavar="N", type=whole(1, 6), help="players at a table")
    command.add_argument(
        "--sheets",
        metavar="SHEETS",
        help="of Sixto: letters (A-L, or A,C,F), or JSON files with 6 rows of 12 (default: A-L)",
    )
    most = whole(1, MOST_GAMES)
    command.add_argument("--games", metavar="N", type=most, default=games, help=games_help)
    command.add_argument(
        "--seed", metavar="N", type=whole(0, SEEDS - 1), default=0, help="of all dice (default: 0)"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument(
        "--workers", metavar="N", type=whole(1, MOST_WORKERS), help="processes (default: one a core)"
    )
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        type=cluster,
        help="play on a dask.distributed cluster: tcp://HOST:PORT",
    )
    command.set_defaults(parser=command)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number in these bounds."""

    def read(text: str) -> int:
        number = int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} to {most}")
        return number

    return read


def cluster(text: str) -> str:
    if not re.fullmatch(r"tcp://[^\s/]+:[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no address of a cluster, as in tcp://localhost:8786")
    return text


def in_the_lab(called: argparse.Namespace, work: Callable[[argparse.Namespace], int]) -> int:
    """Run what needs `sixes[lab]`; whatever is wrong gets one line."""
    try:
        return work(called)
    except Wrong as wrong:
        called.parser.error(str(wrong))
    except Failed as failed:
        complain(str(failed))
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in EXTRA:
            raise
        complain(f"This needs {package}, a part of the lab: pip install 'sixes[lab]'")
    return 1


def ended(stopped: str, done: int, asked: int) -> int:
    """Say why it came to an end before its time, if it did; the exit code."""
    from sixes.lab.simulation.simulate import INTERRUPTED  # noqa: PLC0415 - slow to import

    if not stopped:
        return 0
    complain(f"{stopped} {done:,} of {asked:,} games are played.")
    return 130 if stopped == INTERRUPTED else 1


def check_writable(file: Path) -> None:
    """Better now than after an hour."""
    new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror}") from None
    if new:
        file.unlink()


# Bots ---------------------------------------------------------------------------------------------------


def check_bots(names: list[str], game: str) -> None:
    """Wrong, if one of them is not there; one of each is made, to see that it can be."""
    from sixes.bots.custom import NoSuchBot, in_a_line, maker_of  # noqa: PLC0415 - slow to import

    for name in dict.fromkeys(names):
        try:
            maker_of(name, game)(0)
        except NoSuchBot as error:
            raise Wrong(error.sentence()) from None
        except Exception as error:
            raise Failed(f"The bot {name} failed: {in_a_line(error)}") from error


def check_seats(seats: int, game: str) -> None:
    least, most = SEATS[game]
    if not least <= seats <= most:
        raise Wrong(f"{game.title()} is for {least} to {most} seats, not {seats}")


# Sheets -------------------------------------------------------------------------------------------------


def read_sheets(text: str | None, game: str, seats: int) -> dict[str, Sheet]:
    """The sheets that go round, by their names."""
    if game == "sixem":
        if text is not None:
            raise Wrong("Sixem has no sheets")
        return {}
    sheets: dict[str, Sheet] = {}
    for item in (text or "A-L").split(","):
        for name, sheet in named(item.strip()).items():
            if name in sheets:
                raise Wrong(f"sheet {name} is named twice")
            sheets[name] = sheet
    if len(sheets) < seats:
        raise Wrong(f"{seats} seats need as many different sheets, and there are {len(sheets)}")
    return sheets


def named(item: str) -> dict[str, Sheet]:
    """A letter, two with a dash for all between them, or a file."""
    letters = re.fullmatch(r"([A-Z])(?:-([A-Z]))?", item.upper())
    if letters:
        first, last = letters[1], letters[2] or letters[1]
        if first in SHEETS and last in SHEETS and first <= last:
            return {letter: SHEETS[letter] for letter in LETTERS if first <= letter <= last}
    if letters or not ("." in item or "/" in item or is_file(item)):
        raise Wrong(f"there is no sheet {item!r}: sheets are A to L, or JSON files")
    return {item: sheet_in(item)}


def is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # no file can have such a name
        return False


def sheet_in(file: str) -> Sheet:
    try:
        rows = json.loads(Path(file).read_bytes())
    except OSError as error:
        raise ReadError(file, error) from None
    except (ValueError, RecursionError):
        raise Failed(f"{file} cannot be read as JSON") from None
    is_sheet = isinstance(rows, list) and len(rows) == 6 and all(map(is_row, rows))
    if not is_sheet:
        raise Failed(f"{file} is no sheet: that has 6 rows of 12 numbers from 1 to 6")
    return sheet_of(rows)


def is_row(row: object) -> bool:
    return isinstance(row, list) and len(row) == PLACES and all(type(n) is int and 1 <= n <= 6 for n in row)
