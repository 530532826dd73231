"""What always holds in Sixem, whoever throws, stops and marks when."""

import random
from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sixes.rules import sixem
from sixes.rules.boards import ERASE, GIVE, NEITHER, SixemRefusal
from sixes.rules.rounds import (
    FRESH_ROUND,
    LAND,
    LAST_THROWS,
    MARK,
    MARKING,
    ROLLING,
    SPIN,
    SPINNING,
    START,
    STARTING,
    STOP,
    THROW,
    Round,  # noqa: F401 - the repr of a state names it
    SixemMove,
    SixemOptions,  # noqa: F401
    SixemState,
    in_hand,
    in_the_air,
    landing,
    next_landing,
    playing,
)
from sixes.rules.six import NOBODY, has, members
from sixes.rules.spinner import SPINNER, Pattern
from tests.random_play import dice_for

chances = st.randoms(use_true_random=False)
faces = st.integers(1, 6)


class SixemGames(RuleBasedStateMachine):
    """Any legal move by anybody, from the starting rolls to the end."""

    @initialize(seats=st.integers(2, 6), sweet=st.booleans(), throw_time=st.integers(1, 2000))
    def set_up(self, seats: int, sweet: bool, throw_time: int) -> None:
        self.state = sixem.setup(seats, sweet, throw_time)
        self.now = 0

    @precondition(lambda self: self.state.phase == STARTING)
    @rule(face=faces)
    def start(self, face: int) -> None:
        seat = next(seat for seat in range(self.state.options.seats) if not self.state.starts[seat])
        self.make(SixemMove(START, seat, self.now, faces=(face, 0, 0, 0, 0, 0)))

    @precondition(lambda self: self.state.phase == SPINNING)
    @rule(spun=st.integers(0, len(SPINNER) - 1))
    def spin(self, spun: int) -> None:
        spinner = self.state.starts.index(max(self.state.starts))
        self.make(SixemMove(SPIN, spinner, self.now, spun=spun))

    @precondition(lambda self: self.state.phase == ROLLING)
    @rule(chance=chances)
    def throw(self, chance: random.Random) -> None:
        seat = chance.choice(members(playing(self.state)))
        free = 0b111111 & ~in_the_air(self.state, seat) & chance.randint(1, 63)
        if free and self.now >= self.state.round.pauses[seat]:
            self.make(SixemMove(THROW, seat, self.now, free))

    @precondition(lambda self: self.state.phase in (ROLLING, LAST_THROWS))
    @rule(later=st.integers(0, 3000), chance=chances)
    def time_passes(self, later: int, chance: random.Random) -> None:
        self.now += later
        for seat in members(playing(self.state)):
            due = landing(self.state, seat, self.now)
            if due:
                self.make(SixemMove(LAND, seat, self.now, faces=dice_for(chance, due)))

    @precondition(lambda self: self.state.phase == ROLLING)
    @rule(chance=chances)
    def false_stop(self, chance: random.Random) -> None:
        seat = chance.choice(members(playing(self.state)))
        if in_hand(self.state, seat) and self.now >= self.state.round.pauses[seat]:
            self.make(SixemMove(STOP, seat, self.now))
            assert (self.state.phase, self.state.round.caller) == (ROLLING, NOBODY)

    @precondition(lambda self: self.state.phase == ROLLING)
    @rule(chance=chances)
    def somebody_has_1_to_6(self, chance: random.Random) -> None:
        """Throws what is not in the air, and lands 1 to 6: by chance alone that would take long."""
        seat = chance.choice(members(playing(self.state)))
        self.now = max(self.now, self.state.round.pauses[seat])
        self.time_passes_until_all_lie(chance)
        self.make(SixemMove(THROW, seat, self.now, 0b111111))
        self.now = next_landing(self.state)
        self.make(SixemMove(LAND, seat, self.now, faces=tuple(chance.sample(range(1, 7), 6))))
        self.make(SixemMove(STOP, seat, self.now))
        assert self.state.round.caller == seat

    def time_passes_until_all_lie(self, chance: random.Random) -> None:
        for seat in members(playing(self.state)):
            flying = in_the_air(self.state, seat)
            if flying:
                self.now = max(self.now, *self.state.round.lands[seat])
                self.make(SixemMove(LAND, seat, self.now, faces=dice_for(chance, flying)))

    @precondition(lambda self: self.state.phase == MARKING)
    @rule(chance=chances, luck=st.sampled_from([0.0, 0.9]))
    def marker_marks(self, chance: random.Random, luck: float) -> None:
        marker = self.state.round.marker
        while self.state.phase == MARKING and self.state.round.marker == marker:
            moves = sixem.legal(self.state, marker)
            plain = [move for move in moves if not move.deed]
            self.make(plain[0] if chance.random() < luck else chance.choice(moves))

    @precondition(lambda self: sixem.is_over(self.state))
    @rule(kind=st.integers(START, MARK), later=st.integers(0, 3000))
    def after_the_end_everything_is_refused(self, kind: int, later: int) -> None:
        for seat in range(self.state.options.seats):
            assert (
                sixem.refusal(self.state, SixemMove(kind, seat, self.now + later, 1))
                == SixemRefusal.GAME_OVER
            )

    def make(self, move: SixemMove) -> None:
        assert sixem.refusal(self.state, move) == SixemRefusal.FINE
        assert SixemMove.parse(str(move), move.seat, move.now) == move
        assert eval(repr(move)) == move
        self.state = sixem.apply(self.state, move)

    @invariant()
    def legal_is_never_refused_and_illegal_always(self) -> None:
        for seat in range(self.state.options.seats):
            allowed = on_paper(self.state, seat)
            assert set(sixem.legal(self.state, seat)) == allowed
            for move in everything(self.state, seat):
                assert (sixem.refusal(self.state, move) == SixemRefusal.FINE) == (
                    without_chance(move) in allowed
                )

    @invariant()
    def every_legal_move_can_be_written_and_read(self) -> None:
        for seat in range(self.state.options.seats):
            moves = sixem.legal(self.state, seat)
            assert [SixemMove.parse(str(move), seat, move.now) for move in moves] == moves

    @invariant()
    def every_state_can_be_printed_and_its_repr_pasted_back(self) -> None:
        assert str(self.state).count("Seat ") == self.state.options.seats
        assert eval(repr(self.state)) == self.state

    @invariant()
    def dice_are_in_hand_in_the_air_or_on_the_table(self) -> None:
        this = self.state.round
        for seat in range(6):
            for face, lands in zip(this.dice[seat], this.lands[seat], strict=True):
                assert face in range(7)
                assert face == 0 or lands == 0
        if self.state.phase == MARKING:
            assert not any(in_hand(self.state, seat) for seat in members(playing(self.state)))

    @invariant()
    def marking_has_a_marker_with_numbers_left(self) -> None:
        this = self.state.round
        if self.state.phase == MARKING:
            assert has(playing(self.state), this.marker)
            assert has(playing(self.state), this.caller)
            assert this.to_mark
        elif self.state.phase != LAST_THROWS:
            assert (this.caller, this.marker, this.to_mark) == (NOBODY, NOBODY, 0)

    @invariant()
    def nobody_wins_or_plays_on_without_a_line_at_the_end_of_a_round(self) -> None:
        state = self.state
        if sixem.is_over(state):
            rivals = [sum(sixem.score(state, seat)) for seat in range(state.options.seats)]
            assert (state.tied, state.round.dice) == (0, FRESH_ROUND.dice)
            assert 0 <= state.winner < state.options.seats
            assert rivals[state.winner] > 0
        assert len(members(state.tied)) != 1

    def teardown(self) -> None:
        """Whatever the state, marking it to the end of its round never gets stuck."""
        if hasattr(self, "state") and self.state.phase == MARKING:
            while self.state.phase == MARKING:
                self.make(sixem.legal(self.state, self.state.round.marker)[0])


