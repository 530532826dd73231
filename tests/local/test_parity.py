"""The same seeds give the same games, event for event, in this Python and in that of the browser.

10,000 games take some minutes: `SIXES_LONG=1 python3 dev.py test tests/local/test_parity.py`.
"""

import json
import os
import subprocess
from pathlib import Path

import dev
from tests.local.parity import lines

GAMES = 10_000 if os.environ.get("SIXES_LONG") else 70


def runtime() -> Path:
    """The runtime as the server gives it to pages."""
    built = dev.BUILT / "offline"
    return built / str(json.loads((built / "manifest.json").read_text())["id"])


def test_both_pythons_play_the_same_games() -> None:
    script = Path(__file__).with_name("pyodide.mjs")
    command = [f"{os.environ['SIXES_NODE']}/node", str(script), str(runtime()), "0", str(GAMES)]
    ours = list(lines(0, GAMES))
    theirs = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    assert theirs == ours
    assert len(set(ours)) == GAMES
