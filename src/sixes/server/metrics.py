"""Numbers for Prometheus, in its text format: counters, gauges that are read when asked, histograms.

Our own few lines, because the usual library takes locks at every increment; one event loop needs none.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from math import inf
from typing import NamedTuple, TypeVar

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Sample = tuple[str, dict[str, str], float]
"""The end of a name, labels, a value."""


class Counter:
    """Only grows: `counter.value += 1`."""

    __slots__ = ("value",)
    kind = "counter"

    def __init__(self) -> None:
        self.value: float = 0

    def samples(self) -> Iterator[Sample]:
        yield "", {}, self.value


class Gauge:
    """Goes up and down; read from where the number is known."""

    __slots__ = ("_read",)
    kind = "gauge"

    def __init__(self, read: Callable[[], float]) -> None:
        self._read = read

    def samples(self) -> Iterator[Sample]:
        yield "", {}, self._read()


class Histogram:
    """How many observations were at most each bound, and their sum."""

    __slots__ = ("_bounds", "_counts", "_sum")
    kind = "histogram"

    def __init__(self, bounds: Iterable[float]) -> None:
        self._bounds = tuple(sorted(bounds))
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum: float = 0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def samples(self) -> Iterator[Sample]:
        for bound, count in zip((*self._bounds, inf), accumulate(self._counts), strict=True):
            yield "_bucket", {"le": _number(bound)}, count
        yield "_sum", {}, self._sum
        yield "_count", {}, sum(self._counts)


Measure = TypeVar("Measure", Counter, Gauge, Histogram)


class Family(NamedTuple):
    """All measures of one name; they differ in their labels."""

    kind: str
    about: str
    members: dict[tuple[tuple[str, str], ...], Counter | Gauge | Histogram]


class Metrics:
    """All numbers of a server."""

    def __init__(self) -> None:
        self._families: dict[str, Family] = {}

    def counter(self, name: str, about: str, **labels: str) -> Counter:
        """A new counter, or the one that was made with this name and these labels."""
        if name in self._families:
            known = self._families[name].members.get(tuple(labels.items()))
            if isinstance(known, Counter):
                return known
        return self._add(name, about, labels, Counter())

    def gauge(self, name: str, about: str, read: Callable[[], float], **labels: str) -> Gauge:
        return self._add(name, about, labels, Gauge(read))

    def histogram(self, name: str, about: str, bounds: Iterable[float], **labels: str) -> Histogram:
        return self._add(name, about, labels, Histogram(bounds))

    def _add(self, name: str, about: str, labels: dict[str, str], measure: Measure) -> Measure:
        family = self._families.setdefault(name, Family(measure.kind, about, {}))
        key = tuple(labels.items())
        if family.kind != measure.kind or key in family.members:
            raise ValueError(f"{name} is measured already")
        family.members[key] = measure
        return measure

    def text(self) -> str:
        """All of them, as Prometheus reads them."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, family in self._families.items():
            yield f"# HELP {name} {_escaped(family.about)}"
            yield f"# TYPE {name} {family.kind}"
            for labels, measure in family.members.items():
                for suffix, more, value in measure.samples():
                    yield f"{name}{suffix}{_labels(dict(labels) | more)} {_number(value)}"


def _labels(labels: dict[str, str]) -> str:
    if not labels:
        return ""
    escaped = {name: _escaped(value).replace('"', '\\"') for name, value in labels.items()}
    return "{" + ",".join(f'{name}="{value}"' for name, value in escaped.items()) + "}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _number(value: float) -> str:
    return "+Inf" if value == inf else str(value)
