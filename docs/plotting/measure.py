"""Measure what the pages on strategy and on perfect play tell: games of the expert bot, always the same ones.

    python3 dev.py draw --measure    plays the games (about ten minutes), writes plots/measured.json, draws

The expert plays every seat, on sheets A to L in turn. An error is a standard error.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.expert import SixtoExpert
from sixes.bots.sixto.nearest import skipped
from sixes.lab.games import Simulation
from sixes.lab.sixto import loop, plain
from sixes.lab.sixto.playouts import NEW_TURN, POINTS, Start, play_out
from sixes.records import replay
from sixes.records import sixto as records
from sixes.rules import sixto
from sixes.rules.rows import FIELD_COLUMNS
from sixes.rules.sheets import SHEETS, Sheet
from sixes.rules.six import NONE, count, put
from sixes.rules.turns import ROLL, SixtoMove, SixtoState, open_boxes

MEASURED = Path(__file__).parents[1] / "plots" / "measured.json"
SEED = 21
DEALT = tuple(SHEETS.values())
TABLES = (1, 2, 4)
"""Numbers of players that are compared."""
POSITION_GAMES = 150
"""Games from each position with a first cross."""
TURN_GAMES = {1: 500, 2: 1000, 4: 1000}
"""Games of which every turn is looked at."""
RESULT_GAMES = 20_000
"""Games of which only the end is looked at."""
CLOSED, MOST_LEFT = 2, 6
"""Turns are counted that are left once so many colours are closed; at most so many, and more with them."""
BIN = 10
"""So many points are counted together."""
MOST_NEXT = MOST_SKIPPED = 3
"""Three dice that fit the next box of their row, or more, are counted together; so are skipped boxes."""


class Figure(NamedTuple):
    """A mean or a share, its standard error, and of how many."""

    mean: float
    error: float
    number: int


def measure() -> dict[str, Any]:
    return {
        "seed": SEED,
        "first_cross": {str(seats): first_crosses(seats) for seats in TABLES},
        "turns": {str(seats): turns_of(seats, games) for seats, games in TURN_GAMES.items()},
        "ends": {str(seats): results_of(("expert",) * seats) for seats in range(1, 7)},
        "levels": {level: results_of((level,)) for level in loop.LEVELS},
        "sheet_a": {level: results_of((level,), (SHEETS["A"],)) for level in loop.LEVELS},
    }


def write(measured: dict[str, Any]) -> None:
    MEASURED.parent.mkdir(exist_ok=True)
    lines = (f"{json.dumps(name)}: {json.dumps(part)}" for name, part in measured.items())
    MEASURED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def figure(numbers: Any) -> Figure:
    many = len(numbers)
    return Figure(round(float(np.mean(numbers)), 4), round(float(np.std(numbers) / many**0.5), 4), many)


# What a first cross is worth ----------------------------------------------------------------------------


def first_crosses(seats: int) -> list[Figure]:
    """For places 1 to 9 how many points more than from an empty sheet, the mean of all rows and sheets."""
    games = [new_game(seats, deal) for deal in range(len(DEALT)) for _ in range(6)]
    without = final_points(games)
    found = []
    for place in range(1, FIELD_COLUMNS + 1):
        reached = final_points([with_cross(state, at % 6, place) for at, state in enumerate(games)])
        found.append(figure(reached - without))
    return found


def new_game(seats: int, deal: int) -> SixtoState:
    return sixto.setup(tuple(DEALT[(deal + seat) % len(DEALT)] for seat in range(seats)))


def with_cross(state: SixtoState, row: int, place: int) -> SixtoState:
    """The game with one cross on the sheet of seat 0."""
    return state._replace(crosses=(put(NONE, row, 1 << place), *state.crosses[1:]))


def final_points(states: list[SixtoState]) -> Any:
    """Points of seat 0 when each position is played on, with dice of its own."""
    played = [
        play_out([Start(state, 0, NEW_TURN)], SEED, POSITION_GAMES, first=at * POSITION_GAMES)[0, :, POINTS]
        for at, state in enumerate(states)
    ]
    return np.concatenate(played)


# What happens in a turn ---------------------------------------------------------------------------------


class TurnCounts:
    """What is counted in the turns of games, a row for each game."""

    def __init__(self, games: int) -> None:
        self.crossed = np.zeros((games, 7))
        """Turns of all seats by their crosses."""
        self.again = np.zeros((games, MOST_NEXT + 1, 2))
        """First rolls by the dice that fit a next box: those that were rolled again, and all."""
        self.pairs = np.zeros((games, MOST_SKIPPED + 1, 2))
        """The same by the boxes that the two best crosses skip, where the expert would make two."""
        self.left = np.zeros((games, MOST_LEFT + 1))
        self.expert = SixtoExpert(SEED)

    def add_turn(self, game: int, state: SixtoState, turn: dict[str, Any]) -> None:
        for boxes in turn["crosses"]:
            self.crossed[game, len(boxes)] += 1
        seat, again = state.active, len(turn["rolls"]) > 1
        rolled = sixto.apply(state, SixtoMove(ROLL, seat, dice=tuple(turn["rolls"][0])))
        self.again[game, min(next_boxes(rolled), MOST_NEXT)] += (again, 1)
        wanted = self.expert.cross(rolled, seat)
        skips = [skipped(state.crosses[seat][row], wanted[row]) for row in range(6) if wanted[row]]
        if len(skips) == 2:
            self.pairs[game, min(sum(skips), MOST_SKIPPED)] += (again, 1)

    def add_end(self, game: int, states: list[SixtoState]) -> None:
        """Count the turns after the one that closed the second colour, if one did."""
        after = [state.turns for state in states if count(state.closed) >= CLOSED]
        if after:
            self.left[game, min(after[-1] - after[0], MOST_LEFT)] = 1


def turns_of(seats: int, games: int) -> dict[str, Any]:
    """How many boxes are crossed in a turn, when somebody rolls again, and where points come from."""
    simulation, counts, ends = Simulation("sixto", ("expert",) * seats, SEED, DEALT), TurnCounts(games), []
    for game in range(games):
        end, turns = plain.game_of(simulation, game)
        ends.append(sixto.score(end, 0))
        *states, _ = replay(records.document(end, turns, letters=True)).states
        for state, turn in zip(states, turns, strict=True):
            counts.add_turn(game, state, turn)
        counts.add_end(game, [*states, end])
    total, closed = counts.crossed.sum(axis=1), counts.left.sum(axis=1)
    return {
        "games": games,
        "crossed": [share(counts.crossed[:, number], total) for number in range(7)],
        "again": [share(*counts.again[:, number].T) for number in range(MOST_NEXT + 1)],
        "again_at_all": share(*counts.again.sum(axis=1).T),
        "pairs": [share(*counts.pairs[:, number].T) for number in range(MOST_SKIPPED + 1)],
        "left": [share(counts.left[:, number], closed) for number in range(MOST_LEFT + 1)],
        "rows": figure([sum(score.rows) for score in ends]),
        "columns": figure([sum(score.columns) for score in ends]),
    }


def next_boxes(rolled: SixtoState) -> int:
    """How many dice fit the box right after the active player's last cross in their row."""
    fitting = 0
    for row in range(6):
        boxes = open_boxes(rolled, rolled.active, row)
        fitting += bool(boxes) and skipped(rolled.crosses[rolled.active][row], boxes & -boxes) == 0
    return fitting


def share(some: Any, of: Any) -> Figure:
    """A share over all games. Turns of one game are not independent, so its error goes by games."""
    part = some.sum() / of.sum()
    error = ((some - part * of) ** 2).sum() ** 0.5 / of.sum()
    return Figure(round(float(part), 4), round(float(error), 4), int(of.sum()))


# How games end ------------------------------------------------------------------------------------------


def results_of(bots: tuple[str, ...], sheets: tuple[Sheet, ...] = DEALT) -> dict[str, Any]:
    """How games end, how many turns they take, and points of all seats."""
    results = loop.play(Simulation("sixto", bots, SEED, sheets), 0, RESULT_GAMES)
    return {
        "games": RESULT_GAMES,
        "ends": counted(results.ends),
        "turns": counted(results.turns),
        "points": figure(results.points.mean(axis=1)),
        "counts": counted(results.points.ravel() // BIN * BIN) if len(bots) == 1 else {},
    }


def counted(numbers: Any) -> dict[str, int]:
    return {str(number): many for number, many in sorted(Counter(numbers.tolist()).items())}
