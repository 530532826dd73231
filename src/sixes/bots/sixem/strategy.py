"""Sixem by evaluating boards. The levels differ only in their weights and their tempo."""

from sixes.bots.sixem.evaluation import SixemWeights
from sixes.bots.sixem.marking import mark
from sixes.bots.sixem.nearest import start
from sixes.bots.sixem.rolling import roll
from sixes.rules.rounds import MARKING, ROLLING, SixemMove, SixemState, must_wait, playing
from sixes.rules.six import has


def choose(state: SixemState, seat: int, weights: SixemWeights) -> SixemMove:
    if has(playing(state), seat):
        if state.phase == ROLLING and not must_wait(state, seat):
            return roll(state, seat, weights)
        if state.phase == MARKING and state.round.marker == seat:
            return mark(state, seat, weights)
    return start(state, seat)
