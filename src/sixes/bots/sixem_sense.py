"""Sixem with sense. Levels differ in what they know, which is data (`Sense`), and in their tempo."""

from sixes.bots.sixem_marking import mark
from sixes.bots.sixem_nearest import start
from sixes.bots.sixem_rolling import roll
from sixes.bots.sixem_worth import Sense
from sixes.rules.rounds import MARKING, ROLLING, Move, State, playing
from sixes.rules.six import has


def choose(state: State, seat: int, sense: Sense) -> Move:
    if has(playing(state), seat):
        if state.phase == ROLLING:
            return roll(state, seat, sense)
        if state.phase == MARKING and state.round.marker == seat:
            return mark(state, seat, sense)
    return start(state, seat)