def everything(state: SixemState, seat: int) -> Iterator[SixemMove]:
    """Every move one could think of at this moment, legal or not."""
    now = state.now
    yield SixemMove(START, seat, now, faces=(1, 0, 0, 0, 0, 0))
    yield SixemMove(SPIN, seat, now, spun=0)
    yield SixemMove(STOP, seat, now)
    yield from (SixemMove(THROW, seat, now, dice) for dice in range(1, 64))
    for die, deed, other in product(range(6), (NEITHER, ERASE, GIVE), range(state.options.seats)):
        yield SixemMove(MARK, seat, now, die=die, deed=deed, other=other if deed else 0)


def without_chance(move: SixemMove) -> SixemMove:
    return SixemMove(move.kind, move.seat, move.now) if move.kind in (START, SPIN) else move


def on_paper(state: SixemState, seat: int) -> set[SixemMove]:
    """What a seat may do, read off the rules with plain sets: a second opinion that asks no rule of ours."""
    now, this = state.now, state.round
    here = set(members(state.tied)) or set(range(state.options.seats))
    if state.winner != NOBODY or seat not in here:
        return set()
    if state.phase == STARTING:
        return set() if state.starts[seat] else {SixemMove(START, seat, now)}
    if state.phase == SPINNING:
        return {SixemMove(SPIN, seat, now)} if state.starts[seat] == max(state.starts) else set()
    if state.phase == ROLLING:
        overdue = any(0 < time <= now for lands in this.lands for time in lands)
        if overdue or now < this.pauses[seat]:
            return set()
        free = [1 << die for die in range(6) if not this.lands[seat][die]]
        some = [dice for size in range(1, 7) for dice in combinations(free, size)]
        return {SixemMove(STOP, seat, now)} | {SixemMove(THROW, seat, now, sum(dice)) for dice in some}
    if state.phase == MARKING and this.marker == seat:
        return marks_on_paper(state, seat, here - {seat})
    return set()


