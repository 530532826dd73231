"""The levels of Sixem: how quick each of them is, and what those with sense know.

Levels differ in sense and in speed: from a child to a hand that no human has.
"""

from sixes.bots.bot import HUMAN, Tempo
from sixes.bots.sixem import strategy as sixem_sense
from sixes.bots.sixem.evaluation import Sense
from sixes.rules.rounds import SixemMove, SixemState

TEMPOS = {
    "random": Tempo(1200, 2400),
    "nearest": HUMAN,
    "steady": Tempo(450, 800),
    "expert": Tempo(300, 600),
    "master": Tempo(60, 140),
}

EXPERT = Sense(
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
"""By reason and a few trials: lines by how often each number of Xs wins, the rest by hand."""
STEADY = EXPERT._replace(grabs=0, reluctance=0.1)
"""Keeps every number it has, stops as soon as it can, and erases only where it hurts."""
MASTER = Sense(
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
"""Found by evolution, in games against the expert's numbers without its reluctance; erases all it can."""

SENSES = {"steady": STEADY, "expert": EXPERT, "master": MASTER}


def steady(state: SixemState, seat: int) -> SixemMove:
    return sixem_sense.choose(state, seat, STEADY)


def expert(state: SixemState, seat: int) -> SixemMove:
    return sixem_sense.choose(state, seat, EXPERT)


def master(state: SixemState, seat: int) -> SixemMove:
    return sixem_sense.choose(state, seat, MASTER)
