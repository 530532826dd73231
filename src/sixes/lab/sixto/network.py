"""The coach's network for tables of Sixto, in arrays for compiled code."""

import zlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import sixes
from sixes.bots.sixto.table_features import FEATURES, HIDDEN, ONE, OUTPUTS, SIZE, WIDTH
from sixes.lab.compiler import jitable

FILE = Path(sixes.__file__).parent / "coach" / "tables.bin"


class TableNetwork(NamedTuple):
    """The weights, or for each of them a gradient or a mean of gradients."""

    embeddings: Any
    hidden: Any
    """For each hidden unit its weights, the last one for the constant 1."""
    out: Any
    """For each output the weights of the hidden units."""


def packed(network: TableNetwork) -> bytes:
    """The file that the coach reads."""
    numbers: Any = np.concatenate([part.ravel() for part in network]) * ONE
    return zlib.compress(np.clip(np.rint(numbers), -(2**15), 2**15 - 1).astype("<i2").tobytes(), 9)


@cache
def shipped_network() -> TableNetwork:
    """The network that comes with Sixes."""
    numbers = np.frombuffer(zlib.decompress(FILE.read_bytes()), "<i2") / ONE
    hidden = SIZE * WIDTH
    out = hidden + HIDDEN * (WIDTH - OUTPUTS + 1)
    return TableNetwork(
        numbers[:hidden].reshape(SIZE, WIDTH).copy(),
        numbers[hidden:out].reshape(HIDDEN, -1).copy(),
        numbers[out:].reshape(OUTPUTS, HIDDEN).copy(),
    )


@jitable
def forward(features: Any, seat: int, network: TableNetwork, memory: Any) -> None:
    """Fill in the outputs for a seat; `memory` has room for its `sums`, `units` and `outputs`."""
    sums, units, outputs = memory.sums[seat], memory.units[seat], memory.outputs[seat]
    for at in range(WIDTH):
        sums[at] = 0.0
    for feature in range(FEATURES):
        row = network.embeddings[features[feature]]
        for at in range(WIDTH):
            sums[at] += row[at]
    for unit in range(HIDDEN):
        weights = network.hidden[unit]
        total = weights[WIDTH - OUTPUTS]
        for at in range(WIDTH - OUTPUTS):
            total += weights[at] * max(sums[OUTPUTS + at], 0.0)
        units[unit] = max(total, 0.0)
    for output in range(OUTPUTS):
        total = sums[output]
        for unit in range(HIDDEN):
            total += network.out[output, unit] * units[unit]
        outputs[output] = total
