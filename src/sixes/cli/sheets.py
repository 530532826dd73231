"""`sixes sheets`: the twelve sheets of Sixto."""

import argparse
import json
from typing import Any

from sixes.rules.sheets import SHEETS, rows_of
from sixes.rules.six import COLOURS


def add_to(commands: Any) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser("sheets", help="show the sheets A to L of Sixto")
    command.add_argument("--json", action="store_true", help='print {"A": [6 lists of 12], ...}')
    command.set_defaults(run=run)
    return command


def run(called: argparse.Namespace) -> int:
    if called.json:
        print(json.dumps({letter: rows_of(sheet) for letter, sheet in SHEETS.items()}))
        return 0
    for letter, sheet in SHEETS.items():
        print(letter)
        for colour, row in zip(COLOURS, rows_of(sheet), strict=True):
            print(f"  {colour}  {' '.join(map(str, row[:9]))} | {' '.join(map(str, row[9:]))}")
    return 0
