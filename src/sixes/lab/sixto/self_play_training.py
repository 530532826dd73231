"""Make the master's values at tables: `python -m sixes.lab.sixto.self_play_training [ROUNDS [FILE]]`.

It begins with the coach's network, by which it also measures luck. The same seed makes the same file. The
weights are the mean of the last rounds, in fixed point.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import table_features
from sixes.bots.sixto.features import outlook
from sixes.bots.sixto.table_features import OUTPUTS
from sixes.lab.dice import game_key
from sixes.lab.sixto.network import shipped_network as coach_network
from sixes.lab.sixto.self_play import SelfPlay, new_games, new_positions, play_games
from sixes.lab.sixto.self_play_learning import fit, new_learning, zeros
from sixes.lab.sixto.sheets import make_pool
from sixes.lab.sixto.table_search import EXPERT
from sixes.lab.sixto.table_values import FILE, HIDDEN, INPUTS, SIZE, WIDTH, MasterNetwork, packed

SEED = 11
"""The seed of the values that come with Sixes."""
ROUNDS = 80
PARTS = 10
GAMES = {2: 160, 3: 12, 4: 16, 5: 6, 6: 6}
"""A round has so many parts; for each number of seats the games of a part."""
STORED = 200
"""Positions are kept for so many for each game of a part."""
LEARNT = 3
"""How often a position is learnt from."""
RATE, LAST_RATE = 5e-4, 2e-5
"""The learning rate falls from one to the other, by the same factor from round to round."""
KEPT = 5
"""The mean is taken over the last 1/KEPT of the rounds."""


class Progress(NamedTuple):
    """After a round: the weights, and its errors of points and of chances (root mean squares)."""

    network: MasterNetwork
    points: float
    chances: float


def run_rounds(seed: int, rounds: int) -> Iterator[Progress]:
    """Play and learn; the network of the last round is the mean of the last ones."""
    pool, network, game = make_pool(seed), wider(coach_network(), seed), 0
    sheets, aheads = np.array(pool), np.array([outlook(sheet) for sheet in pool])
    guide, learning, sums = wider(coach_network(), None), new_learning(network), zeros(network)
    memories = {seats: new_games(seats, network, guide) for seats in GAMES}
    stored = {seats: new_positions(STORED * many, seats) for seats, many in GAMES.items()}
    kept = max(rounds // KEPT, 1)
    for number in range(rounds):
        rate = RATE * (LAST_RATE / RATE) ** (number / rounds)
        for part in range(PARTS):
            for seats, many in GAMES.items():
                positions, levels = stored[seats], who_plays(seats, number * PARTS + part)
                before = int(positions.stored[0])
                games = SelfPlay(seed, game, many, sheets, aheads, levels)
                play_games(games, memories[seats], positions)
                game += many
                fit(
                    game_key(seed, game),
                    LEARNT * (int(positions.stored[0]) - before),
                    rate,
                    positions,
                    learning,
                )
        if number >= rounds - kept:
            for total, one in zip(sums, network, strict=True):
                total[:] += one / np.float32(kept)
        yield progress_of(sums if number == rounds - 1 else network, learning.losses)


def who_plays(seats: int, part: int) -> Any:
    """Masters, in every other part with one expert among them."""
    levels = np.ones(seats, np.int64)
    if part % 2:
        levels[part // 2 % seats] = EXPERT
    return levels


def wider(coach: Any, seed: int | None) -> MasterNetwork:
    """The coach's network; the weights that it does not have are random, or 0 without a seed."""
    few, inputs = table_features.HIDDEN, table_features.WIDTH - OUTPUTS
    embeddings, hidden = np.zeros((SIZE, WIDTH)), np.zeros((INPUTS + 1, HIDDEN))
    if seed is not None:
        chance = np.random.default_rng(seed)
        embeddings[:, OUTPUTS + inputs :] = chance.normal(0, 0.1, (SIZE, INPUTS - inputs))
        hidden[:, few:] = chance.normal(0, INPUTS**-0.5, (INPUTS + 1, HIDDEN - few))
    embeddings[: table_features.SIZE, : OUTPUTS + inputs] = coach.embeddings
    hidden[:inputs, :few], hidden[INPUTS, :few] = coach.hidden[:, :inputs].T, coach.hidden[:, inputs]
    out = np.zeros((OUTPUTS, HIDDEN))
    out[:, :few] = coach.out
    return MasterNetwork(*(part.astype(np.float32) for part in (embeddings, hidden, out)))


def progress_of(network: MasterNetwork, losses: Any) -> Progress:
    """The errors of a round, whose sums begin anew."""
    points, chances = np.sqrt(losses[:2] / losses[2])
    losses[:] = 0
    return Progress(network, float(points), float(chances))


def main(rounds: int = ROUNDS, file: Path = FILE) -> None:
    start = time.perf_counter()
    for number, (network, points, chances) in enumerate(run_rounds(SEED, rounds), 1):
        print(number, f"{time.perf_counter() - start:.0f}s: {points:.2f} {chances:.4f}", flush=True)
        if number == rounds:
            file.write_bytes(packed(network))


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else ROUNDS, Path(given[1]) if given[1:] else FILE)
