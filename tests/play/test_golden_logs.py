"""Golden logs: tables of every release must still be read, and give the same game. golden.py made them."""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from sixes.play import events
from sixes.play.encoding import codec
from sixes.play.match import Refused
from sixes.play.table import CLOSED, OVER, read_log
from sixes.play.verify import verify_dice
from sixes.records import parse, replay
from tests.play.make_golden_logs import LOGS, TABLES, outcome

PATHS = sorted(LOGS.glob("*.jsonl"))
NOT_DEALT = ("tied", "never", "pad")
DEALT = [path for path in PATHS if not any(word in path.stem for word in NOT_DEALT)]


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def outcome_of(path: Path) -> dict[str, Any]:
    told_: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return told_


def refused(log: list[bytes]) -> str:
    with pytest.raises(Refused) as caught:
        read_log(log)
    return caught.value.code


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_log_gives_the_same_game_as_ever(path: Path) -> None:
    assert msgspec.to_builtins(outcome(read_log(lines_of(path)))) == outcome_of(path)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_event_is_written_as_it_was_read(path: Path) -> None:
    """Within a format nothing is renamed, moved or left out."""
    if path.stem.startswith(f"{events.FORMAT}-"):
        for line in lines_of(path):
            assert events.encode(codec.read_event(line)) == line


@pytest.mark.parametrize("path", DEALT, ids=lambda path: path.stem)
def test_its_record_replays_and_its_dice_hold(path: Path) -> None:
    known = outcome_of(path)
    played = replay(parse(json.dumps(known["record"]).encode()))
    assert verify_dice(played) > 0
    assert played.result()["finished"] == (known["phase"] == OVER)


def test_every_format_has_golden_logs_of_every_kind_of_table() -> None:
    for number in range(1, events.FORMAT + 1):
        assert {path.stem for path in PATHS} >= {f"{number}-{name}" for name in TABLES}


def test_every_event_and_every_ending_has_a_golden_log() -> None:
    found = {type(codec.read_event(line)) for path in PATHS for line in lines_of(path)}
    assert found == set(get_args(events.AnyEvent))
    endings = {(path.stem.split("-")[1], outcome_of(path)["phase"]) for path in PATHS}
    assert endings >= {(game, phase) for game in ("sixto", "sixem") for phase in (OVER, CLOSED)}


# What cannot be read --------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, -1])
def test_a_log_that_a_newer_release_began_or_went_on_with_is_refused(at: int) -> None:
    lines = lines_of(PATHS[0])
    lines[at] = json.dumps(json.loads(lines[at]) | {"f": events.FORMAT + 1}).encode()
    assert refused(lines) == "table.newer_format"


def test_even_if_it_holds_what_this_release_has_never_heard_of() -> None:
    first, *rest = lines_of(PATHS[0])
    newer = json.loads(first) | {"f": events.FORMAT + 1}
    newer["options"]["dice"] = "twelve-sided"
    assert refused([json.dumps(newer).encode(), *rest]) == "table.newer_format"


def test_no_events_are_no_table() -> None:
    assert refused([]) == "table.unknown"


def test_a_log_begins_with_the_making_of_a_table() -> None:
    assert refused(lines_of(PATHS[0])[1:]) == "table.unknown"
