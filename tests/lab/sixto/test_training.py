"""`sixes train`: the expert's values are made again, and nothing is lost on the way."""

import io
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sixes.bots.sixto.expert import read_model
from sixes.lab.sixto import checkpoints, training, tuning
from sixes.lab.sixto.checkpoints import BadCheckpoint, load, resume, run_with_checkpoints, save
from sixes.lab.sixto.training import begin, packed_values, play_alone, run_rounds
from sixes.lab.sixto.tuning import run_generation, updated
from tests.lab.commands import run_here

ROUNDS = 8
"""Of each kind some, and those whose mean is kept."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES_PER_ROUND", 24)
    monkeypatch.setattr(training, "TABLES", (((2, 4),), ((3, 3), (4, 4)), ((5, 5), (6, 6))))
    monkeypatch.setattr(checkpoints, "EVERY", 3)


def test_the_same_seed_gives_the_same_values() -> None:
    made = [packed_values(list(run_rounds(begin(seed, ROUNDS)))[-1]) for seed in (3, 3, 4)]
    assert made[0] == made[1] != made[2]
    assert len(set(read_model(made[0]).table_weights)) == 3


def test_a_training_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """The last checkpoint is of round 6; what came after it is done again."""
    whole, checkpoint = list(run_rounds(begin(5, ROUNDS)))[-1], tmp_path / "half"
    at_kill = b""
    for reached in run_with_checkpoints(begin(5, ROUNDS), checkpoint):
        if reached.done == 7:
            at_kill = checkpoint.read_bytes()
            break
    checkpoint.write_bytes(at_kill)
    assert load(checkpoint).done == 6
    *_, last = run_with_checkpoints(resume(checkpoint, None, None), checkpoint)
    assert packed_values(last) == packed_values(whole)


def test_nor_does_it_matter_when_in_a_round_somebody_interrupts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, checkpoint = list(run_rounds(begin(5, ROUNDS)))[-1], tmp_path / "half"
    tried = count()

    def run_and_interrupt(*given: Any) -> Any:
        if next(tried) == 3 * 6 + 1:
            raise KeyboardInterrupt
        return run_generation(*given)

    monkeypatch.setattr(training, "run_generation", run_and_interrupt)
    with pytest.raises(KeyboardInterrupt):
        list(run_with_checkpoints(begin(5, ROUNDS), checkpoint))
    assert load(checkpoint).done == 6
    *_, last = run_with_checkpoints(resume(checkpoint, None, None), checkpoint)
    assert packed_values(last) == packed_values(whole)


def test_learning_alone_makes_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known before the first game; a thousand games later something is."""
    monkeypatch.setattr(training, "GAMES_PER_ROUND", 1000)
    points = []

    def counted(*given: Any) -> Any:
        tables, mean = play_alone(*given)
        points.append(mean)
        return tables, mean

    monkeypatch.setattr(training, "play_alone", counted)
    list(run_rounds(begin(1, 4)))
    assert points[-1] > points[0] + 10


def test_a_search_for_a_taste_finds_what_is_best() -> None:
    """Here the nearer a taste is to one that is known, the better."""
    wanted, chance, search = np.linspace(-3, 3, tuning.N), np.random.default_rng(4), tuning.begin()
    for _ in range(150):
        steps = chance.standard_normal((tuning.LAMBDA, tuning.N)) * np.sqrt(search.variances)
        far = ((search.mean + search.sigma * steps - wanted) ** 2).sum(axis=1)
        search = updated(search, steps[np.argsort(far)[: tuning.MU]])
    assert np.abs(search.mean - wanted).max() < 0.1


def test_the_command_makes_values_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "values"
    done = run_here(capsys, "train", str(out), "--rounds", str(ROUNDS), "--seed", "3")
    assert (done.status, done.out) == (0, f"{out} holds the values after {ROUNDS} rounds.\n")
    made = out.read_bytes()
    again = run_here(capsys, "train", str(out), "--resume", f"{out}.checkpoint")
    assert again.status == 0
    assert out.read_bytes() == made


def test_whoever_interrupts_it_keeps_the_values_they_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_and_interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    out = tmp_path / "values"
    out.write_bytes(b"good ones")
    monkeypatch.setattr(training, "run_generation", run_and_interrupt)
    ended = run_here(capsys, "train", str(out), "--rounds", "2")
    assert ended == (130, "", ["Interrupted after 0 of 2 rounds: the same command goes on."])
    assert out.read_bytes() == b"good ones"


def stored(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def bare() -> bytes:
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"nonsense",
        b"PK\x03\x04 torn",
        bare(),
        stored(other=np.zeros(3)),
        stored(about=np.array([3, 8, 9])),
        stored(about=np.array([3, np.inf, 1])),
        stored(about=np.array([3, 8, 1]), values0=np.array(["one", "two"])),
    ],
)
def test_a_damaged_checkpoint_gets_one_sentence(
    damage: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_bytes(damage)
    ended = run_here(capsys, "train", str(tmp_path / "values"), "--resume", str(checkpoint))
    assert (ended.status, ended.out) == (1, "")
    assert ended.err == [f"{checkpoint} is no checkpoint of a training, or a damaged one."]
    assert checkpoint.read_bytes() == damage


def test_a_missing_checkpoint_or_folder_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere, out = tmp_path / "nowhere", tmp_path / "nowhere" / "values"
    ended = run_here(capsys, "train", str(tmp_path / "values"), "--resume", str(nowhere))
    assert (ended.status, ended.err) == (1, [f"{nowhere}: No such file or directory."])
    ended = run_here(capsys, "train", str(out))
    assert (ended.status, ended.err) == (1, [f"{out} cannot be written: No such file or directory"])
    ended = run_here(capsys, "train", str(tmp_path))
    assert (ended.status, ended.err) == (1, [f"{tmp_path} cannot be written: Is a directory"])


def test_a_checkpoint_of_another_training_is_not_gone_on_from(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    save(begin(3, ROUNDS), file)
    with pytest.raises(BadCheckpoint, match="another seed: 3"):
        resume(file, 4, None)
    with pytest.raises(BadCheckpoint, match="another number of rounds: 8"):
        resume(file, None, 9)
    assert resume(file, 3, ROUNDS).done == 0
