"""Golden records: for each rule and each ending a game that must replay to what it always did.

golden/records holds games with their results; golden/refused.json holds records with a fault each, and the
sentence that says where and why. A new rule or ending owes a record: without one a test fails here.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sixes.records import RecordError, parse, replay
from sixes.records.sixto import ENDS
from sixes.rules.rows import SixtoRefusal
from sixes.rules.six import members
from sixes.text import catalogue

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in (GOLDEN / "records").glob("*.json") if ".result" not in path.name)
REFUSED: list[dict[str, Any]] = json.loads((GOLDEN / "refused.json").read_text(encoding="utf-8"))


def result_of(path: Path) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(path.with_suffix(".result.json").read_text(encoding="utf-8"))
    return result


def bytes_of(record: str | list[Any]) -> bytes:
    """The text of a record; a list is head, a piece, how often it stands, and tail."""
    if isinstance(record, list):
        head, piece, times, tail = record
        record = head + piece * times + tail
    return str(record).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_game_replays_to_the_same_result(path: Path) -> None:
    assert replay(parse(path.read_bytes())).result() == result_of(path)


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused["name"])
def test_a_fault_is_refused_with_its_place_and_rule(refused: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        replay(parse(bytes_of(refused["record"])))
    assert (caught.value.key, caught.value.sentence()) == (refused["rule"], refused["error"])


def test_every_result_has_its_record() -> None:
    results = {path.name for path in (GOLDEN / "records").glob("*.result.json")}
    assert results == {f"{path.stem}.result.json" for path in RECORDS}


def test_every_end_of_sixto_has_a_golden_record_alone_and_together() -> None:
    seen = {tuple(result_of(path).get("ends", ())) for path in RECORDS}
    alone = {(name,) for name in ENDS.values()}
    assert seen >= alone | {("dice", "player"), ("dice", "solo"), ("dice", "player", "solo"), ()}


def test_every_ending_of_sixem_has_a_golden_record() -> None:
    games = [replay(parse(path.read_bytes())) for path in RECORDS if path.stem.startswith("sixem")]
    assert any(game.states[-1].tied for game in games), "a tie not decided yet"
    assert any(game.states[-1].winner >= 0 and game.states[-2].tied for game in games), "a tie decided"
    assert any(len(members(state.tied)) > 2 for game in games for state in game.states), "three tied"
    assert any(game.states[-1].winner >= 0 and not game.states[-2].tied for game in games), "no tie"
    deeds = [deed for game in games for deed in ("erase", "give") if deed in json.dumps(game.record)]
    assert {"erase", "give"} <= set(deeds)


def test_every_refusal_a_record_can_meet_has_a_golden_record() -> None:
    """Of the form all but those that need bytes or files; of the rules those of crosses, dice and marks."""
    owed = {key for key in catalogue("en") if key.startswith("record.")}
    owed -= {"record.unreadable", "record.unwritable", "record.too_long", "record.not_utf8"}
    paper = range(SixtoRefusal.DIE_GONE, SixtoRefusal.TARGET_NEEDS_FOUR + 1)
    owed |= {f"sixto.{rule.name.lower()}" for rule in SixtoRefusal if rule in paper}
    owed |= {f"sixem.{rule}" for rule in ("out", "die_number", "number_marked", "needs_own_x", "not_oneself")}
    owed |= {f"sixem.{rule}" for rule in ("other_is_out", "nothing_to_erase", "not_sweet", "has_it_already")}
    assert {refused["rule"] for refused in REFUSED} == owed


def test_the_scored_example_of_the_printed_rules() -> None:
    score = result_of(GOLDEN / "records" / "sixto-scored-example-solo.json")["scores"][0]
    assert score["rows"] == [15, 5, 28, 15, 21, 21]
    assert score["columns"] == [15, 0, -5, 21, 0, -5, 5, 10, 5]
    assert score["total"] == 151
