"""Split games into batches, hand them to workers, and give the results in order."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from sixes.lab.games import GameResults, Simulation
from sixes.lab.workers.playing import SimulationStopped, play

BATCH_SECONDS = 0.25
"""How long a batch should take: short, so that progress is visible and an interruption loses little."""
GROWTH = 8
"""A batch has at most this many times the games of those before: a few games say little about their time."""
PROBE_SECONDS = 0.02
"""Playing time that is enough for an estimate."""


class Batch(NamedTuple):
    """Games to play."""

    simulation: Simulation
    first: int
    many: int


class WorkerPool(Protocol):
    """Plays batches: in this process, in others on this machine, or on a cluster."""

    workers: int
    """How many play at the same time."""
    queue_size: int
    """How many batches are handed out at the same time."""

    def send(self, batch: Batch) -> Any:
        """Hand out a batch; returns a ticket for `take`."""
        ...

    def take(self, sent: Any) -> GameResults:
        """Wait for the results of a batch. SimulationStopped if there will be none."""
        ...


class Timing:
    """How long games of each simulation take, measured so far."""

    def __init__(self) -> None:
        self.seconds: dict[Simulation, float] = {}
        """For one game."""
        self.most: dict[Simulation, int] = {}
        """The games of the largest batch so far."""

    def learn(self, simulation: Simulation, results: GameResults) -> None:
        self.seconds[simulation] = results.seconds / len(results.turns)
        self.most[simulation] = max(self.most.get(simulation, 1), len(results.turns))

    def games(self, simulation: Simulation) -> int:
        """How many games the next batch should have."""
        fit = BATCH_SECONDS / max(self.seconds.get(simulation, BATCH_SECONDS), 1e-9)
        return max(1, min(int(fit), GROWTH * self.most.get(simulation, 1)))

    def probe(self, simulation: Simulation, most: int) -> float:
        """Play just enough games to estimate the seconds of one; this also compiles what is needed.

        If a bot fails here it will fail again in the simulation itself, which keeps the games before that.
        """
        try:
            results = play(simulation, 0, 1)
            while results.seconds < PROBE_SECONDS and len(results.turns) * GROWTH <= most:
                results = play(simulation, 0, len(results.turns) * GROWTH)
        except SimulationStopped:
            return 0.0
        self.learn(simulation, results)
        return self.seconds[simulation]


def play_batches(
    pool: WorkerPool, batches: Iterable[Batch], timing: Timing
) -> Iterator[tuple[Simulation, GameResults]]:
    """Play all games of these batches; results come in order, as soon as they are there."""
    under_way: deque[tuple[Simulation, Any]] = deque()
    waiting = split(batches, timing)
    while True:
        while len(under_way) < pool.queue_size and (batch := next(waiting, None)):
            under_way.append((batch.simulation, pool.send(batch)))
        if not under_way:
            return
        simulation, sent = under_way.popleft()
        try:
            results = pool.take(sent)
        except SimulationStopped as stopped:
            if stopped.kept:
                yield simulation, stopped.kept
            raise
        timing.learn(simulation, results)
        yield simulation, results


def split(batches: Iterable[Batch], timing: Timing) -> Iterator[Batch]:
    """Split each into batches of about BATCH_SECONDS, by the timing known when each is due."""
    for simulation, first, many in batches:
        at, end = first, first + many
        while at < end:
            games = min(timing.games(simulation), end - at)
            yield Batch(simulation, at, games)
            at += games
