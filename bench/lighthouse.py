"""What Lighthouse says of the client on a phone: `python3 dev.py bench lighthouse`.

The real server and a real Chromium, with Lighthouse's own settings for mobile: a middling phone on slow
mobile data, as it reckons that. Repeated, since machines are noisy: the table gives the worst and the best.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.load.printing import heading, span  # noqa: E402
from tests.server.serving import running_server  # noqa: E402

RUNS = 3
PAGES = {
    "/": "the start page",
    "/learn/sixto": "the first roll of Sixto",
    "/learn/sixem": "the first roll of Sixem",
    "/rules/sixto": "the rules of Sixto",
}
METRICS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
FLAGS = "--headless=new --no-sandbox --disable-gpu"


def looked_at(url: str) -> dict[str, Any]:
    """The report on one page."""
    program = Path(os.environ["SIXES_LIGHTHOUSE"]) / "node_modules" / "lighthouse" / "cli" / "index.js"
    command = [f"{os.environ['SIXES_NODE']}/node", str(program), url, "--quiet", "--output=json"]
    wish = ["--only-categories=performance,accessibility", f"--chrome-flags={FLAGS}"]
    environment = os.environ | {"CHROME_PATH": os.environ["SIXES_CHROMIUM"]}
    done = subprocess.run([*command, *wish], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"lighthouse: {done.stderr.strip()}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def row(url: str, name: str) -> str:
    reports = [looked_at(url) for _ in range(RUNS)]
    scores = [
        span([round(100 * report["categories"][kind]["score"]) for report in reports])
        for kind in ("performance", "accessibility")
    ]
    times = [
        span([round(report["audits"][metric]["numericValue"]) for report in reports]) for metric in METRICS
    ]
    for fault in faults(reports[0]):
        print(f"{name}: {fault}", file=sys.stderr)
    return f"| {name} | {' | '.join((*scores, *times))} |"


def faults(report: dict[str, Any]) -> list[str]:
    """What keeps people out, as far as a machine can find it."""
    checks = [one["id"] for one in report["categories"]["accessibility"]["auditRefs"] if one["weight"]]
    return [report["audits"][check]["title"] for check in checks if report["audits"][check]["score"] == 0]


def main() -> None:
    version = json.loads((ROOT / "requirements" / "lighthouse" / "package.json").read_text("utf-8"))
    lighthouse = version["dependencies"]["lighthouse"]
    print(heading(f"Lighthouse {lighthouse}, {RUNS} runs"))
    print("| page | performance | accessibility | ms to the first paint | to the largest | blocked |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as server:
        for path, name in PAGES.items():
            print(row(server.url + path, name), flush=True)


if __name__ == "__main__":
    main()
