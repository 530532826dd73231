"""Check a record against the rules and print its game: python examples/replay_a_record.py [FILE]"""

import json
import sys
from pathlib import Path

from sixes.records import RecordError, parse, replay

RECORD = """
{"game": "sixto", "sheets": ["A", "C"],
 "turns": [{"rolls": [[3, 1, 6, 2, 5, 4], [3, 2, 1, 6, 5, 3]], "crosses": [["a8", "c1"], []]},
           {"rolls": [[1, 4, 5, 6, 2, 2]], "crosses": [["a9", "c2", "d7"], ["a6", "b6"]]}]}
"""

data = Path(sys.argv[1]).read_bytes() if len(sys.argv) > 1 else RECORD.encode()
try:
    played = replay(parse(data))
except RecordError as error:
    sys.exit(f"This is no game: {error}")
for number, turn in enumerate(played.record["turns" if played.record["game"] == "sixto" else "rounds"], 1):
    print(number, json.dumps(turn))
print(played.states[-1])
print(json.dumps(played.result()))
