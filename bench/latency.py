"""Who wins a race for STOP: whoever called first, or whoever has the shorter line?

    python3 dev.py bench latency [--races N] [--plot FILE]

Live tables of Sixem, as a server has them, in simulated time: everybody's dice show 1 to 6, and all call STOP
within a quarter of a second, each at a moment of their own. A call reaches the server after half a round trip
of its caller, who is 10 ms away, or as far as the table tells; with jitter trips take longer by chance.
Before, the server has pinged everybody eight times. Counted is how often the one stops the round who really
called first: at tables with `fair_stop`, which make up for lag, and at tables without. Always the same races.
"""

import argparse
import asyncio
import heapq
import itertools
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.load.bars import svg  # noqa: E402
from bench.load.printing import heading  # noqa: E402
from sixes.cli.lab_options import whole_number  # noqa: E402
from sixes.play import events  # noqa: E402
from sixes.rules.six import COLOURS  # noqa: E402
from sixes.server.metrics import Metrics  # noqa: E402
from sixes.server.storage.store import Change, Entry, Store  # noqa: E402
from sixes.server.tables.journal import StoredTable  # noqa: E402
from sixes.server.tables.registry import TableRegistry  # noqa: E402
from sixes.server.tables.runtime import Runtime  # noqa: E402
from tests.play.stories import Story, rolling  # noqa: E402
from tests.server.fake_time import Tab  # noqa: E402

NEAR = 10.0
FAR = (20.0, 100.0, 250.0)
"""Round trips in milliseconds."""
JITTER = 0.25
"""By how much of itself a trip takes longer, on average; seldom by much more."""
WITHIN = 250.0
"""Milliseconds in which all call."""
PINGS = 8
PEOPLE = ("ann", "bob", "cleo", "dan")


class Setting(NamedTuple):
    far: float
    people: int
    jitter: float

    @property
    def trips(self) -> list[float]:
        """The round trip of each: from near to far."""
        step = (self.far - NEAR) / (self.people - 1)
        return [NEAR + step * person for person in range(self.people)]


class Memory:
    """Stores at once what races need to be stored, and keeps nothing."""

    def append(
        self,
        entries: list[Entry],
        change: Change | None,
        done: Callable[[Exception | None], None],
        _epoch: int,
    ) -> None:
        assert entries or change
        done(None)


class SimulatedTime(Runtime):
    """Time passes when the race says so."""

    def __init__(self) -> None:
        self._start = 0
        self._passed = 0.0
        super().__init__(cast("Store", Memory()), Metrics())
        self._loop = asyncio.new_event_loop()
        self._calls: list[tuple[float, int, Callable[[], object], asyncio.TimerHandle]] = []
        self._count = itertools.count()

    def __enter__(self) -> "SimulatedTime":
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.close()

    def begin(self, start: int) -> None:
        self._calls.clear()
        self._start, self._passed = start, 0.0

    def now(self) -> int:
        return self._start + self.elapsed()

    def nanoseconds(self) -> int:
        return int(self._passed * 1000) * 1_000_000

    def seconds(self) -> float:
        return 1000 + self._passed

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        when = self._passed + seconds
        handle = asyncio.TimerHandle(when, call, (), self._loop)
        heapq.heappush(self._calls, (when, next(self._count), call, handle))
        return handle

    def pass_time(self, seconds: float) -> None:
        until = self._passed + seconds
        while self._calls and self._calls[0][0] <= until:
            self._passed, _, call, handle = heapq.heappop(self._calls)
            if not handle.cancelled():
                call()
        self._passed = until


def ready(people: Sequence[str], fair: bool) -> Story:
    """Everybody's dice show 1 to 6."""
    story = rolling(" ".join(people), place=7, fair_stop=fair)
    story.now = story.sixem.go
    for who in people:
        story.ask(who, "throw", dice=COLOURS)
    story.land(**dict.fromkeys(people, "1 2 3 4 5 6"))
    return story


class Outcome(NamedTuple):
    right: bool
    """Whoever called first has won."""
    held: float
    """Milliseconds from the first call that arrived to the STOP."""


