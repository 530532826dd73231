"""All crossings of a roll in Sixto alone, ranked by the expert's learnt values."""

from heapq import nlargest
from typing import NamedTuple

from sixes.bots.sixto import search
from sixes.bots.sixto.search import Position, SearchContext
from sixes.rules.six import Six


class Ranked(NamedTuple):
    """A crossing, and its value in 64ths of a point."""

    value: int
    boxes: Six


def ranked_crossings(position: Position, context: SearchContext, many: int) -> list[Ranked]:
    """The best crossings with a roll, the best first."""
    closing = closable = search.find_options(position, context)
    found: list[tuple[int, int]] = []
    while True:
        case = search.case_of(position.closed | closing, closing, context.step)
        for crossing in range(search.list_crossings(case, context)):
            value, _ = search.value_of(crossing, case, context)
            found.append((value, context.buffers.picks[crossing]))
        if closing == 0:
            break
        closing = closing - 1 & closable
    return [Ranked(value, boxes_of(picks, context)) for value, picks in nlargest(many, found)]


def boxes_of(picks: int, context: SearchContext) -> Six:
    """The boxes of a crossing; `picks` has its option in each row."""
    search.keep_best(picks, False, 0, context.buffers)
    return search.boxes_of(context.buffers)
