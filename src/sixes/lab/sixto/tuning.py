"""How the expert learns a taste for tables: by trying tastes out, and moving towards those that win.

Around what is liked so far some tastes are drawn; each plays the same games, one seat against others with the
taste that it began with. The better half says where to go on from, and how far to look around in each
direction: an evolution strategy (CMA-ES, with the directions kept apart).
"""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.endgame import crossing, keeps
from sixes.bots.sixto.evaluation import WHOLE, Taste, points_ahead
from sixes.lab.compiler import call, loop, part
from sixes.lab.dice import drawn, key_of
from sixes.lab.sixto.arrays import Paper, begin_turn, crossed, new_paper, roll, set_up, taken_back
from sixes.rules.six import Six, clockwise, count, everybody, has
from sixes.rules.sixto import end_turn, is_over, winners, with_turn
from sixes.rules.turns import SixtoState

BEGIN = {
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
"""What judgement begins with, in points, and how far to look around at first."""
FIRST_STEP = 0.7
TRIED = 14
"""Tastes in a round, and how many of them are followed."""
FOLLOWED = 7
WIN, MOST_AHEAD = 200, 40
"""What a win is worth in points, and how many points ahead or behind count besides."""
N = len(BEGIN)
START, STEPS = np.array([BEGIN[field] for field in Taste._fields]).T


class Search(NamedTuple):
    """How far a search for a taste is; all but the width of a step in units of STEPS."""

    mean: Any
    spread: Any
    """How far to look around in each direction."""
    drift: Any
    """Where it has been going, by steps,"""
    pull: Any
    """and as if every direction were alike;"""
    width: float


class Match(NamedTuple):
    """Games to try tastes in."""

    seed: int
    first: int
    many: int
    seats: int
    sheets: Any


def begin() -> Search:
    return Search(np.zeros(N), np.ones(N), np.zeros(N), np.zeros(N), FIRST_STEP)


def taste_of(mean: Any) -> Taste:
    """In parts, as tastes are kept."""
    return Taste(*(int(part) for part in np.rint((START + mean * STEPS) * WHOLE)))


def one_round(search: Search, match: Match, threads: ThreadPoolExecutor) -> Search:
    """Tries some tastes, all in the same games."""
    chance = np.random.default_rng([match.seed, match.seats, match.first])
    steps = chance.standard_normal((TRIED, N)) * np.sqrt(search.spread)
    tastes = [taste_of(search.mean + search.width * step) for step in steps]
    brought = list(threads.map(lambda taste: brought_by(taste, match), tastes))
    best = np.argsort(brought, kind="stable")[::-1][:FOLLOWED]
    return moved(search, steps[best])


def brought_by(taste: Taste, match: Match) -> float:
    return float(_games(match, taste, taste_of(np.zeros(N)), new_paper()))


# The strategy -------------------------------------------------------------------------------------------

_logs = np.log((TRIED + 1) / 2) - np.log(np.arange(1, FOLLOWED + 1))
SHARES: Any = _logs / _logs.sum()
"""How much each of those followed counts."""
TOGETHER = float(1 / (SHARES**2).sum())
PULL_RATE = (TOGETHER + 2) / (N + TOGETHER + 5)
DRIFT_RATE = (4 + TOGETHER / N) / (N + 4 + 2 * TOGETHER / N)
# Directions that are kept apart can be learnt faster than all that they may have in common.
ONE_RATE = (N + 2) / 3 * 2 / ((N + 1.3) ** 2 + TOGETHER)
MANY_RATE = (N + 2) / 3 * 2 * (TOGETHER - 2 + 1 / TOGETHER) / ((N + 2) ** 2 + TOGETHER)
DAMPING = 1 + 2 * max(0.0, math.sqrt((TOGETHER - 1) / (N + 1)) - 1) + PULL_RATE
USUAL_LENGTH = math.sqrt(N) * (1 - 1 / (4 * N) + 1 / (21 * N * N))


def moved(search: Search, followed: Any) -> Search:
    """Where to go on from, after these steps were the best, in this order."""
    step = SHARES @ followed
    pull = (1 - PULL_RATE) * search.pull
    pull += math.sqrt(PULL_RATE * (2 - PULL_RATE) * TOGETHER) * step / np.sqrt(search.spread)
    drift = (1 - DRIFT_RATE) * search.drift + math.sqrt(DRIFT_RATE * (2 - DRIFT_RATE) * TOGETHER) * step
    spread = (1 - ONE_RATE - MANY_RATE) * search.spread
    spread += ONE_RATE * drift**2 + MANY_RATE * (SHARES @ followed**2)
    length = float(np.sqrt((pull**2).sum()))
    width = search.width * math.exp(PULL_RATE / DAMPING * (length / USUAL_LENGTH - 1))
    return Search(search.mean + search.width * step, spread, drift, pull, width)


# The games ----------------------------------------------------------------------------------------------


@loop
def _games(match: Match, taste: Taste, others: Taste, paper: Paper) -> float:
    """What a taste brings in a match; it sits in each seat in turn."""
    brought = 0.0
    for game in range(match.first, match.first + match.many):
        deal, sits = game // match.seats, game % match.seats
        key, state = key_of(match.seed, deal), set_up(match.seats, deal, match.sheets, paper)
        while not is_over(state):
            _turn(key, state, sits, (taste, others))
            state = with_turn(end_turn(state, state.turn.half), state.turn)
        brought += _brought(state, sits)
    return brought / match.many


@part
def _turn(key: int, state: SixtoState, sits: int, tastes: tuple[Taste, Taste]) -> None:
    begin_turn(state)
    roll(state, drawn(key, state.turns, 0))
    seat = state.active
    if not _keeps(state, seat, tastes[0] if seat == sits else tastes[1]):
        roll(state, drawn(key, state.turns, 1))
    done = 0
    while done != everybody(state.seats):
        if not has(done, seat):
            before = taken_back(state.turn.half[seat])
            wanted = _crossing(state, seat, tastes[0] if seat == sits else tastes[1])
            done = crossed(state, seat, before, wanted, done)
        seat = clockwise(seat, state.seats)


@call
def _keeps(state: SixtoState, seat: int, taste: Taste) -> bool:
    return keeps(state, seat, taste)


@call
def _crossing(state: SixtoState, seat: int, taste: Taste) -> Six:
    return crossing(state, seat, taste)


@part
def _brought(state: SixtoState, seat: int) -> float:
    won = winners(state)
    share = 1 / count(won) if has(won, seat) else 0.0
    return WIN * share + min(max(points_ahead(state, seat), -MOST_AHEAD), MOST_AHEAD)
