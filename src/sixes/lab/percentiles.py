"""Make the table that says how good a score of Sixto alone is: `python -m sixes.lab.percentiles`.

For each sheet the expert plays 100,000 games; the table has the points that 0 to 100 of 100 games do not
exceed. The coach reads it without the lab.
"""

import json
from pathlib import Path

import numpy as np

import sixes
from sixes.lab.games import Simulation
from sixes.lab.workers.playing import play
from sixes.rules.sheets import SHEETS

GAMES, SEED = 100_000, 1
FILE = Path(sixes.__file__).parent / "coach" / "percentiles.json"


def main() -> None:
    table = {}
    for letter, sheet in SHEETS.items():
        results = play(Simulation("sixto", ("expert",), SEED, (sheet,)), 0, GAMES)
        table[letter] = [int(points) for points in np.percentile(results.points[:, 0], range(101))]
        print(letter, table[letter][50], flush=True)
    lines = ",\n".join(f" {json.dumps(letter)}: {json.dumps(points)}" for letter, points in table.items())
    FILE.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
