"""The coach's values at tables: made again from their seed, and the same in compiled and in plain code."""

import random
import zlib
from array import array
from typing import Any

import numpy as np
import pytest
from numba import njit

from sixes.bots.sixto.features import lookup_tables, outlook
from sixes.bots.sixto.table_features import FEATURES, ONE, SIZE, TableView, find_features
from sixes.coach.network import Network
from sixes.coach.tables import tempo_of
from sixes.lab.sixto import table_training
from sixes.lab.sixto.arrays import DecisionPoint, state_at
from sixes.lab.sixto.network import forward, packed
from sixes.lab.sixto.playouts import CROSSED, NEW_TURN, POINTS, RANK, ROLL_AGAIN, WON, Start, play_out
from sixes.lab.sixto.table_learning import store_features
from sixes.lab.sixto.table_training import new_memory, new_network, run_rounds
from sixes.rules import sixto
from sixes.rules.six import NONE
from sixes.rules.turns import CROSSING, FRESH_TURN, SixtoState
from tests.random_play import play_sixto

PARTS = 6


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_training, "PARTS", PARTS)


def weights(stored: bytes) -> list[float]:
    numbers = array("h")
    numbers.frombytes(zlib.decompress(stored))
    return [number / ONE for number in numbers]


def position(seed: int, seats: int, turns: int) -> SixtoState:
    while True:
        _, state = play_sixto(random.Random(seed), seats, turns)
        if not sixto.is_over(state):
            return state
        turns //= 2


@pytest.mark.usefixtures("short")
def test_the_same_seed_makes_the_same_values() -> None:
    made = [packed(list(run_rounds(seed, 2))[-1].network) for seed in (3, 3, 4)]
    assert made[0] == made[1] != made[2]
    Network(weights(made[0]))


@pytest.mark.usefixtures("short")
def test_learning_brings_the_values_nearer_to_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_training, "PARTS", 40)
    rounds = list(run_rounds(1, 4))
    for seats in (2, 4):
        (first_points, first_win), (points, win) = rounds[0].errors[seats], rounds[-1].errors[seats]
        assert points < 0.8 * first_points
        assert win < first_win


def in_arrays(state: SixtoState, memory: Any) -> SixtoState:
    arrays = memory.arrays
    arrays.sheets[:], arrays.crosses[:] = state.sheets, state.crosses
    return state_at(DecisionPoint(state.seats, state.closed, state.turns, state.active, 0), arrays)


@njit
def store(state: SixtoState, second: bool, memory: Any) -> None:
    """What only compiled code can call, for a test."""
    store_features(state, second, memory)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_compiled_and_plain_code_find_the_same(seats: int) -> None:
    memory, network = new_memory(seats), new_network(1)
    plain = Network([float(one) for part in network for one in part.ravel()])
    for seed in range(20):
        state, second = position(seed, seats, seed % 14), seed % 2 == 1
        for seat in range(seats):
            memory.players.expert.ahead[seat] = outlook(state.sheets[seat])
        store(in_arrays(state, memory), second, memory)
        for seat in range(seats):
            found = [0] * FEATURES
            view = TableView(outlook(state.sheets[seat]), tempo_of(state), lookup_tables())
            find_features(state, seat, second, view, found)
            assert found == list(memory.features[state.turns, seat])
            assert all(0 <= one < SIZE for one in found)
            forward(memory.features[state.turns, seat], seat, network, memory)
            assert plain.outputs(found) == pytest.approx(tuple(memory.outputs[seat]))


# Play-outs -----------------------------------------------------------------------------------------------


def test_wins_are_shared_and_ranks_add_up() -> None:
    state = position(5, 3, 6)
    results = play_out([Start(state, seat, NEW_TURN) for seat in range(3)], seed=1, many=200)
    assert np.allclose(results[:, :, WON].sum(axis=0), 1)
    assert np.allclose(results[:, :, RANK].sum(axis=0), 6)
    assert results[:, :, POINTS].std() > 0


def test_play_outs_begin_with_a_crossing_or_with_the_second_roll() -> None:
    before = sixto.setup(position(1, 2, 0).sheets[:2])
    state = sixto.with_turn(before, FRESH_TURN._replace(phase=CROSSING, dice=(1, 2, 3, 4, 5, 6)))
    starts = [Start(state, 0, CROSSED, NONE), Start(state, 0, ROLL_AGAIN), Start(before, 0, NEW_TURN)]
    nothing, again, new = play_out(starts, seed=2, many=2000)[:, :, POINTS].mean(axis=1)
    assert nothing < min(again, new)  # a whole turn is lost
    assert (play_out(starts[:1], 2, 50) == play_out(starts[:1], 2, 50)).all()
