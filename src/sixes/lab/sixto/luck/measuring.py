"""Measure the luck of games of which there is a trace."""

from typing import Any

import numpy as np

from sixes.bots.sixto.expert import shipped_model, table_size
from sixes.bots.sixto.table_features import FEATURES, HIDDEN, OUTPUTS, WIDTH
from sixes.lab.games import KINDS, ROLLS, Numbers
from sixes.lab.sixto.arrays import new_arrays
from sixes.lab.sixto.expert import array_buffers, lookup_arrays, new_ahead, solo_values
from sixes.lab.sixto.luck.alone import SoloMemory, measure_alone
from sixes.lab.sixto.luck.tables import TableMemory, measure_tables
from sixes.lab.sixto.luck.trace import Trace
from sixes.lab.sixto.network import shipped_network


def measure(deals: Any, outlooks: Any, trace: Trace) -> Numbers:
    """For each game, seat and kind its luck."""
    many, _, seats, _ = trace.crosses.shape
    luck = np.zeros((many, seats, KINDS), np.int64)
    if seats == 1:
        measure_alone(deals, outlooks, trace, new_solo_memory(), luck)
    else:
        measure_tables(deals, outlooks, trace, new_table_memory(seats), luck)
    return luck


def new_solo_memory() -> SoloMemory:
    rolls, picks = np.zeros((ROLLS, 6), np.int64), np.zeros(6, np.int64)
    return SoloMemory(solo_values(), array_buffers(), new_arrays(), new_ahead(), rolls, picks)


def new_table_memory(seats: int) -> TableMemory:
    return TableMemory(
        network=shipped_network(),
        weights=shipped_model().table_weights[table_size(seats)],
        lookup=lookup_arrays(),
        arrays=new_arrays(),
        before=np.zeros((6, 6), np.int64),
        ahead=new_ahead(),
        rolls=np.zeros((ROLLS, 6), np.int64),
        progress=np.zeros(36, np.int64),
        leaders=np.zeros(6, np.int64),
        features=np.zeros(FEATURES, np.int64),
        sums=np.zeros((6, WIDTH)),
        units=np.zeros((6, HIDDEN)),
        outputs=np.zeros((6, OUTPUTS)),
        strengths=np.zeros(6),
        worth=np.zeros((6, KINDS), np.int64),
        again=np.zeros((6, KINDS), np.int64),
    )
