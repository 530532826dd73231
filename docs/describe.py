"""Generate files from the message types and the routes: protocol.md and openapi.json, and for the browser
client its types (client/src/wire) and the snapshots that its tests must reproduce (client/test/golden).

    python docs/describe.py            writes all files
    python docs/describe.py --check    writes nothing; exit 1 if a file on disk is out of date

The template of protocol.md is describing/protocol.md. Its tables come from docstrings, fields and limits in
the source, its examples from tables that are really played (describing/tables.py).
"""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    runpy.run_module("docs.describing", run_name="__main__")
