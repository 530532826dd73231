"""Games of any setting: compiled where every bot can be, otherwise move by move in plain Python."""

import importlib
from collections.abc import Callable
from typing import Any

from sixes.lab.games import GameResults, Simulation
from sixes.lab.seated import BadBot

LOOPS = {"sixto": "sixes.lab.sixto.loop", "sixem": "sixes.lab.sixem.loop"}
"""For each game the module with its compiled loop, and the levels that play in it."""
PLAIN = {"sixto": "sixes.lab.sixto.plain", "sixem": "sixes.lab.sixem.plain"}
"""For each game the module in which any bot plays."""


class SimulationStopped(Exception):
    """Playing came to an end before its time, for the reason in this sentence; what was played is kept."""

    def __init__(self, why: str, kept: GameResults | None = None) -> None:
        super().__init__(why, kept)
        self.why = why
        self.kept = kept
        """Games that were played just before, and given to nobody yet."""


def play(setting: Simulation, first: int, many: int) -> GameResults:
    """So many games of a setting, from this one on. Stopped, if a bot fails."""
    return (_compiled(setting) or _plain)(setting, first, many)


def record(setting: Simulation, game: int) -> dict[str, Any]:
    """One game of a setting as a document that `sixes replay` reads. Stopped, if a bot fails."""
    try:
        document: dict[str, Any] = importlib.import_module(PLAIN[setting.game]).record(setting, game)
    except BadBot as error:
        raise SimulationStopped(f"Game {game} of seed {setting.seed}: {error}.") from None
    return document


def prepare(setting: Simulation) -> None:
    """Compile what has to be, here and once for all processes that come later."""
    loop = _compiled(setting)
    if loop:
        loop(setting, 0, 0)


def _compiled(setting: Simulation) -> Callable[[Simulation, int, int], GameResults] | None:
    """The loop in which all bots of a setting can play, if there is one."""
    loop = importlib.import_module(LOOPS[setting.game])
    if not set(setting.bots) <= set(loop.LEVELS):
        return None
    found: Callable[[Simulation, int, int], GameResults] = loop.play
    return found


def _plain(setting: Simulation, first: int, many: int) -> GameResults:
    """Game by game, so that none is lost before the one in which a bot fails."""
    plain = importlib.import_module(PLAIN[setting.game])
    parts: list[GameResults] = []
    for game in range(first, first + many):
        try:
            parts.append(plain.play(setting, game, 1))
        except BadBot as error:
            kept = parts[0].joined(*parts[1:]) if parts else None
            raise SimulationStopped(f"Game {game} of seed {setting.seed}: {error}.", kept) from None
    return parts[0].joined(*parts[1:])
