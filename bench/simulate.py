"""How fast the lab plays, beside random play of OpenSpiel in C++: `python3 dev.py bench simulate`.

Whole games on one core: Sixto and Sixem with bots in the compiled loops, through the rules themselves; pig,
yacht and backgammon with OpenSpiel's own uniform random bots, driven by its `evaluate_bots`, which plays a
whole game without coming back to Python. Then how long the command takes to start, with compiled code at hand
and without. Repeated, since machines are noisy: the tables give the best and the worst round.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pyspiel  # noqa: E402

from bench.load.printing import heading, span  # noqa: E402
from sixes.lab.games import Simulation  # noqa: E402
from sixes.lab.workers import playing  # noqa: E402
from sixes.rules.sheets import SHEETS  # noqa: E402

ROUNDS = 5
SECONDS = 1.0
"""Of CPU for each row in a round, about."""
START = "simulate sixto --seats 1 --sheets A --bots nearest --games 1 --seed 7 --json"


class Count(NamedTuple):
    games: int
    steps: int
    """Turns of Sixto, rounds of Sixem; moves, chance's among them, elsewhere."""


Play = Callable[[int, int], Count]
"""Plays so many games, from this one on."""


def ours(game: str, *bots: str) -> Play:
    simulation = Simulation(game, bots, 7, (SHEETS["A"],) if len(bots) == 1 else tuple(SHEETS.values()))

    def play(first: int, many: int) -> Count:
        return Count(many, int(playing.play(simulation, first, many).turns.sum()))

    return play


def theirs(name: str) -> Play:
    game = pyspiel.load_game(name)

    def play(first: int, many: int) -> Count:
        steps = 0
        for seed in range(first, first + many):
            state = game.new_initial_state()
            bots = [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(game.num_players())]
            pyspiel.evaluate_bots(state, bots, seed)
            steps += len(state.full_history())
        return Count(many, steps)

    return play


ROWS: dict[str, tuple[str, Play]] = {
    "Sixto alone, `nearest`": ("turns", ours("sixto", "nearest")),
    "Sixto alone, `steady`": ("turns", ours("sixto", "steady")),
    "Sixto for four, `nearest`": ("turns", ours("sixto", *["nearest"] * 4)),
    "Sixem for four, `nearest`": ("rounds", ours("sixem", *["nearest"] * 4)),
    "OpenSpiel pig, random": ("moves", theirs("pig")),
    "OpenSpiel yacht, random": ("moves", theirs("yacht")),
    "OpenSpiel backgammon, random": ("moves", theirs("backgammon")),
}


def timed(play: Play, first: int, many: int) -> tuple[Count, float]:
    start = time.process_time()
    count = play(first, many)
    return count, time.process_time() - start


def enough(play: Play) -> int:
    """Games that take about as long as a row should; on the way all that is needed gets loaded."""
    play(0, 1)
    many, seconds = 1, 0.0
    while seconds < SECONDS / 10:
        many *= 2
        _, seconds = timed(play, 0, many)
    return max(1, int(many * SECONDS / seconds))


def measure() -> dict[str, list[Count]]:
    """For each row and round what is done in a second of CPU."""
    sizes = {name: enough(play) for name, (_, play) in ROWS.items()}
    found: dict[str, list[Count]] = {name: [] for name in ROWS}
    for number in range(1, ROUNDS + 1):
        for name, (_, play) in ROWS.items():
            count, seconds = timed(play, number * sizes[name], sizes[name])
            found[name].append(Count(int(count.games / seconds), int(count.steps / seconds)))
    return found


def started(cache: Path | None = None) -> tuple[float, float]:
    """Seconds by the clock, and of CPU, of the command for one game: from nothing to its answer."""
    there = {"XDG_CACHE_HOME": str(cache)} if cache else {}
    call = [sys.executable, "-m", "sixes", *START.split()]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(call, check=True, stdout=subprocess.DEVNULL, env=os.environ | there)
    took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    print(heading(f"{ROUNDS} rounds"))
    print("| what | games a second | turns, rounds or moves a second |\n| --- | --- | --- |")
    for name, counts in measure().items():
        games, steps = ([count[at] for count in counts] for at in range(2))
        print(f"| {name} | {span(games)} | {span(steps)} {ROWS[name][0]} |", flush=True)
    warm = list(zip(*(started() for _ in range(ROUNDS)), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        cold = started(Path(folder))
    print(f"\n`sixes {START}`, to be under 2 s:\n")
    told = " s, of CPU ".join(span(times, 1) for times in warm)
    print(f"- with compiled code at hand: {told} s")
    print(f"- the first time, when all is compiled: {cold[0]:.0f} s, of CPU {cold[1]:.0f} s")


if __name__ == "__main__":
    main()
