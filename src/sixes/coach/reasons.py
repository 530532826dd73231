"""Why one crossing is better than another, in one short sentence from the position itself."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from sixes.bots.sixto.nearest import skipped
from sixes.coach.solo import after_crossing
from sixes.rules.rows import FIELD_COLUMNS, SOLO_NEEDS, closes, legal_boxes, target_is_open
from sixes.rules.six import COLOURS, Six, has
from sixes.rules.turns import SixtoState
from sixes.text import say

CLEARLY_SAFER = 0.05
"""A difference in the chance that the game goes on which is worth telling."""
NOTABLE_COLUMN = 3


class Reason(NamedTuple):
    """The key of a sentence, and its values; a colour is named by its letter."""

    key: str
    values: dict[str, Any]

    def sentence(self, language: str) -> str:
        values = dict(self.values)
        if "colour" in values:
            values["colour"] = say(f"colour.{values['colour']}", language)
        return say(f"coach.why_{self.key}", language, **values)


def why(state: SixtoState, seat: int, better: Six, other: Six) -> Reason:
    """The first thing that speaks for a crossing of a seat, and not for the other with this roll."""
    for find in REASONS:
        for reason in find(state, seat, better, other):
            return reason
    return Reason("sheet", {})


def _goes_on(state: SixtoState, _: int, better: Six, other: Six) -> Iterator[Reason]:
    if state.seats == 1 and after_crossing(state, other).ends and not after_crossing(state, better).ends:
        yield Reason("goes_on", {})


def _closing(state: SixtoState, seat: int, better: Six, other: Six) -> Iterator[Reason]:
    crosses = state.crosses[seat]
    for colour in range(6):
        mine, theirs = (closes(crosses[colour] | boxes[colour]) for boxes in (better, other))
        if mine != theirs:
            yield Reason("closes" if mine else "stays_open", {"colour": COLOURS[colour]})


def _target(state: SixtoState, seat: int, better: Six, other: Six) -> Iterator[Reason]:
    crosses = state.crosses[seat]
    for colour in range(6):
        row = crosses[colour]
        if target_is_open(row | better[colour]) and not target_is_open(row | other[colour]):
            yield Reason("target", {"colour": COLOURS[colour]})


def _lone_column(state: SixtoState, seat: int, better: Six, other: Six) -> Iterator[Reason]:
    for column in range(1, FIELD_COLUMNS + 1):
        before, mine, theirs = _in_column(state, seat, column, better, other)
        if before == 1 and mine > 1 and theirs == 1:
            yield Reason("lone_column", {"column": column})


def _safer(state: SixtoState, _: int, better: Six, other: Six) -> Iterator[Reason]:
    if state.seats > 1:
        return
    mine, theirs = (chance_to_go_on(after_crossing(state, boxes)) for boxes in (better, other))
    if mine >= theirs + CLEARLY_SAFER:
        yield Reason("safer", {"tenths": min(round(10 * mine), 10)})


def _skips(state: SixtoState, seat: int, better: Six, other: Six) -> Iterator[Reason]:
    mine, theirs = (_skipped(state, seat, boxes) for boxes in (better, other))
    if mine < theirs:
        yield Reason("skips", {"count": theirs - mine})


def _column(state: SixtoState, seat: int, better: Six, other: Six) -> Iterator[Reason]:
    for column in range(1, FIELD_COLUMNS + 1):
        before, mine, theirs = _in_column(state, seat, column, better, other)
        if mine > max(before, theirs) and mine >= NOTABLE_COLUMN:
            yield Reason("column", {"column": column, "crosses": mine})


def _more(_: SixtoState, __: int, better: Six, other: Six) -> Iterator[Reason]:
    mine, theirs = (sum(box != 0 for box in boxes) for boxes in (better, other))
    if mine > theirs:
        yield Reason("more", {"count": mine - theirs})


Finder = Callable[[SixtoState, int, Six, Six], Iterator[Reason]]
REASONS: tuple[Finder, ...] = (_goes_on, _closing, _target, _lone_column, _safer, _skips, _column, _more)
"""The weightiest first."""


def _in_column(state: SixtoState, seat: int, column: int, better: Six, other: Six) -> tuple[int, int, int]:
    """The crosses in a column: before, with one crossing and with the other."""
    box, crosses = 1 << column, state.crosses[seat]
    before = sum(crosses[row] & box != 0 for row in range(6))
    mine, theirs = (sum(boxes[row] == box for row in range(6)) for boxes in (better, other))
    return before, before + mine, before + theirs


def _skipped(state: SixtoState, seat: int, boxes: Six) -> int:
    return sum(skipped(state.crosses[seat][row], boxes[row]) for row in range(6) if boxes[row])


def chance_to_go_on(state: SixtoState) -> float:
    """The chance that a roll has two dice that can be used, so that the game can go on."""
    usable = [
        sum(legal_boxes(state.sheets[0][row], state.crosses[0][row], face) != 0 for face in range(1, 7)) / 6
        if not has(state.closed, row)
        else 0.0
        for row in range(6)
    ]
    chance = 0.0
    for used in product((False, True), repeat=6):
        if sum(used) >= SOLO_NEEDS:
            one = 1.0
            for row in range(6):
                one *= usable[row] if used[row] else 1 - usable[row]
            chance += one
    return chance
