"""Sixto by numbered actions agrees with the rules, and its games replay as records."""

import pickle
import random

import numpy as np
import pytest

from sixes.envs.sixto import (
    ACTIONS,
    BOX_ACTIONS,
    DONE,
    KEEP,
    OVER,
    ROLL_AGAIN,
    SEAT_PART,
    TABLE_PART,
    TO_CROSS,
    IllegalAction,
    SixtoGame,
    action_of,
    describe,
)
from sixes.records import replay
from sixes.rules import sixto
from sixes.rules.rows import number_at
from sixes.rules.sheets import SHEETS
from sixes.rules.six import NOBODY, Six, clockwise, has
from sixes.rules.turns import CROSS, CROSSING, DECIDING, SixtoState

ROLLED = (3, 1, 6, 2, 5, 4)


def dice_of(chance: random.Random, state: SixtoState) -> Six:
    return tuple(0 if has(state.closed, colour) else chance.randint(1, 6) for colour in range(6))


def new_game(seats: int, seed: int, reroll: bool = True) -> SixtoGame:
    chance = random.Random(seed)
    return SixtoGame(tuple(SHEETS.values())[:seats], lambda state: dice_of(chance, state), reroll)


def legal_by_rules(state: SixtoState, seat: int) -> list[int]:
    """What the rules allow a seat, but for moving a half cross and taking it back."""
    turn = state.turn
    if turn.phase == DECIDING and seat == state.active:
        return [KEEP, ROLL_AGAIN]
    crosses = [
        action_of(str(move))
        for move in sixto.legal(state, seat)
        if move.kind == CROSS and not turn.half[seat][move.colour]
    ]
    return [*crosses, DONE]


