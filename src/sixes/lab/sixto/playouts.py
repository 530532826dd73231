"""Play positions of Sixto to their ends, many times, with the expert in every seat: what they are worth.

All positions get the same dice, so that their results differ by the positions and hardly by luck.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.features import outlook
from sixes.lab.compiler import compiled, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import (
    DecisionPoint,
    StateArrays,
    copy_arrays,
    cross,
    new_arrays,
    roll,
    state_at,
    take_back,
)
from sixes.lab.sixto.expert import expert_arrays, new_ahead
from sixes.lab.sixto.loop import EXPERT, SixtoPlayers, all_cross, play_turn
from sixes.rules.six import NONE, Six, count, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import SixtoState

NEW_TURN, CROSSED, ROLL_AGAIN = range(3)
"""Where a game goes on: with the next turn, after the half crosses of one seat, or with the second roll."""
LONGEST = 200
"""Turns; a game that is not over by then counts as it stands. Nobody plays so long."""
AGAIN = 1000
"""The position of the dice of a second roll: beyond all turns."""
POINTS, WON, RANK = range(3)
"""What is known of each played-out game: the seat's points, its share of the win, its rank from 1."""


class Start(NamedTuple):
    """A position to play on from, seen from one seat."""

    state: SixtoState
    seat: int
    how: int
    wanted: Six = NONE
    """The boxes that the seat crosses now, if it does."""


class PlayOutMemory(NamedTuple):
    """The arrays of play-outs: the position, and the game that is played on from there."""

    now: StateArrays
    then: StateArrays
    wanted: Any
    players: SixtoPlayers


def play_out(starts: Sequence[Start], seed: int, many: int, first: int = 0) -> Any:
    """For each start, and each of `many` games numbered from `first`: points, share of the win, rank."""
    results = np.zeros((len(starts), many, 3))
    for start, result in zip(starts, results, strict=True):
        state = start.state
        point = DecisionPoint(state.seats, state.closed, state.turns, state.active, start.seat)
        _games(point, start.how, (seed, first), memory_of(start), result)
    return results


def memory_of(start: Start) -> PlayOutMemory:
    state = start.state
    now, ahead = new_arrays(), new_ahead()
    for seat in range(state.seats):
        ahead[seat] = outlook(state.sheets[seat])
    now.sheets[:], now.crosses[:], now.half[:] = state.sheets, state.crosses, state.turn.half
    now.dice[:], now.asked[:] = state.turn.dice, state.turn.asked
    expert = expert_arrays(state.seats)._replace(ahead=ahead)
    players = SixtoPlayers(np.full((1, state.seats), EXPERT), expert, ahead)
    return PlayOutMemory(now, new_arrays(), np.array(start.wanted), players)


@compiled
def _games(
    point: DecisionPoint, how: int, dice: tuple[int, int], memory: PlayOutMemory, results: Any
) -> None:
    seed, first = dice
    for game in range(len(results)):
        key = game_key(seed, first + game)
        state = _first_turn(point, how, key, memory)
        while not is_over(state) and state.turns < LONGEST:
            play_turn(key, state, memory.players, memory.players.levels[0])
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        won, seat = winners(state), point.seat
        results[game, POINTS] = score(state, seat).total
        results[game, WON] = 1.0 / count(won) if has(won, seat) else 0.0
        results[game, RANK] = _rank(state, seat)


@not_inlined
def _first_turn(point: DecisionPoint, how: int, key: int, memory: PlayOutMemory) -> SixtoState:
    """The position after the turn under way; if none is, as it stands."""
    copy_arrays(memory.now, memory.then)
    state, levels = state_at(point, memory.then), memory.players.levels[0]
    if how == NEW_TURN:
        return state
    if how == ROLL_AGAIN:
        roll(state, random_word(key, AGAIN, 1))
        all_cross(state, point.active, 0, memory.players, levels)
    else:
        before = take_back(state.turn.half[point.seat])
        done = cross(state, point.seat, before, memory.wanted, 0)
        all_cross(state, point.seat, done, memory.players, levels)
    return with_turn(end_turn(state, state.turn.half), state.turn)


@not_inlined
def _rank(state: SixtoState, seat: int) -> float:
    """1 for the first; who is tied shares the mean of their ranks."""
    mine, above, tied = score(state, seat), 0, 0
    for other in range(state.seats):
        theirs = score(state, other)
        if theirs.total > mine.total or (theirs.total == mine.total and theirs.crosses > mine.crosses):
            above += 1
        elif other != seat and theirs.total == mine.total and theirs.crosses == mine.crosses:
            tied += 1
    return 1.0 + above + tied / 2
