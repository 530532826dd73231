"""What always holds in Sixto, whatever is rolled and whoever does what in which order."""

import random
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sixes.rules import sixto
from sixes.rules.rows import FIELD, TARGET, SixtoRefusal, closed_colours, legal_boxes
from sixes.rules.sheets import sheet_of
from sixes.rules.six import NONE, count, has
from sixes.rules.turns import (
    CROSS,
    CROSSING,
    DECIDING,
    DONE,
    KEEP,
    ROLL,
    ROLLING,
    UNDONE,
    SixtoMove,
    SixtoState,
    Turn,  # noqa: F401 - the repr of a state names it
)
from tests.random_play import dice_for, play_sixto

numbers = st.integers(1, 6)
sheets = st.lists(st.lists(numbers, min_size=12, max_size=12), min_size=6, max_size=6).map(sheet_of)
rolls = st.tuples(*[numbers] * 6)
seeds = st.integers(0, 2**32)


class SixtoGames(RuleBasedStateMachine):
    """Any legal move by anybody, from the first roll to the end."""

    @initialize(table=st.lists(sheets, min_size=1, max_size=6))
    def set_up(self, table: list[tuple[int, ...]]) -> None:
        self.state = sixto.setup(tuple(table))

    @precondition(lambda self: self.state.turn.phase != CROSSING and not sixto.is_over(self.state))
    @rule(dice=rolls)
    def roll(self, dice: tuple[int, ...]) -> None:
        shown = tuple(0 if has(self.state.closed, die) else face for die, face in enumerate(dice))
        self.make(SixtoMove(ROLL, self.state.active, dice=shown))

    @precondition(lambda self: self.state.turn.phase == DECIDING and not sixto.is_over(self.state))
    @rule()
    def keep(self) -> None:
        self.make(SixtoMove(KEEP, self.state.active))

    @precondition(lambda self: self.state.turn.phase == CROSSING and not sixto.is_over(self.state))
    @rule(chance=st.randoms(use_true_random=False))
    def cross_or_not(self, chance: random.Random) -> None:
        self.make(chance.choice([move for seat in range(self.state.seats) for move in self.legal(seat)]))

    @precondition(lambda self: self.state.turn.phase == CROSSING and not sixto.is_over(self.state))
    @rule(chance=st.randoms(use_true_random=False))
    def everybody_crosses_what_they_can(self, chance: random.Random) -> None:
        """Without this, crossings would rarely get as far as closing a colour."""
        turn = self.state.turns
        while self.state.turns == turn:
            moves = [move for seat in range(self.state.seats) for move in self.legal(seat)]
            fresh = [m for m in moves if m.kind == CROSS and not self.state.turn.half[m.seat][m.colour]]
            self.make(chance.choice(fresh or [move for move in moves if move.kind == DONE]))

    @precondition(lambda self: sixto.is_over(self.state))
    @rule(kind=st.integers(ROLL, UNDONE), dice=rolls)
    def after_the_end_everything_is_refused(self, kind: int, dice: tuple[int, ...]) -> None:
        for seat in range(self.state.seats):
            assert sixto.refusal(self.state, SixtoMove(kind, seat, 0, 1, dice)) == SixtoRefusal.GAME_OVER

    def make(self, move: SixtoMove) -> None:
        assert sixto.refusal(self.state, move) == SixtoRefusal.FINE
        assert SixtoMove.parse(str(move), move.seat) == move
        assert eval(repr(move)) == move
        self.state = sixto.apply(self.state, move)

    def legal(self, seat: int) -> list[SixtoMove]:
        return sixto.legal(self.state, seat)

    @invariant()
    def legal_is_never_refused_and_illegal_always(self) -> None:
        some = dice_for(random.Random(0), 0b111111 & ~self.state.closed)
        for seat in range(self.state.seats):
            boxes = [
                SixtoMove(kind, seat, c, p)
                for kind, c, p in product(range(CROSS, DONE), range(6), range(1, 13))
            ]
            others = [SixtoMove(KEEP, seat), SixtoMove(DONE, seat), SixtoMove(UNDONE, seat)]
            allowed = {m for m in boxes + others if sixto.refusal(self.state, m) == SixtoRefusal.FINE}
            if sixto.refusal(self.state, SixtoMove(ROLL, seat, dice=some)) == SixtoRefusal.FINE:
                allowed.add(SixtoMove(ROLL, seat))
            assert set(self.legal(seat)) == allowed

    @invariant()
    def every_legal_move_can_be_written_and_read(self) -> None:
        for seat in range(self.state.seats):
            moves = self.legal(seat)
            assert [SixtoMove.parse(str(move), seat) for move in moves] == moves

    @invariant()
    def every_state_can_be_printed_and_its_repr_pasted_back(self) -> None:
        assert str(self.state).count("Seat ") == self.state.seats
        assert eval(repr(self.state)) == self.state

    @invariant()
    def somebody_can_always_go_on_until_the_end(self) -> None:
        moves = [move for seat in range(self.state.seats) for move in self.legal(seat)]
        assert bool(moves) != sixto.is_over(self.state)

    @invariant()
    def crosses_are_such_as_the_rules_allow(self) -> None:
        for seat in range(self.state.seats):
            for crosses in self.state.crosses[seat]:
                assert crosses & ~(FIELD | TARGET) == 0
                assert count(crosses & TARGET) <= 2
                assert not crosses & TARGET or count(crosses & FIELD) >= 4
        assert self.state.closed == closed_colours(self.state.seats, self.state.crosses)

    @invariant()
    def half_crosses_are_legal_boxes_one_a_row(self) -> None:
        state = self.state
        for seat in range(6):
            for colour, half in enumerate(state.turn.half[seat]):
                row, crosses = state.sheets[seat][colour], state.crosses[seat][colour]
                assert half in (0, half & -half)
                assert half & ~legal_boxes(row, crosses, state.turn.dice[colour]) == 0

    @invariant()
    def a_turn_begins_fresh_and_the_seats_take_turns(self) -> None:
        turn = self.state.turn
        if turn.phase == ROLLING:
            assert (turn.dice, turn.half, turn.done, turn.asked) == (NONE, (NONE,) * 6, 0, NONE)
        assert turn.done != (1 << self.state.seats) - 1
        assert self.state.active == self.state.turns % self.state.seats


