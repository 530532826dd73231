"""What every bot is: something that chooses a move."""

from collections.abc import Callable
from typing import Any, Protocol

NOTHING = -1
"""As the kind of a move: there is nothing to do now. A function that decides always gives a move, so that
the lab can compile it; who asks a bot gets None instead."""

Decide = Callable[[Any, int], Any]
"""A pure function from a state and a seat to a move of the same game, perhaps of kind NOTHING."""


class Bot(Protocol):
    """Plays one game. It sees the state, which has no secrets, and nothing else."""

    def choose(self, state: Any, seat: int) -> Any:
        """A move as `legal` gives it (chance adds the numbers of a roll), or None: nothing to do now."""
        ...


class ByRule:
    """A bot that always does the same in the same place: a thin shell around the function that decides."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide

    def choose(self, state: Any, seat: int) -> Any:
        move = self.decide(state, seat)
        return None if move.kind == NOTHING else move


def by_rule(decide: Decide) -> Callable[[int], Bot]:
    """Makes such bots; the seed has nothing to decide."""
    return lambda _seed: ByRule(decide)
