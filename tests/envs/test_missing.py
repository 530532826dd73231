"""Without its packages the import of environments says in one line what to install."""

import subprocess
import sys

SCRIPT = """
import sys
sys.modules["gymnasium"] = None
try:
    import sixes.envs
except ImportError as error:
    print(error)
"""


def test_a_missing_extra_is_named() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout == "environments need packages that are not here: pip install 'sixes[envs]'\n"
