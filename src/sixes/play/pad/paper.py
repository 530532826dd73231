"""A finished paper sheet of Sixto: its points line by line, and whether some game can leave it like that.

The order of crosses does not matter: every set of boxes can be crossed from left to right. What dice showed
does not either. What remains are the target area, and how many dice a solo player must use.
"""

from collections.abc import Sequence

import msgspec

from sixes.play.match import Refused
from sixes.play.sixto.snapshot import rows_with
from sixes.rules.rows import (
    CLOSING_CROSSES,
    LAST_BOX,
    POINTS,
    SOLO_NEEDS,
    TARGET,
    sheet_score,
    target_is_open,
)
from sixes.rules.sheets import BOXES
from sixes.rules.six import COLOURS, Six, count, put

MOST_CROSSES = len(POINTS) - 1


class BadPaper(Refused):
    """These are no boxes of a sheet."""


class PaperFault(msgspec.Struct, frozen=True):
    """A rule that a sheet breaks: the code of a sentence, and the row."""

    rule: str
    row: str


class PaperScore(msgspec.Struct, frozen=True):
    """The points of a paper sheet, and what is wrong with it; nothing: it can come from a game."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    total: int
    crosses: int
    faults: tuple[PaperFault, ...]


def score_paper(boxes: Sequence[str], alone: bool = False) -> PaperScore:
    """Count a sheet with these crosses; BadPaper if some are no boxes, or stand twice."""
    if len(set(boxes)) < len(boxes) or not BOXES.keys() >= set(boxes):
        raise BadPaper("pad.paper_boxes")
    rows = rows_with(tuple(boxes))
    score = sheet_score(countable(rows))
    faults = [*faults_of_rows(rows), *(faults_alone(rows) if alone else ())]
    return PaperScore(score.rows, score.columns, score.total, len(boxes), tuple(faults))


def countable(rows: Six) -> Six:
    """A full row has one cross more than any game allows: its last one counts nothing."""
    for colour in range(6):
        if count(rows[colour]) > MOST_CROSSES:
            rows = put(rows, colour, rows[colour] & ~LAST_BOX)
    return rows


def faults_of_rows(rows: Six) -> list[PaperFault]:
    found = []
    for colour, crosses in enumerate(rows):
        if crosses & TARGET and not target_is_open(crosses):
            found.append(PaperFault("pad.paper_target_needs_four", COLOURS[colour]))
        if count(crosses & TARGET) > CLOSING_CROSSES:
            found.append(PaperFault("pad.paper_closed", COLOURS[colour]))
    return found


def faults_alone(rows: Six) -> list[PaperFault]:
    """Alone, each cross of the fullest row needs one elsewhere in its turn, but for the last turn."""
    crosses = [count(row) for row in rows]
    fullest = crosses.index(max(crosses))
    others = sum(crosses) - crosses[fullest]
    if (crosses[fullest] - 1) * (SOLO_NEEDS - 1) > others:
        return [PaperFault("pad.paper_solo", COLOURS[fullest])]
    return []
