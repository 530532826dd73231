"""Bots that need more than Python think in a process of their own.

After an installation they may take minutes to get ready, and the server has no room for what they need. Until
then, and if something happens to that process, the strongest of the others decides in their place.
"""

import contextlib
import signal
import threading
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from sixes import bots
from sixes.bots import Bot
from sixes.rules import sixto
from sixes.rules.sheets import SHEETS
from sixes.rules.turns import KEEP, ROLL, SixtoMove

MEANWHILE = "expert"
PATIENCE = 5.0
"""Seconds for a decision that usually takes some hundredths of one."""
MOST_BOTS = 1000
"""That are remembered; who comes back after that long starts anew."""
READY = "ready"
Who = tuple[str, str, int]
"""The level of a bot, its game, and its seed."""

_lock = threading.Lock()
_process: "BotProcess | None" = None


def make(level: str, game: str, seed: int) -> Bot:
    """A bot that thinks here, or elsewhere if it needs much."""
    if bots.known(game)[level].needs:
        return ProcessBot((level, game, seed))
    return bots.make(level, game, seed)


class ProcessBot:
    def __init__(self, who: Who) -> None:
        self.who = who
        self.meanwhile = bots.make(MEANWHILE, who[1], who[2])

    def choose(self, state: Any, seat: int) -> Any:
        try:
            with _lock:
                workshop = _open()
                if workshop.is_ready():
                    return workshop.ask(self.who, state, seat)
        except (OSError, EOFError, TimeoutError):
            close()
        return self.meanwhile.choose(state, seat)


class BotProcess:
    """The process, as seen from here."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, other = context.Pipe()
        self.process = context.Process(target=work, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.ready = False

    def is_ready(self, patience: float = 0) -> bool:
        if not self.ready and self.line.poll(patience):
            self.ready = self.line.recv() == READY
        return self.ready

    def ask(self, who: Who, state: Any, seat: int) -> Any:
        self.line.send((who, state, seat))
        if not self.line.poll(PATIENCE):
            raise TimeoutError
        fine, answer = self.line.recv()
        if not fine:
            raise RuntimeError(answer)
        return answer


def _open() -> BotProcess:
    global _process  # noqa: PLW0603 - there is one for all tables
    if _process is None:
        _process = BotProcess()
    return _process


def close() -> None:
    """Send the process home; the next bot that needs it opens another."""
    global _process  # noqa: PLW0603
    if _process is not None:
        _process.process.kill()
        _process.line.close()
        _process = None


# In the process -----------------------------------------------------------------------------------------


def work(line: Connection) -> None:
    """Answers until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; when that ends, so do we
    thinker = cache(bots.make)
    with contextlib.suppress(EOFError, OSError):
        _get_ready()
        line.send(READY)
        while True:
            who, state, seat = line.recv()
            try:
                line.send((True, thinker(*who).choose(state, seat)))
            except Exception as error:  # noqa: BLE001 - others wrote it: anything can happen
                line.send((False, f"{type(error).__name__}: {error}"))
            if thinker.cache_info().currsize > MOST_BOTS:
                thinker.cache_clear()


def _get_ready() -> None:
    """One decision of each bot that needs much: what must be compiled is compiled then."""
    for level, about in bots.known("sixto").items():
        if about.needs:
            state = sixto.setup((SHEETS["A"], SHEETS["B"]))
            for move in (SixtoMove(ROLL, 0, dice=(1, 2, 3, 4, 5, 6)), SixtoMove(KEEP, 0)):
                state = sixto.apply(state, move)
            bots.make(level, "sixto", 0).choose(state, 1)
