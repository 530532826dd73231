"""Those who decide by learnt values, compiled: the expert."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sixes.bots import sixto_expert
from sixes.bots.sixto_expert import Mind
from sixes.bots.sixto_features import SHARED_TERMS, Maps, maps, outlook
from sixes.bots.sixto_search import CROSSINGS, FACTS, TOP_FACTS, WAYS, Pad
from sixes.lab.compiled import call
from sixes.rules.sheets import PLACES
from sixes.rules.six import Six
from sixes.rules.turns import State


class Minds(NamedTuple):
    """What they know, and what they write on."""

    mind: Mind
    pad: Pad
    ahead: Any
    """For each seat the outlook of its sheet."""


@cache
def minds(seats: int) -> Minds:
    """For a game of so many."""
    mind = sixto_expert.minds()[sixto_expert.company(seats)]
    arrays = Mind(np.array(mind.first), np.array(mind.second), array_maps())
    return Minds(arrays, array_pad(), new_ahead())


@cache
def no_minds() -> Minds:
    """For games in which nobody decides by values: none are read, so none need be there."""
    none = np.zeros(1, np.int16)
    return Minds(Mind(none, none, array_maps()), array_pad(), new_ahead())


def new_ahead() -> Any:
    """Room for the outlooks of all seats."""
    return np.zeros((6, 6 * (PLACES + 1) * 2), np.int64)


def array_maps() -> Maps:
    tables: Any = (np.array(table) for table in maps())
    return Maps(*tables)


def array_pad(worth: Any = np.int64, tops: int = 1) -> Pad:
    """For values of this kind, with room for so many of the best crossings."""
    ints = np.int64
    low, high, time, picks = (np.zeros(CROSSINGS, ints) for _ in range(4))
    ways, many, best = np.zeros(6 * WAYS * FACTS, ints), np.zeros(6, ints), np.zeros(tops * TOP_FACTS, ints)
    worths, values, found = np.zeros(CROSSINGS, worth), np.zeros(tops, worth), np.zeros(SHARED_TERMS, ints)
    return Pad(ways, many, low, high, time, worths, picks, values, best, found)


@cache
def outlooks(sheets: tuple[Six, ...]) -> Any:
    return np.array([outlook(sheet) for sheet in sheets])


@call
def keeps(state: State, seat: int, minds: Minds) -> bool:
    return sixto_expert.keeps(state, seat, minds.ahead[seat], minds.mind, minds.pad)


@call
def crossing(state: State, seat: int, minds: Minds) -> Six:
    return sixto_expert.crossing(state, seat, minds.ahead[seat], minds.mind, minds.pad)
