"""A server in a process of its own, and what the system says that it uses."""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
STARTS = 30.0
"""Seconds that a server may take to say its address."""


class Server:
    def __init__(self, name: str, process: int, port: int) -> None:
        self.name = name
        self.port = port
        self._proc = Path(f"/proc/{process}")

    def cpu(self) -> float:
        """Seconds of CPU so far, of the process and of the system for it, in all threads."""
        after_name = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / TICKS

    def memory(self) -> int:
        """Resident memory in KB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", (self._proc / "status").read_text())
        assert found
        return int(found[1])


@asynccontextmanager
async def running(name: str, command: Sequence[str | Path]) -> AsyncIterator[Server]:
    """Start a server that prints its address; in the end it is stopped. A folder stands in for `DATA`."""
    with tempfile.TemporaryDirectory(prefix="sixes-bench-") as data:
        words = [data if word == "DATA" else str(word) for word in command]
        log = Path(data) / "log"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                *words, stdout=asyncio.subprocess.PIPE, stderr=errors, stdin=asyncio.subprocess.DEVNULL
            )
        try:
            assert process.stdout
            line = await asyncio.wait_for(process.stdout.readline(), STARTS)
            address = re.search(rb":(\d+)", line)
            if not address:
                raise RuntimeError(f"{name} did not start: {log.read_text()}")
            yield Server(name, process.pid, int(address[1]))
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
