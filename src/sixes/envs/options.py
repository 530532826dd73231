"""Options of environments, read and checked; an error names the option and what is allowed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sixes.bots.custom import NoSuchBot, bot_factory
from sixes.rules.sheets import LETTERS, SHEETS, Sheet, sheet_of
from sixes.rules.sixto import MOST_SEATS

RANDOM = "random"
POINTS, GAIN, WIN = "points", "gain", "win"

T = TypeVar("T")


class WrongOption(ValueError):
    """An option of an environment that does not exist, or a value that it cannot have."""


class SoloOptions(NamedTuple):
    """Options of a game that every environment of Gymnasium has."""

    sheet: Sheet | None
    """None for a random one in every game."""
    reroll: bool
    reward: str


def read_solo_options(
    given: Mapping[str, object], rewards: Sequence[str] = (POINTS, GAIN), others: Sequence[str] = ()
) -> SoloOptions:
    """Read these options; `others` are those that were read elsewhere."""
    names = SoloOptions._fields
    refuse_unknown({name: value for name, value in given.items() if name not in names}, (*names, *others))
    return SoloOptions(
        sheet=read_sheet(given.get("sheet", LETTERS[0])),
        reroll=read_choice("reroll", given.get("reroll", True), (True, False)),
        reward=read_choice("reward", given.get("reward", POINTS), rewards),
    )


def refuse_unknown(unknown: Mapping[str, object], allowed: Iterable[str]) -> None:
    if unknown:
        raise WrongOption(f"there is no option {next(iter(unknown))!r}: use {listed(allowed)}")


def refuse_options(given: Mapping[str, object] | None) -> None:
    """Options of `reset`, which has none."""
    if given:
        raise WrongOption(f"reset has no option {next(iter(given))!r}: options are given when it is made")


def read_choice(name: str, value: object, allowed: Sequence[T]) -> T:
    for choice in allowed:
        if type(choice) is type(value) and choice == value:
            return choice
    raise WrongOption(f"{name}={value!r} is not allowed: use {listed(map(repr, allowed))}")


def read_sheet(sheet: object, option: str = "sheet") -> Sheet | None:
    """A sheet by its letter or its numbers, or None if it is to be random."""
    if isinstance(sheet, str):
        if sheet == RANDOM:
            return None
        if sheet in SHEETS:
            return SHEETS[sheet]
    else:
        try:
            rows: Any = np.asarray(sheet).tolist()
            return sheet_of(rows)
        except (TypeError, ValueError):
            pass
    raise WrongOption(
        f"{option}={sheet!r} is no sheet: use a letter from {LETTERS[0]} to {LETTERS[-1]}, "
        f"6 rows of 12 numbers from 1 to 6, or {RANDOM!r}"
    )


def read_opponents(opponents: object) -> tuple[str, ...]:
    """The names of one to five bots."""
    many = MOST_SEATS - 1
    names = opponents if isinstance(opponents, list | tuple) else []
    if not 1 <= len(names) <= many or not all(isinstance(name, str) for name in names):
        raise WrongOption(f"opponents={opponents!r} is not allowed: use a list of 1 to {many} names of bots")
    for name in names:
        try:
            bot_factory(name, "sixto")
        except NoSuchBot as error:
            raise WrongOption(f"opponents={opponents!r} is not allowed: {error}") from error
    return tuple(names)


def listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
