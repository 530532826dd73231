"""Bots of Sixto made of two pure functions: which roll to keep, and which boxes to cross.

`keeps(state, seat)` decides on the first roll. `crossing(state, seat)` gives for each row the box to cross in
this turn, or 0. It sees the half crosses of others, and so what they announce, but not its own, nor who is
done. Neither function looks at the phase, so the lab can call both at once. Here their answers become single
moves.
"""

from collections.abc import Callable

from sixes.bots.bot import Bot
from sixes.rules.six import NONE, Six, has, put
from sixes.rules.sixto import is_over, with_turn
from sixes.rules.turns import CROSS, CROSSING, DONE, KEEP, ROLL, ROLLING, UNCROSS, SixtoMove, SixtoState, Turn

Keeps = Callable[[SixtoState, int], bool]
Crossing = Callable[[SixtoState, int], Six]

MOST_DECISIONS = 20
"""Decisions in one turn: a bot must come to an end though others keep changing their half crosses."""


class ByCrossing:
    """Decides anew only when something changes besides its own half crosses: a decision may take long."""

    def __init__(self, keeps: Keeps, crossing: Crossing) -> None:
        self.keeps = keeps
        self.crossing = crossing
        self.seen: SixtoState | None = None
        """The state on which the last decision was made."""
        self.wanted = NONE
        self.decisions = 0

    def choose(self, state: SixtoState, seat: int) -> SixtoMove | None:
        if is_over(state) or not 0 <= seat < state.seats or has(state.turn.done, seat):
            return None
        if state.turn.phase == CROSSING:
            return next_cross(self.decision(decision_input(state, seat), seat), state.turn.half[seat], seat)
        if seat != state.active:
            return None
        rolls = state.turn.phase == ROLLING or not self.keeps(state, seat)
        return SixtoMove(ROLL if rolls else KEEP, seat)

    def decision(self, state: SixtoState, seat: int) -> Six:
        if state == self.seen:
            return self.wanted
        same_turn = self.seen is not None and same_dice(state, self.seen)
        self.decisions = self.decisions + 1 if same_turn else 1
        if self.decisions <= MOST_DECISIONS:
            self.seen, self.wanted = state, self.crossing(state, seat)
        return self.wanted


def by_crossing(keeps: Keeps, crossing: Crossing) -> Callable[[int], Bot]:
    """A function that makes such bots from a seed, which it ignores."""
    return lambda _seed: ByCrossing(keeps, crossing)


def next_cross(wanted: Six, half: Six, seat: int) -> SixtoMove:
    """The next move from the half crosses there are to those wanted."""
    for colour in range(6):  # first take back, so that nothing is announced that will not come
        if half[colour] and not wanted[colour]:
            return SixtoMove(UNCROSS, seat, colour, place_of_box(half[colour]))
    for colour in range(6):
        if half[colour] != wanted[colour]:
            return SixtoMove(CROSS, seat, colour, place_of_box(wanted[colour]))
    return SixtoMove(DONE, seat)


def decision_input(state: SixtoState, seat: int) -> SixtoState:
    """What a decision depends on: the state without the seat's own half crosses and without who is done."""
    turn = state.turn
    return with_turn(state, Turn(turn.phase, turn.dice, put(turn.half, seat, NONE), 0, NONE))


def same_dice(state: SixtoState, other: SixtoState) -> bool:
    """The same turn of the same game."""
    same = state.turns == other.turns and state.turn.dice == other.turn.dice
    return same and state.crosses == other.crosses and state.sheets == other.sheets


def place_of_box(box: int) -> int:
    return box.bit_length() - 1
