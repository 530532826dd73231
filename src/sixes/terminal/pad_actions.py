"""What one can do at a score pad, which says itself what the rules allow and what can be forced."""

from collections.abc import Iterator
from typing import Any

from sixes.local.creating import PREFIX
from sixes.play import commands, events
from sixes.play.match import Refused
from sixes.play.pad.cells import CELLS
from sixes.play.pad.match import PadMatch
from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch, legal_places
from sixes.play.snapshots import Choice
from sixes.play.table import Table
from sixes.rules.sheets import box_names
from sixes.rules.six import NONE
from sixes.rules.spinner import SPINNER, Pattern
from sixes.terminal.action import Action, Hand
from sixes.terminal.wording import pattern_words
from sixes.text import say

NOBODY = events.Writer("", "")


def on_pad(match: PadMatch, language: str, hand: Hand) -> Iterator[Action]:
    """All but the boxes and cells."""
    step = {"step": match.number}
    if match.is_proposed:
        yield Action("e", say("pad.finish", language), commands.PadEnd, step)
        yield Action("p", say("pad.play_on", language), commands.PadPlayOn, step)
    else:
        yield from [hand.forced] if hand.forced else []
        yield from next_step(match, language)
    if match.written:
        yield Action("u", say("pad.undo", language), commands.PadUndo, {"entries": match.written})
    if not match.is_proposed and not hand.forced:
        yield Action("e", say("pad.end", language), commands.PadEnd, step, is_final=True)


def next_step(match: PadMatch, language: str) -> Iterator[Action]:
    step = {"step": match.number}
    if isinstance(match, SixtoPadMatch):
        yield Action("n", say("pad.next_turn", language), commands.PadNext, step)
        return
    assert isinstance(match, SixemPadMatch)
    yield Action("p", say("terminal.pattern", language), commands.PadPattern, {})  # which one is asked
    if match.is_touched() or any(match.state.pattern):
        yield Action("n", say("pad.next_round", language), commands.PadNext, step)


def over_pad(table: Table, language: str) -> Iterator[Action]:
    """The next game is another pad, which is made on this device only."""
    if table.code.startswith(PREFIX):
        yield Action("n", say("pad.again", language), commands.RequestRematch, {})


def patterns(match: SixemPadMatch, language: str) -> list[Action]:
    """The patterns of the spinner, each with its number."""
    return [
        Action(
            f"p{at}", pattern_words(pattern, language), commands.PadPattern, pattern_values(match, pattern)
        )
        for at, pattern in enumerate(SPINNER, 1)
    ]


def pattern_values(match: SixemPadMatch, pattern: Pattern) -> dict[str, Any]:
    return {"step": match.number, "pattern": {kind: n for kind, n in pattern._asdict().items() if n}}


def cross(match: SixtoPadMatch, seat: int, box: str) -> Action:
    """Cross a box, or take the cross of this turn back."""
    is_half = box in box_names(match.state.turn.half[seat])
    kind: type[commands.Command] = commands.PadUncross if is_half else commands.PadCross
    return Action(box, "", kind, {"step": match.number, "seat": seat, "box": box})


def dice(match: SixtoPadMatch, typed: tuple[int, ...]) -> Action:
    return Action("", "", commands.PadDice, {"step": match.number, "dice": typed})


def mark(match: SixemPadMatch, seat: int, cell: str, **deed: int) -> Action:
    """Mark a cell; `erase` or `give` names another seat."""
    return Action(cell, "", commands.PadMark, {"step": match.number, "seat": seat, "cell": cell} | deed)


def legal_rows(match: SixtoPadMatch, seat: int) -> tuple[int, ...]:
    """For each row, the places that may be crossed now."""
    return NONE if match.over or match.is_proposed else legal_places(match.state)[seat]


def cell_choice(match: SixemPadMatch, seat: int, cell: str) -> Choice | None:
    """A cell with what a mark there may do to others; None if the rules forbid a mark."""
    if not is_possible(match, mark(match, seat, cell)):
        return None
    others = range(match.state.options.seats)
    found = {
        deed: tuple(at for at in others if is_possible(match, mark(match, seat, cell, **{deed: at})))
        for deed in ("erase", "give")
    }
    return Choice(cell[0], cell, **found)


def open_cells(match: SixemPadMatch, seat: int) -> tuple[str, ...]:
    """The cells that the rules let a seat mark now."""
    return tuple(cell for cell in CELLS if not match.over and is_possible(match, mark(match, seat, cell)))


def forced(action: Action, table: Table, language: str) -> Action | None:
    """The same entry as "we play it so", where a rule of the game is all that forbids it."""
    if action.kind not in (commands.PadCross, commands.PadMark) or not isinstance(table.match, PadMatch):
        return None
    again = Action("f", say("pad.so", language), action.kind, action.values | {"force": True})
    return again if is_possible(table.match, again) else None


def is_possible(match: PadMatch, action: Action) -> bool:
    """Whether the pad takes an entry."""
    try:
        match.checked(action.kind(n="", **action.values), NOBODY, 0)
    except Refused:
        return False
    return True
