"""How benchmarks say what they do, and what came of it: best and worst of several rounds, in tables."""

import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.load.moves import Measured

ROOT = Path(__file__).parents[2]
MOVES = (
    "| what | moves a second | µs of CPU a move | latency p50, ms | latency p99, ms |\n"
    "| --- | --- | --- | --- | --- |"
)


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


def span(values: Sequence[float], digits: int = 0) -> str:
    ends = [f"{value:,.{digits}f}" for value in (min(values), max(values))]
    return "-".join(dict.fromkeys(ends))


def moves_row(name: str, measured: Sequence[Measured]) -> str:
    columns = (
        span([one.rate for one in measured]),
        span([one.micro for one in measured]),
        span([one.wait(0.5) for one in measured], 1),
        span([one.wait(0.99) for one in measured], 1),
    )
    return f"| {name} | {' | '.join(columns)} |"


def heading(more: str) -> str:
    """When and of what: the day, the commit, the Python, and whatever else."""
    changed = " with changes" if git("status", "--porcelain", "src", "client") else ""
    commit = f"commit {git('rev-parse', '--short', 'HEAD')}{changed}"
    return f"{datetime.now(UTC).date()}, {commit}, Python {sys.version.split()[0]}, {more}\n"


def git(*words: str) -> str:
    call = ["git", "-C", str(ROOT), *words]
    return subprocess.run(call, capture_output=True, text=True, check=False).stdout.strip()
