"""The server's metrics for Prometheus: counters, gauges and histograms, rendered by `prometheus_client`.

The metrics are plain objects of our own: the library's take a lock at each increment, which one event loop
does not need.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from math import inf
from typing import Any, NamedTuple, TypeVar

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.utils import floatToGoString

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Counter:
    """Only grows: `counter.value += 1`."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: float = 0

    def values(self) -> tuple[float]:
        return (self.value,)


class Gauge:
    """Goes up and down; read when the metrics are requested."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[], float]) -> None:
        self._read = read

    def values(self) -> tuple[float]:
        return (self._read(),)


class Histogram:
    """Counts the observations up to each bound, and adds them up."""

    __slots__ = ("_bounds", "_counts", "_sum")

    def __init__(self, bounds: Iterable[float]) -> None:
        self._bounds = (*sorted(bounds), inf)
        self._counts = [0] * len(self._bounds)
        self._sum: float = 0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def values(self) -> tuple[list[tuple[str, int]], float]:
        names = map(floatToGoString, self._bounds)
        return list(zip(names, accumulate(self._counts), strict=True)), self._sum


AnyMetric = TypeVar("AnyMetric", Counter, Gauge, Histogram)
RENDERED: dict[type, Any] = {
    Counter: CounterMetricFamily,
    Gauge: GaugeMetricFamily,
    Histogram: HistogramMetricFamily,
}


class Family(NamedTuple):
    """All metrics of one name, by the values of their labels."""

    kind: type
    documentation: str
    labels: tuple[str, ...]
    members: dict[tuple[str, ...], Counter | Gauge | Histogram]


class Metrics:
    """All metrics of a server; a collector for `prometheus_client`."""

    def __init__(self) -> None:
        self._families: dict[str, Family] = {}

    def counter(self, name: str, documentation: str, **labels: str) -> Counter:
        """A new counter, or the one that was made with this name and these labels."""
        if name in self._families:
            known = self._families[name].members.get(tuple(labels.values()))
            if isinstance(known, Counter):
                return known
        return self._add(name, documentation, labels, Counter())

    def gauge(self, name: str, documentation: str, read: Callable[[], float], **labels: str) -> Gauge:
        return self._add(name, documentation, labels, Gauge(read))

    def histogram(self, name: str, documentation: str, bounds: Iterable[float], **labels: str) -> Histogram:
        return self._add(name, documentation, labels, Histogram(bounds))

    def _add(self, name: str, documentation: str, labels: dict[str, str], metric: AnyMetric) -> AnyMetric:
        new = Family(type(metric), documentation, tuple(labels), {})
        family = self._families.setdefault(name, new)
        key = tuple(labels.values())
        if family[:3] != new[:3] or key in family.members:
            raise ValueError(f"{name} is measured already")
        family.members[key] = metric
        return metric

    def collect(self) -> Iterator[Metric]:
        for name, family in self._families.items():
            rendered = RENDERED[family.kind](name, family.documentation, labels=family.labels)
            for labels, metric in family.members.items():
                rendered.add_metric(labels, *metric.values())
            yield rendered

    def text(self) -> str:
        """All metrics in the Prometheus text format."""
        return generate_latest(self).decode()
