"""Make what people are measured by: `python -m sixes.lab.bot_standards`.

`play/bot_ratings.json` has the rating of each level, for each game and number of seats, from games of mixed
levels. `coach/bot_points.json` has the points that levels of Sixto make among themselves, in steps of ten.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np

import sixes
from sixes.lab.games import Numbers, Simulation
from sixes.lab.workers.playing import play
from sixes.play.ratings import NEWCOMER, Rating, rate
from sixes.rules.sheets import SHEETS

SEED = 1
SEATS = range(2, 7)
# Levels that meet, and in how many games. Those that are not compiled are slow, and meet no expert in vain.
POOLS = {
    "sixto": (
        (("nearest", "steady", "expert"), 5000),
        (("random", "nearest", "steady"), 1000),
        (("steady", "expert", "master"), 2000),
    ),
    "sixem": ((("random", "nearest", "steady", "expert", "master"), 3000),),
}
LEVELS = {"random": 2000, "nearest": 20_000, "steady": 20_000, "expert": 20_000}
"""How many games of Sixto show the points of each level. Those of the master are nearly the expert's."""
STEP = 10
NEWCOMERS_PLAY_LIKE = "nearest"
"""So that scales of all numbers of seats begin alike."""
PACKAGE = Path(sixes.__file__).parent
WINNER, POINT = 1 << 40, 1 << 10
"""Factors that rank seats by one number: winners first, then by points, then by crosses."""


def main() -> None:
    points = {str(seats): dict(_points(seats)) for seats in range(1, 7)}
    _write("coach/bot_points.json", points)
    ratings = {game: {str(seats): _ratings(game, seats) for seats in SEATS} for game in POOLS}
    _write("play/bot_ratings.json", ratings)


def _points(seats: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each level where its histogram begins, and how many of a thousand results are in each step."""
    for level, games in LEVELS.items():
        results = play(Simulation("sixto", (level,) * seats, SEED, tuple(SHEETS.values())), 0, games)
        steps = (results.points // STEP).ravel()
        least = int(steps.min())
        shares = np.bincount(steps - least) * 1000 / len(steps)
        print("points", seats, level, float(results.points.mean()), flush=True)
        yield level, {"from": least * STEP, "counts": [round(float(share), 1) for share in shares]}


def _ratings(game: str, seats: int) -> dict[str, list[float]]:
    known = dict[str, Rating]()
    for levels, games in POOLS[game]:
        for lineup, ranks in _results(game, seats, levels, games):
            after = rate([known.get(level, NEWCOMER) for level in lineup], ranks, tau=0.0)
            for level in dict.fromkeys(lineup):  # on several seats, it is rated by their mean
                mine = [rating for other, rating in zip(lineup, after, strict=True) if other == level]
                known[level] = Rating(*(fmean(part) for part in zip(*mine, strict=True)))
    print(game, seats, known, flush=True)
    higher = NEWCOMER.mu - known[NEWCOMERS_PLAY_LIKE].mu
    return {level: [round(mu + higher, 3), round(sigma, 3)] for level, (mu, sigma) in known.items()}


def _results(
    game: str, seats: int, levels: tuple[str, ...], games: int
) -> Iterator[tuple[list[str], list[int]]]:
    """Games of levels drawn by lot: who sat there, and the rank of each."""
    lots, sheets = Random(SEED), tuple(SHEETS.values()) if game == "sixto" else ()
    for number in range(games):
        # Equal levels in two seats tell nothing; with more seats than levels there are some.
        lineup = (lots.sample(levels, len(levels)) + lots.choices(levels, k=seats))[:seats]
        results = play(Simulation(game, tuple(lineup), SEED, sheets), number, 1)
        yield lineup, _ranks(results.won[0] > 0, results.points[0], results.crosses[0])


def _ranks(won: Any, points: Numbers, crosses: Numbers) -> list[int]:
    places = won * WINNER + points * POINT + crosses
    return [1 + int((places > place).sum()) for place in places]


def _write(name: str, table: dict[str, dict[str, Any]]) -> None:
    """A line for each inner entry."""
    parts = []
    for key, inner in table.items():
        lines = ",\n".join(f"  {json.dumps(one)}: {json.dumps(value)}" for one, value in inner.items())
        parts.append(f" {json.dumps(key)}: {{\n{lines}\n }}")
    (PACKAGE / name).write_text("{\n" + ",\n".join(parts) + "\n}\n")


if __name__ == "__main__":
    main()
