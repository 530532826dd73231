"""Without its packages the import of environments says in one line what to install."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys
sys.modules[{missing!r}] = None
try:
    import sixes.envs.openspiel
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo", "pyspiel"])
def test_a_missing_extra_is_named(missing: str) -> None:
    command = [sys.executable, "-c", SCRIPT.format(missing=missing)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "environments need packages that are not here: pip install 'sixes[envs]'\n"
