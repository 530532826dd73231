"""Make the coach's values at tables of Sixto: `python -m sixes.lab.sixto.table_training [ROUNDS [FILE]]`.

The same seed makes the same file. The weights are the mean of the last rounds, in fixed point.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto.features import outlook
from sixes.bots.sixto.table_features import FEATURES, HIDDEN, OUTPUTS, SIZE, WIDTH
from sixes.lab.sixto.arrays import new_arrays
from sixes.lab.sixto.expert import expert_arrays, lookup_arrays
from sixes.lab.sixto.loop import EXPERT, SixtoPlayers
from sixes.lab.sixto.network import FILE, TableNetwork, packed
from sixes.lab.sixto.sheets import make_pool
from sixes.lab.sixto.table_learning import (
    MOST_TURNS,
    Optimizer,
    TableGames,
    TableMemory,
    learn_tables,
)

SEED = 11
"""The seed of the values that come with Sixes."""
ROUNDS = 20
PARTS = 500
GAMES = {2: 24, 3: 8, 4: 16, 5: 8, 6: 8}
"""A round has so many parts; for each number of seats the games of a part. Parts are small, so that the
network does not forget one number of seats over another."""
RATE, LAST_RATE = 3e-3, 3e-5
"""The learning rate falls from one to the other, by the same factor from round to round."""
KEPT = 4
"""The mean is taken over the last 1/KEPT of the rounds."""


class Progress(NamedTuple):
    """After a round: the weights, and for each number of seats the errors of the round."""

    network: TableNetwork
    errors: dict[int, tuple[float, float]]
    """Of points (root mean square), and of the win (log loss)."""


def run_rounds(seed: int, rounds: int) -> Iterator[Progress]:
    """Play and learn; the network of the last round is the mean of the last ones."""
    pool, network, game = make_pool(seed), new_network(seed), 0
    sheets, aheads = np.array(pool), np.array([outlook(sheet) for sheet in pool])
    optimizer = Optimizer(zeros(network), zeros(network), zeros(network), np.zeros(2, np.int64))
    memories, sums = {seats: new_memory(seats) for seats in GAMES}, zeros(network)
    kept = max(rounds // KEPT, 1)
    for number in range(rounds):
        rate = RATE * (LAST_RATE / RATE) ** (number / rounds)
        for seats, many in [*GAMES.items()] * PARTS:
            games = TableGames(seed, game, many, seats, rate, sheets, aheads)
            learn_tables(games, network, optimizer, memories[seats])
            game += many
        if number >= rounds - kept:
            for total, part in zip(sums, network, strict=True):
                total[:] += part / kept
        errors = {seats: errors_of(seats, memory.losses) for seats, memory in memories.items()}
        yield Progress(sums if number == rounds - 1 else network, errors)


def errors_of(seats: int, losses: Any) -> tuple[float, float]:
    """The errors of a round, whose sums begin anew."""
    points, log_loss, number = (float(one) for one in losses)
    losses[:] = 0
    return (points / number) ** 0.5, log_loss / number * seats


def new_network(seed: int) -> TableNetwork:
    chance, inputs = np.random.default_rng(seed), WIDTH - OUTPUTS
    embeddings = chance.normal(0, 0.1, (SIZE, WIDTH))
    embeddings[:, :OUTPUTS] = 0
    hidden = chance.normal(0, inputs**-0.5, (HIDDEN, inputs + 1))
    return TableNetwork(embeddings, hidden, chance.normal(0, 0.3 * HIDDEN**-0.5, (OUTPUTS, HIDDEN)))


def zeros(network: TableNetwork) -> TableNetwork:
    return TableNetwork(*(np.zeros(part.shape) for part in network))


def new_memory(seats: int) -> TableMemory:
    expert, levels = expert_arrays(seats), np.zeros((2, seats), np.int64)
    levels[1] = EXPERT
    sums, units, outputs, errors = (np.zeros((6, size)) for size in (WIDTH, HIDDEN, OUTPUTS, OUTPUTS))
    return TableMemory(
        new_arrays(),
        lookup_arrays(),
        SixtoPlayers(levels, expert, expert.ahead),
        np.zeros((MOST_TURNS, 6, FEATURES), np.int64),
        np.zeros((MOST_TURNS, 6)),
        np.zeros(36, np.int64),
        np.zeros(6, np.int64),
        *(sums, units, outputs, errors, np.zeros(WIDTH), np.zeros(3)),
    )


def main(rounds: int = ROUNDS, file: Path = FILE) -> None:
    start = time.perf_counter()
    for number, progress in enumerate(run_rounds(SEED, rounds), 1):
        told = [f"{seats}: {rms:.2f} {log:.4f}" for seats, (rms, log) in progress.errors.items()]
        print(number, f"{time.perf_counter() - start:.0f}s", *told, flush=True)
        if number == rounds:
            file.write_bytes(packed(progress.network))


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else ROUNDS, Path(given[1]) if given[1:] else FILE)
