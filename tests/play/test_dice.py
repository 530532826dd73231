"""Dice that can be checked: known answers, fairness, and every way a record can lie about them."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sixes.play.deadlines import close
from sixes.play.dice import draw, key_of, label, promise
from sixes.play.sixto.draws import check_lot
from sixes.play.verify import verify_dice
from sixes.records import RecordError, parse, replay
from tests.play.dealt_records import GAME, SEED, deal_sixem, deal_sixto
from tests.play.stories import Story, gathered
from tests.tools.servers import tool

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "golden" / "dice.json").read_text(encoding="utf-8"))
ADDED = "00112233445566778899aabbccddeeff"


def verified(record: dict[str, Any]) -> int:
    return verify_dice(replay(parse(json.dumps(record).encode())))


def refused(record: dict[str, Any]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verified(record)
    return caught.value


# How faces come about -----------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['label']} of {vector['sides']}")
def test_known_answers(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    key = key_of(seed, vector["additions"])
    assert promise(seed) == vector["promise"]
    assert key.hex() == vector["key"]
    assert draw(key, vector["label"], vector["sides"]) == vector["number"]


def test_the_vectors_stand_on_the_page() -> None:
    page = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
    assert VECTORS
    for vector in VECTORS:
        assert f"| `{vector['label']}` | {vector['sides']} | {vector['number']} |" in page
        assert {vector["seed"], vector["promise"], vector["key"]} <= set(page.replace("`", " ").split())


def test_a_throw_has_a_name_of_its_own() -> None:
    names = {label("g", s, t, d, n) for s in (1, 11) for t in (1, 11) for d in "ab" for n in (1, 11)}
    assert len(names) == 16
    assert label("g-1", 0, 12, "c", 2) == "g-1 0 12 c 2"


def test_every_seed_and_every_addition_counts() -> None:
    keys = {key_of(SEED, added) for added in ([None], [ADDED], [None, None], [None, ADDED], [ADDED, None])}
    keys.add(key_of(bytes(32), [None]))
    assert len(keys) == 6


@pytest.mark.parametrize("sides", [6, 11])
def test_all_numbers_are_equally_likely(sides: int) -> None:
    """Chi-square of 60,000 draws, always the same, is below what chance exceeds once in a million."""
    draws, key = 60_000, key_of(SEED, [])
    found = Counter(draw(key, str(number), sides) for number in range(draws))
    expected = draws / sides
    assert sorted(found) == list(range(1, sides + 1))
    assert sum((seen - expected) ** 2 / expected for seen in found.values()) < {6: 35.9, 11: 47.5}[sides]


def test_bytes_that_would_favour_some_numbers_are_passed_over() -> None:
    """With 255 sides all bytes but the last are fair; one label in some hundred starts with that byte."""
    key = key_of(SEED, [])
    assert {draw(key, str(number), 255) for number in range(3000)} == set(range(1, 256))
    assert max(draw(key, str(number), 256) for number in range(3000)) == 256


# Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("additions", [[ADDED], [ADDED, None], [None, ADDED, ADDED + ADDED]], ids=len)
def test_every_roll_of_a_game_of_sixto_is_recomputed(additions: list[str | None]) -> None:
    record = deal_sixto(additions)
    faces = [face for turn in record["turns"] for roll in turn["rolls"] for face in roll if face]
    assert verified(record) == len(faces)


@pytest.mark.parametrize("additions", [[ADDED, None], [ADDED, ADDED, None]], ids=len)
def test_every_die_of_a_game_of_sixem_is_recomputed(additions: list[str | None]) -> None:
    record = deal_sixem(additions)
    standing = sum(6 for played in record["rounds"] for dice in played["dice"] if dice)
    starts = sum(map(len, record["match"]["dice"]["starts"]))
    assert verified(record) == standing + starts + 1


def by_lot(lot: int) -> dict[str, Any]:
    """A table of three at which the lot fell on this one and no other would do; one turn is played."""
    for seed in range(256):
        story = gathered("sixto", "ann bob cleo", seed=seed)
        if story.ask("ann", "start").lot == lot:
            record = _after_a_turn(story)
            if not any(fits(record, other) for other in range(3) if other != lot):
                return record
    raise AssertionError("some seed does")


def _after_a_turn(story: Story) -> dict[str, Any]:
    first = story.names().split()[0]
    story.ask(first, "roll")
    story.ask(first, "keep")
    for who in story.people:
        story.ask(who, "done")
    story.take(close(story.table, story.seed, story.now))
    record = story.table.record()
    assert record
    return record


def fits(record: dict[str, Any], lot: int) -> bool:
    dice = record["match"]["dice"] | {"lot": lot}
    try:
        return check_lot(bytes.fromhex(dice["seed"]), dice) == 1
    except RecordError:
        return False


@pytest.mark.parametrize("lot", range(3))
def test_the_lot_is_recomputed_too(lot: int) -> None:
    record = by_lot(lot)
    assert record["match"]["dice"]["lot"] == lot
    assert verified(record) == 6 + 1
    del record["match"]["dice"]["lot"]
    assert verified(record) == 6, "who rolled first may have been agreed"


def javascript(record: dict[str, Any], tmp_path: Path) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    node = [str(tool("SIXES_NODE") / "node"), str(ROOT / "docs" / "verify.mjs"), str(file)]
    return subprocess.run(node, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("deal", [deal_sixto, deal_sixem])
def test_a_verifier_in_another_language_agrees(deal: Any, tmp_path: Path) -> None:
    record = deal([ADDED, None])
    assert int(javascript(record, tmp_path).stdout) == verified(record)
    record["match"]["dice"]["additions"][0] = ADDED[::-1]
    assert javascript(record, tmp_path).returncode == 1


@pytest.mark.parametrize("lot", range(3))
def test_a_verifier_in_another_language_agrees_on_the_lot(lot: int, tmp_path: Path) -> None:
    record = by_lot(lot)
    assert int(javascript(record, tmp_path).stdout) == verified(record)
    record["match"]["dice"]["lot"] = (lot + 1) % 3
    assert javascript(record, tmp_path).returncode == 1


# Lies ---------------------------------------------------------------------------------------------------


def test_a_record_without_dice_or_seed_cannot_be_checked() -> None:
    record = deal_sixto([ADDED])
    del record["match"]["dice"]["seed"]
    assert refused(record).key == "dice.no_seed"
    record["match"]["dice"] = []
    assert refused(record).key == "dice.none"
    del record["match"]
    assert refused(record).key == "dice.none"


def test_another_seed_breaks_the_promise() -> None:
    record = deal_sixto([ADDED])
    record["match"]["dice"]["seed"] = "00" * 32
    assert refused(record).key == "dice.broken_promise"


def test_another_face_is_found_where_it_lies() -> None:
    record = deal_sixto([ADDED])
    turn = record["turns"][2]
    turn["crosses"] = [[]]
    turn["rolls"][0][4] = turn["rolls"][0][4] % 6 + 1
    record["turns"] = record["turns"][:3]
    error = refused(record)
    assert (error.key, error.values["turn"], error.values["die"]) == ("dice.other_number", 3, "e")


def test_other_additions_or_another_game_give_other_dice() -> None:
    for key, value in (("additions", [ADDED[::-1]]), ("game", f"{GAME}0")):
        record = deal_sixto([ADDED])
        record["match"]["dice"][key] = value
        assert refused(record).key == "dice.other_number"


def test_another_throw_another_start_or_another_spin_is_found() -> None:
    record = deal_sixem([ADDED, None])
    record["match"]["dice"]["throws"][1][0][3] += 1
    error = refused(record)
    assert (error.key, error.values["round"], error.values["die"]) == ("dice.other_number", 2, "d")
    record = deal_sixem([ADDED, None])
    record["match"]["dice"]["starts"][0][0] = record["match"]["dice"]["starts"][0][0] % 6 + 1
    assert refused(record).key in ("dice.other_number", "dice.form")
    record = deal_sixem([ADDED, None])
    record["match"]["dice"]["spun"] = (record["match"]["dice"]["spun"] + 1) % 11
    assert refused(record).key == "dice.form"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "two words"),
        ("game", ""),
        ("game", 7),
        ("seed", "abc"),
        ("seed", "AB" * 32),
        ("seed", None),
        ("promise", "00" * 31),
        ("additions", None),
        ("additions", []),
        ("additions", [ADDED]),
        ("additions", ["00", None]),
        ("additions", [7, None]),
        ("additions", ["zz" * 16, None]),
        ("starts", None),
        ("starts", []),
        ("starts", [[6]]),
        ("starts", [[6, 7]]),
        ("starts", [[6, 6]]),
        ("starts", [[6, 5], [6, 5]]),
        ("starts", [[True, 6]]),
        ("spun", None),
        ("spun", True),
        ("spun", -1),
        ("throws", None),
        ("throws", []),
        ("throws", [None] * 40),
    ],
)
def test_what_has_another_form_is_told_by_its_key(key: str, value: object) -> None:
    record = deal_sixem([ADDED, None])
    record["match"]["dice"][key] = value
    error = refused(record)
    assert (error.key, error.values["key"]) == ("dice.form", key)


@pytest.mark.parametrize("value", [None, -1, 3, True, 1.0, "1", [1]])
def test_the_lot_is_one_of_the_seats(value: object) -> None:
    record = by_lot(1)
    record["match"]["dice"]["lot"] = value
    error = refused(record)
    assert (error.key, error.values["key"]) == ("dice.form", "lot")


def test_another_first_player_is_not_the_one_whom_the_lot_names() -> None:
    record = by_lot(1)
    record["match"]["dice"]["lot"] = 2
    assert refused(record).key == "dice.other_lot"


def test_sixem_has_no_lot() -> None:
    record = deal_sixem([ADDED, None])
    record["match"]["dice"]["lot"] = 0
    assert refused(record).key == "record.unknown_key"


@pytest.mark.parametrize("value", [None, [1] * 5, [0] + [1] * 5, [1.0] * 6, "111111"])
def test_throws_have_a_count_for_each_die(value: object) -> None:
    record = deal_sixem([ADDED, None])
    record["match"]["dice"]["throws"][0][1] = value
    error = refused(record)
    assert (error.key, error.values["round"], error.values["seat"]) == ("dice.form", 1, 1)


def test_a_pattern_that_is_not_on_the_spinner_was_not_spun() -> None:
    record = deal_sixem([ADDED, None])
    record["pattern"] = {"any": 14}
    record["rounds"] = record["rounds"][:1]
    record["match"]["dice"]["throws"] = record["match"]["dice"]["throws"][:1]
    assert refused(record).values["key"] == "spun"


def test_keys_are_closed_here_too() -> None:
    record = deal_sixto([ADDED])
    record["match"]["dice"]["luck"] = 1
    assert refused(record).key == "record.unknown_key"
    record = deal_sixem([ADDED, None])
    del record["match"]["dice"]["throws"]
    assert refused(record).key == "record.missing_key"
