"""Options of games with several seats, read and checked like those of `options`."""

from collections.abc import Sequence
from random import Random

import numpy as np

from sixes.envs.options import RANDOM, WrongOption, read_sheet
from sixes.lab.sixto.sheets import drawn_sheet
from sixes.rules.sheets import LETTERS, SHEETS, Sheet, same_letter

KEY_BITS = 62


def read_whole(name: str, value: object, least: int, most: int | None = None) -> int:
    whole = int(value) if isinstance(value, np.integer) else value
    if type(whole) is not int or whole < least or (most is not None and whole > most):
        bounds = f"from {least}" + ("" if most is None else f" to {most}")
        raise WrongOption(f"{name}={value!r} is not allowed: use a whole number {bounds}")
    return whole


def read_sheets(sheets: object, seats: int) -> tuple[Sheet | None, ...]:
    """A sheet for each seat, None for each that is drawn in every game; by default the first letters.

    >>> read_sheets("AB", seats=2) == (SHEETS["A"], SHEETS["B"])
    True
    """
    if sheets is None:
        return read_sheets(LETTERS[:seats], seats)
    if isinstance(sheets, str) and sheets == RANDOM:
        return (None,) * seats
    if isinstance(sheets, np.ndarray):
        sheets = list(sheets)
    if not isinstance(sheets, Sequence) or len(sheets) != seats:
        raise WrongOption(
            f"sheets={sheets!r} is not allowed: use {seats} sheets, one for each seat, or {RANDOM!r}"
        )
    taken = same_letter([sheet if sheet in SHEETS else None for sheet in sheets if isinstance(sheet, str)])
    if taken >= 0:
        raise WrongOption(f"sheets={sheets!r} is not allowed: each letter can be there once")
    return tuple(read_sheet(sheet, "sheets") for sheet in sheets)


def dealt(sheets: tuple[Sheet | None, ...], chance: Random) -> tuple[Sheet, ...]:
    """The sheets of a game, random ones drawn."""
    return tuple(sheet or drawn_sheet(chance.getrandbits(KEY_BITS)) for sheet in sheets)
