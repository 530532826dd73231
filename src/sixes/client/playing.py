"""Any bot written in Python sits at a table and plays, as a person would: through messages alone."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sixes.bots.bot import NOTHING
from sixes.bots.custom import in_a_line
from sixes.client.seat import AtTable
from sixes.play import commands
from sixes.play.match import Dealer, Refused
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import CLOSED, OVER, PLAYING
from sixes.rules import rounds, turns
from sixes.rules.boards import ERASE, GIVE
from sixes.rules.sheets import box_name
from sixes.rules.six import COLOURS, has, members
from sixes.text import UserError

Choose = Callable[[Any, int], Any]
"""A state of the rules and a seat: a move of the rules, or None for nothing now."""
LOOK_AGAIN = 0.2
"""Seconds."""
SIXTO_ASKS: dict[int, type[commands.Command]] = {
    turns.KEEP: commands.Keep,
    turns.CROSS: commands.Cross,
    turns.UNCROSS: commands.Uncross,
    turns.DONE: commands.SayDone,
    turns.UNDONE: commands.WithdrawDone,
}


NOT_YET = ("sixem.lands_first", "sixem.paused", "sixem.time_runs_on")
"""A bot cannot see the server's clock: with these it is too early, and nothing is wrong."""


class BadBot(UserError):
    """A bot failed, or chose a move that is not allowed."""


async def play(table: AtTable, choose: Choose) -> None:
    """Play the seat we have until the game is over, or the seat is ours no more. BadBot if the bot fails."""
    while table.seat is not None and table.table.phase not in (OVER, CLOSED):
        if await act(table, choose):
            continue
        try:
            # Nothing tells that a 3-2-1 or a pause is over: look again after a moment.
            async with asyncio.timeout(LOOK_AGAIN):
                await anext(table)
        except TimeoutError:
            continue
        except StopAsyncIteration:
            return


async def act(table: AtTable, choose: Choose) -> bool:
    """Make one move, if there is one to make."""
    seat, match = table.seat, table.table.match
    if seat is None or match is None or table.table.phase != PLAYING or not has(match.seats_to_act(), seat):
        return False
    if isinstance(match, SixemMatch):  # a pause may be over though nothing has happened since
        match = replace(match, state=match.state._replace(now=max(match.state.now, table.now)))
    move = decision(match, seat, choose)
    if move is None:
        return False
    kind, values = ask_of(match, move)
    try:
        await table.ask(kind, **values)
    except Refused:  # others were quicker
        return False
    return True


def decision(match: SixtoMatch | SixemMatch, seat: int, choose: Choose) -> Any:
    """What a bot wants to do now, if anything; BadBot if it cannot be done at the table as the bot saw it."""
    try:
        move = choose(match.state, seat)
    except Exception as error:
        raise BadBot("bot.raised", why=in_a_line(error)) from error
    if move is None or getattr(move, "kind", None) == NOTHING:
        return None
    shown = repr(move)[:120]
    try:
        broken = refusal(match, seat, move)
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise BadBot("bot.nonsense", what=shown) from error
    if broken and broken not in NOT_YET:
        raise BadBot("bot.illegal", why=UserError(broken), move=shown)
    return move


def refusal(match: SixtoMatch | SixemMatch, seat: int, move: Any) -> str:
    """The rule that a move of this seat breaks, if any; a TypeError if it is no move of this game."""
    if not isinstance(move, turns.SixtoMove if isinstance(match, SixtoMatch) else rounds.SixemMove):
        raise TypeError(move)
    # Nobody throws before the 3-2-1 is over; the server says so, and the bot looks again.
    now = 0 if isinstance(match, SixtoMatch) else max(match.state.now, match.go)
    if isinstance(match, SixemMatch) and move.kind == rounds.LAND:  # the dice's own
        return "sixem.no_such_move"
    ours: Any = move._replace(seat=seat)
    try:
        match.decide_move(ours, now, Dealer("", b"", ()))
    except Refused as refused:
        return refused.code
    return ""


def ask_of(match: SixtoMatch | SixemMatch, move: Any) -> tuple[type[commands.Command], dict[str, Any]]:
    """The message for a move of the rules."""
    return _sixto(match, move) if isinstance(match, SixtoMatch) else _sixem(match, move)


def _sixto(match: SixtoMatch, move: turns.SixtoMove) -> tuple[type[commands.Command], dict[str, Any]]:
    if move.kind == turns.ROLL:
        second = match.state.turn.phase != turns.ROLLING
        return commands.Roll, {"turn": match.number, "second": second}
    values: dict[str, Any] = {"turn": match.number}
    if move.kind in (turns.CROSS, turns.UNCROSS):
        values["box"] = box_name(move.colour, move.place)
    return SIXTO_ASKS[move.kind], values


def _sixem(match: SixemMatch, move: rounds.SixemMove) -> tuple[type[commands.Command], dict[str, Any]]:
    if move.kind == rounds.START:
        return commands.First, {"again": match.again}
    if move.kind == rounds.SPIN:
        return commands.Spin, {}
    values: dict[str, Any] = {"round": match.number}
    if move.kind == rounds.STOP:
        return commands.Stop, values
    if move.kind == rounds.THROW:
        return commands.Throw, values | {"dice": "".join(COLOURS[die] for die in members(move.dice))}
    values["die"] = COLOURS[move.die]
    if move.deed == ERASE:
        values["erase"] = move.other
    elif move.deed == GIVE:
        values["give"] = move.other
    return commands.Mark, values
