"""Bots by level: `make("nearest", "sixto", seed).choose(state, seat)`. docs/bots.md: how to write one."""

import importlib.util

from sixes.bots.bot import NOTHING, Bot, Level, Tempo, by_rule
from sixes.bots.plugins import plugged
from sixes.bots.sixem import (
    levels as sixem_levels,
)
from sixes.bots.sixem import (
    nearest as sixem_nearest,
)
from sixes.bots.sixem import (
    random as sixem_random,
)
from sixes.bots.sixto import (
    expert as sixto_expert,
)
from sixes.bots.sixto import (
    nearest as sixto_nearest,
)
from sixes.bots.sixto import (
    random as sixto_random,
)
from sixes.bots.sixto import (
    steady as sixto_steady,
)
from sixes.bots.sixto.crossing import by_crossing

__all__ = ["LEVELS", "NOTHING", "Bot", "Level", "Tempo", "UnknownLevel", "by_rule", "levels", "make"]

SIXTO, SIXEM = "sixto", "sixem"


class UnknownLevel(ValueError):
    """No bot of this level plays this game here."""


LEVELS: dict[str, Level] = {
    "random": Level(
        {SIXTO: sixto_random.Random, SIXEM: sixem_random.Random}, tempo=sixem_levels.TEMPOS["random"]
    ),
    "nearest": Level(
        {
            SIXTO: by_crossing(sixto_nearest.keeps, sixto_nearest.crossing),
            SIXEM: by_rule(sixem_nearest.choose),
        },
        tempo=sixem_levels.TEMPOS["nearest"],
    ),
    "steady": Level(
        {
            SIXTO: by_crossing(sixto_steady.keeps, sixto_steady.crossing),
            SIXEM: by_rule(sixem_levels.steady),
        },
        tempo=sixem_levels.TEMPOS["steady"],
    ),
    "expert": Level(
        {SIXTO: sixto_expert.expert, SIXEM: by_rule(sixem_levels.expert)}, tempo=sixem_levels.TEMPOS["expert"]
    ),
    "master": Level({SIXEM: by_rule(sixem_levels.master)}, tempo=sixem_levels.TEMPOS["master"]),
}
"""Every level by its name, from the weakest to the strongest. A new one is one more line, here or elsewhere:
`LEVELS["mine"] = Level({"sixto": MyBot})`."""

OURS = tuple(LEVELS)


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game on this machine, from the weakest to the strongest."""
    return tuple(known(game))


def make(level: str, game: str, seed: int) -> Bot:
    """A bot for one seat of one game. The same seed, asked the same, chooses the same."""
    here = known(game)
    if level not in here:
        raise UnknownLevel(f"no bot {level!r} plays {game!r}; there are: {', '.join(here) or 'none'}")
    return here[level].games[game](seed)


def known(game: str) -> dict[str, Level]:
    """The levels that play a game here: ours, also those in parts that not everybody has; then others'.

    A level of ours may play one game from `LEVELS`, and another from such a part.
    """
    ours, foreign = plugged(OURS)
    found: dict[str, Level] = {}
    for name in (*OURS, *ours, *LEVELS, *foreign):
        for level in (group[name] for group in (LEVELS, ours, foreign) if name in group):
            if game in level.games and _is_here(level):
                found.setdefault(name, level)
    return found


def _is_here(level: Level) -> bool:
    try:
        return not level.needs or importlib.util.find_spec(level.needs) is not None
    except (ImportError, ValueError):  # what it needs is part of something that is not there
        return False
