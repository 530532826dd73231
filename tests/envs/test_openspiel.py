"""Both games pass OpenSpiel's own tests, match their golden playthroughs, and replay as records.

`open_spiel.python.algorithms.generate_playthrough.update_path` writes the playthroughs anew.
"""

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import sixes.envs.openspiel  # noqa: F401 # it registers the games
from sixes.envs.options import WrongOption
from sixes.envs.sixem import STOP
from sixes.envs.sixto import DONE, KEEP, ROLL_AGAIN, IllegalAction
from sixes.records import replay

PLAYTHROUGHS = Path(__file__).parents[1] / "golden" / "playthroughs"
GAMES = [
    ("sixes_sixto", 3),
    ("sixes_sixto(players=1,sheets=F,returns=points)", 20),
    ("sixes_sixto(players=6,reroll=False,max_turns=6)", 1),
    ("sixes_sixto(players=3,sheets=CAB,returns=points,max_turns=3)", 3),
    ("sixes_sixem(auto_stop=True,pattern=3,max_ticks=80)", 2),
    ("sixes_sixem(players=3,sweet=True,max_ticks=20)", 3),
]
"""Games, and how often each is played."""


@pytest.mark.parametrize(("name", "games"), GAMES)
def test_the_tests_of_openspiel(name: str, games: int) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=games, serialize=True, verbose=False)


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_are_as_they_were(path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # the generator asks for a flag of its command line
    original, now = generate_playthrough.replay(path)
    assert now == original


def test_every_game_has_a_playthrough() -> None:
    played = {path.name.partition("-")[0] for path in PLAYTHROUGHS.iterdir()}
    assert played == {"sixto", "sixem"}


def play(state: Any, chance: random.Random) -> None:
    """Play at random until the end."""
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))


def check_bounds(game: Any, state: Any) -> None:
    players = [each.player for each in state.full_history()]
    fallen = players.count(pyspiel.PlayerId.CHANCE)
    assert fallen <= game.max_chance_nodes_in_history()
    assert len(players) - fallen <= game.max_game_length()
    for got in state.returns():
        assert game.min_utility() <= got <= game.max_utility()


@pytest.mark.parametrize("returns", ["win", "points"])
def test_a_game_of_sixto_replays_as_a_record_with_the_same_score(returns: str) -> None:
    for seed in range(4):
        game = pyspiel.load_game("sixes_sixto", {"players": 2 + seed, "returns": returns})
        state = game.new_initial_state()
        play(state, random.Random(seed))
        check_bounds(game, state)
        result = replay(state.table.record()).result()
        assert result["finished"]
        if returns == "points":
            assert state.returns() == [score["total"] for score in result["scores"]]
        else:
            assert [seat for seat, got in enumerate(state.returns()) if got > 0] == result["winners"]
            assert sum(state.returns()) == pytest.approx(game.utility_sum())


def test_a_game_of_sixem_replays_as_a_record_with_the_same_winner() -> None:
    for seed in range(3):
        options = {"players": 2 + seed, "auto_stop": True, "sweet": seed == 1, "max_ticks": 5000}
        game = pyspiel.load_game("sixes_sixem", options | ({} if seed else {"pattern": 3}))
        state = game.new_initial_state()
        play(state, random.Random(seed))
        check_bounds(game, state)
        (winner,) = replay(state.table.record()).result()["winners"]
        others = range(game.num_players())
        assert state.returns() == [game.num_players() - 1 if seat == winner else -1 for seat in others]


def test_a_game_that_takes_too_long_has_no_winner() -> None:
    for name in ("sixes_sixto(max_turns=1)", "sixes_sixem(max_ticks=1)"):
        state = pyspiel.load_game(name).new_initial_state()
        play(state, random.Random(1))
        assert state.returns() == [0, 0]
        assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_dice_fall_one_at_a_time() -> None:
    state = pyspiel.load_game("sixes_sixto").new_initial_state()
    for die in "abcdef":
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
        assert state.action_to_string(state.current_player(), 2) == f"{die}3"
        state.apply_action(2)
    assert state.legal_actions() == [KEEP, ROLL_AGAIN]
    state.apply_action(ROLL_AGAIN)
    assert state.is_chance_node()
    spinning = pyspiel.load_game("sixes_sixem").new_initial_state()
    assert len(spinning.chance_outcomes()) == 11
    assert spinning.action_to_string(spinning.current_player(), 7) == "horizontal 1, vertical 1"


