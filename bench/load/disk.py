"""What the disk itself takes to make a small write durable, at the pace of a load: nobody can be faster."""

import asyncio
import os
import tempfile
import time

PAGE = 4096
PAGES = 1000
"""After so many the file is written over, as a log of SQLite is."""


async def sync_waits(rate: float, seconds: float) -> list[float]:
    """Seconds that each write with its `fdatasync` takes."""
    return await asyncio.to_thread(_sync_waits, rate, int(rate * seconds))


def _sync_waits(rate: float, writes: int) -> list[float]:
    waits = []
    with tempfile.TemporaryFile(prefix="sixes-bench-") as file:
        page, begin = os.urandom(PAGE), time.perf_counter()
        for number in range(writes):
            time.sleep(max(0.0, begin + number / rate - time.perf_counter()))
            before = time.perf_counter()
            os.pwrite(file.fileno(), page, number % PAGES * PAGE)
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - before)
    return waits
