"""Run the lab's commands: in a process of their own, in this one, or on a terminal with Ctrl-C."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sixes.cli import main
from sixes.lab.games import GameResults, Simulation
from sixes.rules.sheets import SHEETS

TIMES = ("seconds", "wall_seconds", "workers")
TWELVE = tuple(SHEETS.values())


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: list[str]

    def summary(self) -> dict[str, Any]:
        """The JSON object that it printed."""
        (line,) = self.out.splitlines()
        found: dict[str, Any] = json.loads(line)
        return found

    def result(self) -> dict[str, Any]:
        """The same without what differs from run to run."""
        return {key: value for key, value in self.summary().items() if key not in TIMES}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "sixes", *words]


def environment(**more: str) -> dict[str, str]:
    return os.environ | {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"} | more


def sixes(*words: str, folder: Path | None = None, **more: str) -> Ended:
    done = subprocess.run(
        command(*words),
        capture_output=True,
        encoding="utf-8",
        env=environment(**more),
        cwd=folder,
        check=False,
        timeout=600,
    )
    return Ended(done.returncode, done.stdout, done.stderr.splitlines())


def simulation(bots: Sequence[str] = ("nearest",), seed: int = 7, rotations: int = 1) -> Simulation:
    return Simulation("sixto", tuple(bots), seed, TWELVE, rotations)


def columns(played: GameResults) -> list[list[Any]]:
    """All that was played, but for the time it took."""
    return [column.tolist() for column in played[1:-1]]


def run_here(capsys: pytest.CaptureFixture[str], *words: str) -> Ended:
    """Run the command in this process."""
    status = main(list(words))
    out, err = capsys.readouterr()
    return Ended(status, out, err.splitlines())


def run_and_interrupt(*words: str) -> tuple[Ended, bytes]:
    """Run the command on a terminal and press Ctrl-C once games are played; its end, and what it drew."""
    terminal, its_end = pty.openpty()
    running = subprocess.Popen(
        command(*words),
        stdout=subprocess.PIPE,
        stderr=its_end,
        start_new_session=True,
        env=environment(TERM="xterm", COLUMNS="100"),
    )
    os.close(its_end)
    seen = b""
    while not re.search(rb"Playing.* [1-9][0-9]*/[0-9]+", seen):
        seen += os.read(terminal, 4096)
    os.killpg(running.pid, signal.SIGINT)
    seen += drain(terminal)
    out, _ = running.communicate(timeout=60)
    return Ended(running.returncode, out.decode(), []), seen


def drain(terminal: int) -> bytes:
    """Read what is still written to a terminal, until nobody has it open: all workers have ended."""
    said = b""
    try:
        while piece := os.read(terminal, 4096):
            said += piece
    except OSError:
        pass
    os.close(terminal)
    return said
