"""Duels with swapped luck: two play the same dice twice, the second time with their seats exchanged.

So each of them plays both sheets, and rolls first once. The second game begins with the points of the first
as head starts: who wins it has won the duel. Dice that were not rolled in the first game may be rolled in the
second, so its seed stays secret until then.
"""

from typing import Any

from sixes.play.beginning import Beginning, SharedDice, Source
from sixes.play.days import DAY
from sixes.play.match import additions
from sixes.play.options import Options
from sixes.play.sixto.match import SixtoMatch
from sixes.play.sixto.sheets import sheet_numbers
from sixes.play.table import Table
from sixes.play.takeover import Taken

SEATS = 2
SECOND = "-2"
"""What the id of the second game's table adds to that of the first."""
TIME = 14 * DAY
"""Milliseconds in which the second game can be asked for; then the seed of the first is published."""


def is_allowed(options: Options, bots: int) -> bool:
    """Whether a duel can be played with these options: of two people, or against a bot."""
    return options.game == "sixto" and not options.lesson and options.seats == SEATS and bots < SEATS


def is_first_game(table: Table) -> bool:
    return table.options.duel and table.beginning is None


def is_second_game(table: Table) -> bool:
    return table.options.duel and table.beginning is not None


def second_id(first: str) -> str:
    """The id of the second game's table, given that of the first: so there is only one."""
    return f"{first}{SECOND}"


def first_id(table: str) -> str:
    """The id of the first game's table, if a table could be that of a second; otherwise empty."""
    return table.removesuffix(SECOND) if table.endswith(SECOND) else ""


def is_late(table: Table, now: int) -> bool:
    """Whether the second game can be asked for no longer."""
    return now - table.at >= TIME


def second_game(table: Table, seed: bytes) -> Taken:
    """What the second game takes over from the first one, whose seats are exchanged there."""
    match = table.match
    assert isinstance(match, SixtoMatch)
    sheets = tuple(sheet_numbers(sheet) for sheet in match.state.sheets[:SEATS])
    beginning = Beginning(
        Source(table.code, same_dice=True),
        sheets,
        dice=SharedDice(table.dice_game, tuple(additions(table.seats))),
        head_starts=match.totals[::-1],
        first=without_names(table.record() or {}),
    )
    return Taken(beginning, seed)


def without_names(record: dict[str, Any]) -> dict[str, Any]:
    """A record for that of another game, where the same people have names: each stands in one place."""
    about = record["match"]
    return record | {"match": about | {"players": [one | {"name": ""} for one in about["players"]]}}
