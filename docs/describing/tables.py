"""Tables that are really played, with real dice: every example on the page is a message from one of them.

Seeds are fixed, so each run plays the same. People without scripted commands play as in `players`.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from docs.describing.players import choose
from sixes.play import commands, events, head_starts
from sixes.play.beginning import Beginning
from sixes.play.context import Context
from sixes.play.creating import begin_pad, begin_with, create, reserve
from sixes.play.deadlines import due_event
from sixes.play.encoding import codec
from sixes.play.handlers import AWAY, decide, rename
from sixes.play.match import Dealer, Refused
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.seats import Seat
from sixes.play.sixem.boards import marking
from sixes.play.sixem.match import SixemMatch
from sixes.play.snapshots import Choice
from sixes.play.table import PLAYING, Table, created
from sixes.rules.six import members

PEOPLE = {"Ann": "hq7kd2mfx9wb", "Bob": "zt4vn8cgr3jp", "Cleo": "d5w9xk3bt6ms"}
ID, CODE, NEXT_CODE = "x6p3v9kd7qtm", "KM4T7X", "R9WCB3"
BEGIN = 1_767_225_600_000
QUICK = 400
"""Milliseconds that a person takes for a command."""


class Said(NamedTuple):
    """A command with its answers: events, or a refusal. It is empty for events that no command caused."""

    ask: bytes
    answers: tuple[bytes, ...]


class Played:
    """A table made by Ann, and all messages at it."""

    def __init__(
        self,
        game: str,
        seed: int,
        *levels: str,
        reserved: Sequence[str] = (),
        beginning: Beginning | None = None,
        pad: PadSetup | None = None,
        **options: Any,
    ) -> None:
        """`reserved` names the players of a rematch by seat; empty for a bot's."""
        self.seed = bytes([seed]) * 32
        self.now = BEGIN
        self.away: set[str] = set()
        self.said: list[Said] = []
        self._nonces = itertools.count(1)
        self._last = -1
        self.table: Table | Any = None
        first = create(ID, CODE, Options(game, **options), levels, self.moment("Ann"))
        if reserved:
            first = reserve(first, [PEOPLE.get(who, "") for who in reserved])
        if beginning:
            first = begin_with(first, beginning)
        self.said.append(Said(b"", (events.encode(first),)))
        self.table = created(first)
        if pad:
            first, started = begin_pad(first, Seat("Ann", PEOPLE["Ann"]), pad, self.seed)
            self.table = created(first).after(started)
            self.said = [Said(b"", (events.encode(first), events.encode(started)))]

    def moment(self, who: str) -> Context:
        levels = ("random", "nearest")
        away = {PEOPLE[name] for name in self.away}
        return Context(
            self.now, PEOPLE[who], who, self.deal(), levels, lambda player, _: AWAY if player in away else 0
        )

    def deal(self) -> Dealer:
        """Deals the dice; before there is a table, it only has the seed."""
        return self.table.dealer(self.seed) if self.table else Dealer("", self.seed, ())

    def ask(self, who: str, verb: str, **what: Any) -> None:
        """A person sends a command, after a short time."""
        self.wait(QUICK)
        document = {"t": verb, "n": f"k2x8-{next(self._nonces)}"} | what
        self._ask(who, codec.parse_command(msgspec.json.encode(document)))

    def _ask(self, who: str, message: commands.Command) -> None:
        try:
            decided = decide(self.table, message, self.moment(who))
        except Refused as refused:
            answers = [events.encode(events.Refusal(refused.code, message.n))]
        else:
            answers = [self._happen(event, "" if at else message.n) for at, (event, _) in enumerate(decided)]
        self.said.append(Said(events.encode(message), tuple(answers)))

    def happens(self, *events: events.Event) -> None:
        """Apply events that no command caused."""
        self.said += [Said(b"", (self._happen(event),)) for event in events]

    def _happen(self, event: events.Event, nonce: str = "") -> bytes:
        event.v, event.n = self.table.version + 1, nonce
        self.table = self.table.after(event)
        return events.encode(event)

    def wait(self, time: int) -> None:
        """Let time pass, and apply each event that becomes due at its deadline."""
        until = self.now + time
        while self.table.phase == PLAYING and self.table.match:
            due = due_event(self.table, self.deal(), self.now)
            if due:
                self.happens(due[0])
                continue
            wakes = self.table.match.next_deadline()
            if not self.now < wakes <= until:
                break
            self.now = wakes
        self.now = until

    # Going on -------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> list[int]:
        assert self.table.match is not None
        return members(self.table.match.seats_to_act()) if self.table.phase == PLAYING else []

    def go_on(self, steps: int = 1) -> None:
        """Play this many commands more, or until the game is over."""
        for _ in range(steps):
            match = self.table.match
            self.wait(max(QUICK, match.go - self.now) if isinstance(match, SixemMatch) else QUICK)
            if self.table.phase != PLAYING:
                return
            self._somebody_moves()

    def _somebody_moves(self) -> None:
        """The next seat to act moves, clockwise from the last one that did."""
        match = self.table.match
        assert match is not None
        for seat in sorted(self.waiting, key=lambda seat: (seat - self._last - 1) % 6):
            move, sitting = choose(match.state, seat), self.table.seats[seat]
            if move is None or sitting is None:
                continue
            self._last = seat
            if sitting.bot:
                self.happens(match.decide_move(move, self.now, self.deal())[0])
                return
            kind, values = match.command_for(move)
            who = next(name for name, player in PEOPLE.items() if player == sitting.player)
            self._ask(who, kind(n=f"k2x8-{next(self._nonces)}", **values))
            return

    # Events without a command, and the state ------------------------------------------------------------

    def rename(self, who: str, name: str) -> None:
        self.happens(*rename(self.table, PEOPLE[who], name, self.now))

    def resume(self) -> None:
        assert self.table.match is not None
        event = self.table.match.resume_event(self.now)
        assert event is not None
        self.happens(event)

    def rematch(self, who: str, code: str) -> None:
        """The server makes the new table, then sends its code."""
        self._answer_later(who, "rematch", lambda: events.Rematched(code, at=self.now))

    def propose(self, who: str, past: Mapping[str, Sequence[int]]) -> None:
        """The server reads the points of past games, then proposes head starts."""
        found = head_starts.propose({PEOPLE[name]: points for name, points in past.items()})
        self._answer_later(who, "propose", lambda: events.Proposed(found, at=self.now))

    def _answer_later(self, who: str, verb: str, event: Callable[[], events.Event]) -> None:
        """The table only checks a command; the server does something before the event."""
        self.ask(who, verb)
        asked = self.said.pop().ask
        nonce = msgspec.json.decode(asked)["n"]
        self.said.append(Said(asked, (self._happen(event(), nonce),)))

    def seat(self, who: str) -> int:
        seat = self.table.seat_of(PEOPLE[who])
        assert seat is not None
        return seat

    @property
    def marker(self) -> tuple[int | None, tuple[Choice, ...]]:
        """In Sixem, the seat that marks, and its choices."""
        match = self.table.match
        return marking(match.state) if isinstance(match, SixemMatch) else (None, ())
