"""Many games of one setting, counted as they come."""

import time

from sixes.lab.crews import hire
from sixes.lab.games import Setting
from sixes.lab.playing import Stopped
from sixes.lab.progress import bar
from sixes.lab.spread import Pace, Piece, spread
from sixes.lab.summary import Report
from sixes.lab.tally import nothing, tally_of

INTERRUPTED = "Interrupted."


def simulate(
    setting: Setting, sheets: tuple[str, ...], games: int, workers: int | None, cluster: str | None
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
    except Stopped as early:
        stopped = early.why
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    return Report(setting, sheets, games, tally, hands, time.perf_counter() - start, stopped)
