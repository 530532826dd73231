"""Play games of any simulation: compiled if all its bots can be, otherwise move by move in plain Python."""

import importlib
from collections.abc import Callable
from typing import Any

from sixes.bots.referee import BadBot
from sixes.lab.games import GameResults, Simulation
from sixes.text import UserError

Play = Callable[[Simulation, int, int], GameResults]


class SimulationStopped(UserError):
    """A simulation ended early; the games before that are kept."""

    kept: GameResults | None = None
    """Games that were played just before, and not returned yet."""


def play(simulation: Simulation, first: int, many: int) -> GameResults:
    """Play `many` games of a simulation from number `first` on. SimulationStopped if a bot fails."""
    return (_compiled(simulation) or _plain)(simulation, first, many)


def record(simulation: Simulation, game: int) -> dict[str, Any]:
    """One game of a simulation as a document that `sixes replay` reads. SimulationStopped if a bot fails."""
    try:
        document: dict[str, Any] = _module(simulation, "plain").record(simulation, game)
    except BadBot as error:
        raise _stopped(simulation, game, error) from None
    return document


def prepare(simulation: Simulation) -> None:
    """Compile what is needed, once for all processes that start later."""
    loop = _compiled(simulation)
    if loop:
        loop(simulation, 0, 0)
    elif simulation.adjusted:
        _module(simulation, "plain").play(simulation, 0, 0)


def _module(simulation: Simulation, name: str) -> Any:
    """Each game has two modules here: `loop` plays compiled levels, `plain` plays any bot."""
    return importlib.import_module(f"sixes.lab.{simulation.game}.{name}")


def _compiled(simulation: Simulation) -> Play | None:
    """The compiled loop of the game, if all bots can play in it."""
    loop = _module(simulation, "loop")
    if not set(simulation.bots) <= set(loop.LEVELS):
        return None
    found: Play = loop.play
    return found


def _plain(simulation: Simulation, first: int, many: int) -> GameResults:
    """Game by game, so that those before the one in which a bot fails are kept."""
    plain = _module(simulation, "plain")
    parts: list[GameResults] = []
    for game in range(first, first + many):
        try:
            parts.append(plain.play(simulation, game, 1))
        except BadBot as error:
            stopped = _stopped(simulation, game, error)
            stopped.kept = parts[0].joined(*parts[1:]) if parts else None
            raise stopped from None
    return parts[0].joined(*parts[1:])


def _stopped(simulation: Simulation, game: int, error: BadBot) -> SimulationStopped:
    return SimulationStopped("lab.bad_game", game=game, seed=simulation.seed, why=error)
