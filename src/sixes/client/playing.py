"""Let any Python bot play at a table, as a person would: only through messages."""

import asyncio
from functools import partial
from typing import Any

from sixes.bots.referee import Choose, ask_for_move
from sixes.client.connection import AtTable
from sixes.play.match import Dealer, Match, Refused
from sixes.play.table import CLOSED, OVER, PLAYING, Table
from sixes.rules.six import has

LOOK_AGAIN = 0.2
"""Seconds until a bot that did nothing is asked again."""
NOT_YET = ("sixem.lands_first", "sixem.paused", "sixem.time_runs_on")
"""Refusals of moves that come too early. A bot does not see the server's clock: it is not to blame."""


async def play(table: AtTable, choose: Choose) -> None:
    """Play our seat until the game is over or the seat is lost. BadBot if the bot fails."""
    while table.seat is not None and table.table.phase not in (OVER, CLOSED):
        if await act(table, choose):
            continue
        try:
            # No event says that a 3-2-1 or a pause is over: ask again after a moment.
            async with asyncio.timeout(LOOK_AGAIN):
                await anext(table)
        except TimeoutError:
            continue
        except StopAsyncIteration:
            return


async def act(table: AtTable, choose: Choose) -> bool:
    """Make one move, if there is one. Returns whether a move was made."""
    seat, match = table.seat, table.table.match
    if seat is None or match is None or table.table.phase != PLAYING or not has(match.seats_to_act(), seat):
        return False
    move = next_move(table.table, seat, choose, table.now)
    if move is None:
        return False
    kind, values = match.command_for(move)
    try:
        await table.ask(kind, **values)
    except Refused:  # others were quicker
        return False
    return True


def next_move(table: Table, seat: int, choose: Choose, now: int) -> Any:
    """The legal move that a bot chooses now, or None. BadBot if the bot fails."""
    assert table.match
    rule = partial(broken_rule, table.match, now)
    return ask_for_move(choose, table.match.bot_state(now), seat, table.game.move, rule)


def broken_rule(match: Match, now: int, move: Any) -> str:
    """The code of the rule that a move breaks, or ""; a move that comes too early breaks none."""
    # During a countdown the server says no, and the bot is asked again.
    try:
        match.decide_move(move, max(now, match.go), Dealer("", b"", ()))
    except Refused as refused:
        return "" if refused.code in NOT_YET else refused.code
    return ""
