"""Play a tournament: every pairing of some bots, deal by deal, until it is decided or all is played."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixes.lab.arena.pairings import DealResults, Pairing, deal_results
from sixes.lab.arena.sprt import OPEN, Sprt, Verdict, verdict
from sixes.lab.games import GameResults, Simulation
from sixes.lab.workers.batches import Batch, Timing, WorkerPool, play_batches
from sixes.lab.workers.playing import SimulationStopped
from sixes.lab.workers.pools import open_pool
from sixes.lab.workers.progress import Advance, bar

FEWEST_A_ROUND = 8
LONGEST_ROUND = 4.0
"""Seconds. After each round the pairings that are decided drop out."""


class Contest(NamedTuple):
    """A pairing and its results so far."""

    pair: Pairing
    deals: DealResults | None = None
    verdict: Verdict = Verdict(OPEN, 0)

    def after(self, more: DealResults, test: Sprt | None) -> "Contest":
        """With more deals. Those after the verdict are dropped, so that results do not depend on rounds."""
        deals = self.deals.joined(more) if self.deals else more
        if test is None:
            return Contest(self.pair, deals)
        found = verdict(deals.adjusted().scores, test)
        return Contest(self.pair, deals.cut(found.deals), found)

    @property
    def played(self) -> int:
        return len(self.deals.scores) if self.deals else 0


class Tournament(NamedTuple):
    contests: tuple[Contest, ...]
    deals: int
    """The most that a pairing may have."""
    test: Sprt | None
    seconds: float
    wall: float
    workers: int
    stopped: SimulationStopped | None = None


def play_tournament(
    pairs: Iterable[Pairing], deals: int, test: Sprt | None, workers: int | None, cluster: str | None
) -> Tournament:
    """Play the tournament. If it stops early, all whole deals before that are kept."""
    so_far = Tournament(tuple(map(Contest, pairs)), deals, test, 0.0, 0.0, 1)
    batches, timing, start = _batches(so_far.contests, 0, deals), Timing(), time.perf_counter()
    try:
        games = sum(batch.many for batch in batches)
        with bar(games) as advance, open_pool(batches, timing, workers, cluster) as pool:
            so_far, start, done = so_far._replace(workers=pool.workers), time.perf_counter(), 0
            while (still := _undecided(so_far)) and done < deals and not so_far.stopped:
                many = min(deals - done, _round_size(done, still, timing, pool))
                round_results = RoundResults(_batches(still, done, many))
                round_results.play(pool, timing, advance)
                so_far = _after_round(so_far, round_results)
                done += many
    except SimulationStopped as early:
        so_far = so_far._replace(stopped=early)
    except KeyboardInterrupt:
        so_far = so_far._replace(stopped=SimulationStopped("lab.interrupted"))
    return so_far._replace(wall=time.perf_counter() - start)


class RoundResults:
    """The games of one round by simulation: all of them, or those before the round was stopped."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.batches = batches
        self.parts: dict[Simulation, list[GameResults]] = {batch.simulation: [] for batch in batches}
        self.seconds = 0.0
        self.stopped: SimulationStopped | None = None

    def play(self, pool: WorkerPool, timing: Timing, advance: Advance) -> None:
        try:
            for simulation, played in play_batches(pool, self.batches, timing):
                self.parts[simulation].append(played)
                self.seconds += played.seconds
                advance(len(played.turns))
        except SimulationStopped as early:
            self.stopped = early
        except KeyboardInterrupt:
            self.stopped = SimulationStopped("lab.interrupted")

    def deals(self, pair: Pairing) -> DealResults | None:
        """The whole deals of a pairing."""
        parts = [self.parts[simulation] for simulation in pair.simulations]
        if not all(parts):
            return None
        games = [first.joined(*others) for first, *others in parts]
        whole = min(len(each.turns) // pair.simulations[0].rotations for each in games)
        some = [each.cut(whole * pair.simulations[0].rotations) for each in games]
        return deal_results(pair, some) if whole else None


def _after_round(so_far: Tournament, round_results: RoundResults) -> Tournament:
    contests = []
    for contest in so_far.contests:
        more = round_results.deals(contest.pair) if contest.verdict.who == OPEN else None
        contests.append(contest.after(more, so_far.test) if more else contest)
    seconds = so_far.seconds + round_results.seconds
    return so_far._replace(contests=tuple(contests), seconds=seconds, stopped=round_results.stopped)


def _undecided(so_far: Tournament) -> list[Contest]:
    return [contest for contest in so_far.contests if contest.verdict.who == OPEN]


def _round_size(done: int, still: Sequence[Contest], timing: Timing, pool: WorkerPool) -> int:
    """How many deals to play in the next round: more each time, but not for too long."""
    seconds = sum(timing.seconds.get(each, 0.0) * each.rotations for each in _simulations(still))
    fit = LONGEST_ROUND * pool.workers / max(seconds, 1e-9)
    return max(1, min(int(fit), max(FEWEST_A_ROUND, done // 4)))


def _simulations(contests: Iterable[Contest]) -> list[Simulation]:
    """The simulations, each once: alone, a bot plays a deal once for all its pairings."""
    return list(dict.fromkeys(simulation for contest in contests for simulation in contest.pair.simulations))


def _batches(contests: Iterable[Contest], done: int, many: int) -> list[Batch]:
    """Batches with this many more deals for all simulations."""
    return [Batch(each, done * each.rotations, many * each.rotations) for each in _simulations(contests)]
