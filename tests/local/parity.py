"""Games played to their end from seeds, as one line each: the same in every Python.

python -m tests.local.parity FIRST COUNT prints the lines of these seeds; with Pyodide, `lines` is called.
"""

import hashlib
import sys
from collections.abc import Iterator

from tests.local.playing import Device

KINDS: list[tuple[str, tuple[str, ...]]] = [
    ("sixto", ()),
    ("sixto", ("random",)),
    ("sixem", ("nearest",)),
    ("sixto", ("nearest", "steady")),
    ("sixem", ("random", "steady")),
    ("sixto", ("expert",)),
    ("sixem", ("expert",)),
]


def line(seed: int) -> str:
    """Which game it was, how many events it had, and a hash of the whole log and of the table after it."""
    game, levels = KINDS[seed % len(KINDS)]
    device = Device(game, levels, seed).begin().play()
    device.reopen()  # the fold of the log gives the same table
    told = [*device.stored, device.table.welcome(device.now)]
    digest = hashlib.sha256(b"|".join(told)).hexdigest()
    return f"{seed} {game} {','.join(levels)} {len(device.stored)} {digest}"


def lines(first: int, count: int) -> Iterator[str]:
    return map(line, range(first, first + count))


if __name__ == "__main__":
    print(*lines(*map(int, sys.argv[1:])), sep="\n")
