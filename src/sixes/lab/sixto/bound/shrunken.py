"""Shrunken games: sheets on which most is played already, so that the rest can be solved exactly."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sixes.lab.dice import game_key
from sixes.lab.sixto.bound.estimate import ROLLS, Estimate, Mean, mean_of, measure_paths
from sixes.lab.sixto.bound.solving import (
    FACES,
    NOTHING,
    Charges,
    Layers,
    SolvedGame,
    find_learnt,
    find_positions,
    look_ahead,
    solve_path,
)
from sixes.lab.sixto.expert import outlooks
from sixes.lab.sixto.luck.measuring import new_solo_memory
from sixes.rules.rows import TARGET_NEEDS
from sixes.rules.sheets import PLACES, SHEETS
from sixes.rules.six import Six

GAMES = ((2, 6), (3, 5), (4, 4), (3, 6), (5, 4), (4, 5))
"""Rows that are still played, and places that are left in each of them."""
FINISHED = sum(1 << place for place in (2, 4, 6, 8, PLACES))
"""The crosses of a row that is not played any more: the last box is crossed."""
WIDTH, SHARE = 5, 10
"""The beam of the estimate that is compared with the truth. It is slow: of so many paths it gets one."""


class Solved(NamedTuple):
    """A shrunken game, its optimum, and what is found above it."""

    rows: int
    places: int
    positions: int
    optimum: float
    uncharged: Mean
    """What one makes who knows all dice and pays nothing."""
    one_turn: Mean
    two_turns: Mean
    """With charges by the expert's values, looking one and two turns ahead with all rolls."""
    exact: Mean
    """With charges by exact values."""
    beam: Mean
    """As on a whole sheet: a beam, and expectations over a few rolls."""


def start_of(rows: int, places: int) -> Six:
    """The crosses that a shrunken game begins with: enough in each row to go on into the target area."""
    played = sum(1 << PLACES - places - at for at in range(TARGET_NEEDS))
    return tuple(played if row < rows else FINISHED for row in range(6))


def new_game(rows: int, places: int, sheet: str = "A") -> SolvedGame:
    positions, most = 1 << rows * places, 3**rows
    game = SolvedGame(
        rows=rows,
        places=places,
        sheet=np.array(SHEETS[sheet]),
        start=np.array(start_of(rows, places)),
        points=np.zeros(positions),
        over=np.zeros(positions, np.int64),
        crosses=np.zeros((1, 6), np.int64),
        boxes=np.zeros((6, FACES), np.int64),
        faces=np.zeros((7, FACES), np.int64),
        chances=np.zeros((6, FACES)),
        outcomes=np.zeros(6, np.int64),
        after=np.zeros(most, np.int64),
        used=np.zeros(most, np.int64),
        kept=np.zeros(FACES**rows),
        chance=np.zeros(FACES**rows),
    )
    find_positions(game)
    return game


def solved(game: SolvedGame) -> Charges:
    """The exact value of each position."""
    values, second = np.zeros((2, len(game.points)))
    charges = Charges(values, values, second)
    look_ahead(charges, game)
    return charges


def charged_by(values: Any, game: SolvedGame) -> Charges:
    """Charges by these values of positions, with exact expectations."""
    first, second = np.zeros((2, len(values)))
    charges = Charges(values, first, second)
    look_ahead(charges, game)
    return charges


def learnt_values(game: SolvedGame, sheet: str = "A") -> Any:
    """The expert's value of each position."""
    memory, values = new_solo_memory(), np.zeros(len(game.points))
    memory.arrays.sheets[0], memory.ahead[0] = SHEETS[sheet], outlooks((SHEETS[sheet],))[0]
    find_learnt(values, game, memory)
    return values


def points_of_paths(seed: int, paths: int, charges: Charges, game: SolvedGame, charging: bool = True) -> Any:
    """For each path of dice the most that one who knows them makes, less the charges."""
    size = len(game.points)
    listed, many, dice = (np.zeros(shape, np.int64) for shape in ((2, size), 2, 6))
    layers = Layers(np.full((2, size), NOTHING), listed, many, dice)
    return np.array(
        [solve_path(game_key(seed, path), charging, charges, layers, game) for path in range(paths)]
    )


def solve_games(seed: int, paths: int, sheet: str = "A") -> Iterator[Solved]:
    """Solve all shrunken games, and compare what knowing the dice makes in each."""
    for rows, places in GAMES:
        game = new_game(rows, places, sheet)
        exact = solved(game)
        one_turn = charged_by(learnt_values(game, sheet), game)
        two_turns = charged_by(one_turn.first, game)
        estimate = Estimate(sheet, seed, (WIDTH,), ROLLS)
        *_, estimate = measure_paths(estimate, max(paths // SHARE, 2), start_of(rows, places))
        yield Solved(
            rows,
            places,
            positions=len(game.points),
            optimum=float(exact.first[0]),
            uncharged=mean_of(points_of_paths(seed, paths, exact, game, charging=False)),
            one_turn=mean_of(points_of_paths(seed, paths, one_turn, game)),
            two_turns=mean_of(points_of_paths(seed, paths, two_turns, game)),
            exact=mean_of(points_of_paths(seed, paths, exact, game)),
            beam=mean_of(np.array(estimate.paths)[:, 1]),
        )
