"""Sixto's `master`: search on top of the expert's values. It needs numba; asking for it does not."""

from typing import Any

from sixes.bots.bot import Bot, Level
from sixes.bots.sixto_crossing import ByCrossing
from sixes.bots.sixto_expert import LONG, Expert
from sixes.rules.six import Six
from sixes.rules.turns import State


class Master(ByCrossing):
    """Searches for crossings at tables; it keeps a roll, and plays alone, as the expert does."""

    def __init__(self, seed: int) -> None:
        super().__init__(self.keep, self.cross)
        self.seed = seed & (1 << 30) - 1
        self.expert = Expert(seed)
        self.desk: Any = None
        """Of its own: two masters may think at once."""

    def keep(self, state: State, seat: int) -> bool:
        return self.expert.keep(state, seat)

    def cross(self, state: State, seat: int) -> Six:
        if state.seats == 1 or state.turns >= LONG:
            return self.expert.cross(state, seat)
        return self.best(state, seat)

    def best(self, state: State, seat: int) -> Six:
        # Slow to import, and not there without numba.
        from sixes.lab.searching import TRIES, Moment, desk, search  # noqa: PLC0415

        on = self.desk = self.desk or desk(state.seats)
        _lay_out(state, on.now)
        for player in range(state.seats):
            on.known.ahead[player] = self.expert.ahead(state.sheets[player])
        moment = Moment(state.seats, state.closed, state.turns, state.active, seat)
        best = search(moment, self.seed * 1000 + state.turns, TRIES * 2 // state.seats, on)
        a, b, c, d, e, f = (int(box) for box in on.boxes[best])
        return a, b, c, d, e, f


def _lay_out(state: State, paper: Any) -> None:
    """A state as arrays."""
    for seat in range(state.seats):
        paper.sheets[seat] = state.sheets[seat]
        paper.crosses[seat] = state.crosses[seat]
        paper.half[seat] = state.turn.half[seat]
    paper.dice[:] = state.turn.dice
    paper.asked[:] = 0


def master(seed: int) -> Bot:
    return Master(seed)


LEVEL = Level({"sixto": master}, needs="numba")
