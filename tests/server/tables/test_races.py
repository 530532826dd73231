"""Races for STOP over lines of different length, many of them: `bench/latency.py` in short."""

from bench.latency import JITTER, Setting, measure, plot, ready


def test_over_steady_lines_whoever_called_first_wins_however_far_away_they_are() -> None:
    row = measure(Setting(250, 2, 0), 60)
    assert row.compensated == 1
    assert row.without < 0.9, "without making up for lag, whoever is near wins too often"


def test_jitter_costs_some_races_but_making_up_for_lag_still_helps() -> None:
    """Always the same races, so never by chance."""
    row = measure(Setting(100, 4, JITTER), 60)
    assert row.without < row.compensated
    assert row.held < 150
    assert "lag made up for" in plot([row], 60)


def test_everybody_is_ready_to_call() -> None:
    story = ready(("ann", "bob"), fair=True)
    assert [sorted(dice) for dice in story.sixem.state.round.dice[:2]] == [[1, 2, 3, 4, 5, 6]] * 2
