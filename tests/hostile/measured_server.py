"""A server that counts its own work: function calls in all its threads, and those of the longest callback.

    python -m tests.hostile.measured_server FILE serve …

The counts are in the file, which whoever measures maps into memory, so that measuring causes no work.
Function calls are the same on a busy machine and on an idle one; seconds are not.
"""

import asyncio
import mmap
import sys
import threading
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

from sixes.cli import main

LONGEST, LOOP, FIRST_THREAD, SLOTS = 0, 1, 2, 128
"""Where the file has the calls of the longest callback, of the event loop, and of each other thread."""
CALLS = ("call", "c_call")
LOOP_FRAME = asyncio.Runner.run.__code__
"""Calls every callback of the event loop: uvloop itself has no frames."""


class Counts:
    """Numbers in a file, seen by every process that maps it."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self.slots = memoryview(mmap.mmap(file.fileno(), SLOTS * 8)).cast("Q")

    @classmethod
    def create(cls, path: Path) -> "Counts":
        path.write_bytes(bytes(SLOTS * 8))
        return cls(path)

    def calls(self) -> int:
        """Of all threads so far."""
        return sum(self.slots[LOOP:])

    def take_longest(self) -> int:
        """The longest callback since the last time this was asked."""
        longest, self.slots[LONGEST] = self.slots[LONGEST], 0
        return longest


def count_loop(slots: "memoryview[int]") -> None:
    """Count calls in the thread of the event loop, and find its longest callback."""
    began = total = 0

    def count_call(frame: FrameType, event: str, _: Any) -> None:
        nonlocal began, total
        if event in CALLS:
            total += 1
        elif event == "return" and (back := frame.f_back) is not None and back.f_code is LOOP_FRAME:
            slots[LONGEST] = max(slots[LONGEST], total - began)
            slots[LOOP] = began = total

    sys.setprofile(count_call)


def count_threads(slots: "memoryview[int]") -> None:
    """Count calls in every thread that starts from now on, each in a slot of its own."""
    numbers = count(FIRST_THREAD)

    def begin(*_: Any) -> None:
        slot = next(numbers)

        def count_call(_: FrameType, event: str, __: Any) -> None:
            if event in CALLS:
                slots[slot] += 1

        sys.setprofile(count_call)

    threading.setprofile(begin)


if __name__ == "__main__":
    counted = Counts(Path(sys.argv[1]))
    count_threads(counted.slots)
    count_loop(counted.slots)
    sys.exit(main(sys.argv[2:]))
