"""How many different crossings can be reached under a fixed script of dice, as counted in a data file.

golden/crossings.json holds, for each script, the sheet of seat 0 (whoever else plays crosses nothing), the
dice of each turn (the number of a die that has left the game is passed over), and after each turn how many
different sets of crosses seat 0 can have reached in games still going on, and in games ended by that turn.
"""

import json
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest

from sixes.rules import sixto
from sixes.rules.rows import legal_boxes
from sixes.rules.sheets import SHEETS, rows_of, sheet_of
from sixes.rules.six import Six, has
from sixes.rules.turns import FRESH_TURN, SixtoState

SCRIPTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "crossings.json").read_text(encoding="utf-8")
)


def numbers_of(script: dict[str, Any]) -> list[list[int]]:
    sheet = script["sheet"]
    return rows_of(SHEETS[sheet]) if isinstance(sheet, str) else sheet


def crossings(state: SixtoState, dice: list[int]) -> list[Six]:
    """Every crossing of seat 0 with these dice: in each row nothing, or one legal box."""
    choices = []
    for colour in range(6):
        number = 0 if has(state.closed, colour) else dice[colour]
        boxes = legal_boxes(state.sheets[0][colour], state.crosses[0][colour], number)
        choices.append([0, *(1 << place for place in range(1, 13) if has(boxes, place))])
    return list(product(*choices))


def count_by_the_rules(script: dict[str, Any]) -> tuple[list[int], list[int]]:
    going = {sixto.setup((sheet_of(numbers_of(script)),) * script["seats"])}
    open_counts, ended_counts = [], []
    for dice in script["dice"]:
        reached = {
            sixto.end_turn(state, (half, *FRESH_TURN.half[1:]))
            for state in going
            for half in crossings(state, dice)
        }
        ended_counts.append(len({state.crosses for state in reached if sixto.is_over(state)}))
        going = {state for state in reached if not sixto.is_over(state)}
        open_counts.append(len({state.crosses for state in going}))
    return open_counts, ended_counts


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script["name"])
def test_as_many_crossings_as_counted(script: dict[str, Any]) -> None:
    assert count_by_the_rules(script) == (script["going_on"], script["ended"])


def on_paper(row: list[int], numbers: list[int]) -> int:
    """The same for one row with pencil and paper: lists of crossed places, nothing of ours."""
    reached: set[tuple[int, ...]] = {()}
    for number in numbers:
        for crossed in sorted(reached):
            if len([place for place in crossed if place > 9]) == 2:
                continue
            for place in range(max(crossed, default=0) + 1, 13):
                early = place > 9 and len([one for one in crossed if one <= 9]) < 4
                if row[place - 1] == number and not early:
                    reached.add((*crossed, place))
    return len(reached)


@pytest.mark.parametrize(
    "script",
    [s for s in SCRIPTS if s["seats"] > 1 and not any(s["ended"])],
    ids=lambda script: script["name"],
)
def test_while_nothing_ends_rows_are_independent(script: dict[str, Any]) -> None:
    for turns, counted in enumerate(script["going_on"], 1):
        scripts = list(zip(*script["dice"][:turns], strict=True))
        rows = zip(numbers_of(script), scripts, strict=True)
        assert counted == prod(on_paper(row, list(numbers)) for row, numbers in rows)


@pytest.mark.parametrize("script", [s for s in SCRIPTS if s["seats"] == 1], ids=lambda script: script["name"])
def test_a_solo_game_ends_in_its_first_turn_with_no_cross_or_one(script: dict[str, Any]) -> None:
    first = zip(numbers_of(script), script["dice"][0], strict=True)
    boxes = [on_paper(row, [number]) - 1 for row, number in first]
    assert script["ended"][0] == 1 + sum(boxes)
    assert script["going_on"][0] == prod(1 + n for n in boxes) - script["ended"][0]


def test_the_scripts_reach_closed_colours_and_ends() -> None:
    assert any(script["seats"] > 1 and any(script["ended"]) for script in SCRIPTS)
    assert {script["seats"] for script in SCRIPTS} >= {1, 2}
