"""Find a bot by name: a level, or `MODULE:NAME`. It imports any module: only for the command line."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path

from sixes import bots
from sixes.bots.bot import Bot
from sixes.bots.referee import Choose, describe_error
from sixes.text import UserError

BotFactory = Callable[[int], Bot]
"""Makes a bot from a seed."""


class NoSuchBot(UserError):
    """There is no bot of this name."""


class ByFunction:
    """A function that chooses, as a bot."""

    def __init__(self, choose: Choose) -> None:
        self.choose = choose


def bot_factory(name: str, game: str) -> BotFactory:
    """The function that makes bots of this name."""
    if ":" in name:
        return custom_factory(name)
    levels = bots.known(game)
    if name not in levels:
        raise NoSuchBot("bot.no_level", level=name, levels=", ".join(levels))
    return levels[name].games[game]


def custom_factory(name: str) -> BotFactory:
    """`MODULE:NAME`, also from the current folder: a function, a bot, or a class of bots."""
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise NoSuchBot("bot.no_module", module=module_name, why=describe_error(error)) from error
    found = getattr(module, attribute, None)
    if found is None:
        raise NoSuchBot("bot.no_function", module=module_name, function=attribute)

    def make(seed: int) -> Bot:
        bot = _instance(found, seed) if isinstance(found, type) else found
        choose = getattr(bot, "choose", None if isinstance(found, type) else found)
        if not callable(choose):
            raise NoSuchBot("bot.not_callable", module=module_name, function=attribute)
        return ByFunction(choose)

    return make


def _instance(kind: type, seed: int) -> object:
    try:
        return kind(seed)
    except Exception as error:
        raise NoSuchBot("bot.raised", why=describe_error(error)) from error
