"""How far the coach is from the truth: `python3 dev.py bench coach [--seats N] [--decisions N] [--games N]`.

Decisions are taken from games that nearest and steady play alone on sheets A to L. For each, what the choice
costs by the coach's values is compared with a referee: the expert plays the game on after the choice, and
after the best one by the coach, many times with the same dice. The coach's own play-outs (`--playouts N`) do
so less often, with other dice. The referee has an error of its own, which is given beside; the last columns
are without it. At tables (`--seats 2` to 6) values of positions are compared, too: points, the chance to win
and the rank (`bench/load/table_positions.py`).
"""

import argparse
import multiprocessing
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from bench.load.table_positions import POSITION, Effort, JudgedAtTable, judged_game  # noqa: E402
from sixes.bots.sixto import nearest, steady  # noqa: E402
from sixes.coach.playouts import Comparison, measure  # noqa: E402
from sixes.coach.solo import SoloValues, after_crossing, points, with_dice, without_dice  # noqa: E402
from sixes.rules import sixto  # noqa: E402
from sixes.rules.sheets import SHEETS  # noqa: E402
from sixes.rules.six import Six, has  # noqa: E402
from sixes.rules.turns import KEEP, ROLL, SixtoMove, SixtoState  # noqa: E402

SHARE = 0.2
"""Of the decisions of a game, so many are taken."""
KINDS = ("roll", "cross")


class Judged(NamedTuple):
    """A decision: what it costs by learnt values, one roll ahead, by play-outs, and by the referee."""

    kind: str
    learnt: float
    cost: float
    played: float
    referee: float
    error: float
    """Of the referee."""


