"""Let any Python bot play at a table, as a person would: only through messages."""

import asyncio
from functools import partial
from typing import Any

from msgspec.structs import replace

from sixes.bots.referee import Choose, ask_for_move
from sixes.client.connection import AtTable
from sixes.play import commands
from sixes.play.match import Dealer, Refused
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import CLOSED, OVER, PLAYING
from sixes.rules import rounds, turns
from sixes.rules.boards import ERASE, GIVE
from sixes.rules.sheets import box_name
from sixes.rules.six import COLOURS, has, listed

LOOK_AGAIN = 0.2
"""Seconds until a bot that did nothing is asked again."""
SIXTO_COMMANDS: dict[int, type[commands.Command]] = {
    turns.KEEP: commands.Keep,
    turns.CROSS: commands.Cross,
    turns.UNCROSS: commands.Uncross,
    turns.DONE: commands.SayDone,
    turns.UNDONE: commands.WithdrawDone,
}

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
    if isinstance(match, SixemMatch):  # a pause may be over though nothing has happened since
        match = replace(match, state=match.state._replace(now=max(match.state.now, table.now)))
    move = next_move(match, seat, choose)
    if move is None:
        return False
    kind, values = command_for(match, move)
    try:
        await table.ask(kind, **values)
    except Refused:  # others were quicker
        return False
    return True


def next_move(match: SixtoMatch | SixemMatch, seat: int, choose: Choose) -> Any:
    """The legal move that a bot chooses now, or None. BadBot if the bot fails."""
    kind = turns.SixtoMove if isinstance(match, SixtoMatch) else rounds.SixemMove
    return ask_for_move(choose, match.state, seat, kind, partial(broken_rule, match))


def broken_rule(match: SixtoMatch | SixemMatch, move: Any) -> str:
    """The code of the rule that a move breaks, or ""."""
    # Nobody throws before the 3-2-1 is over; the server says so, and the bot is asked again.
    now = 0 if isinstance(match, SixtoMatch) else max(match.state.now, match.go)
    if isinstance(match, SixemMatch) and move.kind == rounds.LAND:  # only dice land
        return "sixem.no_such_move"
    try:
        match.decide_move(move, now, Dealer("", b"", ()))
    except Refused as refused:
        return "" if refused.code in NOT_YET else refused.code
    return ""


def command_for(match: SixtoMatch | SixemMatch, move: Any) -> tuple[type[commands.Command], dict[str, Any]]:
    """The command for a move of the rules, and its values."""
    return _sixto(match, move) if isinstance(match, SixtoMatch) else _sixem(match, move)


def _sixto(match: SixtoMatch, move: turns.SixtoMove) -> tuple[type[commands.Command], dict[str, Any]]:
    if move.kind == turns.ROLL:
        second = match.state.turn.phase != turns.ROLLING
        return commands.Roll, {"turn": match.number, "second": second}
    values: dict[str, Any] = {"turn": match.number}
    if move.kind in (turns.CROSS, turns.UNCROSS):
        values["box"] = box_name(move.colour, move.place)
    return SIXTO_COMMANDS[move.kind], values


def _sixem(match: SixemMatch, move: rounds.SixemMove) -> tuple[type[commands.Command], dict[str, Any]]:
    if move.kind == rounds.START:
        return commands.First, {"again": match.again}
    if move.kind == rounds.SPIN:
        return commands.Spin, {}
    values: dict[str, Any] = {"round": match.number}
    if move.kind == rounds.STOP:
        return commands.Stop, values
    if move.kind == rounds.THROW:
        return commands.Throw, values | {"dice": "".join(COLOURS[die] for die in listed(move.dice))}
    values["die"] = COLOURS[move.die]
    if move.deed == ERASE:
        values["erase"] = move.other
    elif move.deed == GIVE:
        values["give"] = move.other
    return commands.Mark, values
