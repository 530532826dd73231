"""Results of deals without the luck of the dice.

From each result we subtract its luck times a coefficient. The luck has mean zero, whatever happened before;
and the coefficient comes from the deals before. So the expectation of each result stays what it is, and a
sequential test may look at them one after the other.
"""

import numpy as np

from sixes.lab.arena.sprt import Scores

FEWEST = 8
"""Deals before the coefficient is set by least squares; until then it is 1."""
MOST = 1.0
"""Nobody gets more out of luck than it is worth; without a bound, one odd deal of many equal ones sets it."""
NO_LUCK = 1e-12
"""A sum of squares so small that there was no luck."""


def without_luck(results: Scores, luck: Scores) -> Scores:
    before = np.arange(len(results))
    products = _before(results * luck) - _before(results) * _before(luck) / np.maximum(before, 1)
    squares = _before(luck * luck) - _before(luck) ** 2 / np.maximum(before, 1)
    known = (before >= FEWEST) & (squares > NO_LUCK)
    times = np.clip(np.where(known, products / np.where(known, squares, 1.0), 1.0), 0.0, MOST)
    adjusted: Scores = results - times * luck
    return adjusted


def _before(column: Scores) -> Scores:
    """For each deal the sum over those before it."""
    return np.concatenate([np.zeros(1), np.cumsum(column)[:-1]])[: len(column)]
