"""Worker pools on this machine: this process alone, or several processes."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Any

from sixes.lab.games import GameResults
from sixes.lab.workers.batches import Batch, Timing, WorkerPool
from sixes.lab.workers.playing import SimulationStopped, play, prepare

SMALL = 4.0
"""Seconds of playing up to which one process is done before others would have started."""


def open_pool(
    batches: Sequence[Batch], timing: Timing, workers: int | None = None, cluster: str | None = None
) -> AbstractContextManager[WorkerPool]:
    """The pool asked for; by default a process for each core, or only this one for little work."""
    if cluster:
        # Slow to import and rarely needed.
        from sixes.lab.workers.cluster import ClusterPool  # noqa: PLC0415

        return ClusterPool(cluster)
    if workers is None:
        seconds = sum(timing.probe(simulation, many) * many for simulation, _, many in batches)
        workers = cores() if seconds > SMALL else 1
    for simulation, _, _ in batches:
        prepare(simulation)
    return nullcontext(InProcess()) if workers == 1 else ProcessPool(workers)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class InProcess:
    """Plays in this process."""

    workers = queue_size = 1

    def send(self, batch: Batch) -> Batch:
        return batch

    def take(self, sent: Batch) -> GameResults:
        return play(*sent)


class ProcessPool:
    """Worker processes on this machine, each with a pipe.

    Not a pool of the standard library: there a worker that dies in the middle of an answer can leave
    everybody waiting for ever.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.queue_size = 2 * workers  # so that no worker waits for the next batch
        self.waiting: deque[tuple[int, Batch]] = deque()
        self.answers: dict[int, GameResults | Exception] = {}
        self.numbers = count()
        with _sigint_blocked():
            self.processes = dict(_start_worker() for _ in range(workers))
        self.idle = list(self.processes)

    def send(self, batch: Batch) -> int:
        number = next(self.numbers)
        self.waiting.append((number, batch))
        self._hand_out()
        return number

    def take(self, sent: int) -> GameResults:
        while sent not in self.answers:
            for pipe in wait(list(self.processes)):
                self._receive(pipe)
            self._hand_out()
        answer = self.answers.pop(sent)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _hand_out(self) -> None:
        with _worker_alive():
            while self.idle and self.waiting:
                self.idle.pop().send(self.waiting.popleft())

    def _receive(self, pipe: Any) -> None:
        with _worker_alive():
            number, answer = pipe.recv()
        self.answers[number] = answer
        self.idle.append(pipe)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe, process in self.processes.items():
            process.terminate()
            process.join()
            pipe.close()


def _start_worker() -> tuple[Any, Any]:
    """Our end of the pipe, and the process."""
    context = multiprocessing.get_context("spawn")  # a fork would copy locks of our threads as they are
    ours, its = context.Pipe()
    process = context.Process(target=_work, args=(its,), daemon=True)
    process.start()
    its.close()
    return ours, process


def _work(pipe: Any) -> None:
    """Play batch after batch until the other end of the pipe is closed."""
    with suppress(EOFError, OSError):
        while True:
            number, batch = pipe.recv()
            try:
                answer: GameResults | Exception = play(*batch)
            except Exception as error:  # noqa: BLE001 - `take` raises it
                answer = error
            pipe.send((number, answer))


@contextmanager
def _worker_alive() -> Iterator[None]:
    """SimulationStopped if the process at the other end of a pipe is gone."""
    try:
        yield
    except (EOFError, OSError):
        raise SimulationStopped("lab.worker_died") from None


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Processes started here ignore Ctrl-C; this process handles it afterwards, and ends them."""
    resource_tracker.ensure_running()  # if it started with the first process, it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
