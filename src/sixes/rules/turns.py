"""A game of Sixto at one moment: its state, the turn under way, and what a player may do about it."""

from collections.abc import Iterator
from typing import NamedTuple

from sixes.rules.printing import dice_text, faces_text, read_faces, sheet_lines
from sixes.rules.rows import closes, legal_boxes, sheet_score
from sixes.rules.sheets import BOXES, LETTER_OF, Sheet, box_name, box_names
from sixes.rules.six import NONE, NONE_EACH, Six, colour_names, has

ROLLING, DECIDING, CROSSING = range(3)
"""The phases of a turn."""
PHASES = ("rolling", "deciding", "crossing")
ROLL, KEEP, CROSS, UNCROSS, DONE, UNDONE = range(6)
"""The kinds of moves."""
WORDS = {"keep": KEEP, "done": DONE, "undone": UNDONE}
"""The moves that are one word."""


class Turn(NamedTuple):
    """What lasts for one turn."""

    phase: int
    dice: Six
    """The numbers rolled, by colour; 0 before the roll and for dice out of the game."""
    half: tuple[Six, ...]
    """For each seat and row, the box with a half cross, or 0."""
    done: int
    """The seats that have said done."""
    asked: Six
    """For each seat, the colours for which it was asked again."""


class SixtoState(NamedTuple):
    """A whole game; `print` shows the turn under way and all sheets."""

    seats: int
    sheets: tuple[Sheet, ...]
    crosses: tuple[Six, ...]
    """For each seat and row, the boxes crossed for good."""
    closed: int
    """The colours closed for everybody; their dice have left the game."""
    ends: int
    turns: int
    """Turns played."""
    active: int
    turn: Turn

    def __str__(self) -> str:
        return "\n".join(game_lines(self))


class SixtoMove(NamedTuple):
    """One move of one seat; `str` writes it as a player would, and `parse` reads that.

    `roll`, or with the numbers that came up `roll 316254`, 0 for a die out of the game; `keep`; `c7` for a
    half cross, and `-c7` to take it back; `done` and `undone`. Who moves is not written.

    >>> SixtoMove.parse("c7", seat=1)
    SixtoMove(kind=2, seat=1, colour=2, place=7, dice=(0, 0, 0, 0, 0, 0))
    >>> str(SixtoMove(UNCROSS, 1, colour=2, place=7))
    '-c7'
    """

    kind: int
    seat: int
    colour: int = 0
    place: int = 0
    dice: Six = NONE

    @classmethod
    def parse(cls, text: str, seat: int = 0) -> "SixtoMove":
        match text.lower().split():
            case ["roll"]:
                return cls(ROLL, seat)
            case ["roll", faces]:
                return cls(ROLL, seat, dice=read_faces(faces))
            case [word] if word in WORDS:
                return cls(WORDS[word], seat)
            case [box] if box.removeprefix("-") in BOXES:
                return cls(UNCROSS if box[0] == "-" else CROSS, seat, *BOXES[box.removeprefix("-")])
        raise ValueError(f"{text!r} is no move of Sixto: write roll, keep, done, undone, c7 or -c7")

    def __str__(self) -> str:
        if self.kind == ROLL:
            return "roll" if self.dice == NONE else f"roll {faces_text(self.dice)}"
        if self.kind in (CROSS, UNCROSS) and 0 <= self.colour < 6:
            return ("" if self.kind == CROSS else "-") + box_name(self.colour, self.place)
        return next((word for word, kind in WORDS.items() if kind == self.kind), repr(self))


Move, State = SixtoMove, SixtoState
"""Short names, for programs that play Sixto alone."""

FRESH_TURN = Turn(phase=ROLLING, dice=NONE, half=NONE_EACH, done=0, asked=NONE)


def open_boxes(state: SixtoState, seat: int, colour: int) -> int:
    """The boxes of a row that a seat may cross with the dice as they lie; rows do not touch each other."""
    row, crosses = state.sheets[seat][colour], state.crosses[seat][colour]
    return legal_boxes(row, crosses, state.turn.dice[colour])


def may_cover(state: SixtoState) -> bool:
    """Sheets are open; only while the active player decides on the second roll may one be covered."""
    return state.turn.phase == DECIDING


def announced(state: SixtoState) -> int:
    """The colours that half crosses, as they stand now, would close; each is announced when it is made."""
    colours = 0
    for seat in range(state.seats):
        for colour in range(6):
            if closes(state.crosses[seat][colour] | state.turn.half[seat][colour]):
                colours |= 1 << colour
    return colours & ~state.closed


def game_lines(state: SixtoState) -> Iterator[str]:
    """The turn under way, then each sheet with its points, and who may still cross what."""
    yield turn_line(state)
    if state.closed:
        yield f"closed: {' '.join(colour_names(state.closed))}"
    for seat in range(state.seats):
        sheet, crosses, half = state.sheets[seat], state.crosses[seat], state.turn.half[seat]
        score, letter = sheet_score(crosses), LETTER_OF.get(sheet)
        name = f"sheet {letter}" if letter else "a sheet of their own"
        yield ""
        yield f"Seat {seat}, {name}: points {score.total}, crosses {score.crosses}{can_cross(state, seat)}"
        yield from sheet_lines(sheet, crosses, half)


def turn_line(state: SixtoState) -> str:
    if state.ends:
        return f"The game is over after turn {state.turns}."
    line = f"Turn {state.turns + 1}, {PHASES[state.turn.phase]}: seat {state.active} is active"
    return line if state.turn.dice == NONE else f"{line}, the dice show {dice_text(state.turn.dice)}"


def can_cross(state: SixtoState, seat: int) -> str:
    if state.turn.phase != CROSSING:
        return ""
    if has(state.turn.done, seat):
        return "; done"
    boxes = box_names(tuple(open_boxes(state, seat, colour) for colour in range(6)))
    return f"; may cross {' '.join(boxes)}" if boxes else ""
