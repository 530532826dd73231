"""Many games cut into pieces that are handed out and come back in order: the same however they are cut."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from sixes.lab.games import GameResults, Simulation
from sixes.lab.workers.playing import SimulationStopped, play

PIECE = 0.25
"""Seconds that one piece should take: short, so that progress is seen and nothing much is lost."""
GROWTH = 8
"""A piece has at most this many times the games of those before: a few games tell little of their time."""
PROBE = 0.02
"""Seconds that tell enough."""


class Piece(NamedTuple):
    """Games to play."""

    setting: Simulation
    first: int
    many: int


class Crew(Protocol):
    """Those who play: this process, others on this machine, or a cluster."""

    hands: int
    """How many play at a time."""
    ahead: int
    """How many pieces are handed out at a time."""

    def send(self, piece: Piece) -> Any: ...

    def take(self, sent: Any) -> GameResults:
        """What came of a piece that was sent. Stopped, if nothing can come of it."""
        ...


class Pace:
    """How long games of each setting take, as far as is known."""

    def __init__(self) -> None:
        self.seconds: dict[Simulation, float] = {}
        """A game."""
        self.most: dict[Simulation, int] = {}
        """The games of the largest piece so far."""

    def learn(self, setting: Simulation, played: GameResults) -> None:
        self.seconds[setting] = played.seconds / len(played.turns)
        self.most[setting] = max(self.most.get(setting, 1), len(played.turns))

    def games(self, setting: Simulation) -> int:
        """How many games of a setting make a piece."""
        fit = PIECE / max(self.seconds.get(setting, PIECE), 1e-9)
        return max(1, min(int(fit), GROWTH * self.most.get(setting, 1)))

    def probe(self, setting: Simulation, most: int) -> float:
        """Play just enough games to tell how long one takes; what must be compiled is so by then.

        If they cannot be played, whoever plays in earnest will see it, and keep what came before.
        """
        try:
            played = play(setting, 0, 1)
            while played.seconds < PROBE and len(played.turns) * GROWTH <= most:
                played = play(setting, 0, len(played.turns) * GROWTH)
        except SimulationStopped:
            return 0.0
        self.learn(setting, played)
        return self.seconds[setting]


def spread(crew: Crew, pieces: Iterable[Piece], pace: Pace) -> Iterator[tuple[Simulation, GameResults]]:
    """All games of these pieces, in order, as they come back."""
    under_way: deque[tuple[Simulation, Any]] = deque()
    waiting = cut(pieces, pace)
    while True:
        while len(under_way) < crew.ahead and (piece := next(waiting, None)):
            under_way.append((piece.setting, crew.send(piece)))
        if not under_way:
            return
        setting, sent = under_way.popleft()
        try:
            played = crew.take(sent)
        except SimulationStopped as stopped:
            if stopped.kept:
                yield setting, stopped.kept
            raise
        pace.learn(setting, played)
        yield setting, played


def cut(pieces: Iterable[Piece], pace: Pace) -> Iterator[Piece]:
    """Each into smaller ones that take about as long as they should, as far as is known when they are due."""
    for setting, first, many in pieces:
        at, end = first, first + many
        while at < end:
            games = min(pace.games(setting), end - at)
            yield Piece(setting, at, games)
            at += games
