"""The process in which the coach thinks: reads a request from each line, and writes its answer as a line.

{"review": RECORD, "seat": N}, {"study": LINK, "seat": N or null} or {"daily": N, "seed": HEX, "level": NAME}
->  {"answer": …}, {"error": KEY} or {"failed": WHY}
"""

import json
import os
import sys
from contextlib import suppress
from typing import Any

from sixes import coach
from sixes.records import parse, replay
from sixes.server.coaching.daily_game import play_day
from sixes.text import UserError

NICENESS = 10
"""Tables come first."""


def answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        if "review" in request:
            played = replay(parse(request["review"].encode()))
            return {"answer": coach.game_document(played, request["seat"])}
        if "daily" in request:
            return {"answer": play_day(request["level"], request["daily"], bytes.fromhex(request["seed"]))}
        return {"answer": coach.study_document(coach.read_link(request["study"]), request["seat"])}
    except UserError as error:
        return {"error": error.key}
    except Exception as error:  # noqa: BLE001 - whatever it is, others need this process
        return {"failed": repr(error)}


def main() -> None:
    with suppress(OSError, AttributeError):  # a system without priorities
        os.nice(NICENESS)
    for line in sys.stdin.buffer:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt, BrokenPipeError):  # the server ends, too
        main()
