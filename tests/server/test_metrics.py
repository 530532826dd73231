"""Numbers as Prometheus reads them."""

import pytest

from sixes.server.metrics import Metrics


def test_a_counter_grows() -> None:
    metrics = Metrics()
    counter = metrics.counter("sixes_moves_total", "Moves accepted.")
    counter.value += 1
    counter.value += 2
    assert metrics.text() == (
        "# HELP sixes_moves_total Moves accepted.\n# TYPE sixes_moves_total counter\nsixes_moves_total 3.0\n"
    )


def test_counters_of_one_name_differ_in_their_labels() -> None:
    metrics = Metrics()
    metrics.counter("sixes_refused_total", "Refused.", code="stale").value += 1
    metrics.counter("sixes_refused_total", "Refused.", code='odd"\\\n').value += 1
    metrics.counter("sixes_refused_total", "Refused.", code="stale").value += 1
    assert metrics.text().splitlines() == [
        "# HELP sixes_refused_total Refused.",
        "# TYPE sixes_refused_total counter",
        'sixes_refused_total{code="stale"} 2.0',
        'sixes_refused_total{code="odd\\"\\\\\\n"} 1.0',
    ]


def test_a_gauge_is_read_when_it_is_asked() -> None:
    metrics, tables = Metrics(), ["BCD789"]
    metrics.gauge("sixes_tables", "Tables in\nmemory.", lambda: len(tables))
    assert metrics.text().splitlines()[0] == "# HELP sixes_tables Tables in\\nmemory."
    assert metrics.text().endswith("sixes_tables 1.0\n")
    tables.clear()
    assert metrics.text().endswith("sixes_tables 0.0\n")


def test_a_histogram_counts_what_is_at_most_each_bound() -> None:
    metrics = Metrics()
    commits = metrics.histogram("sixes_commit_seconds", "Commits.", (0.25, 0.5, 1))
    for seconds in (0.25, 0.375, 0.5, 4):
        commits.observe(seconds)
    assert metrics.text().splitlines() == [
        "# HELP sixes_commit_seconds Commits.",
        "# TYPE sixes_commit_seconds histogram",
        'sixes_commit_seconds_bucket{le="0.25"} 1.0',
        'sixes_commit_seconds_bucket{le="0.5"} 3.0',
        'sixes_commit_seconds_bucket{le="1.0"} 3.0',
        'sixes_commit_seconds_bucket{le="+Inf"} 4.0',
        "sixes_commit_seconds_count 4.0",
        "sixes_commit_seconds_sum 5.125",
    ]


def test_a_name_has_one_meaning() -> None:
    metrics = Metrics()
    metrics.counter("sixes_tables", "Tables.")
    with pytest.raises(ValueError, match="sixes_tables"):
        metrics.gauge("sixes_tables", "Tables.", lambda: 1)
    metrics.gauge("sixes_seats", "Seats.", lambda: 1)
    with pytest.raises(ValueError, match="sixes_seats"):
        metrics.gauge("sixes_seats", "Seats.", lambda: 2)
