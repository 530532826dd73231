"""`sixes play`: both games in a terminal, alone, against bots or at a table of a server."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sixes.cli.bot import SERVER, server_and_code
from sixes.cli.files import read_file
from sixes.cli.serve import pace
from sixes.records import FORMATS, parse, replay
from sixes.text import UserError

if TYPE_CHECKING:
    from sixes.play.commands import SheetRows
    from sixes.terminal.recording import Recording
    from sixes.terminal.sessions import Wanted

HELP = "play both games in the terminal"
PACES = {"quick": 450, "calm": 900, "slow": 1800}
"""Milliseconds from a throw of Sixem until its dice land."""


def add_options(command: argparse.ArgumentParser) -> None:
    game_help = "sixto or sixem (default: a start screen asks)"
    command.add_argument("game", metavar="GAME", nargs="?", choices=tuple(FORMATS), help=game_help)
    bots_help = "play against these levels: expert,nearest (default: Sixto alone, Sixem against nearest)"
    command.add_argument("--bots", metavar="LEVELS", help=bots_help)
    command.add_argument("--new", action="store_true", help="begin anew instead of going on with a kept game")
    command.add_argument("--table", metavar="CODE", help="play at a table of a server: its code, or its link")
    command.add_argument("--server", metavar="URL", help=f"where the table is (default: {SERVER})")
    command.add_argument("--name", help="what you are called at the table")
    command.add_argument("--review", metavar="FILE", help="look at a recorded game, with the coach")
    command.add_argument(
        "--seat", metavar="N", type=int, default=0, help="with --review: whose game (default: 0)"
    )
    command.add_argument("--pad", action="store_true", help="a score pad for real dice of this game")
    players_help = "with --pad: who plays: Ann,Bob (default: it is asked)"
    command.add_argument("--players", metavar="NAMES", help=players_help)
    sheets_help = (
        "Sixto: your sheet, a letter or a JSON file with 6 rows of 12; with --pad those of all: A,C,mine.json"
    )
    command.add_argument("--sheets", metavar="SHEETS", help=sheets_help)
    command.add_argument(
        "--sweet", action="store_true", help="with --pad sixem: the variant in which Xs are given"
    )
    plain_help = "line by line, for screen readers and pipes"
    command.add_argument("--plain", action="store_true", help=plain_help)
    command.add_argument("--ascii", action="store_true", help="draw with plain letters only")
    dice_help = "Sixem: how fast dice land: quick, calm or slow (default: quick)"
    command.add_argument("--dice", metavar="PACE", choices=tuple(PACES), default="quick", help=dice_help)
    command.add_argument("--auto-stop", action="store_true", help="Sixem: the table calls STOP for everybody")
    bot_pace_help = "how long bots pause (default: 1)"
    command.add_argument("--bot-pace", metavar="FACTOR", type=pace, default=1.0, help=bot_pace_help)


def run(called: argparse.Namespace) -> int:
    # Slow to import, and used by this command only.
    from sixes.terminal.program import Program  # noqa: PLC0415
    from sixes.terminal.run import run_plain, run_screens  # noqa: PLC0415

    recording = read_recording(called.review, called.seat, called.lang) if called.review else None
    program = Program(
        wanted(called), find_table, lambda file: read_recording(file, 0, called.lang), own_sheet, recording
    )
    if called.plain:
        return run_plain(program, called.lang)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError("terminal.not_a_screen")
    return run_screens(program, called.lang, os.environ, called.ascii)


def wanted(called: argparse.Namespace) -> "Wanted":
    from sixes.terminal.sessions import Wanted  # noqa: PLC0415 - slow to import
    from sixes.terminal.starting import read_sheet  # noqa: PLC0415

    if called.pad:
        return wanted_pad(called)
    server, code = find_table(called.table, called.server) if called.table else ("", "")
    bots = tuple(filter(None, (level.strip() for level in (called.bots or "").split(","))))
    if called.game == "sixem" and called.bots is None:
        bots = ("nearest",)
    options = {"throw_time": PACES[called.dice], "auto_stop": called.auto_stop, "pace": called.bot_pace}
    if called.sheets and (code or called.game != "sixto"):
        raise UserError("table.options")
    options["sheet"] = read_sheet(called.sheets or "", own_sheet)
    wish = Wanted(called.game or "", bots, called.name, server, code, called.new, **options)
    if wish.game and not code:
        check_seats(wish)
    return wish


def wanted_pad(called: argparse.Namespace) -> "Wanted":
    from sixes.terminal.sessions import Wanted  # noqa: PLC0415 - slow to import
    from sixes.terminal.starting import pad_setup  # noqa: PLC0415

    game, setup = called.game or "", None
    if called.players is not None or called.sheets is not None:
        game = game or "sixto"
        setup = pad_setup(game, called.players or "", called.sheets or "", own_sheet)
    asked = {"is_new": called.new, "on_pad": True, "pad": setup, "sweet": called.sweet}
    return Wanted(game, (), called.name, **asked)


def own_sheet(file: str) -> "SheetRows":
    """One's own sheet from a file; a UserError names what is wrong with it."""
    from sixes.cli.print import read_own  # noqa: PLC0415 - slow to import
    from sixes.play.sixto.sheets import sheet_numbers  # noqa: PLC0415

    return sheet_numbers(read_own(file))


def check_seats(wish: "Wanted") -> None:
    """Refuse more bots than there are seats, and levels that nobody knows."""
    from sixes.local.bots import plain_levels  # noqa: PLC0415 - slow to import
    from sixes.play.games import GAMES  # noqa: PLC0415

    game, seats = GAMES[wish.game], 1 + len(wish.bots)
    if not game.fewest <= seats <= game.most:
        title = wish.game.title()
        raise UserError("lab.seats", game=title, least=game.fewest, most=game.most, seats=seats)
    known = plain_levels(wish.game)
    for level in wish.bots:
        if level not in known:
            raise UserError("terminal.no_level", level=level, levels=", ".join(known))


def find_table(table: str, server: str | None = None) -> tuple[str, str]:
    """The server and the code of a table; a UserError if that is no code."""
    from sixes.server.codes import read_table_code  # noqa: PLC0415 - slow to import

    address, code = server_and_code(table, server)
    known = read_table_code(code)
    if known is None:
        raise UserError("table.unknown")
    return address, known


def read_recording(file: str, seat: int, language: str) -> "Recording":
    from sixes.terminal.recording import Recording  # noqa: PLC0415 - slow to import

    return Recording(replay(parse(read_file(file))), seat, language)
