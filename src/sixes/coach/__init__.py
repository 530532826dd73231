"""What each move was worth, and was it luck? Hints, and reviews of finished games of Sixto alone.

`value` gives the expected final points of any position. Everything else compares such values.
"""

from functools import lru_cache
from typing import Any

from sixes.bots.sixto.features import POINT
from sixes.coach import documents
from sixes.coach.documents import review_document
from sixes.coach.errors import CoachError
from sixes.coach.hints import Hint, hint
from sixes.coach.links import read_link, write_link
from sixes.coach.review import Review, review
from sixes.coach.solo import SoloValues
from sixes.rules.sheets import Sheet
from sixes.rules.turns import CROSSING, DECIDING, ROLLING, SixtoState

__all__ = [
    "CoachError",
    "Hint",
    "Review",
    "hint",
    "read_link",
    "review",
    "review_document",
    "study_document",
    "value",
    "values_of",
    "write_link",
]


@lru_cache(maxsize=8)
def values_of(sheet: Sheet) -> SoloValues:
    """The values of all positions on a sheet; they remember what they looked into."""
    return SoloValues(sheet)


def value(state: SixtoState, seat: int = 0) -> float:
    """The expected final points of a position of Sixto alone."""
    if state.seats != 1 or seat != 0:
        raise CoachError("coach.only_alone")
    values = values_of(state.sheets[0])
    if state.turn.phase == CROSSING:
        return values.crossings(state)[0].value / POINT
    if state.turn.phase == DECIDING:
        return max(values.crossings(state)[0].value, values.before_second_roll(state)) / POINT
    return values.before_roll(state) / POINT


def study_document(state: SixtoState) -> dict[str, Any]:
    """What a position is worth and, after a roll, what to do there."""
    expected = value(state)
    rolled = state.turn.phase != ROLLING
    return documents.study_document(expected, hint(state, values_of(state.sheets[0])) if rolled else None)
