"""Sixem in ticks and numbered actions agrees with the rules, and its games replay as records."""

import copy
import pickle
import random

import numpy as np
import pytest

from sixes.envs.sixem import (
    ACTIONS,
    DICE_DUE,
    OVER,
    PASS,
    SEAT_PART,
    STOP,
    TABLE_PART,
    TO_MARK,
    TO_ROLL,
    SixemGame,
    describe,
)
from sixes.envs.sixto import IllegalAction
from sixes.records import replay
from sixes.rules import sixem
from sixes.rules.rounds import MARK, MARKING, ROLLING, THROW, SixemMove, in_the_air, playing
from sixes.rules.six import NOBODY, Six, clockwise, has
from sixes.rules.spinner import SPINNER

ONE_TO_SIX: Six = (1, 2, 3, 4, 5, 6)
THROW_ALL = 63
MARKS_OF_A, LEFT_ERASES, LEFT_GETS = 65, 66, 71


def faces_for(chance: random.Random, dice: int) -> Six:
    return tuple(chance.randint(1, 6) if has(dice, die) else 0 for die in range(6))


def new_game(seats: int, seed: int = 1, sweet: bool = False, auto_stop: bool = True) -> SixemGame:
    chance = random.Random(seed)
    return SixemGame(SPINNER[3], seats, lambda dice: faces_for(chance, dice), sweet, auto_stop)


def always(faces: Six, seats: int = 2) -> SixemGame:
    """A game in which dice always land with these numbers."""
    return SixemGame(
        SPINNER[3], seats, lambda dice: tuple(face * has(dice, die) for die, face in enumerate(faces))
    )


def action_of(move: SixemMove, seats: int) -> int:
    if move.kind == THROW:
        return move.dice
    if move.kind != MARK:
        return STOP
    steps = (move.other - move.seat) % seats if move.deed else 0
    return 65 + 11 * move.die + (move.deed > 0) * steps + (move.deed > 1) * 5


def legal_by_rules(game: SixemGame, seat: int) -> list[int]:
    state = game.state._replace(now=game.now)
    if seat != game.seat:
        return [PASS]
    actions = sorted(action_of(move, state.options.seats) for move in sixem.legal(state, seat))
    return actions if state.phase == MARKING else [PASS, *actions]


def seen_by_rules(game: SixemGame, seat: int) -> list[int]:
    """The observation of a seat, item by item from the state."""
    state, this, seats, seen = game.state, game.state.round, game.state.options.seats, []
    for other in (*range(seat, seats), *range(seat)):
        seen += [has(state.boards[other], cell) for cell in range(36)]
        seen += [*this.dice[other], *(has(in_the_air(state, other), die) for die in range(6))]
        seen += [other == this.marker and has(this.to_mark, number) for number in range(1, 7)]
        paused = sum(game.now + 450 * ticks < this.pauses[other] for ticks in range(6))
        seen += [has(playing(state), other), paused, other == this.caller]
    phase = {MARKING: TO_MARK, ROLLING: TO_ROLL}.get(state.phase, OVER)
    acts = 0 if game.seat == NOBODY else (game.seat - seat) % seats
    first = (game.order()[0] - seat) % seats
    return [*seen, *state.pattern, state.options.sweet, state.tied != 0, phase, first, acts]


@pytest.mark.parametrize(
    ("seats", "sweet", "auto_stop"), [(2, False, True), (3, True, True), (6, True, False)]
)
def test_masks_and_observations_are_those_of_the_rules_and_games_replay_as_records(
    seats: int, sweet: bool, auto_stop: bool
) -> None:
    chance = random.Random(seats)
    game = new_game(seats, seats, sweet, auto_stop)
    for _ in range(5000 if auto_stop else 100):
        if game.is_over():
            break
        if chance.random() < 0.2 or game.state.phase == MARKING:
            for seat in range(seats):
                seen, mask = game.seen(seat)
                assert seen.tolist() == seen_by_rules(game, seat)
                if seat == game.seat or game.state.phase == MARKING:
                    assert np.flatnonzero(mask).tolist() == legal_by_rules(game, seat)
        game.act(game.seat, chance.choice(game.legal(game.seat)))
    assert game.is_over() == auto_stop
    assert game.observation(1).tolist() == seen_by_rules(game, 1)
    played = replay(game.record()).states[-1]
    assert (played.boards, played.winner) == (game.state.boards, game.state.winner)


def test_another_seat_is_first_in_each_tick() -> None:
    game = always(ONE_TO_SIX, seats=3)
    acting = []
    for _ in range(9):
        acting.append(game.seat)
        game.act(game.seat, PASS)
    assert acting == [0, 1, 2, 1, 2, 0, 2, 0, 1]


def test_who_is_first_in_a_tick_stops_first() -> None:
    game = always(ONE_TO_SIX, seats=3)
    game.act_together([THROW_ALL] * 3)
    assert game.order() == [1, 2, 0]
    game.act_together([STOP, THROW_ALL, STOP])
    assert game.state.round.caller == 2
    assert game.state.phase == MARKING
    assert game.seat == 0  # left of who stopped
    assert game.state.round.dice[1] == ONE_TO_SIX  # in the air at that moment, it has landed


