"""The games: all that tables, servers, clients and the lab need to know about each, in one place.

Another game is one more `Game`, given to `register`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple, get_args

from sixes import bots
from sixes.play import commands, events
from sixes.play.dice import Draw, draw, label
from sixes.play.match import Match
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.seats import Seat
from sixes.play.sixem import draws as sixem_draws
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto import draws as sixto_draws
from sixes.play.sixto.match import SixtoMatch
from sixes.play.sixto.sheets import deal_sheets
from sixes.play.snapshots import (
    MatchSnapshot,
    SixemPadSnapshot,
    SixemSnapshot,
    SixtoPadSnapshot,
    SixtoSnapshot,
)
from sixes.records import Played
from sixes.records.sixto import ENDS
from sixes.rules import rounds, sixem, sixto, turns
from sixes.rules.sheets import SHEETS
from sixes.rules.spinner import SPINNER, Pattern


class StartingSeats(NamedTuple):
    """The seats in their order at the start, where seat 0 sat before, and the sheets."""

    seats: tuple[Seat, ...]
    lot: int = 0
    sheets: tuple[commands.SheetRows, ...] = ()


class DiceProof(NamedTuple):
    """What a record keeps of a game's dice besides seed, promise and additions."""

    draws: Callable[[Played, dict[str, Any]], Iterator[Draw]]
    """Every number that chance gave."""
    check_start: Callable[[bytes, dict[str, Any]], int] = lambda *_: 0
    """Checks what was drawn before the start, given the seed; how many draws that were."""
    keys: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


class Summary(NamedTuple):
    """How many games are summarised: the units of a score and of a game's length, and how games end."""

    score: str
    step: str
    decimals: int
    """For mean scores."""
    ends_title: str
    ends: Mapping[str, list[int]]
    """For each way to end its name, and the codes in the results of simulations for which it holds."""


class Game(NamedTuple):
    name: str
    fewest: int
    """Seats."""
    most: int
    rules: ModuleType
    """With the verbs that all games share: `refusal`, `apply`, `is_over`, ..."""
    move: type[Any]
    match: type[Match]
    snapshot: type[MatchSnapshot]
    commands: tuple[type[commands.Command], ...]
    events: tuple[type[events.Event], ...]
    dice: DiceProof
    start: Callable[[str, bytes, tuple[Seat, ...]], StartingSeats] = lambda _, __, seats: StartingSeats(seats)
    """What chance decides before the first move, given the table's id and the key of its dice."""
    timer: int = 0
    """Seconds for a step, unless the table says otherwise; 0: no timer."""
    has_sheets: bool = False
    """Players choose a sheet, or are dealt one."""
    allowance: int = 400
    """Commands of one player in a turn or round, apart from those in `always`; see `bounds`."""
    always: tuple[type[commands.Command], ...] = ()
    """Commands that bring the game on, and are possible only so often by its rules."""
    stand_in: str = "nearest"
    """The level that plays on for somebody who left, or for a bot that failed."""
    sample: Callable[[], tuple[Any, int]] | None = None
    """A state and a seat with something to decide, to try bots on."""
    summary: Summary | None = None
    """For the lab; None if it has no simulation of this game."""
    pad_of: str = ""
    """The game for which this is a score pad: real dice are thrown, and anybody there writes on any seat."""
    points: Callable[[dict[str, Any]], list[int]] | None = None
    """Of each seat, from a result as records have it; None if players' results are not kept."""

    @property
    def result_name(self) -> str:
        """What results call it."""
        return self.pad_of or self.name

    def levels(self) -> Mapping[str, bots.Level]:
        """The bots that play it here, from the weakest to the strongest."""
        return bots.known(self.name)


