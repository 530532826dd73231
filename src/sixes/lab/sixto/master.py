"""Sixto's `master`: search on top of what the expert knows. It needs numba; asking for it does not."""

from typing import Any

from sixes.bots.bot import Bot, Level
from sixes.bots.sixto.crossing import ByCrossing
from sixes.bots.sixto.expert import Expert
from sixes.rules.six import NONE, Six
from sixes.rules.turns import SixtoState

FROM, UNTIL = 4, 30
"""The turns of a table in which it searches: before, too much is open; after twice what a game takes, nothing
that is tried out comes to an end soon."""
EFFORT = 8_000
"""What is tried out for a decision: turns of single seats, about."""


class Master(ByCrossing):
    """At tables; alone it plays as the expert does."""

    def __init__(self, seed: int) -> None:
        super().__init__(self.keep, self.cross)
        from sixes.lab.sixto import search  # noqa: PLC0415 - slow, and not there without numba

        self.searching = search
        self.seed = seed & (1 << 30) - 1
        self.expert = Expert(seed)
        self.desk: Any = None
        """Of its own: two masters may think at once."""

    def keep(self, state: SixtoState, seat: int) -> bool:
        if not searches(state):
            return self.expert.keep(state, seat)
        self.lay_out(state)
        return self.searching.search_keep(*self.task(state, seat))

    def cross(self, state: SixtoState, seat: int) -> Six:
        if not searches(state):
            return self.expert.cross(state, seat)
        self.lay_out(state)
        best = self.searching.search(*self.task(state, seat))
        a, b, c, d, e, f = (int(box) for box in self.desk.boxes[best])
        return a, b, c, d, e, f

    def task(self, state: SixtoState, seat: int) -> Any:
        """What is searched, with which dice, for how much effort, and on what."""
        moment = self.searching.Moment(state.seats, state.closed, state.turns, state.active, seat)
        return moment, self.seed * 1000 + state.turns, EFFORT, self.desk

    def lay_out(self, state: SixtoState) -> None:
        """A state as arrays."""
        self.desk = self.desk or self.searching.desk(state.seats)
        paper = self.desk.now
        for player in range(state.seats):
            paper.sheets[player] = state.sheets[player]
            paper.crosses[player] = state.crosses[player]
            paper.half[player] = state.turn.half[player] or NONE
        paper.dice[:] = state.turn.dice
        paper.asked[:] = 0


def searches(state: SixtoState) -> bool:
    return state.seats > 1 and FROM <= state.turns < UNTIL


def master(seed: int) -> Bot:
    return Master(seed)


LEVEL = Level({"sixto": master}, needs="numba")
