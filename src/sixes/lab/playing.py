"""Games of any setting: compiled where every bot can be, otherwise move by move in plain Python."""

import importlib
from collections.abc import Callable
from typing import Any

from sixes.lab.games import Played, Setting
from sixes.lab.seated import BadBot

LOOPS = {"sixto": "sixes.lab.sixto_games", "sixem": "sixes.lab.sixem_games"}
"""For each game the module with its compiled loop, and the levels that play in it."""
PLAIN = {"sixto": "sixes.lab.plain", "sixem": "sixes.lab.sixem_plain"}
"""For each game the module in which any bot plays."""


class Stopped(Exception):  # noqa: N818 - it says why
    """Playing came to an end before its time, for the reason in this sentence; what was played is kept."""

    def __init__(self, why: str, kept: Played | None = None) -> None:
        super().__init__(why, kept)
        self.why = why
        self.kept = kept
        """Games that were played just before, and given to nobody yet."""


def play(setting: Setting, first: int, many: int) -> Played:
    """So many games of a setting, from this one on. Stopped, if a bot fails."""
    return (_compiled(setting) or _plain)(setting, first, many)


def record(setting: Setting, game: int) -> dict[str, Any]:
    """One game of a setting as a document that `sixes replay` reads. Stopped, if a bot fails."""
    try:
        document: dict[str, Any] = importlib.import_module(PLAIN[setting.game]).record(setting, game)
    except BadBot as error:
        raise Stopped(f"Game {game} of seed {setting.seed}: {error}.") from None
    return document


def prepare(setting: Setting) -> None:
    """Compile what has to be, here and once for all processes that come later."""
    loop = _compiled(setting)
    if loop:
        loop(setting, 0, 0)


def _compiled(setting: Setting) -> Callable[[Setting, int, int], Played] | None:
    """The loop in which all bots of a setting can play, if there is one."""
    loop = importlib.import_module(LOOPS[setting.game])
    if not set(setting.bots) <= set(loop.LEVELS):
        return None
    found: Callable[[Setting, int, int], Played] = loop.play
    return found


def _plain(setting: Setting, first: int, many: int) -> Played:
    """Game by game, so that none is lost before the one in which a bot fails."""
    plain = importlib.import_module(PLAIN[setting.game])
    parts: list[Played] = []
    for game in range(first, first + many):
        try:
            parts.append(plain.play(setting, game, 1))
        except BadBot as error:
            kept = parts[0].joined(*parts[1:]) if parts else None
            raise Stopped(f"Game {game} of seed {setting.seed}: {error}.", kept) from None
    return parts[0].joined(*parts[1:])
