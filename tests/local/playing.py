"""Somebody who plays at a table on this device, with chance for a mind and a clock that jumps ahead."""

import json
import random
from typing import Any

from sixes import bots
from sixes.bots.referee import chosen_move
from sixes.local import BotStyle, LocalTable, Output, Person, make
from sixes.play.creating import NewGame
from sixes.play.options import Options
from sixes.play.table import GATHERING, PLAYING

ANN = Person("ann", "Ann")
LOOK_AGAIN = 300
"""Milliseconds until somebody who had nothing to do looks again."""


class Device:
    """A table, its stored log, and who plays there; everything follows from `seed`."""

    def __init__(self, game: str, levels: tuple[str, ...] = (), seed: int = 0, **options: Any) -> None:
        self.chance = random.Random(seed)
        self.now = 1_800_000_000_000
        agreed = Options(game, **({"seats": 1 + len(levels)} | options))
        key = self.chance.randbytes(32)
        self.style = BotStyle(random.Random(seed + 1))
        self.table = make(NewGame(agreed, levels), ANN, self.now, key, self.style)
        self.stored = list(self.table.log)
        self.shown: list[Any] = []
        self.mind = bots.make("random", game, seed)
        self.count = 0

    def take(self, output: Output) -> Output:
        """Store entries, then show frames."""
        self.stored += output.entries
        self.shown += map(json.loads, output.frames)
        return output

    def message(self, verb: str, **what: Any) -> bytes:
        self.count += 1
        return json.dumps({"t": verb, "n": f"n-{self.count}"} | what).encode()

    def ask(self, verb: str, **what: Any) -> Output:
        return self.take(self.table.receive(self.message(verb, **what), self.now))

    def begin(self) -> "Device":
        self.ask("sit", add=self.chance.randbytes(16).hex())
        self.ask("start")
        return self

    def reopen(self) -> None:
        """The tab was killed: all that is left is what was stored."""
        before = self.table
        self.table = LocalTable(self.stored, before.seed, ANN, self.now, self.style)
        assert self.table.table == before.table

    def step(self) -> None:
        """Time passes until the next thing happens: at the table, or in somebody's mind."""
        wakes = self.table.next_wake()
        thinks = self.now + self.chance.randint(1, LOOK_AGAIN)
        if 0 < wakes <= thinks:
            self.now = max(wakes, self.now)
            self.take(self.table.wake(self.now))
            return
        self.now = thinks
        self.act()

    def act(self) -> None:
        table, match = self.table.table, self.table.table.match
        seat = table.seat_of(ANN.player)
        assert match is not None
        assert seat is not None
        move = chosen_move(self.mind.choose, match.bot_state(self.now), seat, table.game.move)
        if move is not None:
            verb, values = match.command_for(move)
            self.ask(str(verb.__struct_config__.tag), **values)

    def play(self, steps: int = 50_000) -> "Device":
        for _ in range(steps):
            if self.table.table.phase not in (GATHERING, PLAYING):
                return self
            self.step()
        raise AssertionError("the game does not end")

    def refusals(self) -> list[str]:
        return [frame["code"] for frame in self.shown if frame["t"] == "refused"]