def marks_on_paper(state: SixemState, seat: int, others: set[int]) -> set[SixemMove]:
    marks, now = set(), state.now
    crossed = [{cell for cell in range(36) if board >> cell & 1} for board in state.boards]
    for die, number in enumerate(state.round.dice[seat]):
        cell = 6 * die + number - 1
        if number not in members(state.round.to_mark):
            continue
        marks.add(SixemMove(MARK, seat, now, die=die))
        for other in others if cell in crossed[seat] else ():
            if cell in crossed[other]:
                marks.add(SixemMove(MARK, seat, now, die=die, deed=ERASE, other=other))
            elif state.options.sweet:
                marks.add(SixemMove(MARK, seat, now, die=die, deed=GIVE, other=other))
    return marks


SixemGames.TestCase.settings = settings(max_examples=30, stateful_step_count=40)
TestSixemGames = SixemGames.TestCase


def test_boards_out_of_the_game_never_change() -> None:
    """Seats 0 and 1 are tied and play on for many rounds; the board of seat 2 stays as it was."""
    chance = random.Random(6)
    state = sixem.setup_with(Pattern(0, 0, 0, 1), 3, sweet=True)
    state = state._replace(tied=0b011, boards=(0, 0, 0b101101, 0, 0, 0))
    for _ in range(30):
        state = one_round(chance, state)
        assert state.boards[2] == 0b101101
        if sixem.is_over(state):
            break


def one_round(chance: random.Random, state: SixemState) -> SixemState:
    dice = [tuple(chance.sample(range(1, 7), 6)) for _ in range(6)]
    rounds = state.rounds
    state = sixem.begin_marking(state, chance.choice(members(playing(state))), tuple(dice))
    while state.rounds == rounds:
        state = sixem.apply(state, chance.choice(sixem.legal(state, state.round.marker)))
    return state
