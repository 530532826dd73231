"""What Lighthouse says of the client on a phone: `python3 dev.py bench lighthouse`.

The real server and a real Chromium, with Lighthouse's own settings for mobile: a middling phone on slow
mobile data, as it reckons that. Machines are noisy, so the table gives medians, with the worst and the best.
`--beside FOLDER` measures another working copy as well, in turns with this one; both must be built:
`python3 dev.py test --collect-only -q` there builds it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.load.printing import heading, say, span  # noqa: E402
from tests.server.serving import running_server  # noqa: E402

PAGES = {
    "/": "the start page",
    "/learn/sixto": "the first roll of Sixto",
    "/learn/sixem": "the first roll of Sixem",
    "/rules/sixto": "the rules of Sixto",
}
METRICS = (
    *("first-contentful-paint", "largest-contentful-paint", "total-blocking-time"),
    "cumulative-layout-shift",
)
FLAGS = "--headless=new --no-sandbox --disable-gpu"
Report = dict[str, Any]


def looked_at(url: str) -> Report:
    """The report on one page."""
    program = Path(os.environ["SIXES_LIGHTHOUSE"]) / "node_modules" / "lighthouse" / "cli" / "index.js"
    command = [f"{os.environ['SIXES_NODE']}/node", str(program), url, "--quiet", "--output=json"]
    wish = ["--only-categories=performance,accessibility", f"--chrome-flags={FLAGS}"]
    environment = os.environ | {"CHROME_PATH": os.environ["SIXES_CHROMIUM"]}
    done = subprocess.run([*command, *wish], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"lighthouse: {done.stderr.strip()}")
    report: Report = json.loads(done.stdout)
    return report


def numbers(values: list[float], digits: int = 0) -> str:
    return (
        f"{median(values):,.{digits}f} ({span(values, digits)})"
        if len(set(values)) > 1
        else span(values, digits)
    )


def row(name: str, reports: list[Report]) -> str:
    scores = [
        numbers([100 * report["categories"][kind]["score"] for report in reports])
        for kind in ("performance", "accessibility")
    ]
    measured = [
        numbers(
            [report["audits"][metric]["numericValue"] for report in reports], 3 if metric[0] == "c" else 0
        )
        for metric in METRICS
    ]
    for fault in faults(reports[0]):
        say(f"{name}: {fault}")
    return f"| {name} | {' | '.join((*scores, *measured))} |"


def faults(report: Report) -> list[str]:
    """What keeps people out, as far as a machine can find it."""
    checks = [one["id"] for one in report["categories"]["accessibility"]["auditRefs"] if one["weight"]]
    return [report["audits"][check]["title"] for check in checks if report["audits"][check]["score"] == 0]


@contextmanager
def other_server(folder: Path, data: str) -> Iterator[str]:
    """The server of another working copy; gives its address."""
    command = [str(folder / ".venv" / "bin" / "sixes"), "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", data], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()


@contextmanager
def servers(beside: Path | None) -> Iterator[dict[str, str]]:
    """The address of each build, by what the table calls it."""
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as server:
        if beside is None:
            yield {"": server.url}
            return
        with tempfile.TemporaryDirectory() as more, other_server(beside.resolve(), more) as url:
            yield {", before": url, ", now": server.url}


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py bench lighthouse")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--beside", type=Path, help="another working copy, measured in turns with this one")
    wanted = parser.parse_args()
    version = json.loads((ROOT / "requirements" / "lighthouse" / "package.json").read_text("utf-8"))
    lighthouse = version["dependencies"]["lighthouse"]
    print(heading(f"Lighthouse {lighthouse}, median (worst and best) of {wanted.runs}"))
    print("| page | performance | accessibility | ms to the first paint | to the largest | blocked | shift |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with servers(wanted.beside) as builds:
        for path, name in PAGES.items():
            reports: dict[str, list[Report]] = {build: [] for build in builds}
            for _ in range(wanted.runs):
                for build, url in builds.items():
                    reports[build].append(looked_at(url + path))
            for build, found in reports.items():
                print(row(name + build, found), flush=True)


if __name__ == "__main__":
    main()