class Games(NamedTuple):
    """How many games are played after each choice."""

    referee: int
    coach: int


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--games", type=int, default=10_000, help="games of the referee after each choice")
    playouts_help = "alone: games of the coach after each choice (default: 1,000)"
    parser.add_argument("--playouts", type=int, default=1000, help=playouts_help)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--differing", action="store_true", help="only choices that the coach would not make")
    options = parser.parse_args()
    parts = multiprocessing.cpu_count()
    games = Games(options.games, options.playouts)
    some = (options.decisions // parts, games, options.differing)
    jobs: list[Any] = [(*some, options.seed * 1000 + part) for part in range(parts)]
    with multiprocessing.get_context("spawn").Pool(parts) as pool:
        if options.seats > 1:
            jobs = [(options.seats, *job) for job in jobs]
            show_tables([one for part in pool.starmap(judge_tables, jobs) for one in part])
        else:
            show([one for part in pool.starmap(judge, jobs) for one in part])


def judge_tables(seats: int, many: int, games: Games, differing: bool, seed: int) -> list[JudgedAtTable]:
    """As many positions and, beside them, decisions."""
    found: list[JudgedAtTable] = []
    effort = Effort(games.referee, random.Random(seed))
    while len(found) < many:
        some = list(judged_game(seats, effort))
        found += [one for one in some if not differing or (one.kind != POSITION and one.coach[0] > 0)]
    return found


def show_tables(judged: list[JudgedAtTable]) -> None:
    print("| what | number | mean | referee's error | mean error | rms | rms without referee's |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    positions = [one for one in judged if one.kind == POSITION]
    decisions = [one for one in judged if one.kind != POSITION]
    for column, name in enumerate(("points", "chance to win", "rank")):
        print(table_row(f"positions: {name}", positions, column))
    print(table_row("cost: all", decisions, 0))
    differing = [one for one in decisions if one.coach[0] > 0]
    for kind in KINDS:
        print(table_row(f"cost: {kind}", [one for one in decisions if one.kind == kind], 0))
        name = f"cost: {kind}, not the coach's choice"
        print(table_row(name, [one for one in differing if one.kind == kind], 0))


def table_row(name: str, some: list[JudgedAtTable], column: int) -> str:
    if not some:
        return f"| {name} | 0 | | | | | |"
    coach, referee, noise = (np.array([one[part][column] for one in some]) for part in (1, 2, 3))
    errors = coach - referee
    squares = float((errors**2).mean())
    cleaned = max(squares - float((noise**2).mean()), 0.0) ** 0.5
    figures = f"{referee.mean():.3f} | {noise.mean():.3f} | {abs(errors).mean():.3f} | {squares**0.5:.3f}"
    return f"| {name} | {len(some)} | {figures} | {cleaned:.3f} |"


def judge(many: int, games: Games, differing: bool, seed: int) -> list[Judged]:
    chance, judged = random.Random(seed), list[Judged]()
    while len(judged) < many:
        judged += [one for one in decisions(chance, games) if one.cost or not differing]
    return judged[:many]


def decisions(chance: random.Random, games: Games) -> Iterator[Judged]:
    """Some decisions of one game."""
    sheet, bot = SHEETS[chance.choice(list(SHEETS))], chance.choice((nearest, steady))
    values, state = SoloValues(sheet), sixto.setup((sheet,))
    while not state.ends:
        state = sixto.apply(state, SixtoMove(ROLL, 0, dice=rolled(state, chance)))
        keeps = bot.keeps(state, 0)
        if chance.random() < SHARE:
            yield roll_judged(values, state, keeps, (games, chance.getrandbits(60)))
        dice = state.turn.dice if keeps else rolled(state, chance)
        state = sixto.apply(state, SixtoMove(KEEP, 0)) if keeps else again(state, dice)
        boxes = bot.crossing(state, 0)
        if chance.random() < SHARE:
            yield crossing_judged(values, state, boxes, (games, chance.getrandbits(60)))
        state = after_crossing(state, boxes)


def rolled(state: SixtoState, chance: random.Random) -> Six:
    return tuple(0 if has(state.closed, colour) else chance.randint(1, 6) for colour in range(6))


def again(state: SixtoState, dice: Six) -> SixtoState:
    return sixto.apply(state, SixtoMove(ROLL, 0, dice=dice))


def roll_judged(values: SoloValues, state: SixtoState, keeps: bool, effort: tuple[Games, int]) -> Judged:
    best, second = values.crossings(state)[0], values.before_second_roll(state)
    learnt = values.by_learnt_values(state)[0].value - values.outlook(without_dice(state)).again
    more = points(best.value - second) if not keeps else points(second - best.value)
    learnt_more = max(points(-learnt if keeps else learnt), 0)
    if more <= 0:
        return Judged(KINDS[0], learnt_more, 0, 0, 0, 0)
    choices = (None, best.boxes) if keeps else (best.boxes, None)
    compared = Comparison(with_dice(state, state.turn.dice), *choices)
    return Judged(KINDS[0], learnt_more, more, *played_out(compared, effort))


def crossing_judged(values: SoloValues, state: SixtoState, boxes: Six, effort: tuple[Games, int]) -> Judged:
    ranked = values.crossings(state, boxes)
    cost = points(ranked[0].value - next(one.value for one in ranked if one.boxes == boxes))
    if cost == 0:
        return Judged(KINDS[1], 0, 0, 0, 0, 0)
    near = {one.boxes: one.value for one in values.by_learnt_values(state)}
    learnt = points(max(near.values()) - near.get(boxes, min(near.values())))
    compared = Comparison(state, ranked[0].boxes, boxes)
    return Judged(KINDS[1], learnt, cost, *played_out(compared, effort))


def played_out(compared: Comparison, effort: tuple[Games, int]) -> tuple[float, float, float]:
    """The cost by the coach's play-outs, never negative; by the referee's, and the standard error of that."""
    games, seed = effort
    return max(measure(compared, seed + 1, games.coach).cost, 0), *measure(compared, seed, games.referee)


def show(judged: list[Judged]) -> None:
    print(
        "| decisions | number | mean cost | referee's error | by | mean error | rms | rms without referee's |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    groups = {
        "all": judged,
        "rolls": [one for one in judged if one.kind == KINDS[0]],
        "crossings": [one for one in judged if one.kind == KINDS[1]],
        "not the coach's choice": [one for one in judged if one.cost],
    }
    for name, some in groups.items():
        table = np.array([one[1:] for one in some])
        for by, column in (("learnt values", 0), ("one roll ahead", 1), ("play-outs", 2)):
            print(row(name, table, by, table[:, column]))


def row(name: str, table: Any, by: str, costs: Any) -> str:
    referee, noise = table[:, 3], table[:, 4]
    errors = costs - referee
    squares = float((errors**2).mean())
    cleaned = max(squares - float((noise**2).mean()), 0.0) ** 0.5
    figures = (
        f"{referee.mean():.2f} | {noise.mean():.2f} | {by} | {abs(errors).mean():.2f} | {squares**0.5:.2f}"
    )
    return f"| {name} | {len(table)} | {figures} | {cleaned:.2f} |"


if __name__ == "__main__":
    main()
