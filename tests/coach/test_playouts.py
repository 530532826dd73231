"""Costs by play-outs: luck and costs still add up exactly, and only what is surely worse is a mistake."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sixes import coach
from sixes.cli import main
from sixes.coach import CoachError, playouts
from sixes.coach.accounts import AGAIN, KEEP, Decision, Review
from sixes.coach.playouts import Comparison, Measured, comparisons, measure, review_by_playouts, with_costs
from sixes.records import replay
from sixes.rules.six import NONE
from tests.coach.test_review import check, sensible_game
from tests.lab.commands import command, environment
from tests.random_play import Record, play_sixto

GAMES = 400
ENDS_AT_ONCE: Record = {
    "game": "sixto",
    "sheets": ["A"],
    "turns": [{"rolls": [[1, 2, 3, 4, 5, 6]], "crosses": [[]]}],
}


def differing(review: Review) -> list[Decision]:
    return [one for one in review.decisions if one.chosen != one.best]


def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(compared: list[Comparison], games: int) -> list[Measured]:
        return [measure(one, seed, games) for seed, one in enumerate(compared)]

    monkeypatch.setattr(playouts, "in_processes", measured)


def test_luck_and_measured_costs_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    better = 0
    for seed in range(6):
        played = replay(
            sensible_game(random.Random(seed)) if seed % 2 else play_sixto(random.Random(seed), 1)[0]
        )
        by_values, measured = coach.review(played), review_by_playouts(played, 0, GAMES)
        check(measured)
        assert (measured.by, measured.start, measured.final) == ("playouts", by_values.start, by_values.final)
        for before, after in zip(by_values.decisions, measured.decisions, strict=True):
            assert before.chosen == after.chosen
            assert (after.cost * 64).is_integer()
            if before.cost == 0:
                assert (after.cost, after.error) == (0, 0)
            better += before.cost > 0 and after.cost == 0
        assert all(one.cost >= 2 * one.error for one in measured.mistakes)
        about_equal = [one for one in measured.decisions if one.cost and one not in measured.mistakes]
        assert all(one.cost < 2 * one.error for one in about_equal)
    assert better  # a choice that was better than the coach's is the best one


def test_each_step_begins_where_the_one_before_ends() -> None:
    """With costs that are all wrong: after a choice comes its value, before it the best one's."""
    told = coach.review(replay(sensible_game(random.Random(3), "F")))
    found = {(one.turn, one.kind): Measured(one.turn / 3 - 1, 0.1) for one in differing(told)}
    now, changed = told.start, told._replace(steps=with_costs(told.steps, found))
    for step in changed.steps:
        if isinstance(step, Decision):
            now -= step.cost
            assert step.value == now
        else:
            now += step.luck
    assert now == told.final
    assert {one.cost for one in differing(told)} != {one.cost for one in differing(changed)}


def test_a_certain_loss_is_a_mistake_though_its_error_is_zero() -> None:
    told = coach.review(replay(ENDS_AT_ONCE))
    (worst,) = told.mistakes
    certain = told._replace(steps=with_costs(told.steps, {(1, worst.kind): Measured(3.0, 0.0)}))
    assert [one.cost for one in certain.mistakes] == [3]
    unsure = told._replace(steps=with_costs(told.steps, {(1, worst.kind): Measured(3.0, 1.6)}))
    assert not unsure.mistakes


def test_what_is_compared_is_what_was_chosen_and_the_best() -> None:
    told = coach.review(replay(sensible_game(random.Random(3), "F")))
    compared, decisions = list(comparisons(told)), differing(told)
    assert len(compared) == len(decisions)
    for one, decision in zip(compared, decisions, strict=True):
        assert one.state == decision.state
        assert (one.chosen is None) == (decision.chosen == AGAIN)
        assert (one.best is None) == (decision.best == AGAIN)
    assert {KEEP, AGAIN} & {decision.best for decision in decisions}


def test_more_games_make_the_error_smaller_and_another_seed_hardly_matters() -> None:
    state = coach.review(replay(ENDS_AT_ONCE)).decisions[-1].state
    compared = Comparison(state, None, NONE)
    few, many, others = (measure(compared, seed, games) for seed, games in ((1, 200), (1, 3200), (2, 3200)))
    assert few.error > 2 * many.error > 0
    assert abs(many.cost - others.cost) < 4 * (many.error + others.error)
    assert measure(compared, 1, 200) == few


# The command ---------------------------------------------------------------------------------------------


def test_the_command_measures_in_worker_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(sensible_game(random.Random(3), "F")))
    line = ["review", str(file), "--playouts", "200", "--lang", "en"]
    assert main([*line, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["by"] == "playouts"
    assert document["start"] + document["luck"] - document["cost"] == document["final"]
    in_this_process(monkeypatch)
    assert main([*line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == document
    assert main(line) == 0
    text = capsys.readouterr().out
    assert "200 games played on after each choice" in text
    assert "±" in text


def test_play_outs_are_for_sixto_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(play_sixto(random.Random(1), 2)[0]))
    assert main(["review", str(file), "--playouts", "200", "--lang", "en"]) == 1
    assert capsys.readouterr().err == "play-outs are for games of Sixto alone\n"
    with pytest.raises(CoachError) as refused:
        review_by_playouts(replay(ENDS_AT_ONCE), 1, GAMES)
    assert refused.value.key == "coach.no_such_seat"


def test_without_the_lab_it_says_what_to_install(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(ENDS_AT_ONCE))
    hide = "import sys; sys.modules['numba'] = None; from sixes.cli import main; sys.exit(main())"
    line = [*command()[:1], "-c", hide, "review", str(file), "--playouts", "200"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60, env=environment())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "This needs numba, a part of the lab: pip install 'sixes[lab]'\n"


def test_the_coach_itself_does_without_the_lab() -> None:
    code = "import sys, sixes.coach, sixes.server.run; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_a_worker_that_dies_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    state = coach.review(replay(ENDS_AT_ONCE)).decisions[-1].state
    monkeypatch.setattr(playouts, "measure", dies)
    with pytest.raises(CoachError) as refused:
        playouts.in_processes([Comparison(state, None, NONE)], GAMES)
    assert refused.value.key == "lab.worker_died"


def dies(_: Comparison, seed: int, games: int) -> Measured:
    os.kill(os.getpid(), signal.SIGKILL)
    return Measured(seed, games)
