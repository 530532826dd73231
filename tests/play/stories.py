"""Stories at a table: people act by their names, the story moves the clock, dice follow from a seed.

Every message comes in as JSON, and every event goes into a log, as on a server. Where a story needs dice that
fall in a certain way, it says so; the events are the same.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from sixes.play import commands, duel, events
from sixes.play.beginning import Beginning, Source
from sixes.play.context import Context
from sixes.play.creating import begin_with, create, reserve
from sixes.play.deadlines import close, due_event
from sixes.play.encoding import codec
from sixes.play.handlers import decide, rename
from sixes.play.match import Dealer, Decided, Refused
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING, Table, created
from sixes.play.takeover import take_over
from sixes.records import parse, replay
from sixes.rules.sheets import SHEETS, rows_of
from sixes.rules.six import COLOURS, members

ID, CODE = "k3f9-1", "SIXES2"
LEVELS = ("random", "nearest")
SHEET_A = rows_of(SHEETS["A"])
TURN = {"roll", "keep", "cross", "uncross", "done", "undone", "cover"}
ROUND = {"throw", "stop", "mark"}


def addition(who: str) -> str:
    """What somebody's device adds: their name, again and again."""
    return (who * 16).encode()[:16].hex()


class Loaded(Dealer):
    """Dice that fall as a story wants: six numbers for each seat."""

    numbers: Sequence[int] = ()

    def __call__(self, seat: int, turn: int, die: str, throw: int, sides: int = 6) -> int:  # noqa: ARG002
        return self.numbers[6 * seat + max(COLOURS.find(die), 0)]


def is_landing(decided: Decided) -> bool:
    return isinstance(decided[0], events.Landed)


