"""Shrunken games are solved exactly, and knowing the dice is worth what the charges leave."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from sixes.lab.sixto.bound.shrunken import (
    charged_by,
    learnt_values,
    new_game,
    points_of_paths,
    solved,
    start_of,
)
from sixes.lab.sixto.bound.solving import SolvedGame
from sixes.rules import sixto
from sixes.rules.rows import closed_colours
from sixes.rules.sheets import SHEETS
from sixes.rules.six import Six, has
from sixes.rules.turns import CROSS, DONE, KEEP, ROLL, SixtoMove, SixtoState

SEED, PATHS = 4, 300


@pytest.fixture(scope="module")
def game() -> SolvedGame:
    return new_game(3, 4)


def state_with(crosses: Six) -> SixtoState:
    state = sixto.setup((SHEETS["A"],))
    all_crosses = (crosses, *state.crosses[1:])
    return state._replace(crosses=all_crosses, closed=closed_colours(1, all_crosses))


@cache
def kept_worth(crosses: Six, dice: Six) -> float:
    """What a roll is worth that is kept: every way to cross, one move of the rules after the other."""
    state = sixto.apply(state_with(crosses), SixtoMove(ROLL, 0, dice=dice))
    reached = {sixto.apply(state, SixtoMove(KEEP, 0))}
    for colour in range(6):
        for one in tuple(reached):
            moves = (move for move in sixto.legal(one, 0) if (move.kind, move.colour) == (CROSS, colour))
            reached |= {sixto.apply(one, move) for move in moves}
    ended = [sixto.apply(one, SixtoMove(DONE, 0)) for one in reached]
    return max(sixto.score(e, 0).total if sixto.is_over(e) else plain_optimum(e.crosses[0]) for e in ended)


@cache
def plain_optimum(crosses: Six) -> float:
    closed = state_with(crosses).closed
    dice = [[0] if has(closed, colour) else range(1, 7) if colour < 2 else [1] for colour in range(6)]
    kept = [kept_worth(crosses, roll) for roll in product(*dice)]
    again = sum(kept) / len(kept)
    return sum(max(one, again) for one in kept) / len(kept)


def test_plain_python_and_the_moves_of_the_rules_give_the_same_optimum() -> None:
    """Dice of rows that are not played any more cross nothing, so they need not be rolled."""
    exact = solved(new_game(2, 4)).first[0]
    assert exact == pytest.approx(plain_optimum(start_of(2, 4)), abs=1e-9)


def test_with_exact_charges_knowing_the_dice_is_worth_nothing(game: SolvedGame) -> None:
    exact = solved(game)
    assert points_of_paths(SEED, PATHS, exact, game) == pytest.approx(exact.first[0], abs=1e-9)


def test_no_charge_by_any_values_brings_it_below_the_optimum(game: SolvedGame) -> None:
    """The better the values, the less is left above it; without charges much is."""
    exact = solved(game)
    one_turn = charged_by(learnt_values(game), game)
    by_values = [game.points, learnt_values(game), one_turn.first, charged_by(one_turn.first, game).first]
    spreads = []
    for values in by_values:
        points = points_of_paths(SEED, PATHS, charged_by(values, game), game)
        assert points.mean() + 3 * points.std() / PATHS**0.5 > exact.first[0]
        spreads.append(points.std())
    assert spreads == sorted(spreads, reverse=True)
    free = points_of_paths(SEED, PATHS, exact, game, charging=False)
    assert free.mean() > exact.first[0] + 3


def test_enough_turns_of_looking_ahead_make_any_values_exact(game: SolvedGame) -> None:
    values = np.zeros(len(game.points))
    for _ in range(12):
        values = charged_by(values, game).first
    assert values[0] == pytest.approx(solved(game).first[0], abs=1e-9)
