"""`sixes study`: print the position of a link, and what the coach thinks of it."""

import argparse
from typing import TYPE_CHECKING

from sixes.terminal.figures import percent
from sixes.terminal.hint_text import hint_lines
from sixes.text import say

if TYPE_CHECKING:
    from sixes.coach import Value

HELP = "print a position of Sixto from its link, with what the coach thinks"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("link", metavar="LINK", help="a link to a position, or what follows its #")
    command.add_argument("--seat", metavar="N", type=int, help="for whom (default: the active player)")


def run(called: argparse.Namespace) -> int:
    from sixes import coach  # noqa: PLC0415 - slow to import

    state = coach.read_link(called.link)
    seat = state.active if called.seat is None else called.seat
    value, hint = coach.study(state, seat)
    print(state)
    print()
    print(_value_line(value, seat, called.lang))
    if hint:
        print("\n".join(hint_lines(hint, called.lang)))
    return 0


def _value_line(value: "Value", seat: int, language: str) -> str:
    if value.win is None:
        return say("coach.expected", language, points=f"{value.points:.1f}")
    about = {"points": f"{value.points:.1f}", "rank": f"{value.rank:.1f}", "win": percent(value.win)}
    return say("coach.expected_at_table", language, seat=seat, **about)
