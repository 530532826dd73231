"""Positions and decisions at tables of Sixto, as the coach and a referee judge them.

Games are played by nearest, steady and the expert on sheets A to L. The referee lets experts play on from
each position, and after each choice, many times with the same dice.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from sixes.bots.sixto import nearest, steady
from sixes.bots.sixto.expert import SixtoExpert
from sixes.coach.solo import points, with_dice
from sixes.coach.tables import TableValues, with_half
from sixes.lab.sixto.playouts import CROSSED, NEW_TURN, POINTS, ROLL_AGAIN, Start, play_out
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.six import Six, has
from sixes.rules.turns import SixtoState

SHARE = 0.2
"""Of the positions and decisions of a game, so many are taken."""
POSITION, ROLL, CROSS = "position", "roll", "cross"


class JudgedAtTable(NamedTuple):
    """What the coach says and what the referee found, with the standard error of that.

    Of a position these are points, chance to win and rank; of a decision its cost in points, three times.
    """

    kind: str
    coach: Any
    referee: Any
    error: Any


class Effort(NamedTuple):
    games: int
    chance: random.Random

    def results(self, *starts: Start) -> Any:
        return play_out(starts, self.chance.getrandbits(60), self.games)


def judged_game(seats: int, effort: Effort) -> Iterator[JudgedAtTable]:
    chance, expert = effort.chance, SixtoExpert(0)
    state = sixto.setup(tuple(SHEETS[letter] for letter in chance.sample(sorted(SHEETS), seats)))
    values = TableValues(state.sheets[:seats])
    players = [
        (nearest.keeps, nearest.crossing),
        (steady.keeps, steady.crossing),
        (expert.keep, expert.cross),
    ]
    sitting = [chance.choice(players) for _ in range(seats)]
    while not state.ends:
        if chance.random() < SHARE:
            yield position_judged(values, state, chance.randrange(seats), effort)
        fixed = with_dice(state, rolled(state, chance))
        kept = sitting[state.active][0](fixed, state.active)
        if chance.random() < SHARE:
            yield roll_judged(values, fixed, kept, effort)
        if not kept:
            fixed = with_dice(state, rolled(state, chance))
        judged, told = chance.randrange(seats) if chance.random() < SHARE else -1, fixed
        for step in range(seats):
            seat = (state.active + step) % seats
            boxes = sitting[seat][1](told, seat)
            told = with_half(told, seat, boxes)
            if seat == judged:
                yield crossing_judged(values, fixed, seat, boxes, effort)
        state = sixto.end_turn(state, told.turn.half)


def rolled(state: SixtoState, chance: random.Random) -> Six:
    return tuple(0 if has(state.closed, colour) else chance.randint(1, 6) for colour in range(6))


def position_judged(values: TableValues, state: SixtoState, seat: int, effort: Effort) -> JudgedAtTable:
    told = values.standing(state, seat)
    (results,) = effort.results(Start(state, seat, NEW_TURN))
    error = results.std(axis=0) / effort.games**0.5
    return JudgedAtTable(POSITION, (points(told.value), told.win, told.rank), results.mean(axis=0), error)


def roll_judged(values: TableValues, state: SixtoState, kept: bool, effort: Effort) -> JudgedAtTable:
    best, again = values.crossings(state, state.active)[0], values.standing(state, state.active, second=True)
    more = points(again.value - best.value if kept else best.value - again.value)
    starts = Start(state, state.active, CROSSED, best.boxes), Start(state, state.active, ROLL_AGAIN)
    return compared(ROLL, more, starts[::-1] if kept else starts, effort)


def crossing_judged(
    values: TableValues, state: SixtoState, seat: int, boxes: Six, effort: Effort
) -> JudgedAtTable:
    ranked = values.crossings(state, seat, boxes)
    cost = points(ranked[0].value - next(one.value for one in ranked if one.boxes == boxes))
    starts = Start(state, seat, CROSSED, ranked[0].boxes), Start(state, seat, CROSSED, boxes)
    return compared(CROSS, cost, starts, effort)


def compared(kind: str, cost: float, starts: tuple[Start, ...], effort: Effort) -> JudgedAtTable:
    """By how much the first start is better in points, if the coach thinks that it is better."""
    if cost <= 0:
        return JudgedAtTable(kind, (0,) * 3, (0,) * 3, (0,) * 3)
    first, other = effort.results(*starts)[:, :, POINTS]
    difference = first - other
    error = difference.std() / effort.games**0.5
    return JudgedAtTable(kind, (cost,) * 3, (difference.mean(),) * 3, (error,) * 3)
