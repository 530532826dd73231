"""What every bot is: something that chooses a move."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

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


class Tempo(NamedTuple):
    """How quick a player of Sixem is: milliseconds from dice that lie to what is done with them."""

    quickest: int
    slowest: int


HUMAN = Tempo(550, 950)


class Level(NamedTuple):
    """How bots of one level are made."""

    games: Mapping[str, Callable[[int], Bot]]
    """For each game that it plays, what makes a bot from a seed. Bots that need much import it only then."""
    needs: str = ""
    """A package, if the level is only there where that is installed."""
    tempo: Tempo = HUMAN
    """How quick it is while all throw, in Sixem."""


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
