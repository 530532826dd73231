"""What a position at a table of Sixto is worth to each seat: points, chance to win, rank.

Before a roll the network says it. After a roll a seat chooses what to cross, and the others are expected to
cross as the expert does; then the network says what that leaves. Points are whole 64ths, as alone.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sixes.bots.sixto import endgame
from sixes.bots.sixto.expert import shipped_model, table_size
from sixes.bots.sixto.features import POINT, lookup_tables, outlook
from sixes.bots.sixto.table_features import (
    FEATURES,
    MOST_SCALE,
    UNIT,
    TableView,
    Tempo,
    find_features,
    find_tempo,
)
from sixes.coach.crossings import Ranked
from sixes.coach.network import Outputs, shipped_network
from sixes.coach.solo import without_dice
from sixes.rules import sixto
from sixes.rules.rows import closes
from sixes.rules.sheets import Sheet
from sixes.rules.six import NONE, Six, clockwise, count, has, members, put
from sixes.rules.turns import SixtoState, announced, open_boxes

BOXES = 3
"""Boxes of a row that are tried, from the left."""
MOST_STEPS = 4
"""How often the best crossing found is changed in one row for a better one."""
FAR_STRONGER = 700.0
"""Beyond all doubt; larger exponents overflow."""


class Standing(NamedTuple):
    """What a position is worth to a seat."""

    value: int
    """Expected final points, in 64ths."""
    win: float
    """The chance to win; a shared win counts by its share."""
    rank: float
    """The expected rank from 1; who is tied shares the mean of their ranks."""


class TableValues:
    """Values of all positions at a table with these sheets."""

    def __init__(self, sheets: tuple[Sheet, ...]) -> None:
        self._ahead = [outlook(sheet) for sheet in sheets]
        self._weights = shipped_model().table_weights[table_size(len(sheets))]
        self._network, self._lookup = shipped_network(), lookup_tables()
        self._tempo = lru_cache(maxsize=64)(tempo_of)
        self._outputs = lru_cache(maxsize=4096)(self._outputs_of)
        self._others = lru_cache(maxsize=256)(self._others_cross)
        self.crossings = lru_cache(maxsize=64)(self._crossings)

    def before_roll(self, state: SixtoState, second: bool = False) -> list[Standing]:
        """For each seat what the next roll is worth; `second` if it must be kept."""
        if sixto.is_over(state):
            return final_standings(state)
        seats = range(state.seats)
        outputs = [self._outputs(without_dice(state), seat, second) for seat in seats]
        ends = [sixto.score(state, seat).total / UNIT + outputs[seat].points for seat in seats]
        scale = math.fsum(one.scale for one in outputs) / state.seats
        steep = math.exp(min(max(scale, -MOST_SCALE), MOST_SCALE))
        strengths = [steep * ends[seat] + outputs[seat].strength for seat in seats]
        return [Standing(round(ends[seat] * UNIT * POINT), *chances(strengths, seat)) for seat in seats]

    def standing(self, state: SixtoState, seat: int, second: bool = False) -> Standing:
        """What the next roll is worth to one seat."""
        return self.before_roll(state, second)[seat]

    def best(self, state: SixtoState, seat: int, *others: Six) -> Standing:
        """What this roll is worth to a seat that makes its best crossing."""
        return self.standing(self.after(state, seat, self.crossings(state, seat, *others)[0].boxes), seat)

    def points(self, state: SixtoState, seat: int) -> int:
        """The expected final points of a seat before a roll, in 64ths."""
        now = sixto.score(state, seat).total
        if sixto.is_over(state):
            return now * POINT
        return round((now / UNIT + self._outputs(state, seat, False).points) * UNIT * POINT)

    def _crossings(self, state: SixtoState, seat: int, *others: Six) -> list[Ranked]:
        """Crossings of a seat with this roll, these others among them, the best first."""
        found: dict[Six, int] = {}

        def value(boxes: Six) -> int:
            if boxes not in found:
                found[boxes] = self.points(self.after(state, seat, boxes), seat)
            return found[boxes]

        best = endgame.crossing(with_half(state, seat, NONE), seat, self._weights)
        for _ in range(MOST_STEPS):
            better = max(changed_in_a_row(state, seat, best), key=value)
            if value(better) <= value(best):
                break
            best = better
        for boxes in others:
            value(boxes)
        return sorted((Ranked(worth, boxes) for boxes, worth in found.items()), key=lambda one: -one.value)

    def after(self, state: SixtoState, seat: int, boxes: Six) -> SixtoState:
        """The next turn, if a seat crosses these boxes and the others cross as expected."""
        closing = only_closing(state.crosses[seat], boxes)
        return sixto.end_turn(state, put(self._others(with_half(state, seat, closing), seat), seat, boxes))

    def keeps(self, state: SixtoState) -> bool:
        """Whether the active player is expected to keep this roll."""
        return endgame.keeps(state, state.active, self._weights)

    def _others_cross(self, state: SixtoState, seat: int) -> tuple[Six, ...]:
        """What all others are expected to cross; the closing crosses that they have announced stand."""
        now = state
        for _ in range(2):  # who crossed before a colour was announced is asked again
            seen, other = announced(now), seat
            for _ in range(state.seats - 1):
                other = clockwise(other, state.seats)
                known = only_closing(state.crosses[other], state.turn.half[other])
                wanted = endgame.crossing(with_half(now, other, NONE), other, self._weights)
                wanted = tuple(stands or box for stands, box in zip(known, wanted, strict=True))
                now = with_half(now, other, wanted)
            if announced(now) == seen:
                break
        return now.turn.half

    def _outputs_of(self, state: SixtoState, seat: int, second: bool) -> Outputs:
        found = [0] * FEATURES
        view = TableView(self._ahead[seat], self._tempo(state), self._lookup)
        find_features(state, seat, second, view, found)
        return self._network.outputs(found)


@lru_cache(maxsize=8)
def table_values(sheets: tuple[Sheet, ...]) -> TableValues:
    """The values at a table with these sheets; they remember what they looked into."""
    return TableValues(sheets)


def tempo_of(state: SixtoState) -> Tempo:
    progress, leaders = [0] * 36, [0] * 6
    return Tempo(progress, leaders, find_tempo(state, progress, leaders))


def chances(strengths: Sequence[float], seat: int) -> tuple[float, float]:
    """The chance to win and the expected rank, if each place goes by strengths (Plackett and Luce)."""
    mine = strengths[seat]
    odds = [math.exp(min(one - mine, FAR_STRONGER)) for one in strengths]  # that of the seat itself is 1
    rank = 0.5 + math.fsum(one / (1 + one) for one in odds)
    return 1 / math.fsum(odds), rank


def final_standings(state: SixtoState) -> list[Standing]:
    """The points, shares of the win and ranks of a finished game."""
    won = sixto.winners(state)
    scores = [
        (score.total, score.crosses) for score in (sixto.score(state, one) for one in range(state.seats))
    ]
    return [
        Standing(
            mine[0] * POINT,
            has(won, seat) / count(won),
            0.5 + sum((theirs > mine) + (theirs == mine) / 2 for theirs in scores),
        )
        for seat, mine in enumerate(scores)
    ]


def changed_in_a_row(state: SixtoState, seat: int, boxes: Six) -> Iterator[Six]:
    """A crossing, and those that differ from it in one row."""
    yield boxes
    for colour in range(6):
        places = members(open_boxes(state, seat, colour))[:BOXES]
        for box in (0, *(1 << place for place in places)):
            if box != boxes[colour]:
                yield put(boxes, colour, box)


def only_closing(crosses: Six, boxes: Six) -> Six:
    """Those boxes of a crossing that close a colour; all others know of these."""
    return tuple(box if box and closes(row | box) else 0 for row, box in zip(crosses, boxes, strict=True))


def with_half(state: SixtoState, seat: int, boxes: Six) -> SixtoState:
    """The same with these half crosses of a seat."""
    return sixto.with_turn(state, state.turn._replace(half=put(state.turn.half, seat, boxes)))
