"""Sixem with sense. Levels differ in what they know, which is data (`Sense`), and in their tempo."""

from sixes.bots.sixem.evaluation import Sense
from sixes.bots.sixem.marking import mark
from sixes.bots.sixem.nearest import start
from sixes.bots.sixem.rolling import roll
from sixes.rules.rounds import MARKING, ROLLING, SixemMove, SixemState, playing
from sixes.rules.six import has


def choose(state: SixemState, seat: int, sense: Sense) -> SixemMove:
    if has(playing(state), seat):
        if state.phase == ROLLING:
            return roll(state, seat, sense)
        if state.phase == MARKING and state.round.marker == seat:
            return mark(state, seat, sense)
    return start(state, seat)
