"""A tournament: every pairing of some bots, deal by deal, until enough is known or all is played."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixes.lab.arena.pairings import Deals, Pairing, deals_of
from sixes.lab.arena.sprt import OPEN, Sprt, Verdict, verdict
from sixes.lab.games import GameResults, Simulation
from sixes.lab.simulation.progress import Advance, bar
from sixes.lab.simulation.simulate import INTERRUPTED
from sixes.lab.workers.batches import Crew, Pace, Piece, spread
from sixes.lab.workers.playing import SimulationStopped
from sixes.lab.workers.pools import hire

FEWEST_A_ROUND = 8
LONGEST_ROUND = 4.0
"""Seconds. After each round those who are decided drop out."""


class Contest(NamedTuple):
    """A pairing, and what came of it so far."""

    pair: Pairing
    deals: Deals | None = None
    verdict: Verdict = Verdict(OPEN, 0)

    def after(self, more: Deals, test: Sprt | None) -> "Contest":
        """With more deals. What was played after the verdict is forgotten: rounds must not show."""
        deals = self.deals.joined(more) if self.deals else more
        if test is None:
            return Contest(self.pair, deals)
        found = verdict(deals.scores, test)
        return Contest(self.pair, deals.cut(found.deals), found)

    @property
    def played(self) -> int:
        return len(self.deals.scores) if self.deals else 0


class Tournament(NamedTuple):
    contests: tuple[Contest, ...]
    deals: int
    """As many as each pairing may have."""
    test: Sprt | None
    seconds: float
    wall: float
    workers: int
    stopped: str = ""


def arena(
    pairs: Iterable[Pairing], deals: int, test: Sprt | None, workers: int | None, cluster: str | None
) -> Tournament:
    """Play it. Whatever comes between, all whole deals before it are kept."""
    so_far = Tournament(tuple(map(Contest, pairs)), deals, test, 0.0, 0.0, 1)
    pieces, pace, start = _pieces(so_far.contests, 0, deals), Pace(), time.perf_counter()
    try:
        with (
            bar(sum(piece.many for piece in pieces)) as advance,
            hire(pieces, pace, workers, cluster) as crew,
        ):
            so_far, start, done = so_far._replace(workers=crew.hands), time.perf_counter(), 0
            while (still := _undecided(so_far)) and done < deals and not so_far.stopped:
                many = min(deals - done, _round(done, still, pace, crew))
                brought = Brought(_pieces(still, done, many))
                brought.play(crew, pace, advance)
                so_far = _after_round(so_far, brought)
                done += many
    except SimulationStopped as early:
        so_far = so_far._replace(stopped=early.why)
    except KeyboardInterrupt:
        so_far = so_far._replace(stopped=INTERRUPTED)
    return so_far._replace(wall=time.perf_counter() - start)


class Brought:
    """What a round brings: the games of each setting, all of them or those before something came between."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.parts: dict[Simulation, list[GameResults]] = {piece.setting: [] for piece in pieces}
        self.seconds = 0.0
        self.stopped = ""

    def play(self, crew: Crew, pace: Pace, advance: Advance) -> None:
        try:
            for setting, played in spread(crew, self.pieces, pace):
                self.parts[setting].append(played)
                self.seconds += played.seconds
                advance(len(played.turns))
        except SimulationStopped as early:
            self.stopped = early.why
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED

    def deals(self, pair: Pairing) -> Deals | None:
        """Of a pairing, as many as are whole."""
        parts = [self.parts[setting] for setting in pair.settings]
        if not all(parts):
            return None
        games = [first.joined(*others) for first, *others in parts]
        whole = min(len(each.turns) // pair.settings[0].rotations for each in games)
        some = [each.cut(whole * pair.settings[0].rotations) for each in games]
        return deals_of(pair, some) if whole else None


def _after_round(so_far: Tournament, brought: Brought) -> Tournament:
    contests = []
    for contest in so_far.contests:
        more = brought.deals(contest.pair) if contest.verdict.who == OPEN else None
        contests.append(contest.after(more, so_far.test) if more else contest)
    seconds = so_far.seconds + brought.seconds
    return so_far._replace(contests=tuple(contests), seconds=seconds, stopped=brought.stopped)


def _undecided(so_far: Tournament) -> list[Contest]:
    return [contest for contest in so_far.contests if contest.verdict.who == OPEN]


def _round(done: int, still: Sequence[Contest], pace: Pace, crew: Crew) -> int:
    """How many deals to play at once: some more each time, but not for too long."""
    seconds = sum(pace.seconds.get(setting, 0.0) * setting.rotations for setting in _settings(still))
    fit = LONGEST_ROUND * crew.hands / max(seconds, 1e-9)
    return max(1, min(int(fit), max(FEWEST_A_ROUND, done // 4)))


def _settings(contests: Iterable[Contest]) -> list[Simulation]:
    """Each once: alone, a bot plays a deal but once for all its pairings."""
    return list(dict.fromkeys(setting for contest in contests for setting in contest.pair.settings))


def _pieces(contests: Iterable[Contest], done: int, many: int) -> list[Piece]:
    """So many more deals for all of them."""
    return [Piece(each, done * each.rotations, many * each.rotations) for each in _settings(contests)]
