"""A crossing with its value."""

from typing import NamedTuple

from sixes.rules.six import Six


class Ranked(NamedTuple):
    """A crossing, and its value in 64ths of a point."""

    value: int
    boxes: Six
