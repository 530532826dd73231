"""Bots by level: `make("nearest", "sixto", seed).choose(state, seat)`. docs/bots.md: how to write one."""

import importlib.util

from sixes.bots.bot import HUMAN, NOTHING, Bot, Level, Tempo, by_rule
from sixes.bots.plugins import load_plugins
from sixes.bots.sixem import levels as sixem_levels
from sixes.bots.sixto import levels as sixto_levels
from sixes.bots.sixto.crossing import by_crossing

__all__ = ["LEVELS", "NOTHING", "Bot", "Level", "Tempo", "UnknownLevel", "by_crossing", "by_rule", "levels"]
__all__ += ["known", "make"]

BOTS_BY_GAME = {"sixto": sixto_levels.BOTS, "sixem": sixem_levels.BOTS}


class UnknownLevel(ValueError):
    """No bot of this level plays this game here."""


LEVELS: dict[str, Level] = {
    name: Level(
        {game: bots[name] for game, bots in BOTS_BY_GAME.items() if name in bots},
        tempo=sixem_levels.TEMPOS.get(name, HUMAN),
    )
    for name in dict.fromkeys(name for bots in BOTS_BY_GAME.values() for name in bots)
}
"""Every level by its name, from the weakest to the strongest. Programs may add their own:
`LEVELS["mine"] = Level({"sixto": MyBot})`."""

OURS = tuple(LEVELS)


def levels(game: str) -> tuple[str, ...]:
    """The levels that play a game on this machine, from the weakest to the strongest."""
    return tuple(known(game))


def make(level: str, game: str, seed: int) -> Bot:
    """A bot for one seat of one game. With the same seed it makes the same choices."""
    here = known(game)
    if level not in here:
        raise UnknownLevel(f"no bot {level!r} plays {game!r}; there are: {', '.join(here) or 'none'}")
    return here[level].games[game](seed)


def known(game: str) -> dict[str, Level]:
    """The levels that play a game here: ours first, also those in optional parts; then those of others.

    A level of ours may play one game from `LEVELS` and another from an optional part.
    """
    ours, foreign = load_plugins(OURS)
    found: dict[str, Level] = {}
    for name in (*OURS, *ours, *LEVELS, *foreign):
        for level in (group[name] for group in (LEVELS, ours, foreign) if name in group):
            if game in level.games and _is_installed(level):
                found.setdefault(name, level)
    return found


def _is_installed(level: Level) -> bool:
    try:
        return not level.needs or importlib.util.find_spec(level.needs) is not None
    except (ImportError, ValueError):  # the parent package is missing
        return False
