"""How the master crosses and keeps at tables of Sixto, compiled: by the chance to win after this turn.

It begins with the expert's crossing and changes it row by row, as long as that raises the chance to win that
the network sees once all others have crossed as experts would. Few crossings are compared in this way, so the
best of them is seldom one that the network only overrates. But all with which it ends the game are tried.
"""

from typing import Any, NamedTuple

import numpy as np

from sixes.bots.sixto import endgame
from sixes.bots.sixto.evaluation import SixtoWeights
from sixes.bots.sixto.expert import shipped_model, table_size
from sixes.bots.sixto.nearest import closed_by
from sixes.lab.compiler import compiled, jitable, not_inlined
from sixes.lab.sixto.arrays import DecisionPoint, StateArrays, cross, new_arrays, state_at, take_back
from sixes.lab.sixto.expert import outlooks
from sixes.lab.sixto.luck.rolls import draw_square, set_dice
from sixes.lab.sixto.table_values import (
    MasterNetwork,
    ValueMemory,
    chance_to_be_ahead,
    evaluate,
    new_values,
    shipped_network,
)
from sixes.rules.rows import DICE_THAT_END, can_cross_more, dice_used, made_final
from sixes.rules.six import NONE, Six, clockwise, count, everybody, has, put, room
from sixes.rules.sixto import end_turn, is_over, with_turn
from sixes.rules.turns import CROSSING, SixtoState, Turn, announced, open_boxes

PASSES = 3
"""How often all rows are gone through, at most."""
BOXES = 2
"""Boxes tried in each row, beside none."""
MOST_CROSSINGS = 4**6
"""Of so many at most all are tried; on sheets like A to L there are never more than 3**6."""
BETTER = 1e-9
"""A chance that is larger by less is the same."""
RANK_COUNTS = 0.5
"""How much the rank counts for the master, compared with the win; with two players they are the same."""
UNKNOWN = -1
expert_crossing, expert_keeps = not_inlined(endgame.crossing), not_inlined(endgame.keeps)


EXPERT = 0


class SearchMemory(NamedTuple):
    """The state, the values, the expert's weights, and the arrays of a search."""

    now: StateArrays
    values: ValueMemory
    weights: SixtoWeights
    rank_counts: float
    then: Any
    """For each seat its crosses after the turn."""
    half: Any
    """For each seat what it crosses in the turn."""
    closing: Any
    """The colours that the seat closed when the others last crossed; or UNKNOWN."""
    rolls: Any


def new_search(seats: int, network: MasterNetwork, rank_counts: float) -> SearchMemory:
    """For tables of this size."""
    then, half, rolls = np.zeros((3, 6, 6), np.int64)
    values, weights = new_values(network), shipped_model().table_weights[table_size(seats)]
    closing = np.zeros(1, np.int64)
    return SearchMemory(new_arrays(), values, weights, rank_counts, then, half, closing, rolls)


def masters_search(seats: int) -> SearchMemory:
    """As the master plays at tables of this size."""
    return new_search(seats, shipped_network(), RANK_COUNTS)


def decision_point(state: SixtoState, seat: int, memory: SearchMemory) -> DecisionPoint:
    """Copy a state into the arrays. Returns what is left of it."""
    arrays, seats = memory.now, state.seats
    arrays.sheets[:], arrays.crosses[:], arrays.half[:] = state.sheets, state.crosses, state.turn.half
    arrays.dice[:], arrays.asked[:] = state.turn.dice, 0
    memory.values.ahead[:seats] = outlooks(state.sheets[:seats])
    return DecisionPoint(seats, state.closed, state.turns, state.active, seat)


@compiled
def search_crossing(point: DecisionPoint, memory: SearchMemory) -> Six:
    """The best crossing found; who has made half crosses is taken to be done."""
    state, done = state_at(point, memory.now), 0
    if state.turns >= endgame.LONG:  # or, if all held back, no game would end
        return expert_crossing(state, point.seat, memory.weights)
    for other in range(state.seats):
        done |= int(dice_used(state.turn.half[other]) > 0) << other
    wanted, _ = best_crossing(state, point.seat, done, memory)
    return wanted


