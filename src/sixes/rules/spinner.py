"""Sixem's spinner: the patterns that a board has to match.

>>> SPINNER[7]
Pattern(horizontal=1, vertical=1, diagonal=0, any=0)
"""

from typing import NamedTuple


class Pattern(NamedTuple):
    """How many lines of each kind a board needs."""

    horizontal: int = 0
    vertical: int = 0
    diagonal: int = 0
    any: int = 0


SPINNER = (
    Pattern(horizontal=1),
    Pattern(vertical=1),
    Pattern(diagonal=1),
    Pattern(any=1),
    Pattern(horizontal=2),
    Pattern(vertical=2),
    Pattern(diagonal=2),
    Pattern(horizontal=1, vertical=1),
    Pattern(horizontal=1, diagonal=1),
    Pattern(vertical=1, diagonal=1),
    Pattern(any=2),
)
"""In equal shares."""
