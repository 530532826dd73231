"""Who plays: this process alone, or several on this machine."""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Any

from sixes.lab.games import GameResults
from sixes.lab.workers.batches import Crew, Pace, Piece
from sixes.lab.workers.playing import SimulationStopped, play, prepare

SMALL = 4.0
"""Seconds of playing up to which one process is done before others would have started."""


def hire(
    jobs: Sequence[Piece], pace: Pace, workers: int | None = None, cluster: str | None = None
) -> AbstractContextManager[Crew]:
    """Those who are asked for; otherwise as many processes as there are cores, unless the job is small."""
    if cluster:
        # Slow to import and rarely needed.
        from sixes.lab.workers.cluster import Cluster  # noqa: PLC0415

        return Cluster(cluster)
    if workers is None:
        seconds = sum(pace.probe(setting, many) * many for setting, _, many in jobs)
        workers = cores() if seconds > SMALL else 1
    for setting, _, _ in jobs:
        prepare(setting)
    return Here() if workers == 1 else Processes(workers)


def cores() -> int:
    """How many of them we may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Here:
    """This process."""

    hands = ahead = 1

    def send(self, piece: Piece) -> Piece:
        return piece

    def take(self, sent: Piece) -> GameResults:
        return play(*sent)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Processes:
    """Processes of their own on this machine, each at the other end of a pipe.

    Not a pool of the standard library: there a worker that is ended in the middle of an answer can leave
    everybody waiting for ever.
    """

    def __init__(self, workers: int) -> None:
        self.hands = workers
        self.ahead = 2 * workers  # nobody waits for the next piece
        self.waiting: deque[tuple[int, Piece]] = deque()
        self.answers: dict[int, GameResults | Exception] = {}
        self.numbers = count()
        with _undisturbed():
            self.workers = dict(_started() for _ in range(workers))
        self.idle = list(self.workers)

    def send(self, piece: Piece) -> int:
        number = next(self.numbers)
        self.waiting.append((number, piece))
        self._hand_out()
        return number

    def take(self, sent: int) -> GameResults:
        while sent not in self.answers:
            for pipe in wait(list(self.workers)):
                self._answered(pipe)
            self._hand_out()
        answer = self.answers.pop(sent)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _hand_out(self) -> None:
        with _alive():
            while self.idle and self.waiting:
                self.idle.pop().send(self.waiting.popleft())

    def _answered(self, pipe: Any) -> None:
        with _alive():
            number, answer = pipe.recv()
        self.answers[number] = answer
        self.idle.append(pipe)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe, process in self.workers.items():
            process.terminate()
            process.join()
            pipe.close()


def _started() -> tuple[Any, Any]:
    """A worker: our end of its pipe, and its process."""
    context = multiprocessing.get_context("spawn")  # a fork would take a half of our threads along
    ours, its = context.Pipe()
    process = context.Process(target=_work, args=(its,), daemon=True)
    process.start()
    its.close()
    return ours, process


def _work(pipe: Any) -> None:
    """Answer piece after piece, as long as somebody is there to ask."""
    with suppress(EOFError, OSError):
        while True:
            number, piece = pipe.recv()
            try:
                answer: GameResults | Exception = play(*piece)
            except Exception as error:  # noqa: BLE001 - whoever asked will raise it
                answer = error
            pipe.send((number, answer))


@contextmanager
def _alive() -> Iterator[None]:
    """Stopped, if there is nobody at the other end of a pipe."""
    try:
        yield
    except (EOFError, OSError):
        raise SimulationStopped("A worker process has died.") from None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C; we hear it a moment later, and end them."""
    resource_tracker.ensure_running()  # with the first process, it would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
