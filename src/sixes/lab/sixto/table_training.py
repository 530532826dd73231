"""Make the file of the coach's values at tables: `python -m sixes.lab.sixto.table_training`."""

import sys
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

import sixes
from sixes.bots.sixto.features import outlook
from sixes.bots.sixto.table_features import FEATURES, HIDDEN, OUTPUTS, SIZE, WIDTH
from sixes.lab.sixto.arrays import new_arrays
from sixes.lab.sixto.expert import expert_arrays, lookup_arrays, new_ahead
from sixes.lab.sixto.loop import EXPERT, SixtoPlayers
from sixes.lab.sixto.sheets import make_pool
from sixes.lab.sixto.table_learning import (
    MOST_TURNS,
    Optimizer,
    TableGames,
    TableMemory,
    TableNetwork,
    learn_tables,
)

SEED = 11
ROUND = 4000
"""Games in a round, for each number of seats."""
TABLES = {2: 3, 3: 1, 4: 2, 5: 1, 6: 1}


def new_network(seed: int) -> TableNetwork:
    chance = np.random.default_rng(seed)
    embeddings = chance.normal(0, 0.1, (SIZE, WIDTH))
    embeddings[:, :OUTPUTS] = 0
    embeddings[0] = 0
    hidden = chance.normal(0, (WIDTH - OUTPUTS) ** -0.5, (HIDDEN, WIDTH - OUTPUTS + 1))
    out = chance.normal(0, 0.3 * HIDDEN**-0.5, (OUTPUTS, HIDDEN))
    return TableNetwork(embeddings, hidden, out)


def new_memory(seats: int) -> TableMemory:
    expert = expert_arrays(seats)
    levels = np.zeros((2, seats), np.int64)
    levels[1] = EXPERT
    players = SixtoPlayers(levels, expert, expert.ahead)
    return TableMemory(
        new_arrays(), lookup_arrays(), players,
        np.zeros((MOST_TURNS, 6, FEATURES), np.int64), np.zeros((MOST_TURNS, 6)),
        np.zeros(36, np.int64), np.zeros(6, np.int64),
        np.zeros((6, WIDTH)), np.zeros((6, HIDDEN)), np.zeros((6, OUTPUTS)), np.zeros((6, OUTPUTS)), np.zeros(WIDTH),
    )


def main(rounds: int, rate: float, out: str) -> None:
    pool = make_pool(SEED)
    sheets, aheads = np.array(pool), np.array([outlook(sheet) for sheet in pool])
    network, game = new_network(SEED), 0
    memories = {seats: new_memory(seats) for seats in TABLES}
    start = time.time()
    zeros = lambda: TableNetwork(*(np.zeros(p.shape) for p in network))
    optimizer = Optimizer(zeros(), zeros(), zeros(), np.zeros(2, np.int64))
    sums, kept = [np.zeros(p.shape) for p in network[:3]], 0
    for number in range(rounds):
        line = []
        r = rate * 0.02 ** (number / rounds)
        for seats, many in TABLES.items():
            losses = np.zeros(3)
            games = TableGames(SEED, game, ROUND * many, seats, r, sheets, aheads)
            learn_tables(games, network, optimizer, memories[seats], losses)
            game += ROUND * many
            line.append(f"{seats}: {(losses[0]/losses[2])**.5:.2f} {losses[1]/losses[2]*seats:.4f}")
        if number >= rounds * 3 // 4:
            for total, part in zip(sums, network[:3]):
                total += part
            kept += 1
        if number % 2 == 0 or number == rounds - 1:
            print(number, f"{time.time()-start:.0f}s", *line, flush=True)
    np.savez(out, *(s / kept for s in sums))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3])
