"""Bots by level: `make("nearest", "sixto", seed).choose(state, seat)`. docs/bots.md: how to write one."""

import importlib.util
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sixes.bots import sixem_nearest, sixem_random, sixto_nearest, sixto_random
from sixes.bots.bot import Bot, by_rule

__all__ = ["LEVELS", "Bot", "Level", "UnknownLevel", "by_rule", "levels", "make"]

SIXTO, SIXEM = "sixto", "sixem"


class UnknownLevel(ValueError):  # noqa: N818 - it says what is wrong
    """No bot of this level plays this game here."""


class Level(NamedTuple):
    """How bots of one level are made."""

    games: Mapping[str, Callable[[int], Bot]]
    """For each game that it plays, what makes a bot from a seed. Bots that need much import it only then."""
    needs: str = ""
    """A package, if the level is only there where that is installed."""


LEVELS: dict[str, Level] = {
    "random": Level({SIXTO: sixto_random.Random, SIXEM: sixem_random.Random}),
    "nearest": Level({SIXTO: by_rule(sixto_nearest.choose), SIXEM: by_rule(sixem_nearest.choose)}),
}
"""Every level by its name, from the weakest to the strongest. A new one is one more line, here or elsewhere:
`LEVELS["mine"] = Level({"sixto": MyBot})`."""


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game on this machine, from the weakest to the strongest."""
    return tuple(name for name, level in LEVELS.items() if game in level.games and _is_here(level))


def make(level: str, game: str, seed: int) -> Bot:
    """A bot for one seat of one game. The same seed, asked the same, chooses the same."""
    if level not in levels(game):
        raise UnknownLevel(f"no bot {level!r} plays {game!r}; there are: {', '.join(levels(game)) or 'none'}")
    return LEVELS[level].games[game](seed)


def _is_here(level: Level) -> bool:
    return not level.needs or importlib.util.find_spec(level.needs) is not None