SixtoGames.TestCase.settings = settings(max_examples=30, stateful_step_count=40)
TestSixtoGames = SixtoGames.TestCase


@settings(max_examples=60)
@given(seeds, st.integers(0, 25))
def test_the_order_of_crosses_within_a_turn_never_matters(seed: int, turns: int) -> None:
    """From any turn of a game: who crosses when, and who says done before whom, ends in the same state."""
    chance = random.Random(seed)
    _, start = play_sixto(chance, 3, turns)
    if sixto.is_over(start):
        return
    dice = dice_for(chance, 0b111111 & ~start.closed)
    for move in (SixtoMove(ROLL, start.active, dice=dice), SixtoMove(KEEP, start.active)):
        start = sixto.apply(start, move)
    by_row: dict[tuple[int, int], list[SixtoMove]] = {}
    for seat in range(3):
        for move in sixto.legal(start, seat):
            if move.kind == CROSS:
                by_row.setdefault((seat, move.colour), []).append(move)
    chosen = [chance.choice(moves) for moves in by_row.values() if chance.random() < 0.8]
    assert len({in_some_order(chance, start, chosen) for _ in range(4)}) == 1


def in_some_order(chance: random.Random, state: SixtoState, crosses: list[SixtoMove]) -> SixtoState:
    """Everybody crosses and says done when they are through; who is asked again says done once more."""
    todo = {seat: [move for move in crosses if move.seat == seat] for seat in range(state.seats)}
    turns = state.turns
    while state.turns == turns:
        seat = chance.choice([seat for seat in todo if not has(state.turn.done, seat)])
        move = todo[seat].pop(chance.randrange(len(todo[seat]))) if todo[seat] else SixtoMove(DONE, seat)
        assert sixto.refusal(state, move) == SixtoRefusal.FINE
        state = sixto.apply(state, move)
    return state


@settings(max_examples=30)
@given(seeds, st.integers(1, 6))
def test_scores_come_from_crosses_only(seed: int, seats: int) -> None:
    _, state = play_sixto(random.Random(seed), seats)
    blank = sixto.setup((sheet_of([[1] * 12] * 6),) * seats)._replace(crosses=state.crosses)
    for seat in range(seats):
        assert sixto.score(blank, seat) == sixto.score(state, seat)
    assert sixto.winners(blank._replace(ends=state.ends)) == sixto.winners(state)
