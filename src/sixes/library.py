"""What `import sixes` adds to the packages themselves: simulations by one call."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sixes import bots as levels
from sixes.play.games import GAMES
from sixes.rules.sheets import LETTERS, SHEETS
from sixes.text import say

DEFAULT_GAMES = 10_000


class MissingExtra(ImportError):
    """A part of Sixes that is installed by an extra is missing. Its sentence says what to install."""


class Simulated(NamedTuple):
    """What came of many games. Points are total points in Sixto, lines in Sixem."""

    games: int
    points: tuple[float, ...]
    """For each seat the mean."""
    errors: tuple[float, ...]
    """For each seat the standard error of that mean."""
    wins: tuple[float, ...]
    """For each seat the games that it won; games that several win are shared."""
    document: dict[str, Any]
    """All figures, as `sixes simulate --json` prints them."""


def simulate(  # noqa: PLR0913 - the last three are rarely needed, and have names
    game: str,
    bots: Sequence[str],
    games: int = DEFAULT_GAMES,
    *,
    seed: int = 0,
    sheets: Sequence[str] = LETTERS,
    workers: int | None = 1,
) -> Simulated:
    """Let bots, one for each seat, play many games of `"sixto"` or `"sixem"`.

    The same seed gives the same games. The sheets of Sixto are letters. With `workers=None` there is a
    process for each core; a script that asks for several calls this under `if __name__ == "__main__":`, as
    Python's multiprocessing wants it. It needs `sixes[lab]`; the first games on a machine take some seconds
    more, since bots are compiled.

    >>> simulate("sixto", ["nearest"], 1000).points
    (236.126,)
    >>> simulate("sixto", ["nobody"])
    Traceback (most recent call last):
    sixes.bots.UnknownLevel: no bot 'nobody' plays 'sixto'; there are: random, nearest, steady, expert, master
    """
    _check(game, bots, sheets)
    _check_numbers(games, seed, workers)
    try:
        from sixes.lab.games import Simulation  # noqa: PLC0415 - slow to import, and part of an extra
        from sixes.lab.simulation.simulate import run_simulation  # noqa: PLC0415
        from sixes.lab.simulation.summary import document  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise MissingExtra(say("lab.missing", package=missing.name), name=missing.name) from None
    names = tuple(sheets) if GAMES[game].has_sheets else ()
    simulation = Simulation(game, tuple(bots), seed, tuple(SHEETS[name] for name in names))
    report = run_simulation(simulation, names, games, workers, None)
    if report.stopped:
        raise KeyboardInterrupt if report.stopped.key == "lab.interrupted" else report.stopped
    told = document(report)
    return Simulated(games, tuple(told["mean"]), tuple(told["standard_error"]), tuple(told["wins"]), told)


def _check_numbers(games: object, seed: object, workers: object) -> None:
    """ValueError for what makes no sense, in one sentence that says what is allowed."""
    if type(games) is not int or games < 1:
        raise ValueError(f"games={games!r} is not allowed: use a whole number from 1")
    if type(seed) is not int or not 0 <= seed < 2**62:
        raise ValueError(f"seed={seed!r} is not allowed: use a whole number from 0 to 2**62 - 1")
    if workers is not None and (type(workers) is not int or workers < 1):
        raise ValueError(f"workers={workers!r} is not allowed: use a whole number from 1, or None")


def _check(game: object, bots: object, sheets: object) -> None:
    """The same for what is played."""
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    least, most = GAMES[game].fewest, GAMES[game].most
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not least <= len(bots) <= most:
        raise ValueError(f"bots: {game} takes a list of {least} to {most}, one for each seat")
    here = levels.known(game)
    for bot in bots:
        if bot not in here:
            raise levels.UnknownLevel(f"no bot {bot!r} plays {game!r}; there are: {', '.join(here)}")
    fit = (
        isinstance(sheets, Sequence)
        and set(sheets) <= set(LETTERS)
        and len(bots) <= len(sheets) == len(set(sheets))
    )
    if GAMES[game].has_sheets and not fit:
        raise ValueError(f"sheets: at least {len(bots)} different letters from {LETTERS[0]} to {LETTERS[-1]}")