@compiled
def search_keep(point: DecisionPoint, key: int, squares: int, memory: SearchMemory) -> bool:
    """The best crossing with this roll is worth at least what those with second rolls are on average."""
    state, again = state_at(point, memory.now), 0.0
    _, kept = best_crossing(state, point.seat, 0, memory)
    for number in range(squares):
        draw_square(key, number, memory.rolls)
        for one in range(6):
            set_dice(memory.rolls, one, state.closed, memory.now.dice)
            _, chance = best_crossing(state, point.seat, 0, memory)
            again += chance
    return bool(kept * 6 * squares >= again)


@not_inlined
def best_crossing(state: SixtoState, seat: int, done: int, memory: SearchMemory) -> tuple[Six, float]:
    """The best crossing found and its chance; the seat has no half crosses, those of who is done stand."""
    wanted = expert_crossing(state, seat, memory.weights)
    memory.closing[0] = UNKNOWN
    best = chance_after(state, seat, wanted, done, memory)
    for _ in range(PASSES):
        before = best
        for colour in range(6):
            boxes, box, usual = open_boxes(state, seat, colour), 0, wanted[colour]
            for _ in range(1 + BOXES):
                if box != usual:
                    other = put(wanted, colour, box)
                    chance = chance_after(state, seat, other, done, memory)
                    if chance > best + BETTER:
                        wanted, best = other, chance
                box = boxes & -boxes
                boxes ^= box
                if box == 0:
                    break
        if best == before:
            break
    if can_end(state, seat) and many_crossings(state, seat) <= MOST_CROSSINGS:
        end, chance = _best_end(state, seat, done, memory)
        if chance > best + BETTER:
            return end, chance
    return wanted, best


@not_inlined
def _best_end(state: SixtoState, seat: int, done: int, memory: SearchMemory) -> tuple[Six, float]:
    """Of all crossings that end the game the best: what they bring needs no network."""
    wanted, best = NONE, -1.0
    memory.closing[0] = UNKNOWN
    for number in range(many_crossings(state, seat)):
        other = numbered_crossing(state, seat, number)
        after = state_after(state, seat, other, done, memory)
        if is_over(after):
            chance = chance_before(after, seat, False, memory)
            if chance > best:
                wanted, best = other, chance
    return wanted, best


@jitable
def can_end(state: SixtoState, seat: int) -> bool:
    """Whether the game may end if the seat closes all it can, and goes as far as it can in all other rows."""
    most, over = NONE, False
    for colour in range(6):
        boxes = open_boxes(state, seat, colour)
        most = put(most, colour, 1 << room(boxes) >> 1)
    most = endgame.with_closings(state, seat, most)
    closed = state.closed | announced(state) | closed_by(state.crosses[seat], most)
    for other in range(state.seats):
        over |= not can_cross_more(state.crosses[other], closed)
    over |= not can_cross_more(made_final(state.crosses[seat], most), closed)
    return over or count(closed) >= DICE_THAT_END


@jitable
def many_crossings(state: SixtoState, seat: int) -> int:
    many = 1
    for colour in range(6):
        many *= 1 + count(open_boxes(state, seat, colour))
    return many


@jitable
def numbered_crossing(state: SixtoState, seat: int, number: int) -> Six:
    """One of all crossings of a seat: the digits of its number say which box of each row."""
    wanted = NONE
    for colour in range(6):
        boxes, box = open_boxes(state, seat, colour), 0
        for _ in range(number % (1 + count(boxes))):
            box = boxes & -boxes
            boxes ^= box
        number //= 1 + count(open_boxes(state, seat, colour))
        wanted = put(wanted, colour, box)
    return wanted


