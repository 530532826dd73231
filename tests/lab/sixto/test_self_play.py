"""The master's values at tables: made again from their seed, and better for what they have learnt."""

from typing import Any

import numpy as np
import pytest

from sixes.lab.sixto import self_play_training
from sixes.lab.sixto.network import shipped_network as coach_network
from sixes.lab.sixto.self_play_training import Progress, run_rounds, who_plays, wider
from sixes.lab.sixto.table_values import FILE, packed, shipped_network, unpacked


def trained(seed: int, rounds: int) -> list[Progress]:
    made = []
    for progress in run_rounds(seed, rounds):
        weights: Any = type(progress.network)(*(part.copy() for part in progress.network))
        made.append(progress._replace(network=weights))
    return made


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play_training, "PARTS", 2)
    monkeypatch.setattr(self_play_training, "GAMES", {2: 20, 3: 4})


@pytest.mark.usefixtures("short")
def test_the_same_seed_makes_the_same_values() -> None:
    made = [packed(trained(seed, 2)[-1].network) for seed in (3, 3, 4)]
    assert made[0] == made[1] != made[2]


@pytest.mark.usefixtures("short")
def test_the_values_of_the_last_round_are_a_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play_training, "KEPT", 1)
    first, mean = trained(3, 2)
    assert not np.allclose(first.network.embeddings, mean.network.embeddings)
    for progress in (first, mean):
        assert 0 < progress.chances < 0.2
        assert 0 < progress.points < 20


def test_training_begins_with_the_coach() -> None:
    coach, begun = coach_network(), wider(coach_network(), 1)
    embeddings = begun.embeddings[: len(coach.embeddings), : coach.embeddings.shape[1]]
    assert np.allclose(embeddings, coach.embeddings)
    assert begun.out[:, coach.out.shape[1] :].any() == 0  # what is new says nothing yet


def test_every_other_part_has_one_expert_in_turn() -> None:
    assert [list(who_plays(3, part)) for part in range(6)] == [
        *([1, 1, 1], [0, 1, 1]),
        *([1, 1, 1], [1, 0, 1]),
        *([1, 1, 1], [1, 1, 0]),
    ]


def test_the_file_is_read_as_it_was_written() -> None:
    assert packed(shipped_network()) == FILE.read_bytes()
    for mine, again in zip(shipped_network(), unpacked(FILE.read_bytes()), strict=True):
        assert (mine == again).all()
