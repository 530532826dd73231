"""Levels from other packages, found by entry points of the group `sixes.bots`."""

import functools
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sixes.bots.bot import HUMAN, Level, Tempo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sixes.bots"
OUR_PACKAGE = "sixes"
NOT_IN_A_NAME = frozenset(" ,:")
"""Lists of levels are separated by commas, and MODULE:NAME is a bot of one's own."""

log = logging.getLogger(__name__)


class Plugins(NamedTuple):
    ours: dict[str, Level]
    """Levels of this package that need an optional part of it."""
    foreign: dict[str, Level]


@functools.cache
def load_plugins(taken: tuple[str, ...]) -> Plugins:
    """Load the entry points once; log and skip broken ones. Other packages cannot use taken names."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    found = Plugins({}, {})
    for point in sorted(entry_points(group=GROUP), key=_ours_first):
        package = origin(point)
        try:
            if package != OUR_PACKAGE and point.name in (*taken, *found.ours, *found.foreign):
                raise ValueError("there is a bot of this name already")
            level = load_level(point)
        except Exception as error:  # noqa: BLE001 - code of other packages may raise anything
            what = " ".join(f"{type(error).__name__}: {error}".split())
            log.warning("The bot %s of the package %s is left out. %s", point.name, package, what)
        else:
            (found.ours if package == OUR_PACKAGE else found.foreign)[point.name] = level
    return found


def load_level(point: "EntryPoint") -> Level:
    """The value of an entry point: a level, or a mapping from games to functions that make a bot."""
    if NOT_IN_A_NAME & set(point.name):
        raise ValueError("a name has no space, comma or colon")
    value: Any = point.load()
    games, needs, tempo = value if isinstance(value, Level) else (value, "", HUMAN)
    if not isinstance(games, Mapping) or not all(map(callable, games.values())) or not isinstance(needs, str):
        raise TypeError("it is neither a Level nor a mapping from games to what makes a bot")
    return Level(games, needs, Tempo(*map(int, tempo)))


def origin(point: "EntryPoint") -> str:
    """The package that an entry point belongs to."""
    return point.dist.name.lower() if point.dist else ""


def _ours_first(point: "EntryPoint") -> tuple[bool, str, str]:
    return origin(point) != OUR_PACKAGE, origin(point), point.name
