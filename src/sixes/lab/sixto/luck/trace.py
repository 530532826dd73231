"""The turns of games: all that is needed to measure their luck afterwards."""

from typing import Any, NamedTuple

import numpy as np

from sixes.lab.compiler import jitable
from sixes.rules.turns import SixtoState

MOST_TURNS = 128
"""Luck is measured in so many turns of a game; alone none is as long, and at tables hardly any."""


class Trace(NamedTuple):
    """The first turns of each game."""

    crosses: Any
    """For each game, turn, seat and colour, the crosses before the turn."""
    kept: Any
    """For each game and turn, whether the first roll was kept."""
    lengths: Any
    """For each game, how many of its turns are here."""


def new_trace(many: int, seats: int, turns: int = MOST_TURNS) -> Trace:
    """Room for this many games; with 0 turns nothing is stored."""
    crosses = np.zeros((many, turns, seats, 6), np.int16)
    return Trace(crosses, np.zeros((many, turns), np.bool_), np.zeros(many, np.int64))


@jitable
def trace_turn(trace: Trace, game: int, state: SixtoState, kept: bool) -> None:
    """Store a turn, if there is room: its crosses are not final yet."""
    turn = trace.lengths[game]
    if turn < trace.kept.shape[1]:
        for seat in range(state.seats):
            for colour in range(6):
                trace.crosses[game, turn, seat, colour] = state.crosses[seat][colour]
        trace.kept[game, turn] = kept
        trace.lengths[game] = turn + 1
