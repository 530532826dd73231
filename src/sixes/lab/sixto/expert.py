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
from sixes.bots.sixto.steady import WEIGHTS
from sixes.lab.compiler import not_inlined
from sixes.rules.sheets import PLACES
from sixes.rules.six import Six
from sixes.rules.turns import SixtoState


class ExpertArrays(NamedTuple):
    """What the expert reads, and its buffers."""

    solo: SoloValues
    buffers: SearchBuffers
    ahead: Any
    """For each seat the outlook of its sheet."""
    weights: SixtoWeights


def expert_arrays(seats: int, needed: bool = True) -> ExpertArrays:
    """For games of this many seats; if there is no expert among them, no values are loaded.

    The buffers are new, since several threads may play at once.
    """
    if not needed:
        none = np.zeros(1, np.int16)
        return ExpertArrays(SoloValues(none, none, lookup_arrays()), array_buffers(), new_ahead(), WEIGHTS)
    weights = shipped_model().table_weights[table_size(max(seats, 2))]
    return ExpertArrays(_solo_values(), array_buffers(), new_ahead(), weights)


@cache
def _solo_values() -> SoloValues:
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
    if state.seats > 1:
        return endgame.keeps(state, seat, expert.weights)
    return expert_bot.keeps_alone(state, expert.ahead[0], expert.solo, expert.buffers)


@not_inlined
def crossing(state: SixtoState, seat: int, expert: ExpertArrays) -> Six:
    if state.seats > 1:
        return endgame.crossing(state, seat, expert.weights)
    return expert_bot.crossing_alone(state, expert.ahead[0], expert.solo, expert.buffers)
