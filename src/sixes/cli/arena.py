"""`sixes arena`: let bots play each other with the same dice, and rate them."""

import argparse
import json
import re
from itertools import combinations
from typing import TYPE_CHECKING

from sixes.cli import lab_options

if TYPE_CHECKING:
    from sixes.lab.arena.sprt import Sprt

DEFAULT_GAMES = 2000
HELP = "let bots play each other with the same dice, and rate them"


def add_options(command: argparse.ArgumentParser) -> None:
    lab_options.add_arguments(
        command, DEFAULT_GAMES, f"the most for each pairing (default: {DEFAULT_GAMES:,})"
    )
    bots_help = "two or more, separated by commas: levels, or MODULE:NAME"
    command.add_argument("--bots", metavar="BOTS", required=True, help=bots_help)
    shares = "whether one of the two wins a share of P1 rather than of P0 (without a value: 0.5,0.55)"
    sprt_help = f"end a pairing when it is clear {shares}"
    adjusted_help = "for Sixto: remove the luck of the dice from all results (default)"
    command.add_argument(
        "--adjusted", action=argparse.BooleanOptionalAction, default=None, help=adjusted_help
    )
    command.add_argument("--sprt", metavar="P0,P1", nargs="?", const="0.5,0.55", help=sprt_help)


@lab_options.needs_lab
def run(called: argparse.Namespace) -> int:
    # Slow to import, and part of an extra.
    from sixes.lab.arena.pairings import pairing  # noqa: PLC0415
    from sixes.lab.arena.standings import document, page  # noqa: PLC0415
    from sixes.lab.arena.tournament import play_tournament  # noqa: PLC0415

    bots, seats = parse_bots(called), called.seats or 2
    lab_options.check_seats(seats, called.game)
    sheets = lab_options.read_sheets(called.sheets, called.game, seats)
    rows = tuple(sheets.values())
    pairs = [pairing(called.game, both, seats, called.seed, rows) for both in combinations(bots, 2)]
    if lab_options.is_adjusted(called, default=called.game == "sixto"):
        pairs = [pair.adjusted() for pair in pairs]
    deals = called.games // pairs[0].deal_games
    if not deals:
        raise lab_options.UsageError("lab.too_few_games", games=pairs[0].deal_games)
    test = parse_sprt(called.sprt) if called.sprt else None
    with lab_options.told_of_compiling(called.lang):
        found = play_tournament(pairs, deals, test, called.workers, called.cluster)
    summary = document(found, tuple(sheets))
    if summary["games"]:
        print(json.dumps(summary) if called.json else page(found, tuple(sheets)))
    return lab_options.exit_status(found.stopped, summary["games"], summary["asked"], called.lang)


def parse_bots(called: argparse.Namespace) -> list[str]:
    bots = [bot.strip() for bot in called.bots.split(",")]
    twice = next((bot for bot in bots if bots.count(bot) > 1), None)
    if twice is not None:
        raise lab_options.UsageError("lab.bot_twice", bot=twice)
    if len(bots) < 2:
        raise lab_options.UsageError("lab.too_few_bots")
    lab_options.check_bots(bots, called.game)
    return bots


def parse_sprt(text: str) -> "Sprt":
    from sixes.lab.arena.sprt import Sprt  # noqa: PLC0415

    share = r"\s*([01]?\.[0-9]+)\s*"
    found = re.fullmatch(f"{share},{share}", text)
    p0, p1 = map(float, found.groups()) if found else (1.0, 0.0)
    if not 0.5 <= p0 < p1 < 1:
        raise lab_options.UsageError("lab.sprt", text=repr(text))
    return Sprt(p0, p1)
