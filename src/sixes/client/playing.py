"""Any bot written in Python sits at a table and plays, as a person would: through messages alone."""

import asyncio
from collections.abc import Callable
from typing import Any

from sixes.client.seat import AtTable
from sixes.play import asks
from sixes.play.match import Refused
from sixes.play.sixem import SixemMatch
from sixes.play.sixto import SixtoMatch
from sixes.play.table import CLOSED, OVER, PLAYING
from sixes.rules import rounds, turns
from sixes.rules.boards import ERASE, GIVE
from sixes.rules.sheets import box_name
from sixes.rules.six import COLOURS, has, listed

Choose = Callable[[Any, int], Any]
"""A state of the rules and a seat: a move of the rules, or None for nothing now."""
LOOK_AGAIN = 0.2
"""Seconds."""
SIXTO_ASKS: dict[int, type[asks.Ask]] = {
    turns.KEEP: asks.Keep,
    turns.CROSS: asks.Cross,
    turns.UNCROSS: asks.Uncross,
    turns.DONE: asks.Done,
    turns.UNDONE: asks.Undone,
}


async def play(table: AtTable, choose: Choose) -> None:
    """Play the seat we have until the game is over."""
    while table.table.phase not in (OVER, CLOSED):
        if await act(table, choose):
            continue
        try:
            # Nothing tells that a 3-2-1 or a pause is over: look again after a moment.
            await asyncio.wait_for(anext(table), LOOK_AGAIN)
        except TimeoutError:
            continue
        except StopAsyncIteration:
            return


async def act(table: AtTable, choose: Choose) -> bool:
    """Make one move, if there is one to make."""
    seat, match = table.seat, table.table.match
    if seat is None or match is None or table.table.phase != PLAYING or not has(match.waits_for(), seat):
        return False
    move = choose(match.state, seat)
    if move is None:
        return False
    kind, values = ask_of(match, move)
    try:
        await table.ask(kind, **values)
    except Refused:  # others were quicker
        return False
    return True


def ask_of(match: SixtoMatch | SixemMatch, move: Any) -> tuple[type[asks.Ask], dict[str, Any]]:
    """The message for a move of the rules."""
    return _sixto(match, move) if isinstance(match, SixtoMatch) else _sixem(match, move)


def _sixto(match: SixtoMatch, move: turns.Move) -> tuple[type[asks.Ask], dict[str, Any]]:
    if move.kind == turns.ROLL:
        second = match.state.turn.phase != turns.ROLLING
        return asks.Roll, {"turn": match.number, "second": second}
    values: dict[str, Any] = {"turn": match.number}
    if move.kind in (turns.CROSS, turns.UNCROSS):
        values["box"] = box_name(move.colour, move.place)
    return SIXTO_ASKS[move.kind], values


def _sixem(match: SixemMatch, move: rounds.Move) -> tuple[type[asks.Ask], dict[str, Any]]:
    if move.kind == rounds.START:
        return asks.First, {"again": match.again}
    if move.kind == rounds.SPIN:
        return asks.Spin, {}
    values: dict[str, Any] = {"round": match.number}
    if move.kind == rounds.STOP:
        return asks.Stop, values
    if move.kind == rounds.THROW:
        return asks.Throw, values | {"dice": "".join(COLOURS[die] for die in listed(move.dice))}
    values["die"] = COLOURS[move.die]
    if move.deed == ERASE:
        values["erase"] = move.other
    elif move.deed == GIVE:
        values["give"] = move.other
    return asks.Mark, values
