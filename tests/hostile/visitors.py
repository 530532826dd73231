"""Visitors who know the protocol and send anything: sensible moves, valid nonsense, invalid messages.

A visitor folds the table's events, to send messages about the turn under way, open boxes and other people's
seats. They also check the answers: every message gets one, no version is missing, all codes are in the
catalogue, and the seed is not shown before the end.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from typing import Any, get_args

import msgspec

from sixes import bots
from sixes.client.playing import next_move
from sixes.play import commands, events
from sixes.play.encoding import codec
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.sixto.sheets import legal_with_gains
from sixes.play.table import GATHERING, OVER, PLAYING, Table, from_snapshot
from sixes.rules.six import COLOURS, has
from sixes.text import catalogue
from tests.hostile.message_values import MESSAGES, message, refusal_code, spoilt
from tests.hostile.raw_connections import Guest, RawConnection, raw_connection

AT_ONCE = 90
"""Messages of one socket, which may send a hundred before it has to be slower."""
SELDOM = {"leave": 0.1, "remove": 0.03, "hand": 0.3, "rematch": 0.3, "react": 0.3, "start": 0.5, "bot": 0.5}
OF_GAMES = {
    "sixto": {str(kind.__struct_config__.tag) for kind in get_args(commands.SIXTO)},
    "sixem": {str(kind.__struct_config__.tag) for kind in get_args(commands.SIXEM)},
}
A_MOMENT = 0.3
"""Seconds for which a visitor looks on at Sixem: it has a 3-2-1, and dice in the air."""
UNREADABLE = ("wire.unknown", "wire.malformed", "wire.closed")
CODES = catalogue("en")


class Tally:
    """What came of all messages."""

    def __init__(self) -> None:
        self.sent = 0
        self.kinds: Counter[str] = Counter()
        """What became of messages: the event, or the code of the refusal."""
        self.closed: Counter[str] = Counter()
        """How connections ended."""
        self.phases: Counter[str] = Counter()
        """Where the tables stood when messages were sent."""
        self.tables: Counter[str] = Counter()
        """What became of tables."""
        self.traffic: list[bytes] = []
        """Some real messages, for those who change them blindly."""
        self.wrong: list[str] = []

    def count_refusal(self, refusal: events.Refusal) -> None:
        self.kinds[refusal.code] += 1
        if refusal.code not in CODES or refusal.code == "table.unavailable":
            self.found(f"refused with {refusal.code}")

    def found(self, wrong: str) -> None:
        self.wrong.append(wrong)
        print(f"wrong: {wrong}", flush=True)


class Visitor:
    def __init__(
        self, guest: Guest, code: str, chance: random.Random, tally: Tally, nonces: list[str]
    ) -> None:
        self.guest = guest
        self.code = code
        self.table: Table | None = None
        self.chance = chance
        self._tally = tally
        self._boot = ""
        self._nonces = nonces
        """Of everybody here, to be used once more."""
        self._awaited: set[str] = set()
        self._faults = 0
        """Messages that cannot be read, not answered yet."""
        self._read: list[bytes] = []
        self._bots = [bots.make(level, game, chance.randrange(1 << 30)) for level, game in BOTS]

    # Coming and going -----------------------------------------------------------------------------------

    async def visit(self, most: int) -> None:
        """Come to the table, send up to so many messages, go."""
        with raw_connection() as here:
            if not await self.come(here):
                return
            left = most
            while left > 0 and not here.gone:
                many = min(left, self.chance.randint(1, 8))
                self._send(here, many)
                left -= many
                if left <= 0 and self.chance.random() < 0.3:
                    break  # leave, whatever is under way
                await self._answered(here)
                if self.table and isinstance(self.table.match, SixemMatch):
                    await self._look_on(here)
            if here.gone:
                self._tally.closed[str(here.close_code)] += 1

    async def come(self, here: RawConnection, again: bool = True) -> bool:
        """Whether we are let in; `again`: having seen what we saw."""
        self._awaited.clear()
        self._faults = 0
        since = self.table.version if self.table and again and self.chance.random() < 0.8 else 0
        status = await here.open(
            self.guest.port, self.guest.upgrade(self.code, f"?since={since}&boot={self._boot}")
        )
        if status != 101:
            self._tally.closed[f"HTTP {status}"] += 1
            return False
        first = await here.receive()
        if first is None:
            return False
        welcome = codec.read_message(first)
        if isinstance(welcome, events.Refusal):
            self._tally.count_refusal(welcome)
            return False
        self.receive(first)
        return True

    async def _answered(self, here: RawConnection) -> None:
        """Wait until all that was sent is answered, or the connection is lost."""
        try:
            while self._awaited or self._faults > 0:
                data = await here.receive()
                if data is None:
                    return
                self.receive(data)
        except TimeoutError:
            self._tally.found(f"no answer to {self._awaited}")
        for data in here.waiting_messages():
            self.receive(data)

    async def _look_on(self, here: RawConnection) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.chance.random() * A_MOMENT):
                data = await here.receive()
                if data is not None:
                    self.receive(data)

    # Receiving ------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        try:
            received = codec.read_message(data)
            if isinstance(received, events.Refusal):
                self._tally.count_refusal(received)
                self._awaited.discard(received.n)
                if not received.n and received.code in UNREADABLE:
                    self._faults -= 1
            elif isinstance(received, events.Welcome):
                self._boot = received.boot
                if received.table:
                    self.table = from_snapshot(received.table, received.v, received.at)
                    self._read.clear()
            elif not isinstance(received, events.Here):
                self._happened(received, data)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server caused it
            self._tally.found(f"{error!r} at {data[:300]!r}")

    def _happened(self, event: events.Event, data: bytes) -> None:
        if event.n in self._awaited:
            self._awaited.discard(event.n)
            self._tally.kinds[type(event).__name__.lower()] += 1
        assert self.table
        if event.v <= self.table.version:  # the first answer once more
            return
        assert event.v == self.table.version + 1, "a version was passed over"
        self.table = self.table.after(event)
        if isinstance(event, events.Ended):
            assert not any(event.seed.encode() in earlier for earlier in self._read), "the seed was shown"
        self._read.append(data)

    # Sending --------------------------------------------------------------------------------------------

    def _send(self, here: RawConnection, many: int) -> None:
        for _ in range(many):
            nonce = self._nonce()
            values = self._next(nonce)
            if self.chance.random() < 0.015:
                values = spoilt(self.chance, values)
            data = msgspec.json.encode(values)
            if refusal_code(data):
                self._faults += 1
            else:
                self._awaited.add(values["n"])
                if len(self._tally.traffic) < 2000:
                    self._tally.traffic.append(data)
            here.send(data)
            self._tally.sent += 1
            self._tally.phases[self._where()] += 1

    def _nonce(self) -> str:
        if self._nonces and self.chance.random() < 0.04:
            return self.chance.choice(self._nonces[-200:])
        self._nonces.append(f"{self.guest.player}-{len(self._nonces)}")
        return self._nonces[-1]

    def _where(self) -> str:
        assert self.table
        match = self.table.match
        if match is None or self.table.phase != PLAYING:
            return f"{self.table.options.game} {self.table.phase}"
        if isinstance(match, SixtoMatch):
            return f"sixto turn {match.state.turn.phase}"
        return f"sixem {match.state.phase}"

    def _next(self, nonce: str) -> dict[str, Any]:
        wish = self.chance.random()
        if wish < 0.5:
            sensible = self._sensible()
            if sensible:
                return {"n": nonce} | sensible
        hints = self._hints() if wish < 0.9 else {}
        assert self.table
        kind = self.chance.choices(tuple(MESSAGES), WEIGHTS[self.table.options.game])[0]
        return message(self.chance, nonce, hints, kind)

    def _sensible(self) -> dict[str, Any] | None:
        """What somebody would do who wants to play; None if there is nothing."""
        table = self.table
        assert table
        seat = table.seat_of(self.guest.player)
        if table.phase == GATHERING:
            if seat is None:
                return {"t": "sit", "add": self.chance.randbytes(16).hex()}
            return {"t": "start"} if self.chance.random() < 0.3 else None
        if table.phase == OVER:
            return {"t": "rematch"} if self.chance.random() < 0.1 else None
        if seat is None or table.match is None or table.phase != PLAYING:
            return None
        sitting = table.seats[seat]
        if sitting and sitting.bot:
            return {"t": "back"}
        if not has(table.match.seats_to_act(), seat):
            return None
        bot = self._bots[(table.options.game == "sixem") * 2 + (self.chance.random() < 0.3)]
        move = next_move(table, seat, bot.choose, table.at)
        if move is None:
            return None
        kind, values = table.match.command_for(move)
        return {"t": str(kind.__struct_config__.tag)} | values

    def _hints(self) -> dict[str, Any]:
        """Values that aim at the table as it stands."""
        table, chance = self.table, self.chance
        assert table
        hints: dict[str, Any] = {"level": chance.choice(("random", "nearest")), "die": chance.choice(COLOURS)}
        for name in ("seat", "erase", "give"):
            hints[name] = chance.randrange(len(table.seats))
        hints["dice"] = "".join(chance.sample(COLOURS, chance.randint(1, 6)))
        match = table.match
        if match is None:
            return hints
        hints |= {"turn": match.number, "round": match.number, "again": getattr(match, "again", 0)}
        if isinstance(match, SixtoMatch):
            boxes = [box for legal in legal_with_gains(match.state) for box in legal]
            if boxes:
                hints["box"] = chance.choice(boxes)
        return hints


def weights_of(game: str) -> list[float]:
    """How often each kind of message is sent at a table: mostly those of its game."""
    other = "sixem" if game == "sixto" else "sixto"
    often = dict.fromkeys(OF_GAMES[game], 3.0) | dict.fromkeys(OF_GAMES[other], 0.1) | SELDOM
    return [often.get(kind, 1.0) for kind in MESSAGES]


WEIGHTS = {game: weights_of(game) for game in OF_GAMES}
BOTS = [("nearest", "sixto"), ("random", "sixto"), ("nearest", "sixem"), ("random", "sixem")]


async def same(first: Visitor, second: Visitor) -> bool:
    """Whether two at a table see the same of it: one who has followed it, and one who comes anew."""
    with raw_connection() as followed, raw_connection() as anew:
        if not (await first.come(followed) and await second.come(anew, again=False)):
            return True  # not let in
        connections = {first: followed, second: anew}
        while first.table and second.table and first.table.version != second.table.version:
            behind = min(connections, key=lambda visitor: visitor.table.version if visitor.table else 0)
            data = await connections[behind].receive()
            if data is None:
                return False
            behind.receive(data)
        assert first.table
        assert second.table
        return first.table.snapshot() == second.table.snapshot()
