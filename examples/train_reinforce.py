"""Teach a program Sixto alone with REINFORCE, in minutes on one core: python examples/train_reinforce.py

It needs `pip install 'sixes[envs]'` and nothing else. A softmax over features of actions chooses among the
nearest box of every row, done, keep and roll again. All its weights begin at zero: it plays at random.
"""

import argparse
import time
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import sixes.envs  # noqa: F401 - registers the environments
from sixes.envs.sixto import BOX_ACTIONS, DONE, KEEP, ROLL_AGAIN, SEAT_PART, TO_DECIDE
from sixes.rules.rows import FIELD_COLUMNS, POINTS, TARGET_NEEDS

Array = Any
"""A numpy array; the first axis is always the game."""
PLACES = np.arange(12)
WORTH = np.array(POINTS)
FEW = np.eye(3)
"""Small numbers as flags: 0, 1, 2 or more."""
SKIPS = np.eye(5)
COSTS = np.eye(7)
ROW_FEATURES, DONE_FEATURES, KEEP_FEATURES = 36, 5, 17
FEATURES = ROW_FEATURES + DONE_FEATURES + KEEP_FEATURES
NO_BOX = 12
RATES = (0.3, 0.5)
"""Of the boxes that are left, the share that may still be crossed."""


class Sight(NamedTuple):
    """What the features are made of, for each game and row."""

    place: Array
    """The nearest box that the die may cross, counted from 0; NO_BOX if there is none."""
    skipped: Array
    crosses: Array
    columns: Array
    """For each game and box, the crosses in its column."""
    closes: Array
    used: Array
    """For each game, the dice used in this turn."""
    closed: Array
    left: Array
    """For each row, its boxes to the right of the rightmost cross."""
    lost: Array
    """For each row, the crosses in the columns of the boxes that would be skipped."""
    outlooks: Array
    """For each row, how a cross changes what its row, and what the columns may come to."""
    last: Array
    """Whether the game ends with this turn: a third colour closes, or too few dice can be used."""


def look(seen: Array) -> Sight:
    rows = (len(seen), 6, 12)
    numbers = seen[:, :BOX_ACTIONS].reshape(rows)
    boxes = seen[:, BOX_ACTIONS : 2 * BOX_ACTIONS].reshape(rows)
    dice, closed = seen[:, SEAT_PART : SEAT_PART + 6], seen[:, SEAT_PART + 6 : SEAT_PART + 12]
    crossed, half = boxes > 0, (boxes == 2).any(2)
    rightmost = np.where(crossed, PLACES, -1).max(2)
    in_field = crossed[:, :, :FIELD_COLUMNS].sum(2)
    reach = np.where(in_field >= TARGET_NEEDS, 12, FIELD_COLUMNS)
    legal = (numbers == dice[:, :, None]) & (rightmost[:, :, None] < PLACES) & (reach[:, :, None] > PLACES)
    legal &= ~half[:, :, None]
    place = np.where(legal.any(2), legal.argmax(2), NO_BOX)
    in_target = crossed[:, :, FIELD_COLUMNS:].sum(2)
    closes = (in_target == 1) & (place >= FIELD_COLUMNS) & (place < NO_BOX)
    columns, used = crossed.sum(1), half.sum(1)
    skipped = (rightmost[:, :, None] < PLACES) & (place[:, :, None] > PLACES)
    outlooks = [change(rate, crossed, rightmost, place, skipped) for rate in RATES]
    too_few = used + (place < NO_BOX).sum(1) < 2
    return Sight(
        place=place,
        skipped=np.where(place < NO_BOX, place - rightmost - 1, NO_BOX),
        crosses=crossed.sum(2),
        columns=columns,
        closes=closes,
        used=used,
        closed=closed.sum(1),
        left=11 - rightmost,
        lost=(skipped * columns[:, None]).sum(2),
        outlooks=np.concatenate(outlooks, 2) / 10,
        last=too_few | ((in_target >= 2).sum(1) >= 3),
    )


