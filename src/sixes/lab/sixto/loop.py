"""Play many games of Sixto in one compiled loop, with the rules themselves.

Seats decide one after the other, clockwise from the active player; a seat that is asked again, because a
colour was announced, decides again. `plain` plays exactly the same games move by move.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import nearest, steady
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.games import GameResults, Numbers, Simulation, empty_results
from sixes.lab.sixto.arrays import (
    StateArrays,
    clear_turn,
    cross,
    new_arrays,
    roll,
    set_outlooks,
    set_up,
    take_back,
)
from sixes.lab.sixto.expert import ExpertArrays, crossing, expert_arrays, keeps, outlooks
from sixes.lab.sixto.luck.trace import MOST_TURNS, Trace, new_trace, trace_turn
from sixes.rules.six import NONE, Six, clockwise, count, everybody, has
from sixes.rules.sixto import end_turn, is_over, score, winners, with_turn
from sixes.rules.turns import SixtoState

NEAREST, STEADY, EXPERT = range(3)
LEVELS = {"nearest": NEAREST, "steady": STEADY, "expert": EXPERT}
"""The levels that play in this loop."""
_steady_keeps, _steady_crossing = not_inlined(steady.keeps), not_inlined(steady.crossing)


class DealArrays(NamedTuple):
    """The dice and sheets of all games."""

    seed: int
    sheets: Numbers
    numbers: Numbers
    """For each game the number of its deal."""


class SixtoPlayers(NamedTuple):
    """The levels that play, and the data of the expert. What is None is not compiled."""

    levels: Numbers
    """For each game and seat a level."""
    expert: Any
    """ExpertArrays, or None."""
    outlooks: Any
    """For each sheet its outlook."""
    steady: bool | None = True
    others: bool | None = True
    """Whether there may be other seats: asking that all the time slows down `nearest`, which decides fast."""


def play(simulation: Simulation, first: int, many: int) -> GameResults:
    """Play `many` games of a simulation from number `first` on."""
    seats = len(simulation.bots)
    games: Any = np.arange(first, first + many)
    sitting = simulation.bot_of(games[:, None], np.arange(seats))  # type: ignore[arg-type]
    levels = np.array([LEVELS[bot] for bot in simulation.bots])[sitting]
    expert = expert_arrays(seats) if "expert" in simulation.bots else None
    steady_plays = True if "steady" in simulation.bots else None
    others = None if simulation.bots == ("nearest",) else True
    players = SixtoPlayers(levels, expert, outlooks(simulation.sheets), steady_plays, others)
    deals = deal_arrays(simulation, first, many)
    results = empty_results(first, many, seats)
    trace = new_trace(many, seats, MOST_TURNS if simulation.adjusted else 0)
    none = deals._replace(numbers=deals.numbers[:0])
    _games(none, players, new_arrays(), trace, results)  # compiles, or loads from the cache
    prepare_luck(simulation)
    start = time.perf_counter()
    _games(deals, players, new_arrays(), trace, results)
    results = measured(simulation, deals, trace, results)
    return results._replace(seconds=time.perf_counter() - start)


def deal_arrays(simulation: Simulation, first: int, many: int) -> DealArrays:
    numbers: Any = np.arange(first, first + many)
    return DealArrays(simulation.seed, np.array(simulation.sheets), np.asarray(simulation.deal(numbers)))


def measured(simulation: Simulation, deals: DealArrays, trace: Trace, results: GameResults) -> GameResults:
    """The results of these games with their luck, if the simulation asks for it."""
    if not simulation.adjusted:
        return results
    # It takes time to compile, and not all need it.
    from sixes.lab.sixto.luck.measuring import measure  # noqa: PLC0415

    return results._replace(luck=measure(deals, outlooks(simulation.sheets), trace))


def prepare_luck(simulation: Simulation) -> None:
    """Compile what measures luck, or load it from the cache, if the simulation asks for it."""
    seats = len(simulation.bots)
    measured(simulation, deal_arrays(simulation, 0, 0), new_trace(0, seats), empty_results(0, 0, seats))


@compiled
def _games(
    deals: DealArrays, players: SixtoPlayers, arrays: StateArrays, trace: Trace, results: GameResults
) -> None:
    seats = _seats(players.levels, players.others)
    for game in range(len(deals.numbers)):
        deal = deals.numbers[game]
        state = set_up(seats, deal, deals.sheets, arrays)
        _prepare_expert(seats, deal, players.outlooks, players.expert)
        key = game_key(deals.seed, deal)
        while not is_over(state):
            kept = play_turn(key, state, players, players.levels[game])
            trace_turn(trace, game, state, kept)
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        store_results(state, game, results)


@jitable
def store_results(state: SixtoState, game: int, results: GameResults) -> None:
    """Store the results of a game."""
    results.turns[game], results.ends[game] = state.turns, state.ends
    best = winners(state)
    for seat in range(state.seats):
        scored = score(state, seat)
        results.points[game, seat], results.crosses[game, seat] = scored.total, scored.crosses
        results.won[game, seat] = has(best, seat) / count(best)


@jitable
def play_turn(key: int, state: SixtoState, players: SixtoPlayers, levels: Numbers) -> bool:
    """Roll the dice, then everybody makes half crosses until all are done. Was the first roll kept?"""
    clear_turn(state)
    seat, wanted, kept = state.active, NONE, False
    for again in range(2):
        roll(state, random_word(key, state.turns, again))
        wanted = _crossing(state, seat, levels[seat], players.expert, players.steady)
        kept = again == 0 and _keeps(state, wanted, levels[seat], players.expert, players.steady)
        if kept:
            break
    all_cross(state, seat, cross(state, seat, NONE, wanted, 0), players, levels)
    return kept


@jitable
def all_cross(state: SixtoState, seat: int, done: int, players: SixtoPlayers, levels: Numbers) -> None:
    """From this seat on, everybody who is not done crosses, again if they are asked again."""
    while done != everybody(state.seats):
        if not has(done, seat):
            before = take_back(state.turn.half[seat])
            wanted = _crossing(state, seat, levels[seat], players.expert, players.steady)
            done = cross(state, seat, before, wanted, done)
        seat = clockwise(seat, state.seats)


@jitable
def _prepare_expert(seats: int, deal: int, outlooks: Any, expert: ExpertArrays | None) -> None:
    if expert is not None:
        set_outlooks(seats, deal, outlooks, expert.ahead)


# Numba leaves out the branches of what is None, if an argument alone is asked for that, before anything else.


@jitable
def _seats(levels: Numbers, others: bool | None) -> int:
    """How many play. One is told to the compiler, which then leaves out all that only others need."""
    if others is None:
        return 1
    return int(levels.shape[1])


@jitable
def _keeps(
    state: SixtoState, wanted: Six, level: int, expert: ExpertArrays | None, steady_plays: bool | None
) -> bool:
    """Whether the active seat, which would cross these boxes, keeps the first roll."""
    if expert is not None:  # noqa: SIM102
        if level == EXPERT:
            return keeps(state, state.active, expert)
    if steady_plays is not None:  # noqa: SIM102
        if level == STEADY:
            return _steady_keeps(state, state.active)
    return nearest.is_good(state, state.active, wanted)


@jitable
def _crossing(
    state: SixtoState, seat: int, level: int, expert: ExpertArrays | None, steady_plays: bool | None
) -> Six:
    if expert is not None:  # noqa: SIM102
        if level == EXPERT:
            return crossing(state, seat, expert)
    if steady_plays is not None:  # noqa: SIM102
        if level == STEADY:
            return _steady_crossing(state, seat)
    return nearest.crossing(state, seat)
