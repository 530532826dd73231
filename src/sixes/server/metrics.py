"""Metrics for Prometheus, rendered by `prometheus_client`; whoever counts something registers it here.

The counters are plain objects of our own: the library's take a lock at each increment, which one event loop
does not need.
"""

from collections.abc import Callable, Iterator

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Counter:
    """Only grows: `counter.value += 1`."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: float = 0


class Metrics:
    """All metrics of a server; a collector for `prometheus_client`."""

    def __init__(self) -> None:
        self._rendered: dict[str, Callable[[], Metric]] = {}

    def counter(self, name: str, documentation: str) -> Counter:
        counter = Counter()
        self._add(name, lambda: CounterMetricFamily(name, documentation, counter.value))
        return counter

    def gauge(self, name: str, documentation: str, read: Callable[[], float]) -> None:
        """A number that goes up and down, read when the metrics are requested."""
        self._add(name, lambda: GaugeMetricFamily(name, documentation, read()))

    def _add(self, name: str, render: Callable[[], Metric]) -> None:
        if name in self._rendered:
            raise ValueError(f"{name} is measured already")
        self._rendered[name] = render

    def collect(self) -> Iterator[Metric]:
        return (render() for render in self._rendered.values())

    def text(self) -> str:
        """All metrics in the Prometheus text format."""
        return generate_latest(self).decode()
