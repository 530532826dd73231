"""Sixto's level `master`: values and search. Only making a bot imports numba, not this module."""

from typing import Any

from sixes.bots.bot import Level
from sixes.bots.sixto.crossing import ByCrossing
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState

SQUARES = 6
"""Latin squares of second rolls with which a first roll is compared."""


class Master(ByCrossing):
    """Plays for the win at tables, and by values of each sheet alone, looking a turn ahead in doubt."""

    def __init__(self, seed: int) -> None:
        super().__init__(self.keep, self.cross)
        # Slow to import, and they need numba.
        from sixes.lab.sixto import lookahead, table_search  # noqa: PLC0415

        self.search = table_search
        self.seed = seed & (1 << 30) - 1
        self.alone = lookahead.Lookahead(self.seed)
        self.memory: Any = None
        """Arrays of its own, made at the first search: two masters may search at once."""

    def keep(self, state: SixtoState, seat: int) -> bool:
        if state.seats == 1:
            return self.alone.keep(state)
        key = self.seed * 1000 + state.turns
        return self.search.search_keep(self.point(state, seat), key, SQUARES, self.memory)

    def cross(self, state: SixtoState, seat: int) -> Six:
        if state.seats == 1:
            return self.alone.cross(state)
        a, b, c, d, e, f = self.search.search_crossing(self.point(state, seat), self.memory)
        return a, b, c, d, e, f

    def point(self, state: SixtoState, seat: int) -> Any:
        """The decision, with all that is needed for it in the memory."""
        self.memory = self.memory or self.search.masters_search(state.seats)
        return self.search.decision_point(state, seat, self.memory)


LEVEL = Level({"sixto": Master}, needs="numba")
