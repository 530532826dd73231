"""Writes what follows from the message types and the routes themselves: protocol.md and openapi.json, and for
the browser client its types (client/src/wire) and the tables it must come to (client/test/golden).

    python docs/describe.py            writes all
    python docs/describe.py --check    writes nothing; exit 1 if one on disk is not what would be written

The words of protocol.md stand in describing/protocol.md; its tables come from docstrings, fields and limits
in the source, its examples from tables that are really played (describing/tables.py).
"""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    runpy.run_module("docs.describing", run_name="__main__")