def change(rate: float, crossed: Array, rightmost: Array, place: Array, skipped: Array) -> Array:
    """How a cross changes the expected points of its row and of the columns."""
    in_target = crossed[:, :, FIELD_COLUMNS:].sum(2)
    room = np.clip(8 - rightmost, 0, 9) + np.clip(2 - in_target, 0, 2)
    after = np.clip(8 - place, 0, 9) + np.clip(2 - in_target - (place > 8), 0, 2)
    crosses = crossed.sum(2)
    row = worth(crosses + 1 + rate * after) - worth(crosses + rate * room)
    columns = crossed.sum(1) + rate * (rightmost[:, :, None] < PLACES).sum(1)
    loses = (worth(columns - rate) - worth(columns)) * (PLACES < FIELD_COLUMNS)
    wins = (worth(columns + 1 - rate) - worth(columns)) * (PLACES < FIELD_COLUMNS)
    here = np.take_along_axis(wins, np.minimum(place, 11), 1)
    return np.stack((row, here + (skipped * loses[:, None]).sum(2)), 2) * (place < NO_BOX)[:, :, None]


def worth(crosses: Array) -> Array:
    return np.interp(crosses, np.arange(len(WORTH)), WORTH)


def features(sight: Sight) -> Array:
    """For each game and choice (six rows, done, keep, roll again) its features."""
    made = np.zeros((len(sight.used), 9, FEATURES))
    made[:, :6, :ROW_FEATURES] = row_features(sight)
    used = np.minimum(sight.used, 2)
    done = made[:, 6, ROW_FEATURES : ROW_FEATURES + DONE_FEATURES]
    done[:, :3], done[:, 3] = FEW[used] * ~sight.last[:, None], (sight.skipped == 0).sum(1)
    done[:, 4] = sight.last
    made[:, 7, ROW_FEATURES + DONE_FEATURES :] = keep_features(sight)
    return made


def row_features(sight: Sight) -> Array:
    used = np.minimum(sight.used, 2)
    place = np.minimum(sight.place, 11)
    columns = np.pad(sight.columns, ((0, 0), (0, 1)))
    here = np.take_along_axis(columns, place, 1)
    brings = WORTH[np.minimum(sight.crosses + 1, 11)] - WORTH[np.minimum(sight.crosses, 11)]
    brings = brings + np.where(place < FIELD_COLUMNS, WORTH[here + 1] - WORTH[here], 0)
    skips = SKIPS[np.minimum(sight.skipped, 4)]
    by_used = (skips[:, :, :, None] * FEW[used][:, None, None, :]).reshape(*place.shape, 15)
    by_used *= ~sight.last[:, None, None]
    in_time = sight.skipped * sight.left.sum(1)[:, None] / 72 * ~sight.last[:, None]
    closes = sight.closes[:, :, None] * FEW[np.minimum(sight.closed, 2)][:, None, :]
    others = (
        brings / 10,
        sight.crosses / 10,
        here / 6,
        place >= FIELD_COLUMNS,
        sight.skipped * sight.left / 36,
        (sight.skipped > 0) * sight.crosses / 5,
        sight.closes * (used[:, None] == 2),
        sight.left / 12,
        sight.last[:, None] * brings / 10,
        sight.lost / 6,
        (place < FIELD_COLUMNS) * (sight.left - sight.skipped - 4 < 4 - sight.crosses),
    )
    late = in_time[:, :, None] * FEW[used][:, None, :]
    return np.concatenate((by_used, closes, late, sight.outlooks, np.stack(others, 2)), 2)


def keep_features(sight: Sight) -> Array:
    """What the roll is good for: how many dice cost nothing, and what the cheapest two cost."""
    costs = np.sort(sight.skipped + sight.closes, 1)
    free = np.minimum((costs == 0).sum(1), 4)
    two = np.minimum(costs[:, 0] + costs[:, 1], 6)
    brings = (sight.crosses * (sight.skipped == 0)).sum(1) / 6
    few = (costs <= 1).sum(1) / 6
    changes = np.sort(np.where(sight.place < NO_BOX, sight.outlooks[:, :, 2:].sum(2), -9), 1)
    best, useful = changes[:, -2:].sum(1), np.maximum(changes, 0).sum(1)
    return np.column_stack((SKIPS[free], COSTS[two], brings, few, best, useful, np.ones(len(two))))