@not_inlined
def chance_after(state: SixtoState, seat: int, wanted: Six, done: int, memory: SearchMemory) -> float:
    """The chance to win (and with it the rank) after this turn, if the seat crosses these boxes."""
    return chance_before(state_after(state, seat, wanted, done, memory), seat, False, memory)


@not_inlined
def state_after(state: SixtoState, seat: int, wanted: Six, done: int, memory: SearchMemory) -> SixtoState:
    """The state after the turn, if the seat crosses these boxes and all others cross as experts."""
    closing = closed_by(state.crosses[seat], wanted)
    if closing != memory.closing[0]:
        _others_cross(state, seat, wanted, done if closing == 0 else 0, memory)
        memory.closing[0] = closing
    for colour in range(6):
        memory.half[seat, colour] = wanted[colour]
    return after_turn(state, memory.half, memory)


@not_inlined
def chance_before(state: SixtoState, seat: int, second: bool, memory: SearchMemory) -> float:
    """The same before a roll, or of a finished game; `second` if it must be kept."""
    evaluate(state, second, memory.values)
    won, counts = float(memory.values.win[seat]), memory.rank_counts
    if counts == 0 or state.seats == 2:
        return won
    return won + counts * (chance_to_be_ahead(state, seat, memory.values.win) - won)


@not_inlined
def _others_cross(state: SixtoState, seat: int, wanted: Six, done: int, memory: SearchMemory) -> None:
    """Fill in what all others cross, as experts if they are not done; they see what the seat announces."""
    for other in range(state.seats):
        for colour in range(6):
            memory.half[other, colour] = state.turn.half[other][colour] if has(done, other) else 0
    for colour in range(6):
        memory.half[seat, colour] = wanted[colour]
    turn = Turn(CROSSING, state.turn.dice, memory.half, 0, state.turn.asked)
    now = with_turn(state, turn)
    for _ in range(2):  # who crossed before a colour was announced is asked again
        seen, other = announced(now), seat
        for _ in range(state.seats - 1):
            other = clockwise(other, state.seats)
            if not has(done, other):
                take_back(memory.half[other])
                boxes = expert_crossing(now, other, memory.weights)
                for colour in range(6):
                    memory.half[other, colour] = boxes[colour]
        if announced(now) == seen:
            break


@not_inlined
def after_turn(state: SixtoState, half: Any, memory: SearchMemory) -> SixtoState:
    """The state after the turn, whose crosses are in `then`."""
    for seat in range(state.seats):
        for colour in range(6):
            memory.then[seat, colour] = state.crosses[seat][colour]
    seats, sheets, _, closed, ends, turns, active, turn = state
    this = SixtoState(seats, sheets, memory.then, closed, ends, turns, active, turn)
    return with_turn(end_turn(this, half), turn)


@not_inlined
def keeps_roll(state: SixtoState, seat: int, memory: SearchMemory) -> bool:
    """The best crossing with this roll is worth at least what a second roll is."""
    _, kept = best_crossing(state, seat, 0, memory)
    evaluate(state, True, memory.values)
    return bool(kept >= memory.values.win[seat])


@jitable
def keeps(state: SixtoState, level: int, memory: SearchMemory) -> bool:
    """Whether the active player, an expert or a master, keeps the roll."""
    if level == EXPERT:
        return expert_keeps(state, state.active, memory.weights)
    return keeps_roll(state, state.active, memory)


@not_inlined
def all_cross(state: SixtoState, levels: Any, memory: SearchMemory) -> None:
    """Everybody crosses, again if they are asked again."""
    seat, done = state.active, 0
    while done != everybody(state.seats):
        if not has(done, seat):
            before = take_back(state.turn.half[seat])
            if levels[seat] == EXPERT:
                wanted = expert_crossing(state, seat, memory.weights)
            else:
                wanted, _ = best_crossing(state, seat, done, memory)
            done = cross(state, seat, before, wanted, done)
        seat = clockwise(seat, state.seats)
