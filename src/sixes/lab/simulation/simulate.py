"""Many games of one setting, counted as they come."""

import time

from sixes.lab.games import Simulation
from sixes.lab.simulation.progress import bar
from sixes.lab.simulation.summary import Report
from sixes.lab.simulation.tally import nothing, tally_of
from sixes.lab.workers.batches import Pace, Piece, spread
from sixes.lab.workers.playing import SimulationStopped
from sixes.lab.workers.pools import hire

INTERRUPTED = "Interrupted."


def simulate(
    setting: Simulation, sheets: tuple[str, ...], games: int, workers: int | None, cluster: str | None
) -> Report:
    """What came of so many games or, if something comes between, of those before: the first ones, always."""
    tally, hands, start, stopped = nothing(setting), 1, time.perf_counter(), ""
    pieces, pace = [Piece(setting, 0, games)], Pace()
    try:
        with bar(games) as advance, hire(pieces, pace, workers, cluster) as crew:
            hands, start = crew.hands, time.perf_counter()
            for _, played in spread(crew, pieces, pace):
                tally = tally + tally_of(setting, played)
                advance(len(played.turns))
    except SimulationStopped as early:
        stopped = early.why
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    return Report(setting, sheets, games, tally, hands, time.perf_counter() - start, stopped)