def seen_by_rules(game: SixtoGame, seat: int) -> list[int]:
    """The observation of a seat, item by item from the state."""
    state, seen = game.state, []
    for other in (*range(seat, state.seats), *range(seat)):
        crosses, half = state.crosses[other], state.turn.half[other]
        for row in state.sheets[other]:
            seen += [number_at(row, place) for place in range(1, 13)]
        for colour in range(6):
            seen += [has(crosses[colour], place) + 2 * has(half[colour], place) for place in range(1, 13)]
        seen += [has(state.turn.asked[other], colour) for colour in range(6)]
        seen.append(has(state.turn.done, other))
    seen += [*state.turn.dice, *(has(state.closed, colour) for colour in range(6))]
    phase = OVER if state.ends else state.turn.phase
    acts = 0 if game.seat == NOBODY else (game.seat - seat) % state.seats
    return [*seen, phase, (state.active - seat) % state.seats, acts]


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_masks_and_observations_are_those_of_the_rules_and_games_replay_as_records(seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(2):
        game = new_game(seats, seed, reroll=seed % 2 == 0)
        while not game.is_over():
            for seat in range(seats):
                assert game.observation(seat).tolist() == seen_by_rules(game, seat)
                assert np.flatnonzero(game.mask(seat)).tolist() == legal_by_rules(game.state, seat)
            game.act(game.seat, chance.choice(game.legal(game.seat)))
        assert game.seat == NOBODY
        assert game.observation(0).tolist() == seen_by_rules(game, 0)
        assert replay(game.record()).states[-1] == game.state


def test_seats_act_clockwise_from_the_active_one_and_again_if_they_are_asked() -> None:
    chance, asked = random.Random(4), 0
    for seed in range(40):
        game = new_game(3, seed)
        while not game.is_over():
            before, seat = game.state, game.seat
            boxes = [action for action in game.legal(seat) if action != DONE]
            game.act(
                seat, boxes[0] if boxes and (DONE not in game.legal(seat) or chance.random() < 0.7) else DONE
            )
            if game.is_over() or game.state.turns != before.turns:
                assert game.seat in (game.state.active, NOBODY)
            elif has(game.state.turn.done, seat):
                following = clockwise(seat, 3)
                while has(game.state.turn.done, following):
                    following = clockwise(following, 3)
                assert game.seat == following
            else:
                assert game.seat == seat
            asked += game.state.turn.done < before.turn.done and game.state.turns == before.turns
    assert asked, "in no game was anybody asked again"


def test_an_illegal_action_changes_nothing() -> None:
    game = SixtoGame((SHEETS["A"], SHEETS["B"]), lambda _: ROLLED)
    before, seen = game.state, game.observation(0)
    for action in (action_of("a1"), DONE, -1, ACTIONS):
        with pytest.raises(IllegalAction, match=f"action {action} .*these are: 73 74"):
            game.act(0, action)
    game.act(1, DONE)  # it has nothing to do
    with pytest.raises(IllegalAction, match="for seat 1 now; these are: 72"):
        game.act(1, KEEP)
    assert game.state == before
    assert (game.observation(0) == seen).all()


def test_a_row_is_used_once_in_a_turn() -> None:
    game = SixtoGame((SHEETS["A"],), lambda _: ROLLED)
    game.act(0, KEEP)
    game.act(0, action_of("a1"))
    with pytest.raises(IllegalAction, match=r"action 7 \(a8\)"):
        game.act(0, action_of("a8"))


def test_a_game_that_is_over_takes_no_action() -> None:
    game = SixtoGame((SHEETS["A"],), lambda _: ROLLED)
    for action in (KEEP, DONE):
        game.act(0, action)
    assert game.legal(0) == []
    assert np.flatnonzero(game.mask(0)).tolist() == [DONE]
    with pytest.raises(IllegalAction, match="the game is over"):
        game.act(0, DONE)


def test_dice_can_be_given_by_whoever_plays() -> None:
    game = SixtoGame((SHEETS["A"],))
    assert game.needs_roll()
    with pytest.raises(IllegalAction, match="these dice cannot be rolled now"):
        game.roll((0, 1, 2, 3, 4, 5))
    game.roll(ROLLED)
    game.act(0, ROLL_AGAIN)
    assert game.needs_roll()
    game.roll((6, 6, 6, 6, 6, 6))
    assert not game.needs_roll()
    with pytest.raises(IllegalAction, match="these dice cannot be rolled now"):
        game.roll(ROLLED)
    assert game.state.turn.phase == CROSSING
    assert game.observation(0)[SEAT_PART:].tolist() == [6] * 6 + [0] * 6 + [TO_CROSS, 0, 0]


def test_a_copy_goes_on_by_itself() -> None:
    game = SixtoGame((SHEETS["A"], SHEETS["B"]), lambda _: ROLLED)
    game.act(0, KEEP)
    other = game.copy()
    seen = game.observation(0)
    other.act(0, action_of("a1"))
    assert (game.observation(0) == seen).all()
    assert other.observation(0)[BOX_ACTIONS] == 2
    assert action_of("a8") in game.legal(0)
    assert action_of("a8") not in other.legal(0)


def test_a_game_can_be_pickled_at_any_moment() -> None:
    game = pickle.loads(pickle.dumps(SixtoGame((SHEETS["A"], SHEETS["B"]))))
    game.roll(ROLLED)
    game = pickle.loads(pickle.dumps(game))
    game.act(1, DONE)
    game.act(0, KEEP)
    game = pickle.loads(pickle.dumps(game))
    game.act(0, action_of("a1"))
    assert game.observation(0)[BOX_ACTIONS] == 2


def test_sizes_and_names() -> None:
    game = SixtoGame(tuple(SHEETS.values())[:6], lambda _: ROLLED)
    assert game.observation(3).shape == (6 * SEAT_PART + TABLE_PART,)
    assert game.mask(3).shape == (ACTIONS,)
    assert [describe(action_of(box)) for box in ("a1", "c7", "f12")] == ["a1", "c7", "f12"]