def sixto_start(table: str, key: bytes, seats: tuple[Seat, ...]) -> StartingSeats:
    """The first active player is drawn by lot and becomes seat 0; sheets are chosen or dealt."""
    lot = draw(key, label(table, 0, 0, "lot", 1), len(seats)) - 1
    order = seats[lot:] + seats[:lot]
    return StartingSeats(order, lot, deal_sheets(table, key, order))


def sixto_points(result: dict[str, Any]) -> list[int]:
    return [score["total"] for score in result["scores"]]


def sixem_points(result: dict[str, Any]) -> list[int]:
    """Lines of all kinds."""
    return [sum(lines.values()) for lines in result["lines"]]


def sixto_sample() -> tuple[turns.SixtoState, int]:
    state = sixto.setup((SHEETS["A"], SHEETS["B"]))
    for move in (turns.SixtoMove(turns.ROLL, 0, dice=(1, 2, 3, 4, 5, 6)), turns.SixtoMove(turns.KEEP, 0)):
        state = sixto.apply(state, move)
    return state, 1


def pattern_name(pattern: Pattern) -> str:
    kinds = zip(pattern, ("horizontal", "vertical", "diagonal", "of any kind"), strict=True)
    return " + ".join(f"{lines} {kind}" for lines, kind in kinds if lines)


SIXTO = Game(
    name="sixto",
    fewest=1,
    most=sixto.MOST_SEATS,
    rules=sixto,
    move=turns.SixtoMove,
    match=SixtoMatch,
    snapshot=SixtoSnapshot,
    commands=get_args(commands.SIXTO),
    events=get_args(events.SIXTO_EVENTS),
    dice=DiceProof(sixto_draws.all_draws, sixto_draws.check_lot, optional=("lot", "shared", "taken")),
    start=sixto_start,
    has_sheets=True,
    allowance=100,
    always=(commands.Roll, commands.Keep, commands.SayDone),
    sample=sixto_sample,
    summary=Summary(
        *("points", "turns", 1, "How games end (several can hold at once)"),
        ends={name: [code for code in range(8) if code & end] for end, name in ENDS.items()},
    ),
    points=sixto_points,
)
SIXEM = Game(
    name="sixem",
    fewest=sixem.FEWEST_SEATS,
    most=sixem.MOST_SEATS,
    rules=sixem,
    move=rounds.SixemMove,
    match=SixemMatch,
    snapshot=SixemSnapshot,
    commands=get_args(commands.SIXEM),
    events=get_args(events.SIXEM_EVENTS),
    dice=DiceProof(sixem_draws.all_draws, keys=("throws", "starts", "spun")),
    timer=30,
    always=(commands.First, commands.Spin, commands.Mark),
    summary=Summary(
        *("lines", "rounds", 2, "What had to be made, and how long it took"),
        ends={pattern_name(pattern): [code] for code, pattern in enumerate(SPINNER)},
    ),
    points=sixem_points,
)
NO_DICE = DiceProof(lambda _, __: iter(()))
SIXTO_PAD = SIXTO._replace(
    name="sixto_pad",
    match=SixtoPadMatch,
    snapshot=SixtoPadSnapshot,
    commands=get_args(commands.SIXTO_PAD) + get_args(commands.PAD),
    events=get_args(events.SIXTO_PAD_EVENTS) + get_args(events.PAD_EVENTS),
    dice=NO_DICE,
    has_sheets=False,
    always=(),
    sample=None,
    summary=None,
    pad_of="sixto",
)
SIXEM_PAD = SIXEM._replace(
    name="sixem_pad",
    match=SixemPadMatch,
    snapshot=SixemPadSnapshot,
    commands=get_args(commands.SIXEM_PAD) + get_args(commands.PAD),
    events=get_args(events.SIXEM_PAD_EVENTS) + get_args(events.PAD_EVENTS),
    dice=NO_DICE,
    timer=0,
    always=(),
    summary=None,
    pad_of="sixem",
)
GAMES = {game.name: game for game in (SIXTO, SIXEM, SIXTO_PAD, SIXEM_PAD)}
