"""Those who decide by experience, compiled: the expert."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import endgame as sixto_table
from sixes.bots.sixto import expert as sixto_expert
from sixes.bots.sixto.evaluation import Taste
from sixes.bots.sixto.expert import Mind, company, experience
from sixes.bots.sixto.features import SHARED_TERMS, Maps, maps, outlook
from sixes.bots.sixto.search import BEST_FACTS, CROSSINGS, FACTS, WAYS, Pad
from sixes.bots.sixto.steady import TASTE
from sixes.lab.compiler import call
from sixes.rules.sheets import PLACES
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState


class Minds(NamedTuple):
    """What they know, and what they write on."""

    mind: Mind
    pad: Pad
    ahead: Any
    """For each seat the outlook of its sheet."""
    taste: Taste


def minds(seats: int) -> Minds:
    """For a game of so many; what is written on belongs to the caller alone, who may be one of several."""
    return Minds(_mind(), array_pad(), new_ahead(), experience().tastes[company(max(seats, 2))])


def no_minds() -> Minds:
    """For games in which nobody decides by experience: none is read, so none need be there."""
    none = np.zeros(1, np.int16)
    return Minds(Mind(none, none, array_maps()), array_pad(), new_ahead(), TASTE)


@cache
def _mind() -> Mind:
    first, second, _ = experience().mind
    return Mind(np.array(first), np.array(second), array_maps())


def new_ahead() -> Any:
    """Room for the outlooks of all seats."""
    return np.zeros((6, 6 * (PLACES + 1) * 2), np.int64)


@cache
def array_maps() -> Maps:
    tables: Any = (np.array(table) for table in maps())
    return Maps(*tables)


def array_pad(worth: Any = np.int64) -> Pad:
    """For values of this kind."""
    ints = np.int64
    low, high, time, picks = (np.zeros(CROSSINGS, ints) for _ in range(4))
    ways, many, best = np.zeros(6 * WAYS * FACTS, ints), np.zeros(6, ints), np.zeros(BEST_FACTS, ints)
    worths, top, found = np.zeros(CROSSINGS, worth), np.zeros(1, worth), np.zeros(SHARED_TERMS, ints)
    return Pad(ways, many, low, high, time, worths, picks, top, best, found)


@cache
def outlooks(sheets: tuple[Six, ...]) -> Any:
    return np.array([outlook(sheet) for sheet in sheets])


@call
def keeps(state: SixtoState, seat: int, minds: Minds) -> bool:
    if state.seats > 1:
        return sixto_table.keeps(state, seat, minds.taste)
    return sixto_expert.keeps_alone(state, minds.ahead[0], minds.mind, minds.pad)


@call
def crossing(state: SixtoState, seat: int, minds: Minds) -> Six:
    if state.seats > 1:
        return sixto_table.crossing(state, seat, minds.taste)
    return sixto_expert.crossing_alone(state, minds.ahead[0], minds.mind, minds.pad)
