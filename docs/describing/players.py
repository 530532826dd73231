"""How people play in the examples of the page: simply, and unlike bots the same in every release."""

from typing import Any

from sixes.rules import sixem, sixto
from sixes.rules.rounds import (
    MARKING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    SixemMove,
    SixemState,
    is_stop,
)
from sixes.rules.turns import CROSS, CROSSING, DONE, KEEP, ROLL, ROLLING, SixtoMove, SixtoState

NEAR = 3
"""The most boxes from the last cross of a row to the next."""


def choose(state: Any, seat: int) -> Any:
    """The move of a seat that has to act; None: it waits."""
    return _sixto(state, seat) if isinstance(state, SixtoState) else _sixem(state, seat)


def _sixto(state: SixtoState, seat: int) -> SixtoMove:
    if state.turn.phase != CROSSING:
        return SixtoMove(ROLL if state.turn.phase == ROLLING else KEEP, seat)
    for move in sixto.legal(state, seat):
        free = move.kind == CROSS and not state.turn.half[seat][move.colour]
        if free and move.place - state.crosses[seat][move.colour].bit_length() < NEAR:
            return move
    return SixtoMove(DONE, seat)


def _sixem(state: SixemState, seat: int) -> SixemMove | None:
    if state.phase in (STARTING, SPINNING):
        return SixemMove(START if state.phase == STARTING else SPIN, seat)
    if state.phase == MARKING:
        return next(move for move in sixem.legal(state, seat) if not move.deed)
    if is_stop(state, seat):
        return SixemMove(STOP, seat)
    faces, lands = state.round.dice[seat], state.round.lands[seat]
    useless = [die for die in range(6) if not lands[die] and faces[die] in (0, *faces[:die])]
    return SixemMove(THROW, seat, dice=sum(1 << die for die in useless)) if useless else None
