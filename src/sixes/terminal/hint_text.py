"""What the coach would do, as text for people; the table is told that somebody asks."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sixes.play import commands
from sixes.play.sixto.match import SixtoMatch
from sixes.rules.turns import SixtoState
from sixes.terminal.figures import percent
from sixes.terminal.source import Source
from sixes.text import UserError, say

if TYPE_CHECKING:
    from sixes.coach import Hint


async def ask_coach(source: Source, language: str) -> list[str]:
    """A hint for whoever sits here; Refused if nobody asks the coach at this table."""
    table, seat = source.table, source.seat
    sitting = table.seats[seat] if seat is not None else None
    if seat is None or sitting is None or not isinstance(table.match, SixtoMatch):
        return []
    if not sitting.hinted:
        await source.ask(commands.AskHint)
    return await asyncio.to_thread(_hint, table.match.state, seat, language)


def _hint(state: SixtoState, seat: int, language: str) -> list[str]:
    from sixes import coach  # noqa: PLC0415 - slow to import

    try:
        return list(hint_lines(coach.hint(state, seat), language))
    except coach.CoachError as error:
        return [UserError(error.key, **error.values).sentence(language)]


def hint_lines(hint: "Hint", language: str) -> Iterator[str]:
    """The second roll if it is offered, then crossings, each with the points that are expected at the end."""
    if hint.again is not None:
        yield f"{hint.again:6.1f}  {say('coach.again', language)}{_win(hint.again_win, language)}"
    for crossing in hint.crossings:
        what = " ".join(crossing.boxes) or say("coach.nothing", language)
        win = _win(crossing.win, language)
        yield f"{crossing.value:6.1f}  {what}{win} ({crossing.reason.sentence(language)})"


def _win(win: float | None, language: str) -> str:
    return "" if win is None else f", {say('coach.wins', language, win=percent(win))}"
