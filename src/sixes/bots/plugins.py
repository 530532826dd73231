"""Levels that other packages bring, by entry points of the group `sixes.bots`."""

import functools
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sixes.bots.bot import HUMAN, Level, Tempo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sixes.bots"
OURSELVES = "sixes"
NOT_IN_A_NAME = frozenset(" ,:")
"""Names of levels are listed with commas, and MODULE:NAME is a bot of one's own."""

log = logging.getLogger(__name__)


class Plugged(NamedTuple):
    ours: dict[str, Level]
    """Levels of this package that live in parts which not everybody has."""
    foreign: dict[str, Level]


@functools.cache
def plugged(taken: tuple[str, ...]) -> Plugged:
    """What is there, found at the first need. What is broken is left out with a line, and breaks nothing.

    Names that are taken are not for others.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    found = Plugged({}, {})
    for point in sorted(entry_points(group=GROUP), key=_ours_first):
        package = origin(point)
        try:
            if package != OURSELVES and point.name in (*taken, *found.ours, *found.foreign):
                raise ValueError("there is a bot of this name already")
            level = loaded(point)
        except Exception as error:  # noqa: BLE001 - others wrote it: anything can happen
            what = " ".join(f"{type(error).__name__}: {error}".split())
            log.warning("The bot %s of the package %s is left out. %s", point.name, package, what)
        else:
            (found.ours if package == OURSELVES else found.foreign)[point.name] = level
    return found


def loaded(point: "EntryPoint") -> Level:
    """A level, or a mapping from games to what makes a bot from a seed."""
    if NOT_IN_A_NAME & set(point.name):
        raise ValueError("a name has no space, comma or colon")
    value: Any = point.load()
    games, needs, tempo = value if isinstance(value, Level) else (value, "", HUMAN)
    if not isinstance(games, Mapping) or not all(map(callable, games.values())) or not isinstance(needs, str):
        raise TypeError("it is neither a Level nor a mapping from games to what makes a bot")
    return Level(games, needs, Tempo(*map(int, tempo)))


def origin(point: "EntryPoint") -> str:
    """The package that an entry point is from."""
    return point.dist.name.lower() if point.dist else ""


def _ours_first(point: "EntryPoint") -> tuple[bool, str, str]:
    return origin(point) != OURSELVES, origin(point), point.name
