"""Measure the luck of games of which there is a trace."""

from typing import Any

import numpy as np

from sixes.bots.sixto.expert import shipped_model, table_size
from sixes.lab.games import KINDS, ROLLS, Numbers
from sixes.lab.sixto.arrays import new_arrays
from sixes.lab.sixto.expert import solo_values
from sixes.lab.sixto.luck.alone import measure_alone
from sixes.lab.sixto.luck.tables import TableMemory, measure_tables
from sixes.lab.sixto.luck.trace import Trace
from sixes.lab.sixto.luck.worth import SoloMemory, new_memory
from sixes.lab.sixto.table_values import new_values, shipped_network


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
    return new_memory(solo_values(), ROLLS)


def new_table_memory(seats: int) -> TableMemory:
    return TableMemory(
        values=new_values(shipped_network()),
        weights=shipped_model().table_weights[table_size(seats)],
        arrays=new_arrays(),
        before=np.zeros((6, 6), np.int64),
        rolls=np.zeros((ROLLS, 6), np.int64),
        worth=np.zeros((6, KINDS), np.int64),
        again=np.zeros((6, KINDS), np.int64),
    )
