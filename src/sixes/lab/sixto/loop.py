"""Many games of Sixto in one compiled loop, through the rules themselves.

Seats decide one after the other, from the active player clockwise; who is asked again, because a colour is
announced, decides again. `plain` plays the very same games move by move.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import nearest as sixto_nearest
from sixes.bots.sixto import steady as sixto_steady
from sixes.lab.compiler import call, loop, part
from sixes.lab.dice import drawn, key_of
from sixes.lab.games import GameResults, Numbers, Simulation, nothing_played
from sixes.lab.sixto.arrays import (
    Paper,
    begin_turn,
    crossed,
    look_ahead,
    new_paper,
    roll,
    set_up,
    taken_back,
)
from sixes.lab.sixto.expert import Minds, crossing, keeps, minds, no_minds, outlooks
from sixes.rules.six import NONE, Six, clockwise, count, everybody, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import SixtoState

NEAREST, STEADY, EXPERT = range(3)
LEVELS = {"nearest": NEAREST, "steady": STEADY, "expert": EXPERT}
"""The levels that play in this loop."""


class Deals(NamedTuple):
    """What luck gives."""

    seed: int
    sheets: Numbers
    numbers: Numbers
    """For each game its deal."""


class Players(NamedTuple):
    """Who plays, and what they know."""

    levels: Numbers
    """For each game and seat a level."""
    minds: Minds
    outlooks: Any
    """For each sheet what is ahead on it."""


def play(setting: Simulation, first: int, many: int) -> GameResults:
    """So many games of a setting, from this one on."""
    seats = len(setting.bots)
    games: Any = np.arange(first, first + many)
    sitting = setting.bot_of(games[:, None], np.arange(seats))  # type: ignore[arg-type]
    levels = np.array([LEVELS[bot] for bot in setting.bots])[sitting]
    known = minds(seats) if EXPERT in levels else no_minds()
    players = Players(levels, known, outlooks(setting.sheets))
    deals = Deals(setting.seed, np.array(setting.sheets), np.asarray(setting.deal(games)))
    played = nothing_played(first, many, seats)
    _games(0, deals, players, new_paper(), played)  # compiles, or loads what is compiled
    start = time.perf_counter()
    _games(many, deals, players, new_paper(), played)
    return played._replace(seconds=time.perf_counter() - start)


@loop
def _games(many: int, deals: Deals, players: Players, paper: Paper, played: GameResults) -> None:
    seats = players.levels.shape[1]
    for game in range(many):
        deal = deals.numbers[game]
        state = set_up(seats, deal, deals.sheets, paper)
        look_ahead(seats, deal, players.outlooks, players.minds.ahead)
        key = key_of(deals.seed, deal)
        while not is_over(state):
            a_turn(key, state, players, players.levels[game])
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        _note(state, game, played)


@part
def _note(state: SixtoState, game: int, played: GameResults) -> None:
    """What came of a game."""
    played.turns[game], played.ends[game] = state.turns, state.ends
    best = winners(state)
    for seat in range(state.seats):
        scored = score(state, seat)
        played.points[game, seat], played.crosses[game, seat] = scored.total, scored.crosses
        played.won[game, seat] = has(best, seat) / count(best)


# A turn -------------------------------------------------------------------------------------------------


@part
def a_turn(key: int, state: SixtoState, players: Players, levels: Numbers) -> None:
    """The dice are rolled, and everybody makes half crosses until all are done."""
    begin_turn(state)
    roll(state, drawn(key, state.turns, 0))
    seat = state.active
    kept, wanted = _first_roll(state, seat, players, levels[seat])
    if not kept:
        roll(state, drawn(key, state.turns, 1))
        wanted = _crossing(state, seat, players, levels[seat])
    all_cross(state, seat, crossed(state, seat, NONE, wanted, 0), players, levels)


@part
def all_cross(state: SixtoState, seat: int, done: int, players: Players, levels: Numbers) -> None:
    """From this seat on, all who are not done cross, and again if they are asked again."""
    while done != everybody(state.seats):
        if not has(done, seat):
            before = taken_back(state.turn.half[seat])
            wanted = _crossing(state, seat, players, levels[seat])
            done = crossed(state, seat, before, wanted, done)
        seat = clockwise(seat, state.seats)


# Who decides how ----------------------------------------------------------------------------------------


@part
def _first_roll(state: SixtoState, seat: int, players: Players, level: int) -> tuple[bool, Six]:
    """Whether a seat keeps the first roll, and what it would cross with it."""
    if level == EXPERT:
        return keeps(state, seat, players.minds), crossing(state, seat, players.minds)
    if level == STEADY:
        return _steady_first_roll(state, seat)
    wanted = sixto_nearest.crossing(state, seat)
    return sixto_nearest.is_good(state, seat, wanted), wanted


@part
def _crossing(state: SixtoState, seat: int, players: Players, level: int) -> Six:
    if level == EXPERT:
        return crossing(state, seat, players.minds)
    if level == STEADY:
        return _steady_crossing(state, seat)
    return sixto_nearest.crossing(state, seat)


@call
def _steady_first_roll(state: SixtoState, seat: int) -> tuple[bool, Six]:
    return sixto_steady.keeps(state, seat), sixto_steady.crossing(state, seat)


@call
def _steady_crossing(state: SixtoState, seat: int) -> Six:
    return sixto_steady.crossing(state, seat)
