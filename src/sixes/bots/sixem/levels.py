"""The levels of Sixem: how fast each of them reacts, and the weights of those that evaluate boards."""

from collections.abc import Callable
from functools import partial

from sixes.bots.bot import Bot, Tempo, by_rule
from sixes.bots.sixem import nearest, strategy
from sixes.bots.sixem.evaluation import SixemWeights
from sixes.bots.sixem.random import SixemRandomBot

TEMPOS = {
    "random": Tempo(2400, 3600),
    "nearest": Tempo(2000, 3000),
    "steady": Tempo(450, 800),
    "expert": Tempo(160, 340),
    "master": Tempo(60, 140),
}

EXPERT = SixemWeights(
    rows=(0.0002, 0.0008, 0.005, 0.02, 0.09, 0.37, 1.0),
    columns=(0.00003, 0.0004, 0.0027, 0.015, 0.067, 0.3, 1.0),
    diagonals=(0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0),
    standing=(0.47, 0.63, 0.66, 0.7, 0.76, 0.82, 1.0),
    numbers=(0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12),
    hurry=(0.2, 0.2, 0.2, 0.2, 0.2, 0.25, 0.95),
    grabs=1,
    reluctance=0.02,
    luck=0.1,
)
"""Lines by how often each number of Xs wins; the rest set by hand after a few trials."""
STEADY = EXPERT._replace(grabs=0, reluctance=0.1)
"""Keeps every number it has, stops as soon as it can, and erases only where that costs another much."""
MASTER = SixemWeights(
    rows=(0.0019, 0.0054, 0.009, 0.028, 0.069, 0.41, 1.0),
    columns=(0.00017, 0.0029, 0.011, 0.036, 0.11, 0.42, 1.45),
    diagonals=(0.32, 0.42, 0.55, 1.3, 2.3, 4.2, 6.4),
    standing=(0.91, 1.4, 1.8, 2.2, 2.9, 3.4, 5.8),
    numbers=(0.0, 0.014, 0.028, 0.028, 0.036, 0.043, 0.081),
    hurry=(0.36, 0.36, 0.36, 0.36, 0.3, 0.48, 0.98),
    grabs=1,
    reluctance=0.0,
    luck=0.1,
)
"""Found by an evolution strategy in games against EXPERT without its reluctance; erases all it can."""

WEIGHTS = {"steady": STEADY, "expert": EXPERT, "master": MASTER}

BOTS: dict[str, Callable[[int], Bot]] = {
    "random": SixemRandomBot,
    "nearest": by_rule(nearest.choose),
    **{name: by_rule(partial(strategy.choose, weights=weights)) for name, weights in WEIGHTS.items()},
}
