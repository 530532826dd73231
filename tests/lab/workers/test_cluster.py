"""`--cluster`: the same games on a real dask.distributed cluster of a scheduler and two workers."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from tests.lab.commands import command, environment, sixes

SCHEDULER = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
WORKER = (
    "worker",
    "--nthreads",
    "2",
    "--no-nanny",
    "--no-dashboard",
    "--host",
    "127.0.0.1",
)


class Cluster(NamedTuple):
    address: str
    processes: list["subprocess.Popen[str]"]

    def kill(self) -> None:
        for process in self.processes:
            process.kill()


@contextmanager
def started(folder: Path, ready: str, *words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A part of the cluster, and what it says when it is ready."""
    line = [sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *words[1:]]
    with subprocess.Popen(
        line,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(DASK_TEMPORARY_DIRECTORY=str(folder)),
        cwd=folder,
    ) as process:
        assert process.stderr
        try:
            yield process, found(process.stderr, ready)
        finally:
            process.kill()


def found(lines: IO[str], ready: str) -> str:
    seen = []
    for line in lines:
        seen.append(line)
        if match := re.search(ready, line):
            return match[1]
    raise AssertionError("".join(seen))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        scheduler, address = stack.enter_context(
            started(tmp_path, r"Scheduler at: +(tcp://127\.0\.0\.1:\d+)", *SCHEDULER)
        )
        workers = [
            stack.enter_context(started(tmp_path, r"(Registered to)", *WORKER, address))[0] for _ in range(2)
        ]
        yield Cluster(address, [scheduler, *workers])


def test_a_cluster_plays_the_same_games_and_may_go_away(cluster: Cluster, tmp_path: Path) -> None:
    words = ("simulate", "sixto", "--bots", "expert", "--games", "3000", "--seed", "4", "--json")
    there, here = sixes(*words, "--cluster", cluster.address), sixes(*words)
    assert there.result() == here.result()
    assert there.summary()["workers"] == 4  # two threads in each of two
    tournament = ("arena", "sixto", "--bots", "nearest,random", "--games", "20", "--json")
    assert sixes(*tournament, "--cluster", cluster.address).result() == sixes(*tournament).result()

    marks_games(tmp_path)
    endless = (*words[:2], "--bots", "marking:choose", "--games", "1000000", "--json")
    running = subprocess.Popen(
        command(*endless, "--cluster", cluster.address),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
        cwd=tmp_path,
    )
    with running, games_begun(tmp_path / "marks", many=1000):
        cluster.kill()
        out, err = running.communicate(timeout=60)
    assert running.returncode == 1
    gone = rf"The cluster at {cluster.address} has gone away\. [\d,]+ of 1,000,000 games are played\.\n"
    assert re.fullmatch(gone, err)
    assert '"stopped": "The cluster' in out


def marks_games(folder: Path) -> None:
    """A bot in the folder of the workers which leaves a mark when a game begins."""
    os.mkfifo(folder / "marks")
    (folder / "marking.py").write_text(
        "from pathlib import Path\n"
        "from sixes.bots import make\n"
        "nearest = make('nearest', 'sixto', 0).choose\n"
        "marks = Path(__file__).with_name('marks')\n"
        "def choose(state, seat):\n"
        "    if state.turns == 0:\n"
        "        with marks.open('wb') as file:\n"
        "            file.write(b'x')\n"
        "    return nearest(state, seat)\n",
        encoding="utf-8",
    )


@contextmanager
def games_begun(marks: Path, many: int) -> Iterator[None]:
    """So many of them; somebody reads the marks until the end, so that the bot can go on."""
    pipe = os.open(marks, os.O_RDWR)
    seen = 0
    while seen < many:
        seen += len(os.read(pipe, many))
    yield
    os.close(pipe)


def test_something_else_there_that_never_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = "tcp://{}:{}".format(*silent.getsockname())
        done = sixes("simulate", "sixto", "--cluster", address)
    assert done == (1, "", [f"No cluster answers at {address}. 0 of 10,000 games are played."])


def test_no_cluster_there() -> None:
    done = sixes("simulate", "sixto", "--cluster", "tcp://127.0.0.1:1")
    assert done == (1, "", ["No cluster answers at tcp://127.0.0.1:1. 0 of 10,000 games are played."])