def test_observers_work_at_every_node() -> None:
    for name in ("sixes_sixto(players=3,max_turns=6)", "sixes_sixem(auto_stop=True,pattern=3,max_ticks=20)"):
        game, chance = pyspiel.load_game(name), random.Random(3)
        observation, state = make_observation(game), game.new_initial_state()
        while True:
            for player in range(game.num_players()):
                observation.set_from(state, player)
                seen = state.table.observation(player)
                assert np.array_equal(observation.tensor, [*seen, *state.faces])
                assert list(observation.tensor) == state.observation_tensor(player)
                assert observation.string_from(state, player) == state.observation_string(player)
                assert state.information_state_string(player) == state.history_str()
            if state.is_terminal():
                break
            state.apply_action(chance.choice(state.legal_actions()))
    game = pyspiel.load_game("sixes_sixto")
    with pytest.raises(WrongOption, match="there is no observation parameter 'scale': use none"):
        make_observation(game, params={"scale": 2})


def test_states_can_be_stored_and_copied() -> None:
    chance = random.Random(5)
    for name in ("sixes_sixto(players=3,sheets=CAB)", "sixes_sixem(auto_stop=True)"):
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(60):
            state.apply_action(chance.choice(state.legal_actions()))
        stored = pyspiel.serialize_game_and_state(state.get_game(), state)
        _, restored = pyspiel.deserialize_game_and_state(stored)
        by_history = state.get_game().new_initial_state()
        for action in state.history():
            by_history.apply_action(action)
        twins = [restored, pickle.loads(pickle.dumps(state)), state.clone(), by_history]
        for twin in (state, *twins):
            play(twin, random.Random(6))
        for twin in twins:
            assert twin.history() == state.history()
            assert str(twin) == str(state)


# Bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "before", "illegal", "why"),
    [
        ("sixes_sixto", [], 6, "6 is no outcome of chance here: use 0 to 5"),
        ("sixes_sixto", [], -3, "-3 is no outcome of chance"),
        ("sixes_sixto", [0] * 6, DONE, r"action 72 \(done\) is not legal for seat 0 now; these are: 73 74"),
        ("sixes_sixto", [0] * 6, 999, "action 999 is not legal"),
        ("sixes_sixem", [], 11, "11 is no outcome of chance here: use 0 to 10"),
        ("sixes_sixem", [0], STOP + 1, r"action 65 \(mark a\) is not legal for seat 0"),
    ],
)
def test_an_illegal_action_changes_nothing(name: str, before: list[int], illegal: int, why: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    for action in before:
        state.apply_action(action)
    shown = str(state)
    with pytest.raises(IllegalAction, match=why):
        state.apply_action(illegal)
    assert (str(state), state.history()) == (shown, before)


def test_after_the_end_nothing_can_be_done() -> None:
    for name in ("sixes_sixto(max_turns=1)", "sixes_sixem(max_ticks=1)"):
        state = pyspiel.load_game(name).new_initial_state()
        play(state, random.Random(1))
        assert state.legal_actions() == []
        with pytest.raises(IllegalAction, match="the game is over"):
            state.apply_action(0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("sixes_sixto(players=7)", "players=7 is not allowed: use a whole number from 1 to 6"),
        ("sixes_sixto(players=1)", "returns='win' is not allowed with one player: use 'points'"),
        ("sixes_sixto(sheets=AZ)", "use a letter from A to L"),
        ("sixes_sixto(sheets=ABC)", "use 2 sheets, one for each seat"),
        ("sixes_sixto(sheets=random)", "sheets='random' is not allowed here: use letters"),
        ("sixes_sixto(returns=gold)", "returns='gold' is not allowed: use 'win' or 'points'"),
        ("sixes_sixto(max_turns=0)", "max_turns=0"),
        ("sixes_sixto(max_turns=100000000)", "use a whole number from 1 to 1000000"),
        ("sixes_sixem(max_ticks=100000000)", "use a whole number from 1 to 1000000"),
        ("sixes_sixem(players=1)", "players=1 is not allowed: use a whole number from 2 to 6"),
        ("sixes_sixem(pattern=11)", "pattern=11 is not allowed: use a whole number from -1 to 10"),
    ],
)
def test_a_wrong_parameter_is_named(name: str, why: str) -> None:
    with pytest.raises(WrongOption, match=why):
        pyspiel.load_game(name)


def test_an_unknown_parameter_is_named() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'dice'.*max_turns"):
        pyspiel.load_game("sixes_sixto(dice=6)")