class Story:
    """A table whose host is the first of its people; nobody sits yet."""

    def __init__(
        self,
        game: str,
        people: str = "ann bob",
        bots: tuple[str, ...] = (),
        seed: int | bytes = 0,
        beginning: Beginning | None = None,
        **options: Any,
    ) -> None:
        self.people = people.split()
        self.seed = bytes([seed]) * 32 if isinstance(seed, int) else seed
        self.now = options.pop("now", 1_000_000)
        self.away: dict[str, int] = {}
        self.made: Counter[str] = Counter()
        self.nonces = itertools.count(1)
        agreed = {"seats": len(self.people) + len(bots)} | options
        self.table: Table | Any = None
        opened = create(ID, CODE, Options(game, **agreed), bots, self.moment(self.people[0]))
        if beginning:
            opened = begin_with(opened, beginning)
        self.opened = opened
        self.table = created(opened)
        self.log = [events.encode(opened)]

    def dealer(self) -> Dealer:
        """Deals the dice; before there is a table, it only has the seed."""
        return self.table.dealer(self.seed) if self.table else Dealer("", self.seed, ())

    def moment(self, who: str) -> Context:
        return Context(
            *(self.now, who, who.title(), self.dealer(), LEVELS),
            away=lambda player, _: self.away.get(player, 0),
            made=self.made[who],
        )

    # Who is who -----------------------------------------------------------------------------------------

    def seat(self, who: str) -> int:
        seat = self.table.seat_of(who)
        assert seat is not None
        return seat

    def sitting(self, seat: int) -> Seat:
        sitting = self.table.seats[seat]
        assert sitting is not None
        return sitting

    def names(self) -> str:
        """Who sits where: `"ann - nearest"`."""
        return " ".join((seat.player or seat.bot) if seat else "-" for seat in self.table.seats)

    @property
    def match(self) -> SixtoMatch | SixemMatch:
        assert isinstance(self.table.match, SixtoMatch | SixemMatch)
        return self.table.match

    @property
    def sixto(self) -> SixtoMatch:
        assert isinstance(self.table.match, SixtoMatch)
        return self.table.match

    @property
    def sixem(self) -> SixemMatch:
        assert isinstance(self.table.match, SixemMatch)
        return self.table.match

    def seats_to_act(self) -> list[int]:
        return members(self.match.seats_to_act())

    # What happens ---------------------------------------------------------------------------------------

    def take(self, new: Iterable[Decided | events.Event], nonce: str = "") -> list[events.Event]:
        """Store events, then show them. The match that was decided is the one that the event folds to."""
        decided = [(one, None) if isinstance(one, events.Event) else one for one in new]
        for event, match in decided:
            event.v, event.n = self.table.version + 1, nonce
            self.log.append(events.encode(event))
            before, self.table = self.table, self.table.after(event)
            assert match is None or replace(before, match=match, version=event.v, at=event.at) == self.table
        return [event for event, _ in decided]

    def message(self, verb: str, what: dict[str, Any]) -> commands.Command:
        """A message as it comes from a client; the turn or round is the one under way unless it is given."""
        now = {"turn": self.match.number} if self.table.match and verb in TURN else {}
        now |= {"round": self.match.number} if self.table.match and verb in ROUND else {}
        document = {"t": verb, "n": f"n-{next(self.nonces)}"} | now | what
        message: commands.Command = codec.parse_command(msgspec.json.encode(document))
        return message

    def ask(self, who: str, verb: str, **what: Any) -> Any:
        """Somebody asks, and it happens: the first event that comes of it, if any."""
        message = self.message(verb, what)
        events = self.take(decide(self.table, message, self.moment(who)), message.n)
        self.made[who] += bool(events)
        return events[0] if events else None

    def refusal(self, who: str, verb: str, **what: Any) -> str:
        """Somebody asks: the code of the refusal; or fine, and it happens."""
        try:
            self.ask(who, verb, **what)
        except Refused as refused:
            return refused.code
        return "fine"

    def bot_refusal(self, move: Any) -> str:
        """A bot moves: fine, or the code of the refusal."""
        try:
            self.take([self.match.decide_move(move, self.now, self.dealer())])
        except Refused as refused:
            return refused.code
        return "fine"

    def wait(self, time: int = 0) -> list[events.Event]:
        """Let time pass: what happens of itself until then, each thing at its time."""
        happened, until = list[events.Event](), self.now + time
        while event := self._next(until):
            happened += self.take([event])
        self.now = until
        return happened

    def _next(self, until: int) -> Decided | None:
        event = due_event(self.table, self.dealer(), self.now)
        wakes = self.match.next_deadline() if self.table.phase == PLAYING else 0
        if event is None and self.now < wakes <= until:
            self.now = wakes
            event = due_event(self.table, self.dealer(), self.now)
            assert event, "a match wakes when something happens"
        return event

    def close(self) -> list[events.Event]:
        return close(self.table, self.seed, self.now)

    def resume(self) -> Any:
        """The table goes on after a break."""
        resumed = self.match.resume_event(self.now)
        return self.take([resumed])[0] if resumed else None

    def rename(self, who: str, name: str) -> list[events.Event]:
        return self.take(rename(self.table, who, name, self.now))

    # Dice that fall as the story wants ------------------------------------------------------------------

    def loaded(self, **faces: str) -> Loaded:
        """`ann="3 1 6 2 5 4"`: the dice of ann, by colour."""
        numbers = [0] * 36
        for who, shown in faces.items():
            for die, number in enumerate(shown.split()):
                numbers[6 * self.seat(who) + die] = int(number)
        return Loaded(ID, b"", (), numbers=numbers)

    def rolls(self, who: str, dice: str, second: bool = False) -> Any:
        """Sixto: somebody rolls these numbers."""
        message = self.message("roll", {"second": second})
        return self.take(
            [self.match.decide(self.seat(who), message, self.now, self.loaded(**{who: dice}))], message.n
        )[0]

    def turn(self, who: str, dice: str, **crosses: str) -> Any:
        """Sixto: a whole turn, in which the first roll is kept."""
        self.rolls(who, dice)
        self.ask(who, "keep")
        for other, boxes in crosses.items():
            for box in boxes.split():
                self.ask(other, "cross", box=box)
        return [self.ask(seat.player, "done") for seat in self.table.seats if seat][-1]

    def chance(self, who: str, verb: str, number: int, **what: Any) -> Any:
        """Sixem: somebody's starting roll, or where the spinner comes to rest when they spin, from 1."""
        message = self.message(verb, what)
        deal = self.loaded(**{who: str(number)})
        return self.take([self.match.decide(self.seat(who), message, self.now, deal)], message.n)[0]

    def land(self, **faces: str) -> list[Any]:
        """Sixem: the dice that land next, with these numbers."""
        self.now = max(self.now, self.match.next_deadline())
        happened = list[events.Event]()
        while (due := self.match.due_event(self.now, self.loaded(**faces))) and is_landing(due):
            happened += self.take([due])
        return happened

    def lie(self, caller: str, **faces: str) -> Any:
        """Sixem: a round in short. All throw, their dice land like this, and somebody calls STOP."""
        self.now = max(self.now, self.sixem.go)
        for who in faces:
            self.ask(who, "throw", dice=COLOURS)
        self.land(**faces)
        return self.ask(caller, "stop")


