"""How long to look for faults, and where to tell what was found."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import pytest

from tests.faults.evidence import Evidence

FOUND = pytest.StashKey[list[str]]()


class Length(NamedTuple):
    long: bool
    kills: int
    """In the long form; 0: as many as there should be."""
    seed: int
    found: list[str]

    def tell(
        self,
        where: str,
        done: Counter[str],
        evidence: Evidence,
        games: Counter[str],
        gaps: Sequence[float] = (),
    ) -> None:
        """A line of docs/faults.md. `gaps`: seconds until others went on after a node was killed."""
        happened = ", ".join(f"{fault} {times}" for fault, times in sorted(done.items()))
        counts = (sum(map(len, evidence.acknowledged.values())), len(evidence.codes), sum(games.values()), 0)
        gap = [f"{median(gaps):.1f} s, at most {max(gaps):.1f} s"] if gaps else ["·"]
        cells = (f"{where}, seed {self.seed}", f"{sum(done.values())}: {happened}", *counts, *gap)
        self.found.append(f"| {' | '.join(map(str, cells))} |")


@pytest.fixture
def length(request: pytest.FixtureRequest) -> Length:
    option, found = request.config.getoption, request.config.stash.setdefault(FOUND, [])
    return Length(option("--long"), option("--kills"), option("--seed"), found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(FOUND, []):
        terminalreporter.write_line(line)
