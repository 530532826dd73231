"""`sixes study`: print the position of a link, and what the coach thinks of it."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sixes.rules.turns import ROLLING
from sixes.text import say

if TYPE_CHECKING:
    from sixes.coach import Hint

HELP = "print a position of Sixto from its link, with what the coach thinks"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("link", metavar="LINK", help="a link to a position, or what follows its #")


def run(called: argparse.Namespace) -> int:
    from sixes import coach  # noqa: PLC0415 - slow to import

    state = coach.read_link(called.link)
    print(state)
    print()
    print(say("coach.expected", called.lang, points=f"{coach.value(state):.1f}"))
    if state.turn.phase != ROLLING:
        print("\n".join(_hint_lines(coach.hint(state), called.lang)))
    return 0


def _hint_lines(hint: "Hint", language: str) -> Iterator[str]:
    if hint.again is not None:
        yield f"{hint.again:6.1f}  {say('coach.again', language)}"
    for crossing in hint.crossings:
        what = " ".join(crossing.boxes) or say("coach.nothing", language)
        yield f"{crossing.value:6.1f}  {what} ({crossing.reason.sentence(language)})"
