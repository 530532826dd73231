"""Bots by name: a level, or `MODULE:NAME` for a bot of one's own. For the command line alone: it imports."""

import importlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sixes import bots
from sixes.bots.bot import Bot
from sixes.text import UserError

Maker = Callable[[int], Bot]
"""Makes a bot from a seed."""


class NoSuchBot(UserError):
    """There is no bot of this name."""


class ByFunction:
    """A function that chooses, as a bot."""

    def __init__(self, choose: Callable[[Any, int], Any]) -> None:
        self.choose = choose


def maker_of(name: str, game: str) -> Maker:
    """What makes bots of this name."""
    if ":" in name:
        return own(name)
    levels = bots.known(game)
    if name not in levels:
        raise NoSuchBot("bot.no_level", level=name, levels=", ".join(levels))
    return levels[name].games[game]


def own(name: str) -> Maker:
    """`MODULE:NAME`, from the folder we are in, too: a function, a bot, or a class of bots."""
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise NoSuchBot("bot.no_module", module=module_name, why=in_a_line(error)) from error
    found = getattr(module, attribute, None)
    if found is None:
        raise NoSuchBot("bot.no_function", module=module_name, function=attribute)

    def make(seed: int) -> Bot:
        bot = _made(found, seed) if isinstance(found, type) else found
        choose = getattr(bot, "choose", None if isinstance(found, type) else found)
        if not callable(choose):
            raise NoSuchBot("bot.not_callable", module=module_name, function=attribute)
        return ByFunction(choose)

    return make


def _made(kind: type, seed: int) -> object:
    """A bot of a class that is made like those in `LEVELS`."""
    try:
        return kind(seed)
    except Exception as error:
        raise NoSuchBot("bot.raised", why=in_a_line(error)) from error


def in_a_line(error: Exception) -> str:
    """What went wrong in a bot, and where in its own lines."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    _ours, *frames = traceback.extract_tb(error.__traceback__)
    places = [place for place in frames if "importlib" not in place.filename]
    return f"{what} ({places[-1].filename}, line {places[-1].lineno})" if places else what
