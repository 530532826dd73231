"""The small network that knows what positions at a table of Sixto are worth; reading it needs only Python.

It was learnt from games of experts (`sixes.lab.sixto.table_training`). For each feature of a seat it has an
embedding; their sum goes through one hidden layer.
"""

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from operator import mul
from pkgutil import get_data
from typing import NamedTuple

from sixes.bots.sixto.table_features import HIDDEN, ONE, OUTPUTS, SIZE, WIDTH

FILE = "tables.bin"


class Outputs(NamedTuple):
    """What the network says of a seat."""

    points: float
    """Points to come, in units."""
    strength: float
    scale: float
    """How much points count for the win; the mean over all seats matters."""


class Network:
    def __init__(self, numbers: Sequence[float]) -> None:
        """From all weights in a row: embeddings, hidden units with their constants, outputs."""
        inputs = WIDTH - OUTPUTS
        hidden, out = SIZE * WIDTH, SIZE * WIDTH + HIDDEN * (inputs + 1)
        self._embeddings = cut(numbers[:hidden], WIDTH)
        self._hidden = [(unit[:inputs], unit[inputs]) for unit in cut(numbers[hidden:out], inputs + 1)]
        self._out = cut(numbers[out:], HIDDEN)

    def outputs(self, features: Sequence[int]) -> Outputs:
        embeddings = self._embeddings
        sums = [sum(column) for column in zip(*[embeddings[feature] for feature in features], strict=True)]
        inputs = [one if one > 0 else 0.0 for one in sums[OUTPUTS:]]
        units = [max(sum(map(mul, weights, inputs)) + constant, 0.0) for weights, constant in self._hidden]
        return Outputs(*(sums[at] + sum(map(mul, self._out[at], units)) for at in range(OUTPUTS)))


def cut(numbers: Sequence[float], size: int) -> list[Sequence[float]]:
    """Parts of this size."""
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


@cache
def shipped_network() -> Network:
    """The network that comes with Sixes."""
    numbers = array("h")
    numbers.frombytes(zlib.decompress(get_data(__package__, FILE) or b""))
    if sys.byteorder == "big":
        numbers.byteswap()
    return Network([number / ONE for number in numbers])
