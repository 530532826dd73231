"""The expert in compiled code."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import endgame
from sixes.bots.sixto import expert as expert_bot
from sixes.bots.sixto.evaluation import SixtoWeights
from sixes.bots.sixto.expert import SoloValues, shipped_model, table_size
from sixes.bots.sixto.features import LookupTables, lookup_tables, outlook
from sixes.bots.sixto.search import SearchBuffers, new_buffers
from sixes.lab.compiler import jitable, not_inlined
from sixes.rules.sheets import PLACES
from sixes.rules.six import NONE, Six
from sixes.rules.turns import SixtoState


class ExpertArrays(NamedTuple):
    """What the expert reads, and its buffers."""

    solo: SoloValues | None
    """For one who plays alone."""
    buffers: SearchBuffers
    ahead: Any
    """For each seat the outlook of its sheet."""
    weights: SixtoWeights | None
    """For a table."""


def expert_arrays(seats: int) -> ExpertArrays:
    """For games of this many seats. The buffers are new, since several threads may play at once."""
    if seats == 1:
        return ExpertArrays(solo_values(), array_buffers(), new_ahead(), None)
    return ExpertArrays(None, array_buffers(), new_ahead(), shipped_model().table_weights[table_size(seats)])


@cache
def solo_values() -> SoloValues:
    first, second, _ = shipped_model().solo
    return SoloValues(np.array(first), np.array(second), lookup_arrays())


def new_ahead() -> Any:
    """An array for the outlooks of all seats."""
    return np.zeros((6, 6 * (PLACES + 1) * 2), np.int64)


@cache
def lookup_arrays() -> LookupTables:
    tables: Any = (np.array(table) for table in lookup_tables())
    return LookupTables(*tables)


def array_buffers(kind: Any = np.int64) -> SearchBuffers:
    """Buffers for values of this type."""
    buffers = SearchBuffers(*(np.array(one, np.int64) for one in new_buffers()))
    return buffers._replace(worth=buffers.worth.astype(kind), best_value=buffers.best_value.astype(kind))


@cache
def outlooks(sheets: tuple[Six, ...]) -> Any:
    return np.array([outlook(sheet) for sheet in sheets])


@not_inlined
def keeps(state: SixtoState, seat: int, expert: ExpertArrays) -> bool:
    return _keeps(state, seat, expert, expert.solo, expert.weights)


@not_inlined
def crossing(state: SixtoState, seat: int, expert: ExpertArrays) -> Six:
    return _crossing(state, seat, expert, expert.solo, expert.weights)


# Numba compiles only the branch that is taken here, since that follows from the types of arguments.


@jitable
def _keeps(
    state: SixtoState, seat: int, expert: ExpertArrays, solo: SoloValues | None, weights: SixtoWeights | None
) -> bool:
    if weights is not None:
        return endgame.keeps(state, seat, weights)
    if solo is not None:
        return expert_bot.keeps_alone(state, expert.ahead[0], solo, expert.buffers)
    return False


@jitable
def _crossing(
    state: SixtoState, seat: int, expert: ExpertArrays, solo: SoloValues | None, weights: SixtoWeights | None
) -> Six:
    if weights is not None:
        return endgame.crossing(state, seat, weights)
    if solo is not None:
        return expert_bot.crossing_alone(state, expert.ahead[0], solo, expert.buffers)
    return NONE
