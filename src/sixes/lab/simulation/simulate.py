"""Play many games of one simulation, and count the results as they come."""

import time

from sixes.lab.games import Simulation
from sixes.lab.simulation.summary import Report
from sixes.lab.simulation.tally import empty_tally, tally_of
from sixes.lab.workers.batches import Batch, Timing, play_batches
from sixes.lab.workers.playing import SimulationStopped
from sixes.lab.workers.pools import open_pool
from sixes.lab.workers.progress import bar


def run_simulation(
    simulation: Simulation, sheets: tuple[str, ...], games: int, workers: int | None, cluster: str | None
) -> Report:
    """The report on these games. If the simulation stops early it covers the games before that."""
    tally, used, start = empty_tally(simulation), 1, time.perf_counter()
    stopped: SimulationStopped | None = None
    batches, timing = [Batch(simulation, 0, games)], Timing()
    try:
        with bar(games) as advance, open_pool(batches, timing, workers, cluster) as pool:
            used, start = pool.workers, time.perf_counter()
            for _, results in play_batches(pool, batches, timing):
                tally = tally + tally_of(simulation, results)
                advance(len(results.turns))
    except SimulationStopped as early:
        stopped = early
    except KeyboardInterrupt:
        stopped = SimulationStopped("lab.interrupted")
    return Report(simulation, sheets, games, tally, used, time.perf_counter() - start, stopped)
