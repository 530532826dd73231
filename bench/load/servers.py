"""A server in a process of its own, and what the system says that it uses."""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import aiohttp

SERVE = (
    *(sys.executable, "-m", "sixes", "serve", "--host", "127.0.0.1", "--port", "0"),
    *("--trusted-proxy", "127.0.0.1"),
)
"""Our server, which believes this machine's word for where players come from."""
TICKS = os.sysconf("SC_CLK_TCK")
STARTS = 30.0
"""Seconds that a server may take to say its address."""
LOOK = 0.25
"""Seconds between looks at what a server says of itself."""


def check_linux() -> None:
    if not Path("/proc/self/stat").exists():
        sys.exit("bench: only Linux says what a process uses in the way that this reads.")


class Uses(Protocol):
    """Whatever takes time of the machine."""

    def cpu(self) -> float:
        """Seconds of CPU so far, of the process and of the system for it, in all threads."""


class Server:
    def __init__(self, name: str, process: int, port: int) -> None:
        self.name = name
        self.port = port
        self.process = process

    def cpu(self) -> float:
        return sum(_times(self.process)[:2]) / TICKS

    def memory(self) -> int:
        """Resident memory in KB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process}/status").read_text())
        assert found
        return int(found[1])

    async def until(self, gauge: str, value: int, patience: float) -> None:
        """Wait until the server says this of itself."""
        line = re.compile(rf"^{gauge} {value}(\.0)?$", re.MULTILINE)
        async with asyncio.timeout(patience), aiohttp.ClientSession() as session:
            while True:
                async with session.get(f"http://127.0.0.1:{self.port}/metrics") as response:
                    if line.search(await response.text()):
                        return
                await asyncio.sleep(LOOK)


class Family(NamedTuple):
    """A process and its children, also those that have ended."""

    parent: int

    def cpu(self) -> float:
        times = sum(_times(self.parent))
        for child in Path(f"/proc/{self.parent}/task/{self.parent}/children").read_text().split():
            times += sum(_times(int(child))[:2])
        return times / TICKS


class Together(NamedTuple):
    all: tuple[Uses, ...]

    def cpu(self) -> float:
        return sum(one.cpu() for one in self.all)


def _times(process: int) -> list[int]:
    """Ticks of a process itself, of the system for it, and both again of children that have ended."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return [int(ticks) for ticks in after_name[11:15]]


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
                raise RuntimeError(f"{name} did not start")
            yield Server(name, process.pid, int(address[1]))
        except Exception:
            print(f"bench: {name} said:\n{log.read_text()}", file=sys.stderr)
            raise
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