class Policy:
    """A softmax over the choices that are legal."""

    def __init__(self) -> None:
        self.weights = np.zeros(FEATURES)

    def choices(self, sight: Sight, deciding: Array) -> tuple[Array, Array, Array]:
        """Features and probabilities of the nine choices, and the action that each stands for."""
        made, legal = features(sight), np.zeros((len(sight.used), 9), bool)
        legal[:, :6] = (sight.place < NO_BOX) & ~deciding[:, None]
        legal[:, 6], legal[:, 7], legal[:, 8] = ~deciding, deciding, deciding
        scores = np.where(legal, made @ self.weights, -np.inf)
        likely = np.exp(scores - scores.max(1, keepdims=True))
        rows = 12 * np.arange(6) + np.minimum(sight.place, 11)
        others = np.tile([DONE, KEEP, ROLL_AGAIN], (len(rows), 1))
        return made, likely / likely.sum(1, keepdims=True), np.concatenate((rows, others), 1)


def play(policy: Policy, games: int, seed: int, greedy: bool = False) -> tuple[Array, list[Any]]:
    """Play games at once. Returns their points and, for each step, what is needed to learn from it."""
    env: Any = gymnasium.make_vec("sixes/SixtoSolo-v0", games, "vector_entry_point", reward="gain")
    chance = np.random.default_rng(seed)
    seen = env.reset(seed=seed)[0]["observation"]
    points, playing, steps = np.zeros(games), np.arange(games), []
    while len(playing):
        sight, deciding = look(seen[playing]), seen[playing, SEAT_PART + 12] == TO_DECIDE
        made, likely, choices = policy.choices(sight, deciding)
        if greedy:
            chosen = likely.argmax(1)
        else:
            chosen = (likely.cumsum(1) < chance.random((len(playing), 1))).sum(1).clip(0, 8)
            expected = (likely[:, None] @ made)[:, 0]
            direction = made[np.arange(len(playing)), chosen] - expected
            steps.append((playing, points[playing], direction, outlook(points[playing], sight)))
        actions = np.full(games, DONE)
        actions[playing] = choices[np.arange(len(playing)), chosen]
        following, rewards, over, _, _ = env.step(actions)
        points[playing] += rewards[playing]
        seen, playing = following["observation"], playing[~over[playing]]
    return points, steps


def outlook(points: Array, sight: Sight) -> Array:
    """What tells, roughly, how many points are still to come."""
    left, crosses, closed = sight.left.sum(1), sight.crosses.sum(1), sight.closed
    squares = [(items**2).sum(1) for items in (sight.left, sight.crosses)]
    columns = (
        np.ones(len(points)),
        points,
        left,
        crosses,
        *squares,
        closed,
        closed**2,
        closed * left,
        sight.used,
    )
    return np.column_stack(columns)


def learn(policy: Policy, momenta: Array, points: Array, steps: list[Any], rate: float) -> None:
    """One step of Adam along the directions that brought more points than was to be expected."""
    to_come = np.concatenate([points[playing] - before for playing, before, _, _ in steps])
    directions, states = (np.concatenate([step[at] for step in steps]) for at in (2, 3))
    expected = states @ np.linalg.lstsq(states, to_come, rcond=None)[0]
    advantage = to_come - expected
    gradient = (advantage / advantage.std()) @ directions / len(advantage)
    momenta[0] += 0.1 * (gradient - momenta[0])
    momenta[1] += 0.01 * (gradient**2 - momenta[1])
    policy.weights += rate * momenta[0] / (np.sqrt(momenta[1]) + 1e-8)


def train(rounds: int, games: int, seed: int, rate: float = 0.3) -> Policy:
    policy, momenta, start = Policy(), np.zeros((2, FEATURES)), time.perf_counter()
    for number in range(rounds):
        points, steps = play(policy, games, seed + games * (number + 1))
        learn(policy, momenta, points, steps, rate * (1 - 0.9 * number / rounds))
        if (number + 1) % max(1, rounds // 20) == 0:
            spent = time.perf_counter() - start
            print(f"round {number + 1}: {points.mean():.1f} points on average, {spent:.0f} s", flush=True)
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a program Sixto alone with REINFORCE.")
    parser.add_argument("--rounds", type=int, default=80, help="updates of the weights (default: 80)")
    parser.add_argument("--games", type=int, default=512, help="games in each round (default: 512)")
    parser.add_argument("--new-games", type=int, default=10_000, help="games after it (default: 10,000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    policy = train(options.rounds, options.games, options.seed)
    points, _ = play(policy, options.new_games, 10**9, greedy=True)
    half = 1.96 * points.std() / len(points) ** 0.5
    print(f"{points.mean():.1f} ± {half:.1f} points in {len(points):,} new games")


if __name__ == "__main__":
    main()