class Race:
    def __init__(self, time: SimulatedTime, story: Story, setting: Setting, chance: random.Random) -> None:
        time.begin(story.now)
        self._time = time
        self._chance = chance
        self._setting = setting
        registry = TableRegistry(time, Metrics())
        self._live = registry.add(StoredTable(story.table, story.seed))
        self._tabs = [Tab(time, self._live, who) for who in story.people]
        self._arrived: list[int] = []

    def trip(self, person: int) -> float:
        """Seconds from somebody to the server, or back."""
        usual, jitter = self._setting.trips[person] / 2000, self._setting.jitter
        return usual + (self._chance.expovariate(1 / (jitter * usual)) if jitter else 0.0)

    def run(self) -> Outcome:
        self._ping()
        called = [self._chance.uniform(0, WITHIN / 1000) for _ in self._tabs]
        for person, tab in enumerate(self._tabs):
            self._time.later(called[person] + self.trip(person), partial(self._arrive, tab))
        self._time.pass_time(5)
        stopped = self._tabs[0].of(events.Stopped)[0]
        return Outcome(called[stopped.seat] == min(called), stopped.at - self._arrived[0])

    def _ping(self) -> None:
        for _ in range(PINGS):
            self._live.ping(self._time.seconds())
            for person, tab in enumerate(self._tabs):
                took = self.trip(person) + self.trip(person)
                if tab.transport.pings:  # only where the server wants to know
                    self._time.later(took, partial(self._pong, tab, tab.transport.pings[-1]))
            self._time.pass_time(5)

    def _pong(self, tab: Tab, answer: bytes) -> None:
        tab.connection.pong(answer, self._time.seconds())

    def _arrive(self, tab: Tab) -> None:
        self._arrived.append(self._time.now())
        tab.ask("stop")


class Row(NamedTuple):
    setting: Setting
    without: float
    """Shares of races that the right one won."""
    compensated: float
    held: float
    """Milliseconds, on average."""


def measure(setting: Setting, races: int) -> Row:
    shares, held = [], 0.0
    with SimulatedTime() as time:
        for fair in (False, True):
            story = ready(PEOPLE[: setting.people], fair)
            outcomes = [Race(time, story, setting, random.Random(number)).run() for number in range(races)]
            shares.append(sum(outcome.right for outcome in outcomes) / races)
            held = sum(outcome.held for outcome in outcomes) / races
    return Row(setting, shares[0], shares[1], held)


def report(rows: Sequence[Row]) -> None:
    print("| round trips, ms | players | jitter | right player wins, without | with | ms a call is held |")
    print("| --- | --- | --- | --- | --- | --- |")
    for (far, people, jitter), without, compensated, held in rows:
        trips = f"{NEAR:.0f} and {far:.0f}" if people == 2 else f"{NEAR:.0f} to {far:.0f}"
        shares = f"{without:.1%} | {compensated:.1%}"
        print(f"| {trips} | {people} | {f'{jitter:.0%}' if jitter else 'none'} | {shares} | {held:.0f} |")


def plot(rows: Sequence[Row], races: int) -> str:
    shown = [row for row in rows if row.setting.jitter]
    groups = [f"{row.setting.people} players, up to {row.setting.far:.0f} ms" for row in shown]
    title = f"STOP: how often the one wins who really called first ({races:,} races each, with jitter)"
    series = {
        "as calls arrive": [row.without for row in shown],
        "lag made up for": [row.compensated for row in shown],
    }
    return svg(title, groups, series)


def main(races: int, file: str) -> None:
    settings = itertools.product((2, 4), (0.0, JITTER), FAR)
    rows = [measure(Setting(far, people, jitter), races) for people, jitter, far in settings]
    print(heading(f"{races:,} races each"))
    report(rows)
    if file:
        Path(file).write_text(plot(rows, races), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Who wins a race for STOP.")
    parser.add_argument("--races", type=whole_number(1, 10**6), default=1000, metavar="N")
    parser.add_argument("--plot", default="", metavar="FILE", help="where to draw it, as SVG")
    called = parser.parse_args()
    main(called.races, called.plot)