def gathered(game: str, people: str = "ann bob", **options: Any) -> Story:
    """A table at which all have sat down, in this order."""
    story = Story(game, people, **options)
    for who in story.people:
        story.ask(who, "sit", add=addition(who))
    return story


def playing(game: str, people: str = "ann bob", **options: Any) -> Story:
    """A game under way. In Sixto the lot has fallen on the first, and all have the numbers of sheet A."""
    for seed in range(256):
        story = gathered(game, people, seed=seed, **options)
        if game == "sixto":
            for who in story.people:
                story.ask(who, "sheet", sheet=SHEET_A)
        if story.ask(story.people[0], "start").lot == 0:
            return story
    raise AssertionError("some seed lets the first one begin")


def crossing(people: str = "ann bob", **options: Any) -> Story:
    """Sixto after the first has rolled and kept: everybody crosses."""
    story = playing("sixto", people, **options)
    story.rolls("ann", "3 5 1 6 4 2")
    story.ask("ann", "keep")
    return story


def rolling(people: str = "ann bob", place: int = 1, **options: Any) -> Story:
    """Sixem after the spinner came to rest at this place, as the first of them has spun."""
    story = playing("sixem", people, **options)
    for who in story.people:
        story.chance(who, "first", 6 if who == story.people[0] else 3)
    story.chance(story.people[0], "spin", place)
    return story


def taken_over(record: dict[str, Any], source: Source, *bots: str) -> Story:
    """Ann goes on with a finished game of Sixto, or plays alone with its dice."""
    taken = take_over(
        replay(parse(json.dumps(record).encode())), source, Options("sixto", 1 + len(bots)), len(bots)
    )
    story = Story("sixto", "ann", bots, taken.seed or 0, taken.beginning)
    story.ask("ann", "sit", add=addition("ann"))
    story.ask("ann", "start")
    return story


def second_game(first: Story) -> Story:
    """The second game of a duel, to which nobody has come yet; the first of the people has asked for it."""
    taken = duel.second_game(first.table, first.seed)
    seats = [first.sitting(seat) for seat in (1, 0)]
    people = " ".join(first.people)
    bots = tuple(seat.bot for seat in seats if not seat.player)
    story = Story("sixto", people, bots, first.seed, duel=True, now=first.now)
    opened = reserve(begin_with(story.opened, taken.beginning), [seat.player for seat in seats])
    story.table, story.log = created(opened), [events.encode(opened)]
    return story


def over_at_once() -> Story:
    """Alone, with fewer than two dice used, a game of Sixto ends after its first turn."""
    story = playing("sixto", "ann")
    story.turn("ann", "1 1 1 1 1 1")
    story.wait()
    return story