def test_a_false_stop_costs_ticks() -> None:
    game = always((1, 1, 1, 1, 1, 1))
    game.act_together([STOP, THROW_ALL])
    waits = []
    while game.legal(0) == [PASS]:
        waits.append(game.observation(0)[55])
        game.act(1, PASS)
    assert waits == [4, 3, 2, 1]
    assert game.tick == 5


def test_seats_can_stop_by_themselves() -> None:
    game = SixemGame(
        SPINNER[3], 2, lambda dice: ONE_TO_SIX if dice == THROW_ALL else (1,) * 6, auto_stop=True
    )
    game.act_together([PASS, THROW_ALL])
    assert (game.state.round.caller, game.state.phase) == (1, MARKING)


def test_who_is_in_a_pause_does_not_stop_by_itself() -> None:
    game = SixemGame(SPINNER[3], 2, lambda _: ONE_TO_SIX, auto_stop=True)
    game.act(0, THROW_ALL)
    game.state = game.state._replace(round=game.state.round._replace(pauses=(900, 0, 0, 0, 0, 0)))
    game.act(1, PASS)
    assert (game.tick, game.seat) == (1, 1)
    game.act(1, PASS)
    assert (game.tick, game.state.round.caller) == (2, 0)


def test_marks_name_others_counted_to_the_left() -> None:
    game = always(ONE_TO_SIX, seats=3)
    for deed, change in ((LEFT_ERASES, "erase"), (LEFT_GETS, "give")):
        for others in ([True, False, True], [True, True, False]):
            state = game.state._replace(options=game.state.options._replace(sweet=True))
            this = state.round._replace(caller=0, marker=2, to_mark=2, dice=(ONE_TO_SIX,) * 6)
            trial = game.copy()
            boards = tuple(int(has_x) for has_x in others)
            trial.state = state._replace(phase=MARKING, boards=(*boards, 0, 0, 0), round=this)
            trial.seat = 2
            left = clockwise(2, 3)
            possible = boards[2] and (boards[left] if change == "erase" else not boards[left])
            assert (deed in trial.legal(2)) == bool(possible), (change, others)
            assert (deed + 1 in trial.legal(2)) == bool(
                boards[2] and (boards[1] if change == "erase" else not boards[1])
            )
            assert not any(deed + steps in trial.legal(2) for steps in (2, 3, 4))


def test_dice_can_be_given_by_whoever_plays() -> None:
    game = SixemGame(SPINNER[3], 2)
    game.act(0, 0b101)
    game.act(1, PASS)
    assert (game.landing, game.seat) == ((0, 0b101), NOBODY)
    assert game.observation(0)[-3] == DICE_DUE
    assert game.legal(1) == [PASS]
    for wrong in ((1, 0, 0, 0, 0, 0), (1, 1, 1, 0, 0, 0), (1, 0, 7, 0, 0, 0)):
        with pytest.raises(IllegalAction, match="these dice cannot land now"):
            game.land(wrong)
    game.land((4, 0, 2, 0, 0, 0))
    assert game.state.round.dice[0] == (4, 0, 2, 0, 0, 0)
    with pytest.raises(IllegalAction, match="these dice cannot land now"):
        game.land((4, 0, 2, 0, 0, 0))


def test_an_illegal_action_changes_nothing() -> None:
    game = always(ONE_TO_SIX)
    before = game.state
    for action in (MARKS_OF_A, -1, ACTIONS):
        with pytest.raises(IllegalAction, match=f"action {action} .*for seat 0 now; these are: 0 1 2"):
            game.act(0, action)
    game.act(0, THROW_ALL)
    with pytest.raises(IllegalAction, match=r"action 64 \(stop\) is not legal for seat 0 now; these are: 0$"):
        game.act(0, STOP)
    assert (before.round.lands, game.state.rounds) == (always(ONE_TO_SIX).state.round.lands, 0)


def test_a_game_that_is_over_takes_no_action() -> None:
    falls = iter((ONE_TO_SIX, (2, 2, 2, 2, 2, 2)))
    game = SixemGame(SPINNER[3], 2, lambda _: next(falls))
    game.act_together([THROW_ALL, PASS])
    game.act_together([STOP, PASS])
    for _ in range(7):
        game.act(game.seat, game.legal(game.seat)[0])
    assert game.state.winner == 0
    assert game.legal(0) == []
    assert np.flatnonzero(game.mask(0)).tolist() == [PASS]
    with pytest.raises(IllegalAction, match="the game is over"):
        game.act(0, PASS)


def test_copies_go_on_by_themselves() -> None:
    game = SixemGame(SPINNER[3], 3)
    game.act(0, THROW_ALL)
    for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        twin.act(1, THROW_ALL)
        twin.act(2, PASS)
        assert twin.landing == (0, THROW_ALL)
        assert game.seat == 1


def test_sizes_and_names() -> None:
    game = always(ONE_TO_SIX, seats=5)
    assert game.observation(3).shape == (5 * SEAT_PART + TABLE_PART,)
    assert game.mask(3).shape == (ACTIONS,)
    assert len({describe(action) for action in range(ACTIONS)}) == ACTIONS
