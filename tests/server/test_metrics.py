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


def test_a_gauge_is_read_when_it_is_asked() -> None:
    metrics, tables = Metrics(), ["BCD789"]
    metrics.gauge("sixes_tables", "Tables in\nmemory.", lambda: len(tables))
    assert metrics.text().splitlines()[0] == "# HELP sixes_tables Tables in\\nmemory."
    assert metrics.text().endswith("sixes_tables 1.0\n")
    tables.clear()
    assert metrics.text().endswith("sixes_tables 0.0\n")


def test_a_name_has_one_meaning() -> None:
    metrics = Metrics()
    metrics.counter("sixes_tables", "Tables.")
    with pytest.raises(ValueError, match="sixes_tables"):
        metrics.gauge("sixes_tables", "Tables.", lambda: 1)
    metrics.gauge("sixes_seats", "Seats.", lambda: 1)
    with pytest.raises(ValueError, match="sixes_seats"):
        metrics.gauge("sixes_seats", "Seats.", lambda: 2)
