"""How many faults to inject, and the lines of the report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from types import MappingProxyType
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

    def report(
        self,
        where: str,
        done: Counter[str],
        evidence: Evidence,
        games: Counter[str],
        gaps: Mapping[str, Sequence[float]] = MappingProxyType({}),
    ) -> None:
        """A line of docs/faults.md. `gaps`: seconds until others went on in place of a node, by fault."""
        happened = ", ".join(f"{fault} {times}" for fault, times in sorted(done.items()))
        counts = (sum(map(len, evidence.acknowledged.values())), len(evidence.codes), sum(games.values()), 0)
        took = [
            f"{fault} {median(all_):.1f} s, at most {max(all_):.1f} s" for fault, all_ in gaps.items() if all_
        ]
        going_on = "; ".join(took) or "·"
        cells = (f"{where}, seed {self.seed}", f"{sum(done.values())}: {happened}", *counts, going_on)
        self.found.append(f"| {' | '.join(map(str, cells))} |")


@pytest.fixture
def length(request: pytest.FixtureRequest) -> Length:
    option, found = request.config.getoption, request.config.stash.setdefault(FOUND, [])
    return Length(option("--long"), option("--kills"), option("--seed"), found)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(FOUND, []):
        terminalreporter.write_line(line)
