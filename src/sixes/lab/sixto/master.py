"""Sixto's level `master`: search on top of the expert. Only making a bot imports numba, not this module."""

from typing import Any

from sixes.bots.bot import Level
from sixes.bots.sixto.crossing import ByCrossing
from sixes.bots.sixto.expert import SixtoExpert
from sixes.rules.six import NONE, Six
from sixes.rules.turns import SixtoState

FROM, UNTIL = 4, 30
"""The turns in which it searches. Before, too much is open; after twice the usual length of a game, simulated
games take too long."""
EFFORT = 8_000
"""The size of a search: about so many simulated turns of single seats."""


class Master(ByCrossing):
    """Searches at tables; alone it plays as the expert does."""

    def __init__(self, seed: int) -> None:
        super().__init__(self.keep, self.cross)
        from sixes.lab.sixto import search  # noqa: PLC0415 - slow to import, and it needs numba

        self.search = search
        self.seed = seed & (1 << 30) - 1
        self.expert = SixtoExpert(seed)
        self.memory: Any = None
        """Arrays of its own, made at the first search: two masters may search at once."""

    def keep(self, state: SixtoState, seat: int) -> bool:
        if not searches_at(state):
            return self.expert.keep(state, seat)
        self.copy_state(state)
        return self.search.search_keep(*self.arguments(state, seat))

    def cross(self, state: SixtoState, seat: int) -> Six:
        if not searches_at(state):
            return self.expert.cross(state, seat)
        self.copy_state(state)
        best = self.search.search_crossing(*self.arguments(state, seat))
        a, b, c, d, e, f = (int(box) for box in self.memory.boxes[best])
        return a, b, c, d, e, f

    def arguments(self, state: SixtoState, seat: int) -> Any:
        """The arguments of a search: the decision, a key for the dice, the effort, and the memory."""
        point = self.search.DecisionPoint(state.seats, state.closed, state.turns, state.active, seat)
        return point, self.seed * 1000 + state.turns, EFFORT, self.memory

    def copy_state(self, state: SixtoState) -> None:
        """Copy a state into the arrays."""
        self.memory = self.memory or self.search.new_memory(state.seats)
        arrays = self.memory.now
        for player in range(state.seats):
            arrays.sheets[player] = state.sheets[player]
            arrays.crosses[player] = state.crosses[player]
            arrays.half[player] = state.turn.half[player] or NONE
        arrays.dice[:] = state.turn.dice
        arrays.asked[:] = 0


def searches_at(state: SixtoState) -> bool:
    return state.seats > 1 and FROM <= state.turns < UNTIL


LEVEL = Level({"sixto": Master}, needs="numba")
