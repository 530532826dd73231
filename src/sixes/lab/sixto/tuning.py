"""Tune the expert's weights for tables with an evolution strategy, the separable CMA-ES.

In each generation some candidates are sampled around the mean. Each plays the same games, one seat against
others with the initial weights. The better half moves the mean, and adapts the step size and the variance of
each weight. Names and symbols follow Hansen's tutorial on CMA-ES; the learning rates for the variances are
those of Ros and Hansen for the separable variant.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import endgame
from sixes.bots.sixto.evaluation import ONE, SixtoWeights, points_ahead
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.dice import game_key, random_word
from sixes.lab.sixto.arrays import StateArrays, clear_turn, cross, new_arrays, roll, set_up, take_back
from sixes.rules.six import clockwise, count, everybody, has
from sixes.rules.sixto import end_turn, is_over, winners, with_turn
from sixes.rules.turns import SixtoState

INITIAL = {
    "neighbour": (62, 4),
    "skipped": (18, 2),
    "further_right": (1.5, 0.3),
    "skipped_later": (-0.5, 0.3),
    "skipped_closed": (-2.5, 1),
    "column": (3, 0.7),
    "column_later": (0.3, 0.2),
    "row": (5, 1),
    "first_in_row": (4, 3),
    "target_lost": (40, 6),
    "target": (-12, 4),
    "closing": (3, 5),
    "roll": (0, 4),
    "roll_later": (0.5, 1),
    "roll_closed": (-4, 2),
    "roll_ahead": (-0.4, 0.2),
    "others": (1.1, 0.1),
}
"""For each weight its initial value in points, and the unit in which the search measures it."""
SIGMA_0 = 0.7
"""The initial step size."""
LAMBDA, MU = 14, 7
"""Candidates in a generation, and how many of them are selected."""
WIN, MOST_AHEAD = 200, 40
"""What a win counts in points, and how large a lead counts besides."""
N = len(INITIAL)
START, UNITS = np.array([INITIAL[field] for field in SixtoWeights._fields]).T


class CmaState(NamedTuple):
    """The state of one search, in UNITS from START."""

    mean: Any
    variances: Any
    """The diagonal of the covariance matrix."""
    p_c: Any
    """The evolution path for the covariance matrix."""
    p_sigma: Any
    """The evolution path for the step size."""
    sigma: float


class TuningGames(NamedTuple):
    """The games in which candidates are compared."""

    seed: int
    first: int
    many: int
    seats: int
    sheets: Any


def begin() -> CmaState:
    return CmaState(np.zeros(N), np.ones(N), np.zeros(N), np.zeros(N), SIGMA_0)


def weights_at(point: Any) -> SixtoWeights:
    """The weights at a point of the search space, in fixed point."""
    return SixtoWeights(*(int(weight) for weight in np.rint((START + point * UNITS) * ONE)))


def run_generation(cma: CmaState, games: TuningGames, threads: ThreadPoolExecutor) -> CmaState:
    """Sample candidates, let them play the same games, and update the search."""
    rng = np.random.default_rng([games.seed, games.seats, games.first])
    steps = rng.standard_normal((LAMBDA, N)) * np.sqrt(cma.variances)
    candidates = [weights_at(cma.mean + cma.sigma * step) for step in steps]
    others = weights_at(np.zeros(N))
    scores = list(threads.map(lambda weights: _games(games, weights, others, new_arrays()), candidates))
    best = np.argsort(scores, kind="stable")[::-1][:MU]
    return updated(cma, steps[best])


_keeps, _crossing = not_inlined(endgame.keeps), not_inlined(endgame.crossing)
_logs = np.log((LAMBDA + 1) / 2) - np.log(np.arange(1, MU + 1))
W: Any = _logs / _logs.sum()
"""The recombination weights."""
MU_EFF = float(1 / (W**2).sum())
C_SIGMA = (MU_EFF + 2) / (N + MU_EFF + 5)
C_C = (4 + MU_EFF / N) / (N + 4 + 2 * MU_EFF / N)
C_1 = (N + 2) / 3 * 2 / ((N + 1.3) ** 2 + MU_EFF)
C_MU = (N + 2) / 3 * 2 * (MU_EFF - 2 + 1 / MU_EFF) / ((N + 2) ** 2 + MU_EFF)
D_SIGMA = 1 + 2 * max(0.0, math.sqrt((MU_EFF - 1) / (N + 1)) - 1) + C_SIGMA
CHI_N = math.sqrt(N) * (1 - 1 / (4 * N) + 1 / (21 * N * N))
"""The expected length of a standard normal vector."""


def updated(cma: CmaState, selected: Any) -> CmaState:
    """The search after a generation with these selected steps, the best first."""
    step = W @ selected
    p_sigma = (1 - C_SIGMA) * cma.p_sigma
    p_sigma += math.sqrt(C_SIGMA * (2 - C_SIGMA) * MU_EFF) * step / np.sqrt(cma.variances)
    p_c = (1 - C_C) * cma.p_c + math.sqrt(C_C * (2 - C_C) * MU_EFF) * step
    variances = (1 - C_1 - C_MU) * cma.variances
    variances += C_1 * p_c**2 + C_MU * (W @ selected**2)
    length = float(np.sqrt((p_sigma**2).sum()))
    sigma = cma.sigma * math.exp(C_SIGMA / D_SIGMA * (length / CHI_N - 1))
    return CmaState(cma.mean + cma.sigma * step, variances, p_c, p_sigma, sigma)


@compiled
def _games(games: TuningGames, weights: SixtoWeights, others: SixtoWeights, arrays: StateArrays) -> float:
    """The mean score of these weights, which play in each seat in turn."""
    total = 0.0
    for game in range(games.first, games.first + games.many):
        deal, own_seat = game // games.seats, game % games.seats
        key, state = game_key(games.seed, deal), set_up(games.seats, deal, games.sheets, arrays)
        while not is_over(state):
            _turn(key, state, own_seat, (weights, others))
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        total += _score(state, own_seat)
    return total / games.many


@jitable
def _turn(key: int, state: SixtoState, own_seat: int, both: tuple[SixtoWeights, SixtoWeights]) -> None:
    clear_turn(state)
    roll(state, random_word(key, state.turns, 0))
    seat = state.active
    if not _keeps(state, seat, both[0] if seat == own_seat else both[1]):
        roll(state, random_word(key, state.turns, 1))
    done = 0
    while done != everybody(state.seats):
        if not has(done, seat):
            before = take_back(state.turn.half[seat])
            wanted = _crossing(state, seat, both[0] if seat == own_seat else both[1])
            done = cross(state, seat, before, wanted, done)
        seat = clockwise(seat, state.seats)


@jitable
def _score(state: SixtoState, seat: int) -> float:
    won = winners(state)
    share = 1 / count(won) if has(won, seat) else 0.0
    return WIN * share + min(max(points_ahead(state, seat), -MOST_AHEAD), MOST_AHEAD)
