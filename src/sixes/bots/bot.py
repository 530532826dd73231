"""The interface of a bot: an object that chooses a move."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

NOTHING = -1
"""The kind of a move that does nothing. A function that decides always gives a move, so that the lab can
compile it; a bot gives None instead."""

Decide = Callable[[Any, int], Any]
"""A pure function from a state and a seat to a move of the same game, perhaps of kind NOTHING."""


class Bot(Protocol):
    """Plays one seat of one game. It sees the state, which has no secrets, and nothing else."""

    def choose(self, state: Any, seat: int) -> Any:
        """A move as `legal` gives it (chance adds the numbers of a roll), or None: nothing to do now."""
        ...


class Tempo(NamedTuple):
    """How fast a player of Sixem reacts: milliseconds from the landing of the dice to the next action."""

    quickest: int
    slowest: int


HUMAN = Tempo(550, 950)


class Level(NamedTuple):
    """How to make the bots of one level."""

    games: Mapping[str, Callable[[int], Bot]]
    """For each game that it plays, a function that makes a bot from a seed. It should import what is slow to
    import only when it is called."""
    needs: str = ""
    """A package without which the level is not offered."""
    tempo: Tempo = HUMAN
    """Its reaction time in Sixem, while everybody throws."""


class ByRule:
    """A bot around a function that decides: the same state always gives the same move."""

    def __init__(self, decide: Decide) -> None:
        self.decide = decide

    def choose(self, state: Any, seat: int) -> Any:
        move = self.decide(state, seat)
        return None if move.kind == NOTHING else move


def by_rule(decide: Decide) -> Callable[[int], Bot]:
    """A function that makes such bots from a seed, which it ignores."""
    return lambda _seed: ByRule(decide)
